import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setImmediate as othersTurn } from 'node:timers/promises';
import { BrokerError } from '../../errors.ts';
import { exportFormats } from '../../formats/export-formats.ts';
import { readLinks } from '../../formats/scholix/read-links.ts';
import {
	ambiguousId,
	cursorAt,
	foundLinks,
	knownId,
	openTestApp,
	problemOf,
	type TestApp,
} from '../server/app.fixture.ts';
import { startServer } from '../server/server.ts';

let opened: TestApp;
before(async () => {
	opened = await openTestApp();
});
after(() => opened.close());

const search = (query: string, headers: Record<string, string> = {}) =>
	opened.app.request(`/api/relationships?id=${knownId}&relation=isCitedBy${query}`, { headers });

/** Opens an app whose result is so many pages long; each page is counted. */
async function openLong(pages: number, failAt = Number.POSITIVE_INFINITY) {
	let searched = 0;
	const memory = opened.memory;
	const long = await openTestApp(
		{},
		{
			async searchRelationships(query, options) {
				searched++;
				if (searched === failAt) throw new BrokerError('unavailable', 'The search index is unavailable.');
				const { cursor: _, ...page } = await memory.searchRelationships({ ...query, cursor: undefined }, options);
				return { ...page, cursor: searched < pages ? cursorAt(searched) : undefined };
			},
		},
	);
	return { ...long, searched: () => searched };
}

