import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BrokerError } from '../../../errors.ts';
import { by } from '../../../store/suite/audit.fixture.ts';
import { oneLink, openTestApp, problemOf, type TestApp } from '../../server/app.fixture.ts';
import { eventSchema } from './event-schemas.ts';
import { acceptedSchema } from './submission-schemas.ts';

let opened: TestApp;
let token: string;
before(async () => {
	opened = await openTestApp({ MAX_BODY_BYTES: '2048' });
	token = await opened.token('curator@example.org');
});
after(() => opened.close());

type Post = { path?: string; headers?: Record<string, string>; body?: RequestInit['body'] };

function post({ path = '/api/events', headers = {}, body = oneLink }: Post = {}, app = opened.app) {
	return app.request(path, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-scholix-v3+json', ...headers },
		body: body ?? null,
		duplex: 'half',
	} as RequestInit);
}

function get(path: string) {
	return opened.app.request(path, { headers: { Authorization: `Bearer ${token}` } });
}

/** Makes a body of many chunks that counts those that were read. */
function longBody(chunkBytes: number): { stream: ReadableStream<Uint8Array>; pulled(): number } {
	let pulled = 0;
	const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
		pulled++;
		if (pulled > 100) controller.close();
		else controller.enqueue(new Uint8Array(chunkBytes));
	};
	return { stream: new ReadableStream({ pull }, { highWaterMark: 0 }), pulled: () => pulled };
}

async function codeOf(response: Response): Promise<string | undefined> {
	assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
	return (await problemOf(response)).type.split('/').at(-1);
}

