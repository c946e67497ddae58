// Tests GET /changes through the whole app, on real records.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createChangeWatch, readOrAwait } from '../../broker/changes/await-changes.ts';
import { readChanges, readNewestChanges } from '../../broker/changes/read-changes.ts';
import { given, objectNamed, send } from '../../broker/graph.fixture.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { Link } from '../../links/link.ts';
import { openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';
import { changesSchema } from './changes.ts';

type Entry = {
	number: number;
	kind: string;
	first?: true;
	link: { Source: End; Target: End; LinkProvider: { Name: string }[] };
};
type End = { Identifier: { ID: string }[]; Title?: string };

let opened: TestRecords;
let test: TestApp;
const newest = () => opened.records.read(async (transaction) => (await transaction.changeLog()).newest);
const watch = createChangeWatch(newest, { pollMilliseconds: 20 });
before(async () => {
	opened = await openTestRecords();
	const { records } = opened;
	test = await openTestApp(
		{},
		{
			readChanges: (query, waitForNews) => readOrAwait((each) => readChanges(records, each), watch, query, waitForNews),
			readNewestChanges: (query) => readNewestChanges(records, query),
		},
	);
	const [first, ...others] = given(
		'10.1000/a cites 10.5281/b by Crossref on 2019',
		'10.1000/c cites 10.5281/b',
		'10.1000/c relatesTo 10.1000/d',
	) as [Link, ...Link[]];
	const Creator = [{ Name: 'Josiah Carberry', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'ORCID' } }];
	const source = objectNamed('10.1000/a', { Title: 'A & <i>B</i>', Type: { Name: 'literature' }, Creator });
	await send(records, [{ ...first, source }, ...others]);
	await send(records, given('10.1000/a = 10.1000/e', '10.1000/a cites 10.5281/b'));
});
after(async () => {
	watch.end();
	await test.close();
	await opened.close();
});

const ask = (query = '', headers: Record<string, string> = {}) => test.app.request(`/api/changes${query}`, { headers });
const read = async (query = '') => {
	const response = await ask(query);
	assert.equal(response.status, 200, await response.clone().text());
	return changesSchema.parse(await response.json()) as { changes: Entry[]; next: string };
};
const shown = ({ changes }: { changes: Entry[] }) =>
	changes.map(({ link: { Source, Target } }) => `${Source.Identifier[0]?.ID} ${Target.Identifier[0]?.ID}`);
const refused = async (query: string) => {
	const response = await ask(query);
	return [response.status, (await problemOf(response)).type.split('/').at(-1)];
};

