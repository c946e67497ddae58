// Says how relationships are counted by a definition of a citation, and without links of some flags.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { builtInDefinitions, type Definition } from '../../broker/counting/definitions.ts';
import { about, given, send } from '../../broker/graph.fixture.ts';
import { updateIndex } from '../../broker/indexing/update-index.ts';
import { searchRelationships } from '../../broker/searching/search-relationships.ts';
import { openSqliteIndex } from '../../engines/sqlite/index/sqlite-index.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { exportFormats } from '../../formats/export-formats.ts';
import { readLinks } from '../../formats/scholix/read-links.ts';
import { searchRelations } from '../../links/relation.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';
import { jsonAnswerSchema, scholixAnswerSchema } from './relationships.ts';

const tool = '10.5072/tool';
/** Cited by its author, by a program and another, by that program, and by works that nobody describes. */
const links = [
	...given(`10.5072/own cites ${tool}`, `10.5072/mixed cites ${tool}`, `10.5072/other cites ${tool}`),
	...given(`10.5072/plain cites ${tool}`, `a@local cites ${tool}.v1`, `10.5072/paper supplements ${tool}`),
	...given(`${tool} hasVersion ${tool}.v1`, `${tool} hasVersion ${tool}.v2`, `10.5072/own cites ${tool}.v2`),
	...given(`${tool} cites 10.5072/own`, `${tool} relatesTo 10.5072/note`, `${tool} supplements 10.5072/paper2`),
	...['10.5072/mined', '10.5072/mixed', '10.5072/own'].flatMap((citing) =>
		given(`${citing} cites ${tool}`).map((link) => ({
			...link,
			provenances: [{ provider: 'Europe PMC', date: '2019-01-01', subType: 'tm_accession' }],
		})),
	),
	...[tool, `${tool}.v1`, `${tool}.v2`, '10.5072/own'].map((work) => about(work, { Creator: [{ Name: 'Roe, Ann' }] })),
	...['10.5072/other', '10.5072/mixed', '10.5072/mined'].map((work) =>
		about(work, { Title: `On ${work}`, Creator: [{ Name: 'Poe, Ed' }] }),
	),
];

let records: TestRecords;
let folder: string;
let index: SearchIndex;
let opened: TestApp;
let definitions: readonly Definition[] = builtInDefinitions;

before(async () => {
	records = await openTestRecords();
	folder = await mkdtemp(join(tmpdir(), 'link-broker-counting-'));
	index = await openSqliteIndex(join(folder, 'search.db'));
	await send(records.records, links);
	while ((await updateIndex(records.records, index)) > 0);
	opened = await openTestApp(
		{},
		{
			searchRelationships: (query, options) => searchRelationships({ index, definitions }, query, options),
			searchState: () => index.state(),
			definitions: () => definitions,
		},
	);
});
after(async () => {
	await opened.close();
	await index.close();
	await rm(folder, { recursive: true });
	await records.close();
});

type Parameters = Readonly<Record<string, string>>;

const addressOf = (parameters: Parameters) => `/relationships?${new URLSearchParams({ id: tool, ...parameters })}`;

function ask(parameters: Parameters, accept = 'application/x-scholix-v3+json'): Promise<Response> {
	return Promise.resolve(opened.app.request(addressOf(parameters), { headers: { Accept: accept } }));
}

async function asJson(parameters: Parameters) {
	const response = await ask(parameters, 'application/json');
	assert.equal(response.status, 200, await response.clone().text());
	const { definition, excluded, unknown, hits, links } = jsonAnswerSchema.parse(await response.json());
	return { definition, excluded, unknown, total: hits.total, hits: hits.hits, links, headers: response.headers };
}

async function askView(path: string) {
	const response = await opened.app.request(`/compat/${path}`);
	assert.equal(response.status, 200, path);
	return { headers: response.headers, body: await response.json() };
}

const sum = (numbers: Readonly<Record<string, number>> = {}) =>
	Object.values(numbers).reduce((total, number) => total + number, 0);

const citations = { relation: 'isCitedBy' };