describe('POST /events', () => {
	it('answers 202 with the id of the event and where it is', async () => {
		const response = await post();
		assert.equal(response.status, 202);
		assert.equal(response.headers.get('Content-Type'), 'application/json');
		const { message, event_id } = (await response.json()) as Record<string, string>;
		assert.equal(message, 'event accepted');
		assert.ok(opened.events.has(event_id as string));
		assert.equal(response.headers.get('Location'), `http://localhost/api/events/${event_id}`);
	});

	it('names the place with the prefix that was used, and with PUBLIC_URL', async () => {
		assert.match((await post({ path: '/events' })).headers.get('Location') ?? '', /^http:\/\/localhost\/events\//);
		const elsewhere = await openTestApp({ PUBLIC_URL: 'https://links.example.org' });
		token = await elsewhere.token('curator@example.org');
		const response = await post({}, elsewhere.app);
		await elsewhere.close();
		token = await opened.token('curator@example.org');
		assert.match(response.headers.get('Location') ?? '', /^https:\/\/links\.example\.org\/api\/events\//);
	});

	it('hands on the body as it came, who sent it, and whether it is to be indexed', async () => {
		const body = ` ${oneLink}\n`;
		for (const [query, noindex] of [
			['', false],
			['?noindex=0', false],
			['?noindex=1', true],
		] as const) {
			assert.equal((await post({ path: `/events${query}`, body })).status, 202);
			const submission = opened.submissions.at(-1);
			assert.equal(Buffer.from(submission?.body ?? []).toString(), body);
			assert.equal(submission?.noindex, noindex);
			assert.equal(submission?.userId, (await opened.accounts.authenticate(token))?.userId);
		}
	});

	it('accepts the valid links of a partial batch, and reports the others', async () => {
		const body = `[${oneLink.slice(1, -1)}, {"Source": 1}]`;
		const whole = await post({ path: '/events', body });
		assert.equal(whole.status, 422);
		const response = await post({ path: '/events?partial=1&noindex=1', body });
		assert.equal(response.status, 202);
		const answer = acceptedSchema.parse(await response.json());
		assert.equal(answer.refused_count, 1);
		assert.equal(answer.refused?.[0]?.pointer, '/1/Source');
		assert.equal(opened.submissions.at(-1)?.noindex, true);
		const event = (await (await get(`/api/events/${answer.event_id}`)).json()) as { counts: Record<string, unknown> };
		assert.deepEqual([event.counts.links, event.counts.refused], [1, 1]);
	});

	it('says of a partial batch that it left nothing out, and nothing of that where it was not asked', async () => {
		const partial = (await (await post({ path: '/events?partial=1' })).json()) as Record<string, unknown>;
		assert.deepEqual([partial.refused_count, partial.refused], [0, []]);
		assert.deepEqual(Object.keys((await (await post()).json()) as object), ['message', 'event_id']);
	});

	it('refuses a partial batch in which nothing is right, with all that is wrong', async () => {
		const response = await post({ path: '/events?partial=1', body: '[{"Source": 1}]' });
		assert.equal(response.status, 422);
		assert.ok(((await problemOf(response)).errors?.length ?? 0) > 1);
	});

	it('hands on the body in memory of its own, which another thread may take', async () => {
		await post();
		const body = opened.submissions.at(-1)?.body;
		assert.equal(body?.buffer.byteLength, body?.byteLength);
	});

	it('takes application/json too, with a charset', async () => {
		for (const type of [
			'application/json',
			'application/json; charset=utf-8',
			'application/x-scholix-v3+json;charset=UTF-8',
		]) {
			assert.equal((await post({ headers: { 'Content-Type': type } })).status, 202);
		}
	});

	for (const query of [
		'noindex=2',
		'noindex=',
		'noindex=true',
		'noindex=1&noindex=1',
		'noindex=%ff',
		'partial=2',
		'noindx=1',
		'noindex=1&q=',
	]) {
		it(`refuses ?${query} and names the parameter`, async () => {
			const response = await post({ path: `/events?${query}` });
			assert.equal(response.status, 400);
			const { type, errors } = await problemOf(response);
			assert.match(type, /\/bad-query$/);
			assert.equal(
				errors?.[0]?.field,
				query.includes('noindx') ? 'noindx' : query.includes('q=') ? 'q' : query.split('=')[0],
			);
		});
	}

	it('keeps the name of the file that the links come from, for the lists of events and loads', async () => {
		const named = await post({ path: `/events?file_name=${encodeURIComponent(' Links, März.csv')}` });
		const { event_id } = (await named.json()) as { event_id: string };
		const event = (await (await get(`/api/events/${event_id}`)).json()) as { file_name: string };
		const load = (await (await get(`/api/loads/${event_id}`)).json()) as { name: string };
		assert.deepEqual([event.file_name, load.name], ['Links, März.csv', 'Links, März.csv']);
		const { event_id: other } = (await (await post()).json()) as { event_id: string };
		assert.equal(((await (await get(`/api/loads/${other}`)).json()) as { name: null }).name, null);
		for (const wrong of ['', '%20', 'a%00', 'x'.repeat(256)]) {
			const { errors } = await problemOf(await post({ path: `/events?file_name=${wrong}` }));
			assert.equal(errors?.[0]?.message, 'file_name must be a name of 1 to 255 characters.');
		}
	});

	it('hands on what the links do', async () => {
		for (const [query, action] of [
			['', 'assert'],
			['?action=assert', 'assert'],
			['?action=withdraw&noindex=1', 'withdraw'],
			['?action=replace&partial=1', 'replace'],
		] as const) {
			const { event_id } = (await (await post({ path: `/events${query}` })).json()) as { event_id: string };
			const { action: asked, replaces } = opened.submissions.at(-1) ?? {};
			assert.deepEqual([asked, replaces], [action, null]);
			assert.equal(opened.events.get(event_id)?.action, action);
		}
	});

	it('withdraws assertions of others only for curators and admins', async () => {
		const takesAll = async (email: string, ...roles: string[]) => {
			const headers = { Authorization: `Bearer ${await opened.token(email, ...roles)}` };
			assert.equal((await post({ path: '/events?action=withdraw', headers })).status, 202);
			return opened.submissions.at(-1)?.takesAll;
		};
		assert.equal(await takesAll('plain@example.org', 'curators'), false);
		assert.equal(await takesAll('carl@example.org', 'curator'), true);
		assert.equal(await takesAll('root@example.org', 'admin'), true);
	});

	it('refuses another action, by name', async () => {
		for (const action of ['remove', 'Assert', '']) {
			const response = await post({ path: `/events?action=${action}` });
			assert.equal(response.status, 400);
			const [problem] = (await problemOf(response)).errors ?? [];
			assert.deepEqual(
				[problem?.field, problem?.message],
				['action', 'action must be one of assert, withdraw, replace.'],
			);
		}
	});

	it('refuses another media type', async () => {
		const response = await post({ headers: { 'Content-Type': 'text/csv' } });
		assert.equal(response.status, 415);
		assert.equal(response.headers.get('Accept'), 'application/x-scholix-v3+json, application/json');
		assert.equal(await codeOf(response), 'unsupported-media-type');
	});

	it('refuses an empty body', async () => {
		const response = await post({ body: null });
		assert.equal(response.status, 400);
		assert.equal(await codeOf(response), 'malformed-json');
	});

	it('refuses what is not JSON, with the place', async () => {
		const response = await post({ body: '[\n{,}]' });
		assert.equal(response.status, 400);
		const { type, detail } = await problemOf(response);
		assert.match(type, /\/malformed-json$/);
		assert.match(detail, /line 2/);
	});

	it('refuses links that are not valid, with pointers to what is wrong', async () => {
		const before = opened.events.size;
		const response = await post({ body: oneLink.replace('"2018-01-01"', '"2018-02-30"') });
		assert.equal(response.status, 422);
		const { type, errors } = await problemOf(response);
		assert.match(type, /\/invalid-links$/);
		assert.equal(errors?.[0]?.pointer, '/0/LinkPublicationDate');
		assert.equal(opened.events.size, before);
	});

	it('takes a body of the limit and refuses one byte more', async () => {
		assert.equal((await post({ body: oneLink.padEnd(2_048) })).status, 202);
		const response = await post({ body: oneLink.padEnd(2_049) });
		assert.equal(response.status, 413);
		assert.equal(await codeOf(response), 'body-too-large');
	});

	it('refuses a body that is declared too large before it reads it', async () => {
		const { stream, pulled } = longBody(512);
		const response = await post({ body: stream, headers: { 'Content-Length': '2049' } });
		assert.equal(response.status, 413);
		assert.equal(pulled(), 0);
	});

	it('stops reading a body without a declared length at the limit', async () => {
		const { stream, pulled } = longBody(512);
		assert.equal((await post({ body: stream })).status, 413);
		assert.equal(pulled(), 5);
	});

	it('takes a body packed with gzip', async () => {
		const body = gzipSync(oneLink);
		assert.equal((await post({ body, headers: { 'Content-Encoding': 'gzip' } })).status, 202);
		assert.equal(Buffer.from(opened.submissions.at(-1)?.body ?? []).toString(), oneLink);
	});

	it('refuses a packed body that is too large when it is unpacked', async () => {
		const body = gzipSync(oneLink.padEnd(1_000_000));
		assert.ok(body.byteLength < 2_048);
		assert.equal((await post({ body, headers: { 'Content-Encoding': 'gzip' } })).status, 413);
	});

	it('refuses a body that says it is gzip and is not', async () => {
		for (const body of [oneLink, gzipSync(oneLink).subarray(0, 50)]) {
			const response = await post({ body, headers: { 'Content-Encoding': 'gzip' } });
			assert.equal(response.status, 400);
			assert.equal(await codeOf(response), 'bad-request');
		}
	});

	it('refuses other encodings', async () => {
		assert.equal((await post({ headers: { 'Content-Encoding': 'identity' } })).status, 202);
		for (const encoding of ['br', 'gzip, gzip']) {
			const response = await post({ headers: { 'Content-Encoding': encoding } });
			assert.equal(response.status, 415);
			assert.equal(response.headers.get('Accept-Encoding'), 'gzip, identity');
		}
	});

	it('refuses a body that breaks off', async () => {
		const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('disconnected')) });
		const response = await post({ body: broken });
		assert.equal(response.status, 400);
		assert.equal(await codeOf(response), 'bad-request');
	});

	it('answers 503 while the records are unavailable', async () => {
		const { app, close, ...away } = await openTestApp(
			{},
			{
				acceptEvent: () =>
					Promise.reject(new BrokerError('unavailable', 'The database is unavailable.', { retryAfterSeconds: 1.2 })),
			},
		);
		const headers = { Authorization: `Bearer ${await away.token('curator@example.org')}` };
		const response = await post({ headers }, app);
		await close();
		assert.equal(response.status, 503);
		assert.equal(response.headers.get('Retry-After'), '2');
	});
});

