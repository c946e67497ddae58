// The boundaries that need the program put together: requests to the app on a real SQLite store,
// and command lines. What must hold: never a 500, every refusal a problem, an exit status that is
// known.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { openApplication } from '../../src/app/command.ts';
import { openCommandLine } from '../../src/cli/command-line.fixture.ts';
import type { CommandBroker } from '../../src/cli/context.ts';
import { BrokerError } from '../../src/errors.ts';
import { anyFlawedLink, anyLink } from '../../src/formats/scholix/link.arbitrary.ts';
import { openTestApp } from '../../src/http/server/app.fixture.ts';
import { readSettings } from '../../src/settings.ts';
import { by } from '../../src/store/suite/audit.fixture.ts';
import { anyDamaged, type Boundary } from './boundaries.ts';
import { anyText, anyValues } from './texts.ts';

const mostMilliseconds = 5_000;

const parameters = [
	...['id', 'scheme', 'relation', 'type', 'publication_year', 'from', 'to', 'group_by', 'via', 'subtype', 'q', 'sort'],
	...['size', 'page', 'cursor', 'prettyprint', 'format', 'facets', 'other', 'other_scheme', 'after', 'limit', 'prefix'],
	...['provider', 'state', 'before', 'action', 'noindex', 'partial', 'label'],
	...['style', 'color', 'labelColor', 'theme', 'url', 'maxwidth', 'maxheight', 'text'],
];
const paths = [
	...[
		'/relationships',
		'/objects',
		'/objects/1',
		'/objects/1/definitions',
		'/objects/1/identifiers',
		'/objects/1/versions',
		'/relationships/history',
		'/why',
		'/changes',
		'/events',
		'/events/x/links',
		'/users',
		'/tokens',
	],
	...[
		'/roles',
		'/audit',
		'/dumps',
		'/dumps/x',
		'/dumps/x/file',
		'/harvests',
		'/harvests/1',
		'/status',
		'/session',
		'/health/ready',
		'/badges/doi/x.svg',
		'/badges/doi/10.1000/1.svg',
		'/badges/doi/10.1000/1.json',
		'/embed/doi/x',
		'/embed/doi/10.1000/1',
		'/oembed',
		'/find',
		'/search',
		'/explain',
		'/providers',
		'/report',
		'/objects/doi/x/feed.atom',
		'/problems/x',
		'/definitions',
		'/definitions/x',
	],
];

const isForPeople = /^\/(?:(?:objects|embed)\/|(?:find|search|explain|report|providers)?$)/;

type Opened = { boundaries: readonly Boundary[]; close(): Promise<void> };

/** Opens an app and a command line on fresh data. */
export async function openRunning(): Promise<Opened> {
	const folder = mkdtempSync(join(tmpdir(), 'link-broker-fuzz-'));
	const environment = {
		DATABASE_URL: `sqlite:${join(folder, 'broker.db')}`,
		SEARCH_URL: `sqlite:${join(folder, 'search.db')}`,
		LOG_LEVEL: 'silent',
	};
	const application = await openApplication(readSettings(environment));
	await loadWorks(application.broker, folder);
	const unlimited = { RATE_LIMIT: 'off', MAX_REQUESTS_PER_MINUTE: 'off' };
	const test = await openTestApp({ ...environment, ...unlimited }, application.broker);
	const token = await test.token('fuzz@example.org', 'admin');
	const commandLine = await openCommandLine();
	return {
		boundaries: [requests(test.app, token), submissions(test.app, token), commandLines(commandLine)],
		async close() {
			await commandLine.close();
			await test.close();
			await application.close();
			rmSync(folder, { recursive: true });
		},
	};
}

/** Loads some works under identifiers that requests ask for (texts.ts). */
async function loadWorks({ loadFiles }: CommandBroker, folder: string): Promise<void> {
	const links = Array.from({ length: 30 }, (_, at) => ({
		Source: {
			Identifier: { ID: `10.1000/${at + 2}`, IDScheme: 'doi' },
			Type: { Name: 'dataset' },
			Title: `Title ${at}`,
		},
		RelationshipType: { Name: at % 10 === 9 ? 'HasVersion' : 'References' },
		Target: { Identifier: { ID: '10.1000/1', IDScheme: 'doi' }, Type: { Name: 'software' } },
		LinkProvider: [{ Name: 'Provider' }],
		LinkPublicationDate: '2018-01-01',
	}));
	const file = join(folder, 'links.json');
	writeFileSync(file, JSON.stringify(links));
	const options = {
		action: 'assert',
		noindex: false,
		skipInvalid: false,
		replace: 'record',
		supplied: {},
		date: '2024-05-01',
		onProgress: () => undefined,
	} as const;
	const { links: loaded } = await loadFiles(by, [file], options);
	assert.equal(loaded, links.length);
}

type App = { fetch(request: Request): Response | Promise<Response> };