describe('relationships without links of some flags', () => {
	it('have the numbers of those left out, by first flag, and of those kept whose flag is unknown', async () => {
		assert.equal((await asJson(citations)).total, 5);
		const { total, excluded, unknown } = await asJson({ ...citations, exclude: 'machine,author-self' });
		assert.deepEqual(excluded, { 'author-self': 1, machine: 1 });
		assert.deepEqual(unknown, { 'author-self': 1, machine: 0 });
		assert.equal(total, 3);
	});

	it('are all links together with those left out, whatever is asked for', async () => {
		for (const group_by of ['identity', 'version'])
			for (const relation of [undefined, ...searchRelations])
				for (const more of [{}, { type: 'literature' }, { from: '2019' }, { flagged: 'author-self,unregistered' }]) {
					const asked = { group_by, ...(relation && { relation }), ...(more as Parameters) };
					const { total } = await asJson(asked);
					for (const exclude of ['self', 'machine', 'unregistered,single-provider', 'supplement-as-citation,self']) {
						const kept = await asJson({ ...asked, exclude });
						assert.equal(kept.total + sum(kept.excluded), total, JSON.stringify({ ...asked, exclude }));
						assert.equal(kept.hits.length, kept.total);
					}
				}
	});

	it('are none of a work that is not known', async () => {
		const { total, excluded, unknown } = await asJson({ id: '10.5072/nowhere', exclude: 'self' });
		assert.equal(total, 0);
		assert.deepEqual(excluded, { 'author-self': 0, 'journal-self': 0 });
		assert.deepEqual(unknown, excluded);
	});

	it('are left out on all pages, to which the addresses lead', async () => {
		const asked = { ...citations, exclude: 'author-self', size: '1' };
		const whole = await asJson({ ...asked, size: '100' });
		const seen: unknown[] = [];
		for (let page = await asJson(asked); ; ) {
			seen.push(...page.hits);
			assert.deepEqual(page.excluded, whole.excluded);
			const { next } = page.links;
			if (next === undefined) break;
			page = await asJson(Object.fromEntries(new URL(next).searchParams));
		}
		assert.deepEqual(seen, whole.hits);
	});

	it('say so in headers where the form has no members for it', async () => {
		const asked = { ...citations, exclude: 'author-self,machine' };
		const excluded = 'author-self=1, machine=1';
		const unknown = 'author-self=1, machine=0';
		const numbers = ({ headers }: Pick<Response, 'headers'>) => [headers.get('X-Excluded'), headers.get('X-Unknown')];
		assert.deepEqual(numbers(await ask(asked)), [excluded, unknown]);
		for (const format of exportFormats) {
			const { headers } = await ask({ ...asked, format });
			assert.deepEqual([...numbers({ headers }), headers.get('X-Total-Count')], [excluded, unknown, '3'], format);
		}
		assert.deepEqual(numbers(await asJson(asked)), [null, null]);
		assert.deepEqual(numbers(await ask(citations)), [null, null]);
	});

	it('are as many in a file as in the answer', async () => {
		for (const exclude of ['author-self', 'machine', 'single-provider,unregistered']) {
			const { total } = await asJson({ ...citations, exclude, group_by: 'version' });
			for (const [format, count] of [
				['csv', (text: string) => text.split('\r\n').length - 2],
				['reference', (text: string) => text.split('\n').length - 1],
				['csl', (text: string) => JSON.parse(text).length],
			] as const) {
				const file = await ask({ ...citations, exclude, group_by: 'version', format });
				assert.equal(count(await file.text()), total, `${format} without ${exclude}`);
			}
		}
	});

	it('are counted of all works that a file of some works names', async () => {
		const only = '10.5072/own\n10.5072/other\n10.5072/mined';
		const { headers } = await ask({ ...citations, exclude: 'author-self,machine', format: 'csv', only });
		assert.deepEqual([headers.get('X-Total-Count'), headers.get('X-Excluded')], ['1', 'author-self=1, machine=1']);
	});

	it('are refused where there is no such flag, with the names of all', async () => {
		for (const name of ['exclude', 'flagged']) {
			const { status, errors } = await problemOf(await ask({ [name]: 'author-self,autor' }));
			assert.equal(status, 400);
			assert.equal(errors?.[0]?.field, name);
			assert.match(errors?.[0]?.message ?? '', /"autor", which is no flag\. .*author-self, .*concern-cited, self/);
		}
	});

	it('are refused where the name of a definition is too long', async () => {
		const { errors } = await problemOf(await ask({ definition: 'a'.repeat(65) }));
		assert.deepEqual(errors, [{ field: 'definition', message: 'definition may have at most 64 characters.' }]);
	});
});