describe('a whole result as a file', () => {
	const types = {
		csv: 'text/csv; charset=utf-8; header=present',
		jsonl: 'application/x-ndjson',
		scholix: 'application/x-scholix-v3+json',
		bibtex: 'application/x-bibtex; charset=utf-8',
		ris: 'application/x-research-info-systems; charset=utf-8',
		csl: 'application/vnd.citationstyles.csl+json',
		reference: 'text/plain; charset=utf-8',
		inveniordm: 'application/json',
	};
	for (const format of exportFormats) {
		it(`is a file as ${format}, whatever Accept says`, async () => {
			const response = await search(`&format=${format}`, { Accept: 'text/html' });
			assert.equal(response.status, 200);
			assert.equal(response.headers.get('Content-Type'), types[format]);
			const disposition = response.headers.get('Content-Disposition') ?? '';
			assert.match(disposition, /^attachment; filename="10\.5281-zenodo\.11020-isCitedBy-identity\.[a-z]+"$/);
			assert.equal(response.headers.get('X-Total-Count'), String(foundLinks));
			const text = await response.text();
			const references = {
				bibtex: /^@/gm,
				ris: /^TY/gm,
				csl: /"id":/g,
				reference: /\n/g,
				inveniordm: /"relation_type"/g,
			};
			const counted = { csv: /\r\n/g, jsonl: /\n/g, scholix: /"Source"/g, ...references }[format];
			assert.equal(text.match(counted)?.length, foundLinks + (format === 'csv' ? 1 : 0));
		});
	}

	it('may be of some works alone, each named by a parameter', async () => {
		const only = `&only=doi:${knownId}&only=10.1000%2Fnone`;
		assert.match((await problemOf(await search(`&format=bibtex${only}`))).detail, /only: "10\.1000\/none" is no known/);
		assert.match((await problemOf(await search(only))).detail, /only requires format/);
		assert.equal((await search(`&format=bibtex&only=doi:${knownId}`)).status, 200);
	});

	it('begins with a byte order mark as CSV, unless bom is 0, and in no other format', async () => {
		const beginning = async (parameters: string) =>
			Buffer.from(await (await search(parameters)).arrayBuffer()).toString('utf8', 0, 7);
		assert.equal(await beginning('&format=csv'), '\uFEFFsour');
		assert.equal(await beginning('&format=csv&bom=1'), '\uFEFFsour');
		assert.equal(await beginning('&format=csv&bom=0'), 'source_');
		assert.equal(await beginning('&format=jsonl'), '{"Sourc');
		const wrong = await search('&format=csv&bom=no');
		assert.equal(wrong.status, 400);
		assert.match(await wrong.text(), /bom/);
	});

	for (const [accept, type] of [
		['text/csv', types.csv],
		['application/x-ndjson', types.jsonl],
		['application/x-bibtex', types.bibtex],
		['application/x-research-info-systems', types.ris],
		['application/json;q=0.5, text/csv', types.csv],
		['text/csv;q=0.5, application/json', 'application/json'],
	] as const) {
		it(`is chosen by Accept: ${accept}`, async () => {
			assert.equal((await search('', { Accept: accept })).headers.get('Content-Type'), type);
		});
	}

	it('is not what Accept with an asterisk asks for', async () => {
		assert.equal((await search('', { Accept: 'text/*' })).status, 406);
		assert.equal((await search('', { Accept: '*/*' })).headers.get('Content-Type'), types.scholix);
		assert.equal((await search('', { Accept: '*/*' })).headers.get('Content-Disposition'), null);
	});

	it('can be posted to another broker', async () => {
		const lines = (await (await search('&format=jsonl')).text()).trimEnd().split('\n');
		assert.equal(readLinks(`[${lines.join(',')}]`, { maxLinks: foundLinks }).counts.links, foundLinks);
		const array = await (await search('&format=scholix')).text();
		assert.equal(readLinks(array, { maxLinks: foundLinks }).counts.links, foundLinks);
	});

	it('holds every page of a long result', async () => {
		const long = await openLong(4);
		const response = await long.app.request(`/relationships?id=${knownId}&format=jsonl`);
		assert.equal((await response.text()).trimEnd().split('\n').length, 4 * foundLinks);
		assert.equal(long.searched(), 4);
		await long.close();
	});

	it('is empty for an identifier that is not known', async () => {
		const response = await opened.app.request('/relationships?id=10.1/unknown&scheme=doi&format=scholix');
		assert.deepEqual(await response.json(), []);
	});

	it('has no size, page or cursor', async () => {
		for (const [query, field] of [
			['&format=csv&size=10', 'size'],
			['&format=csv&page=1', 'page'],
			[`&format=csv&cursor=${cursorAt(1)}`, 'cursor'],
		] as const) {
			const response = await search(query);
			assert.equal(response.status, 400);
			assert.equal((await problemOf(response)).errors?.[0]?.field, field);
		}
		assert.equal((await search('&size=10', { Accept: 'text/csv' })).status, 400);
	});

	it('is refused like any search, as a problem', async () => {
		const refused = async (path: string) => {
			const response = await opened.app.request(path);
			assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
			assert.equal(response.headers.get('Content-Disposition'), null);
			return (await problemOf(response)).type.replace(/.*\//, '');
		};
		assert.equal(await refused('/relationships?format=csv'), 'bad-query');
		assert.equal(await refused('/relationships?id=1&format=xml'), 'bad-query');
		assert.equal(await refused('/relationships?id=1&format=csv&q=('), 'bad-query-string');
		assert.equal(
			await refused(`/relationships?format=csv&id=${encodeURIComponent(ambiguousId)}`),
			'ambiguous-identifier',
		);
	});

	it('names its file with harmless characters only', async () => {
		for (const [id, name] of [
			['"; rm=/..\r\n', 'rm-identity.csv'],
			['é/ü', 'identity.csv'],
			['x'.repeat(300), `${'x'.repeat(120)}.csv`],
		] as const) {
			const { headers } = await opened.app.request(`/relationships?scheme=url&format=csv&id=${encodeURIComponent(id)}`);
			assert.equal(headers.get('Content-Disposition'), `attachment; filename="${name}"`);
		}
	});

	it('is asked about with HEAD without being made', async () => {
		const long = await openLong(4);
		const response = await long.app.request(`/relationships?id=${knownId}&format=csv`, { method: 'HEAD' });
		assert.equal(response.status, 200);
		assert.match(response.headers.get('Content-Disposition') ?? '', /\.csv"$/);
		assert.equal(await response.text(), '');
		assert.equal(long.searched(), 1);
		await long.close();
	});
});

describe('a result on its way', () => {
	const begin = async (pages: number, failAt?: number) => {
		const long = await openLong(pages, failAt);
		const server = await startServer(long.app, long);
		const request = get(`${server.url}/relationships?id=${knownId}&format=jsonl`);
		const [response] = (await once(request, 'response')) as [IncomingMessage];
		const end = async () => {
			request.destroy();
			await server.close();
			await long.close();
		};
		return { long, request, response, end };
	};

	it('is searched no faster than it is read, and no further once nobody reads', async () => {
		const pages = 1_000_000;
		const { long, response, request, end } = await begin(pages);
		response.pause();
		let before = -1;
		// What fits into the buffers of both sides is written; then nothing more is searched.
		while (before !== long.searched()) {
			before = long.searched();
			for (let turn = 0; turn < 200; turn++) await othersTurn();
		}
		assert.ok(before < pages / 100, `${before} pages`);
		request.destroy();
		for (let turn = 0; turn < 200; turn++) await othersTurn();
		assert.ok(long.searched() <= before + 1);
		await end();
	});

	it('breaks off where the search fails, so that nobody takes it for the whole', async () => {
		const { long, response, end } = await begin(10, 3);
		response.resume();
		const [error] = (await once(response, 'error')) as [NodeJS.ErrnoException];
		assert.equal(error.code, 'ECONNRESET');
		assert.equal(response.complete, false);
		const line = long.logged.find(({ message }) => message.includes('was interrupted'));
		assert.equal(line?.level, 'warn');
		await end();
	});

	it('breaks off where the index is cleared meanwhile', async () => {
		const cleared = await openTestApp(
			{},
			{
				searchRelationships: async (query, options) => {
					const page = await opened.memory.searchRelationships({ ...query, cursor: undefined }, options);
					return query.cursor === undefined
						? { ...page, cursor: cursorAt(1) }
						: { ...page, source: undefined, items: [] };
				},
			},
		);
		const response = await cleared.app.request(`/relationships?id=${knownId}&format=csv`);
		await assert.rejects(response.text());
		await cleared.close();
	});
});