function requests(app: App, token: string): Boundary {
	const escaped = anyText.map((text) => encodeURIComponent(text.toWellFormed()));
	// Many requests name a work that is there, so that the rest of them is read.
	const named = fc
		.tuple(fc.boolean(), anyValues(parameters))
		.map(([isNamed, values]): [string, string][] =>
			isNamed ? [['id', '10.1000/1'], ...values.filter(([name]) => name !== 'id')] : values,
		);
	const query = named.map((values) =>
		values.map(
			([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
		),
	);
	const request = fc.record({
		path: fc.oneof(
			{ weight: 4, arbitrary: fc.constantFrom(...paths) },
			{
				weight: 1,
				arbitrary: fc
					.tuple(fc.constantFrom('/objects/', '/badges/doi/', '/embed/doi/', '/events/', '/'), escaped)
					.map((all) => all.join('')),
			},
		),
		query: query.map((all) => all.join('&')),
		accept: fc.option(anyText.filter((text) => /^[\x20-\x7e]*$/.test(text))),
		method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'DELETE', 'HEAD'),
		body: fc.oneof(
			anyText,
			fc.array(fc.oneof(anyLink, anyFlawedLink), { maxLength: 2 }).map((links) => JSON.stringify(links)),
		),
		isAllowed: fc.boolean(),
	});
	const property = fc.asyncProperty(request, async ({ path, query, accept, method, body, isAllowed }) => {
		const begunAt = performance.now();
		const answer = await app.fetch(
			new Request(`http://localhost${path}?${query}`, {
				method,
				headers: {
					...(accept !== null && { Accept: accept }),
					...(isAllowed && { Authorization: `Bearer ${token}` }),
					...(method === 'POST' && { 'Content-Type': 'application/json' }),
				},
				...(method === 'POST' && { body }),
				signal: AbortSignal.timeout(mostMilliseconds),
			}),
		);
		const text = await answer.text();
		const took = performance.now() - begunAt;
		assert.ok(took < mostMilliseconds, `it took ${Math.round(took)} ms`);
		assert.ok(answer.status < 500, `${answer.status}: ${text.slice(0, 500)}`);
		if (answer.status < 400 || method === 'HEAD') return;
		const mediaType = answer.headers.get('content-type') ?? '';
		// Where a person may come along, a page says what is wrong.
		if (mediaType.startsWith('text/html') && (isForPeople.test(path) || answer.status === 404)) return;
		assert.ok(text.length < 100_000, `the problem has ${text.length} characters`);
		// In the place of a badge stands a picture.
		if (path.startsWith('/badges/') && mediaType === 'image/svg+xml') return;
		assert.match(mediaType, /^application\/problem\+json/);
		const problem = JSON.parse(text) as { status: number; detail: string };
		assert.deepEqual([problem.status, problem.detail === ''], [answer.status, false]);
	});
	return { name: 'requests', share: 10, property: property as fc.IRawProperty<unknown> };
}

/**
 * Submits damaged samples of every dialect, packed or not, with the name of their dialect or none.
 */
function submissions(app: App, token: string): Boundary {
	const any = fc.record({ sample: anyDamaged, isPacked: fc.boolean(), isNamed: fc.boolean(), partial: fc.boolean() });
	const property = fc.asyncProperty(any, async ({ sample: { name, text }, isPacked, isNamed, partial }) => {
		const begunAt = performance.now();
		const query = new URLSearchParams({ dialect: isNamed ? name : 'auto', provider: 'Library', dry_run: '1' });
		if (partial) query.set('partial', '1');
		const answer = await app.fetch(
			new Request(`http://localhost/events?${query}`, {
				method: 'POST',
				headers: {
					...{ 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${token}` },
					...(isPacked && { 'Content-Encoding': 'gzip' }),
				},
				body: isPacked ? gzipSync(text) : text,
			}),
		);
		const answered = await answer.text();
		const took = performance.now() - begunAt;
		assert.ok(took < mostMilliseconds, `it took ${Math.round(took)} ms`);
		assert.ok([200, 400, 422].includes(answer.status), `${answer.status}: ${answered.slice(0, 500)}`);
	});
	return { name: 'submissions of dialects', share: 3, property: property as fc.IRawProperty<unknown> };
}

const words = [
	...['events', 'load', 'list', 'show', 'rerun', 'withdraw', 'restore', 'relationships', 'objects', 'lookup', 'why'],
	...[
		'tokens',
		'create',
		'revoke',
		'users',
		'roles',
		'search',
		'reindex',
		'graph',
		'rebuild',
		'doctor',
		'changes',
		'audit',
	],
	...[
		'--json',
		'--errors',
		'--skip-invalid',
		'--action=replace',
		'--relation=cites',
		'--size=1',
		'--help',
		'--',
		'-x',
		'--q',
	],
];

function commandLines({ run }: Awaited<ReturnType<typeof openCommandLine>>): Boundary {
	const line = fc.array(
		fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: anyText }),
		{
			maxLength: 6,
		},
	);
	// What a command does is tried by its own tests: here nothing can be opened.
	const away = async () => {
		throw new BrokerError('unavailable', 'Nothing is opened here.');
	};
	const composition = { open: away, serve: away, work: away, migrate: away, backUp: away, restore: away };
	const property = fc.asyncProperty(line, async (all) => {
		const { status, err } = await run(all, { composition });
		assert.ok([0, 1, 2].includes(status), `status ${status}`);
		assert.doesNotMatch(err, /fault of the program/);
		if (status !== 0) assert.notEqual(err, '');
	});
	return { name: 'command lines', share: 2, property: property as fc.IRawProperty<unknown> };
}