describe('GET /changes', () => {
	it('answers what came to count, in the order of the links, with numbers and first assertions', async () => {
		const { changes } = await read();
		assert.deepEqual(
			changes.map(({ number, kind, first }) => [number, kind, first ?? false]),
			[
				[1, 'asserted', true],
				[2, 'asserted', true],
				[3, 'asserted', true],
				[4, 'asserted', true],
				[5, 'asserted', false],
			],
		);
		assert.deepEqual(shown({ changes }), [
			'10.1000/a 10.5281/b',
			'10.1000/c 10.5281/b',
			'10.1000/c 10.1000/d',
			'10.1000/a 10.1000/e',
			'10.1000/a 10.5281/b',
		]);
		assert.equal(changes[0]?.link.Source.Title, 'A & B');
		assert.deepEqual(changes[0]?.link.LinkProvider, [{ Name: 'Crossref' }]);
	});

	it('goes on where an answer ended, also where nothing is left, by its cursor and its Link', async () => {
		const begin = await read('?limit=2');
		assert.equal(begin.changes.length, 2);
		const rest = await read(`?limit=100&after=${begin.next}`);
		assert.deepEqual(
			rest.changes.map(({ number }) => number),
			[3, 4, 5],
		);
		const response = await ask(`?after=${rest.next}&provider=Crossref`);
		const { changes, next } = (await response.json()) as { changes: []; next: string };
		assert.deepEqual([changes, next], [[], rest.next]);
		const link = `<http://localhost/api/changes?provider=Crossref&after=${next}>; rel="next"`;
		assert.equal(response.headers.get('Link'), link);
		assert.deepEqual(await read('?after=now'), { changes: [], next });
	});

	it('keeps what a filter asks for', async () => {
		const kept = async (query: string) => (await read(query)).changes.map(({ number }) => number);
		// The work has two identifiers by now, and had one then.
		assert.deepEqual(await kept('?id=10.1000/e&scheme=doi'), [1, 4, 5]);
		assert.deepEqual(await kept('?id=10.5281/b'), [1, 2, 5]);
		assert.deepEqual(await kept('?id=10.5281/b&relation=isCitedBy'), [1, 2, 5]);
		assert.deepEqual(await kept('?id=10.5281/b&relation=cites'), []);
		assert.deepEqual(await kept('?relation=cites'), [1, 2, 5]);
		assert.deepEqual(await kept('?relation=isRelatedTo'), [3]);
		assert.deepEqual(await kept('?provider=%20crossref'), [1]);
		assert.deepEqual(await kept('?prefix=10.5281'), [1, 2, 5]);
		assert.deepEqual(await kept('?prefix=10.528'), []);
		assert.deepEqual(await kept('?type=literature'), [1, 4, 5]);
		assert.deepEqual(await kept('?type=software'), []);
		assert.deepEqual(await kept('?id=10.1000/unknown'), []);
		assert.deepEqual(await kept('?ids=10.1000/d%0A10.1000/unknown%0A10.1000/e'), [1, 3, 4, 5]);
		assert.deepEqual(await kept('?orcid=https://orcid.org/0000-0002-1825-0097'), [1, 4, 5]);
		assert.deepEqual(await kept('?orcid=0000-0001-5109-3700'), []);
		assert.deepEqual(await kept('?kind=asserted'), [1, 2, 3, 4, 5]);
		assert.deepEqual(await kept('?kind=withdrawn'), []);
		assert.deepEqual(await kept('?kind=both'), [1, 2, 3, 4, 5]);
		assert.deepEqual(await kept('?entries=first'), [1, 2, 3, 4]);
		assert.deepEqual(await kept('?entries=first&provider=zenodo'), [2, 3, 4, 5]);
		assert.deepEqual(await kept('?entries=citations'), [1, 2]);
		assert.deepEqual(await kept('?entries=citations&id=10.1000/e'), []);
		assert.deepEqual(await kept('?entries=citations&prefix=10.1000'), []);
		assert.deepEqual(await kept('?entries=citations&prefix=10.5281&provider=zenodo'), [2, 5]);
	});

	it('keeps the links to what a filter selects, or those from there, and those without a direction', async () => {
		const kept = async (query: string) => (await read(`?${query}`)).changes.map(({ number }) => number);
		for (const works of ['id=10.5281/b', 'ids=10.5281/b', 'prefix=10.5281']) {
			assert.deepEqual(await kept(`${works}&direction=in`), [1, 2, 5], works);
			assert.deepEqual(await kept(`${works}&direction=out`), [], works);
			assert.deepEqual(await kept(`${works}&direction=both`), [1, 2, 5], works);
		}
		for (const work of ['id=10.1000/e', 'orcid=0000-0002-1825-0097']) {
			assert.deepEqual(await kept(`${work}&direction=in`), [4], work);
			assert.deepEqual(await kept(`${work}&direction=out`), [1, 4, 5], work);
		}
		assert.deepEqual(await kept('prefix=10.1000&direction=in'), [3, 4]);
		assert.deepEqual(await kept('prefix=10.1000&direction=in&relation=cites'), []);
		assert.deepEqual(await kept('id=10.1000/d&direction=out&relation=isRelatedTo'), [3]);
		assert.deepEqual(await kept('entries=citations&id=10.1000/e&direction=out'), [1]);
		assert.deepEqual(await kept('entries=citations&id=10.5281/b&direction=both'), [1, 2]);
	});

	it('answers JSON Lines and Atom where they are asked for', async () => {
		for (const response of [await ask('?format=jsonl'), await ask('', { Accept: 'application/x-ndjson' })]) {
			assert.equal(response.headers.get('Content-Type'), 'application/x-ndjson');
			const lines = (await response.text()).trimEnd().split('\n');
			assert.deepEqual(
				lines.map((line) => JSON.parse(line)),
				(await read()).changes,
			);
			assert.match(response.headers.get('Link') ?? '', /rel="next"/);
		}
		for (const response of [
			await ask('?format=atom&entries=all&id=10.5281/b'),
			await ask('?entries=all&id=10.5281/b', { Accept: 'application/atom+xml' }),
		]) {
			assert.equal(response.headers.get('Content-Type'), 'application/atom+xml');
			const titles = [...(await response.text()).matchAll(/<entry>\n<id>[^<]*<\/id>\n<title>([^<]*)/g)];
			assert.deepEqual(
				titles.map(([, title]) => title),
				[
					'A &#38; B cites doi:10.5281/b: asserted by Zenodo',
					'doi:10.1000/c cites doi:10.5281/b: asserted by Zenodo',
					'A &#38; B cites doi:10.5281/b: asserted by Crossref',
				],
			);
		}
		assert.equal((await ask('', { Accept: 'text/csv' })).status, 406);
	});

	it('refuses what is wrong, and names it', async () => {
		assert.deepEqual(await refused('?after=nonsense'), [400, 'bad-query']);
		for (const wrong of [
			'limit=0',
			'limit=10001',
			'wait=31',
			'prefix=zenodo',
			'orcid=0000-0002-1825-0098',
			'kind=changed',
			'relation=eats',
			'scheme=doi',
			'x=1',
			'ids=+',
			'direction=in',
			'prefix=10.5281&direction=inwards',
		]) {
			assert.deepEqual(await refused(`?${wrong}`), [400, 'bad-query'], wrong);
		}
		const list = Array.from({ length: 1_001 }, (_, at) => `10.1/${at}`).join('%0A');
		for (const wrong of ['id=10.1/a&ids=10.1/b', `ids=${list}`, 'entries=citations&relation=cites'])
			assert.deepEqual(await refused(`?${wrong}`), [400, 'bad-query'], wrong);
		const { next } = await read();
		assert.deepEqual(await refused(`?after=${next.split('-')[0]}-zzz`), [400, 'bad-query']);
		assert.deepEqual(await refused(`?after=aaaaaaaaaa-1`), [410, 'cursor-expired']);
	});

	it('keeps what counts by a definition, which the answer names, and refuses one that does not exist', async () => {
		const response = await ask('?definition=asclepias&entries=first');
		assert.equal(response.headers.get('Definition'), 'asclepias; v=1');
		const counted = ['10.1000/a 10.5281/b', '10.1000/c 10.5281/b'];
		assert.deepEqual(shown((await response.json()) as { changes: Entry[] }), counted);
		assert.deepEqual(shown(await read('?definition=asclepias&exclude=single-provider&entries=first')), [counted[0]]);
		assert.equal((await ask('?definition=asclepias&format=atom')).headers.get('Definition'), 'asclepias; v=1');
		assert.equal((await ask()).headers.get('Definition'), null);
		for (const wrong of ['definition=nobodys', 'exclude=nothing']) {
			assert.equal((await ask(`?${wrong}`)).status, 400, wrong);
		}
	});

	it('holds the answer until something comes that fits', async () => {
		const { next } = await read();
		const held = read(`?after=${next}&wait=30&provider=DataCite`);
		await send(opened.records, given('10.1000/x cites 10.1000/y'));
		await send(opened.records, given('10.1000/x cites 10.1000/z by DataCite'));
		assert.deepEqual(shown(await held), ['10.1000/x 10.1000/z']);
	});

	it('ends the wait when the time is over', async () => {
		const { next } = await read();
		const begun = performance.now();
		assert.deepEqual((await read(`?after=${next}&wait=1`)).changes, []);
		assert.ok(performance.now() - begun > 900);
	});
});

describe('the log after CHANGES_DAYS', () => {
	it('answers 410 for an older cursor, and begins with what is kept', async () => {
		const { next } = await read('?limit=1');
		await opened.records.trimChanges(Date.now() + 1);
		await send(opened.records, given('10.1000/late cites 10.1000/y'));
		const response = await ask(`?after=${next}`);
		assert.equal(response.status, 410);
		assert.match((await problemOf(response)).detail, /link-broker export/);
		assert.deepEqual(shown(await read()), ['10.1000/late 10.1000/y']);
	});
});