describe('relationships by a definition', () => {
	it('name it with its version, and what it leaves out', async () => {
		const strict = await asJson({ ...citations, definition: 'strict' });
		assert.equal(strict.definition, 'strict');
		assert.equal(strict.headers.get('Definition'), 'strict; v=1');
		assert.deepEqual(strict.excluded, { 'author-self': 1, machine: 1, 'retracted-citing': 0 });
		const file = await ask({ ...citations, definition: 'strict', format: 'csv' });
		assert.equal(file.headers.get('Definition'), 'strict; v=1');
		assert.equal((await ask({ definition: 'strict' })).headers.get('Definition'), 'strict; v=1');
	});

	it('say so in headers of the answers in the forms of other services', async () => {
		const { total, excluded, unknown } = await asJson({ ...citations, definition: 'strict' });
		const headerOf = (numbers: object = {}) =>
			Object.entries(numbers)
				.map(([flag, links]) => `${flag}=${links}`)
				.join(', ');
		const expected = ['strict; v=1', headerOf(excluded), headerOf(unknown)];
		for (const [path, totalOf] of [
			[`asclepias/api/relationships?id=${tool}&relation=isCitedBy&group_by=identity`, (body) => body.hits.total],
			[`datacite/events?obj-id=${tool}&relation-type-id=cites`, (body) => body.meta.total],
			[`opencitations/index/v2/citation-count/doi:${tool}?group_by=identity`, ([{ count }]) => Number(count)],
			[`opencitations/index/v2/citations/doi:${tool}?group_by=identity`, (body) => body.length],
			[`scholexplorer/v3/Links?targetPid=${tool}&relation=Cites`, (body) => body.totalLinks],
			// biome-ignore lint/suspicious/noExplicitAny: each has its own form.
		] as [string, (body: any) => number][]) {
			const { headers, ...response } = await askView(`${path}&definition=strict`);
			const named = ['Definition', 'X-Excluded', 'X-Unknown'].map((name) => headers.get(name));
			assert.deepEqual([totalOf(response.body), ...named], [total, ...expected], path);
			assert.equal((await askView(path)).headers.get('Definition'), null);
		}
	});

	it('are those without one by the definition "all"', async () => {
		const { definition, excluded, total } = await asJson({ definition: 'all' });
		assert.deepEqual([definition, excluded], ['all', {}]);
		assert.equal(total, (await asJson({})).total);
	});

	it('are citations in the sense of the definition, each with its relation where there are several', async () => {
		const byDataCite = await asJson({ ...citations, definition: 'datacite' });
		assert.equal(byDataCite.total, 6);
		const answer = scholixAnswerSchema.parse(await (await ask({ ...citations, definition: 'datacite' })).json());
		assert.equal(answer.Relation, undefined);
		const relations = answer.Relationships.map(({ Relation }) => Relation?.Name);
		assert.deepEqual(new Set(relations), new Set(['isCitedBy', 'isSupplementTo']));
		const alone = scholixAnswerSchema.parse(await (await ask({ ...citations, definition: 'asclepias' })).json());
		assert.deepEqual(alone.Relation, { Name: 'isCitedBy' });
	});

	it('lack also what the question leaves out', async () => {
		const { excluded } = await asJson({ ...citations, definition: 'opencitations', exclude: 'machine' });
		assert.deepEqual(excluded, { machine: 1, unregistered: 0 });
	});

	it('are refused by one that is not known, does not count so, or not at this level', async () => {
		for (const [parameters, field, message] of [
			[{ definition: 'strickt' }, 'definition', /"strickt"\. Give one of all, strict, /],
			[{ definition: 'strict', relation: 'isRelatedTo' }, 'relation', /does not count isRelatedTo/],
			[{ definition: 'datacite', group_by: 'version' }, 'group_by', /group_by=identity/],
		] as const) {
			const { status, errors } = await problemOf(await ask(parameters));
			assert.deepEqual([status, errors?.[0]?.field], [400, field]);
			assert.match(errors?.[0]?.message ?? '', message);
		}
	});

	it('have another entity tag after a change of the definition', async () => {
		const tag = async (definition: string) => (await ask({ definition })).headers.get('ETag');
		const before = await tag('strict');
		assert.ok(before);
		definitions = builtInDefinitions.map((one) => ({ ...one, exclude: [] }));
		try {
			const headers = { 'If-None-Match': before };
			const again = await opened.app.request(addressOf({ definition: 'strict' }), { headers });
			assert.equal(again.status, 200);
		} finally {
			definitions = builtInDefinitions;
		}
		assert.equal(await tag('strict'), before);
	});
});

