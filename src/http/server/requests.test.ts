// Arbitrary requests against the whole interface: every answer is one that its description has.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { problemSchema } from '../answers/problem.ts';
import { knownId, oneLink, openTestApp, type TestApp } from './app.fixture.ts';

let opened: TestApp;
let token: string;
before(async () => {
	opened = await openTestApp({ MAX_BODY_BYTES: '2048', MAX_LINKS_PER_EVENT: '3' });
	token = await opened.token('curator@example.org');
});
after(() => opened.close());

const searchName = fc.constantFrom(
	...['id', 'scheme', 'relation', 'type', 'publication_year', 'from', 'to', 'group_by', 'q', 'sort'],
	...['size', 'page', 'cursor', 'prettyprint', 'noindex', 'ID', '__proto__', 'constructor', ''],
);
const searchValue = fc.oneof(
	fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
	fc.webQueryParameters(),
	fc.constantFrom(
		knownId,
		'10.1/a',
		'doi',
		'isCitedBy',
		'software',
		'2015--<2018',
		'2016-01-01',
		'version',
		'title:a*',
	),
	fc.constantFrom(
		'year:[2016 TO',
		'"',
		'-mostrecent',
		'0',
		'1',
		'3',
		'100',
		'1e9',
		'-1',
		'%',
		'%zz',
		'%00',
		'%ed%a0%80',
		'+',
		'',
	),
);
const query = fc
	.array(fc.tuple(searchName, searchValue), { maxLength: 5 })
	.map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const path = fc.oneof(
	fc.constantFrom(
		'/relationships',
		'/events',
		'/events/x',
		'/openapi.json',
		'/problems/internal',
		'/health/ready',
		'/',
	),
	fc.uuid({ version: 4 }).map((id) => `/events/${id}`),
	fc.webPath(),
	fc.constantFrom('/%', '/events/%ff', '/events/%00', '/problems/__proto__', '/problems/%2e%2e', '//', '/events//'),
);

const headerValue = fc.string({ maxLength: 30 }).filter((text) => /^[\t\x20-\x7e]*$/.test(text));
const headers = fc.record(
	{
		Accept: fc.oneof(headerValue, fc.constantFrom('application/json', '*/*', 'text/html', 'application/*;q=0')),
		Authorization: fc.oneof(headerValue, fc.constantFrom('Bearer', 'valid', 'valid', 'valid')),
		'Content-Type': fc.oneof(headerValue, fc.constantFrom('application/json', 'application/x-scholix-v3+json')),
		'Content-Encoding': fc.oneof(headerValue, fc.constantFrom('gzip', 'identity', 'br')),
		'Content-Length': fc.constantFrom('0', '5', '3000', 'x', '-1', '1e99'),
		'X-Request-Id': headerValue,
	},
	{ requiredKeys: [] },
);

const body = fc.oneof(
	fc.constantFrom(
		oneLink,
		oneLink,
		`${oneLink.slice(0, -1)},{}]`,
		'[]',
		'{}',
		'[1,null]',
		'',
		'\u0000',
		'['.repeat(2_000),
	),
	fc.json(),
	fc.uint8Array({ maxLength: 3_000 }),
);

type Body = NonNullable<RequestInit['body']>;

const anything = fc.record({
	method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'QUERY'),
	address: fc.tuple(fc.constantFrom('', '/api'), path, query).map((parts) => `${parts[0]}${parts[1]}?${parts[2]}`),
	headers,
	body,
});

const submission = fc.record({
	method: fc.constant('POST'),
	address: fc.oneof(
		fc.constant('/events'),
		query.map((text) => `/api/events?${text}`),
	),
	headers: headers.map((given) => ({ ...given, Authorization: 'valid' })),
	body,
});

type Asked = { method: string; address: string; headers: Partial<Record<string, string>>; body: Body };

const asked = fc.oneof({ weight: 3, arbitrary: anything }, { weight: 1, arbitrary: submission }) as fc.Arbitrary<Asked>;

function requestFrom({ method, address, headers: given, body: content }: Asked): Request {
	const authorization = given.Authorization === 'valid' ? { Authorization: `Bearer ${token}` } : {};
	const withBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
	return new Request(`http://localhost${address}`, {
		method,
		headers: { ...given, ...authorization } as Record<string, string>,
		body: withBody ? content : null,
	});
}

/** A browser gets a page where nothing is, but not of the interface. */
function isPageOfNothing({ url, headers: sent }: Request, { status, headers: got }: Response): boolean {
	const isAsked = status === 404 && /text\/html|\*\/\*/.test(sent.get('Accept') ?? '');
	return (
		isAsked && !/^\/api(?:\/|$)/.test(new URL(url).pathname) && got.get('Content-Type') === 'text/html; charset=utf-8'
	);
}

describe('any request', () => {
	it('is answered with what is described, never with a failure of the broker', async () => {
		const document = (await (await opened.app.request('/openapi.json')).json()) as {
			paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
		};
		const described = new Set(
			Object.values(document.paths).flatMap((methods) =>
				Object.values(methods).flatMap(({ responses }) => Object.keys(responses).map(Number)),
			),
		);
		for (const elsewhere of [204, 405]) described.add(elsewhere);
		const seen = new Set<number>();
		const answersWell = fc.asyncProperty(asked, async (one) => {
			const request = requestFrom(one);
			const response = await opened.app.fetch(request);
			const text = await response.text();
			assert.ok(described.has(response.status) && response.status < 500, `${response.status} ${text}`);
			seen.add(response.status);
			assert.match(response.headers.get('X-Request-Id') ?? '', /^[\w.:-]{1,100}$/);
			if (response.status < 400) return;
			if (isPageOfNothing(request, response)) return;
			assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
			if (request.method !== 'HEAD') assert.equal(problemSchema.parse(JSON.parse(text)).status, response.status);
		});
		await fc.assert(answersWell, { numRuns: 1_500 });
		assert.ok(opened.logged.every(({ level }) => level === 'debug' || level === 'info'));
		for (const status of [200, 204, 400, 401, 404, 405, 415]) assert.ok(seen.has(status), `${status} never came`);
	});

	it('for relationships of a known work is answered, or refused by naming a parameter', async () => {
		const answersWell = fc.asyncProperty(query, async (more) => {
			const response = await opened.app.request(`/relationships?id=${knownId}&${more}`);
			if (response.status === 200) return;
			assert.equal(response.status, 400);
			const { errors } = problemSchema.parse(await response.json());
			assert.ok(errors?.every(({ field }) => field !== undefined));
		});
		await fc.assert(answersWell, { numRuns: 1_000 });
	});

	it('to submit anything is taken or refused whole', async () => {
		const submits = fc.asyncProperty(body, async (content) => {
			const taken = opened.submissions.length;
			const response = await opened.app.request('/events', {
				method: 'POST',
				headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
				body: content as Body,
			});
			assert.ok([202, 400, 413, 422].includes(response.status), `${response.status}`);
			assert.equal(opened.submissions.length, taken + (response.status === 202 ? 1 : 0));
		});
		await fc.assert(submits, { numRuns: 500 });
	});
});
