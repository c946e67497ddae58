// Tests of `definitions`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findDefinition } from '../../broker/counting/counting.ts';
import { builtInDefinitions, type Definition } from '../../broker/counting/definitions.ts';
import { describeObject } from '../../broker/objects/describe-object.ts';
import { link, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import type { Records } from '../../store/records.ts';
import { openCommandLine, type RunOptions } from '../command-line.fixture.ts';

const own: Definition = {
	...{ name: 'review', version: 3, since: '2026-12-01', words: 'For the review.' },
	...{ relations: ['Cites'], levels: ['version'], exclude: ['machine'] },
};
const known = [...builtInDefinitions, own];
const options: RunOptions = {
	broker: { definitions: () => known, definition: (name) => findDefinition(known, name) },
};

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

describe('definitions list', () => {
	it('lists those built in, then own ones', async () => {
		const { status, out } = await line.run('definitions list', options);
		assert.equal(status, 0);
		const rows = out.trimEnd().split('\n').slice(1);
		const firsts = rows.map((row) => row.split(/\s{2,}/)).filter(([name]) => name !== '');
		assert.deepEqual(
			firsts.map(([name, , , builtIn]) => [name, builtIn]),
			known.map(({ name }) => [name, name === 'review' ? 'no' : 'yes']),
		);
	});

	it('prints with --json what GET /definitions answers, with the flags', async () => {
		const { definitions, flags, groups } = JSON.parse((await line.run('definitions list --json', options)).out);
		assert.deepEqual(definitions.at(-1), { ...own, built_in: false });
		assert.equal(flags[0].name, 'author-self');
		assert.deepEqual(groups.retracted, ['retracted-citing', 'retracted-cited']);
	});
});

describe('definitions show', () => {
	it('shows what one counts and leaves out, also as JSON', async () => {
		const { out } = await line.run('definitions show review', options);
		assert.match(out, /^review: For the review\.\n {2}version: 3, since 2026-12-01, of this broker\n/);
		assert.match(out, /leaves out: machine\n/);
		assert.deepEqual(JSON.parse((await line.run('definitions show review --json', options)).out), {
			...own,
			built_in: false,
		});
		assert.match((await line.run('definitions show all', options)).out, /relations: those that are asked for\n/);
	});

	it('refuses a name that is none, with those that there are', async () => {
		const { status, err } = await line.run('definitions show best', options);
		assert.equal(status, 2);
		assert.match(err, /There is no definition "best"\. Give one of all, strict, .*, review/);
	});
});

describe('objects definitions', () => {
	const id = '10.5072/counted';
	const index = openModelIndex(createModelStore());
	const stores = { index, records: {} as Records };
	const compareDefinitions: NonNullable<RunOptions['broker']>['compareDefinitions'] = (question) =>
		describeObject(stores, question, { facets: false, definitions: known });
	before(async () => {
		const { document, ...cited } = work('A', { dois: [id], traits: ['c', 'i1', 'g'] });
		const identifiers = JSON.stringify([{ ID: id, IDScheme: 'doi' }]);
		await put(index, {
			objects: [
				{ ...cited, document: { ...document, identifiers } },
				work('B', { traits: ['c', 'i1', 'g'] }),
				work('C', { traits: ['c', 'i2', 'g'] }),
			],
			links: ['B Cites A', 'C Cites A', 'A IsSupplementTo C'].flatMap((one) => link(one)),
		});
	});

	it('explains the number of each definition', async () => {
		const run = { broker: { compareDefinitions }, columns: 200 };
		const { status, out } = await line.run(`objects definitions ${id}`, run);
		assert.equal(status, 0);
		assert.match(out, /^DEFINITION +GROUP BY +CITATIONS +EXPLAINED\n/);
		assert.match(
			out,
			/\nstrict +identity +1 +1 of 2 citations: 1 by the same authors is left out\. Not counted: 1 work /,
		);
		assert.match(out, /\ndatacite +identity +3 +2 citations and 1 work that it supplements\.\n/);
		assert.match(out, /\nreview +version +2 +2 citations\. /);
	});

	it('prints with --json what GET /objects/{number}/definitions answers, without addresses', async () => {
		const { out } = await line.run(`objects definitions ${id} --json`, { broker: { compareDefinitions } });
		const { query, definitions } = JSON.parse(out);
		assert.equal(query.understood_as.ID, id);
		const { words: _, ...strict } = definitions.find((one: { name: string }) => one.name === 'strict');
		assert.deepEqual(strict, {
			...{ name: 'strict', version: 1, group_by: 'identity', total: 1 },
			relations: [
				{ relation: 'isCitedBy', items: 2, counts: true },
				{ relation: 'isSupplementTo', items: 1, counts: false },
				{ relation: 'isRelatedTo', items: 0, counts: false },
			],
			excluded: [
				{ flag: 'author-self', relation: 'isCitedBy', items: 1 },
				{ flag: 'machine', relation: 'isCitedBy', items: 0 },
				{ flag: 'retracted-citing', relation: 'isCitedBy', items: 0 },
			],
			unknown: { 'author-self': 0, machine: 0, 'retracted-citing': 0 },
		});
	});

	it('ends with the status 3 for an unknown identifier', async () => {
		const { status, out, err } = await line.run('objects definitions 10.5072/none', { broker: { compareDefinitions } });
		assert.deepEqual([status, out], [3, '']);
		assert.match(err, /Unknown identifier: doi:10\.5072\/none/);
	});
});