describe('POST /events?action=replace&source=', () => {
	const replace = (query: string, body = '[]') => post({ path: `/events?action=replace&${query}`, body });

	it('takes an empty array, and hands on of which Source the provider says nothing any more', async () => {
		for (const [query, scheme, value] of [
			['source=10.5281/Zenodo.11020', 'doi', '10.5281/Zenodo.11020'],
			['source=https://doi.org/10.5281/zenodo.11020', 'doi', '10.5281/zenodo.11020'],
			['source=A&scheme=lab%20book', 'lab book', 'A'],
			['source=%20A%20&scheme=DOI', 'doi', 'A'],
		] as const) {
			const response = await replace(`${query}&provider=%20Zenodo%20`, ' [ ]\n');
			assert.equal(response.status, 202, query);
			const { event_id } = (await response.json()) as { event_id: string };
			const { replaces } = opened.submissions.at(-1) ?? {};
			assert.deepEqual(
				[replaces?.source.scheme, replaces?.source.value, replaces?.provider],
				[scheme, value, 'Zenodo'],
			);
			assert.equal(opened.events.get(event_id)?.links, 0);
			const shown = await get(`/events/${event_id}`);
			eventSchema.parse(await shown.json());
		}
	});

	it('refuses a body that holds links: these name their Sources themselves', async () => {
		for (const partial of ['', '&partial=1']) {
			const response = await replace(`source=10.5281/zenodo.11020&provider=Zenodo${partial}`, oneLink);
			assert.equal(response.status, 400);
			const { type, errors } = await problemOf(response);
			assert.match(type, /\/bad-query$/);
			assert.deepEqual(
				errors?.map(({ field }) => field),
				['source'],
			);
			assert.match(errors?.[0]?.message ?? '', /empty array/);
		}
	});

	it('refuses parameters that lack another, or cannot be what they are, by name', async () => {
		for (const [query, field, message] of [
			['action=replace&source=10.1/a', 'provider', /provider is missing/],
			['action=replace&provider=Zenodo', 'provider', /requires source/],
			['action=replace&scheme=doi', 'scheme', /requires source/],
			['source=10.1/a&provider=Zenodo', 'source', /requires action=replace/],
			['action=withdraw&source=10.1/a&provider=Zenodo', 'source', /requires action=replace/],
			['action=replace&source=some+words&provider=Zenodo', 'source', /must be one identifier/],
			['action=replace&source=10.1234/a+10.1234/b&provider=Zenodo', 'source', /must be one identifier/],
			['action=replace&source=&provider=Zenodo', 'source', /must be/],
			['action=replace&source=A&scheme=&provider=Zenodo', 'scheme', /must be/],
			['action=replace&source=%E2%80%8B&scheme=doi&provider=Zenodo', 'source', /must be/],
			['action=replace&source=10.1/a&provider=+', 'provider', /must be/],
			['action=replace&source=10.1/a&provider=a%00b', 'provider', /must be/],
		] as const) {
			const response = await post({ path: `/events?${query}`, body: '[]' });
			assert.equal(response.status, 400, query);
			const [problem] = (await problemOf(response)).errors ?? [];
			assert.equal(problem?.field, field, query);
			assert.match(problem?.message ?? '', message);
		}
	});

	it('is what an empty array needs: without a Source it is refused', async () => {
		for (const path of ['/events', '/events?action=replace', '/events?action=withdraw', '/events?partial=1']) {
			const response = await post({ path, body: '[]' });
			assert.equal(response.status, 422, path);
			assert.equal(await codeOf(response), 'invalid-links');
		}
	});

	it('refuses what is no JSON', async () => {
		assert.equal((await replace('source=10.1234/a&provider=Zenodo', '[')).status, 400);
	});
});