describe('the flags of relationships', () => {
	const flagsOf = (hits: readonly { Flags?: string[] | undefined }[]) =>
		hits.map(({ Flags }) => Flags?.join(' ') ?? '').sort();

	it('are in application/json and JSON Lines, which POST /events takes', async () => {
		const { hits } = await asJson(citations);
		assert.deepEqual(flagsOf(hits), [
			'',
			'author-self',
			'machine single-provider',
			...Array(2).fill('single-provider'),
		]);
		assert.equal(readLinks(JSON.stringify(hits), { maxLinks: 10 }).counts.links, 5);
		const lines = (await (await ask({ ...citations, format: 'jsonl' })).text()).trim().split('\n');
		const own = lines.map((line) => JSON.parse(line)).filter(({ Flags }) => Flags?.includes('author-self'));
		assert.equal(own.length, 2);
		assert.equal(readLinks(`[${lines.join(',')}]`, { maxLinks: 10 }).counts.links, lines.length);
	});

	it('are in the last column of CSV, separated by blanks', async () => {
		const rows = (await (await ask({ ...citations, format: 'csv' })).text()).trim().split('\r\n');
		assert.match(rows[0] ?? '', /,publisher_place,flags$/);
		assert.ok(rows.some((row) => row.endsWith(',machine single-provider')));
	});

	it('are in the forms of Scholix only if asked for', async () => {
		for (const format of [undefined, 'scholix']) {
			const parameters = { ...citations, ...(format && { format }) };
			assert.doesNotMatch(await (await ask(parameters)).text(), /"Flags"/);
			assert.match(await (await ask({ ...parameters, flags: '1' })).text(), /"Flags":\["machine","single-provider"\]/);
		}
		scholixAnswerSchema.parse(await (await ask({ ...citations, flags: '1' })).json());
	});

	it('are counted over the whole result if asked for, with those that are unknown', async () => {
		const counts = async (parameters: Parameters) => {
			const response = await ask({ ...citations, size: '1', ...parameters }, 'application/json');
			const { flags: counted } = jsonAnswerSchema.parse(await response.json()).aggregations;
			return counted?.buckets.filter(({ doc_count, unknown }) => doc_count + unknown > 0);
		};
		assert.equal(await counts({}), undefined);
		const all = await counts({ flags: '1' });
		assert.deepEqual(all?.slice(0, 2), [
			{ key: 'author-self', doc_count: 1, unknown: 1 },
			{ key: 'author-self-by-id', doc_count: 0, unknown: 1 },
		]);
		const own = { key: 'author-self', doc_count: 0, unknown: 1 };
		assert.deepEqual((await counts({ flags: '1', exclude: 'author-self' }))?.[0], own);
		assert.deepEqual(await counts({ flags: '1', id: '10.5072/nobody' }), []);
	});

	it('select relationships that have one of them', async () => {
		assert.equal((await asJson({ ...citations, flagged: 'author-self,machine' })).total, 2);
		assert.equal((await asJson({ ...citations, flagged: 'machine', exclude: 'single-provider' })).total, 0);
	});
});