describe('access to POST /events', () => {
	it('is refused with 401 in the same words, whatever is wrong with the token', async () => {
		const { accounts } = opened;
		const expired = await accounts.createToken(by, {
			name: 'expired',
			email: 'curator@example.org',
			internal: false,
			expiresAt: Date.UTC(2026, 0, 31) + 1_000,
		});
		const revoked = await opened.token('curator@example.org');
		const { id } = (await accounts.listTokens()).at(-1) ?? assert.fail();
		await accounts.revokeToken(by, id);
		const inactive = await opened.token('inactive@example.org');
		await accounts.deactivateUser(by, 'inactive@example.org');
		opened.pass(2_000);
		const unknown = `${token.slice(0, -4)}AAAA`;
		const headers = [
			{},
			...[expired, revoked, inactive, unknown, '', 'a b', 'é'.repeat(3)].map((text) => ({
				Authorization: `Bearer ${text}`,
			})),
			{ Authorization: token },
			{ Authorization: `Basic ${token}` },
			{ Authorization: `Bearer ${token}, Bearer ${token}` },
		];
		const answers = new Set<string>();
		for (const given of headers) {
			const response = await opened.app.request('/events', {
				method: 'POST',
				headers: given as Record<string, string>,
				body: oneLink,
			});
			assert.equal(response.status, 401);
			assert.equal(response.headers.get('WWW-Authenticate'), 'Bearer realm="link-broker"');
			answers.add(await response.text());
		}
		assert.equal(answers.size, 1);
		assert.match([...answers].join(), /\/problems\/unauthorized"/);
	});

	it('does not depend on the letter case of the scheme', async () => {
		assert.equal((await post({ headers: { Authorization: `bearer ${token}` } })).status, 202);
	});

	it('needs the role that EVENTS_ROLE names', async () => {
		const { app, close, ...guarded } = await openTestApp({ EVENTS_ROLE: 'Harvester' });
		const refused = await post({ headers: { Authorization: `Bearer ${await guarded.token('ada@example.org')}` } }, app);
		const taken = await post(
			{ headers: { Authorization: `Bearer ${await guarded.token('bob@example.org', 'harvester')}` } },
			app,
		);
		await close();
		assert.equal(refused.status, 403);
		assert.equal(await codeOf(refused), 'forbidden');
		assert.equal(taken.status, 202);
	});
});
