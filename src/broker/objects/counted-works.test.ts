// Says that all answers about works count citations by the same rule, beside what they have anyway.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { systemClock } from '../../clock.ts';
import { readCsv } from '../../formats/csv/read-csv.ts';
import { describeLookUp, lookUpHeader, lookUpRow } from '../../formats/scholix/writing/describe-lookup.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { asserted, family, link, only, put, work } from '../../ports/search/suite/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import type { Records } from '../../store/records.ts';
import { type CitationRule, countedLevels, readCitationRule } from '../counting/count-works.ts';
import { builtInDefinitions } from '../counting/definitions.ts';
import { describeObject } from './describe-object.ts';
import { findObjects } from './find-objects.ts';
import { lookUpObjects } from './look-up-objects.ts';
import { describeReport, reportLines } from './report-document.ts';
import { reportWorks } from './report-works.ts';
import { readWorksQuery } from './works-query.ts';

const rule = readCitationRule(builtInDefinitions, {
	definition: 'strict',
	exclude: ['single-provider'],
}) as CitationRule;
const nothing = { 'author-self': 0, machine: 0, 'single-provider': 0, 'retracted-citing': 0 };
const counted = {
	definition: 'strict',
	identity: { total: 1, excluded: { ...nothing, 'author-self': 1 }, unknown: nothing },
	version: { total: 1, excluded: { ...nothing, 'author-self': 1, 'single-provider': 1 }, unknown: nothing },
};
const ofOther = {
	definition: 'strict',
	identity: { total: 0, excluded: nothing, unknown: nothing },
	version: counted.version,
};

/** A and B are versions of one work; D, by the same author, and E cite A, and F the work as a whole. */
async function openIndex(): Promise<SearchIndex> {
	const index = openModelIndex(createModelStore());
	const by = (name: string) => ({ dois: [`10.1000/${name}`], text: { title: [`Work ${name}`] } });
	const two = [asserted('2015'), asserted('2015', 'Zenodo')];
	const cites = (name: string) => ({
		...only('version', link(`${name} Cites B`, ...two))[0],
		via: [{ source: name.charCodeAt(0) - 64, target: 1, history: two }],
	});
	await put(index, {
		objects: [
			work('A', { ...by('a'), version: 'B', traits: ['c', 'i1'] }),
			work('B', { ...by('b'), version: 'B', traits: ['c', 'i1'] }),
			family('B', { ...by('b'), traits: ['c', 'i1'] }),
			work('D', { ...by('d'), traits: ['c', 'i1'] }),
			work('E', { ...by('e'), traits: ['c', 'i2'] }),
			work('F', { ...by('f'), traits: ['c', 'i3'] }),
		],
		links: [
			...only('identity', [...link('D Cites A', ...two), ...link('E Cites A', ...two)]),
			...[cites('D'), cites('E')].map((one) => one as never),
			...only('version', link('F Cites B')),
		],
	});
	return index;
}

async function* pieces(text: string) {
	yield text;
}

describe('citations by what counts as one', () => {
	let index: SearchIndex;
	before(async () => {
		index = await openIndex();
	});
	const records = {} as Pick<Records, 'read'>;

	it('are in the answer about a work, at both levels', async () => {
		const asked = { id: '10.1000/a', scheme: 'doi' };
		const found = await describeObject({ index, records }, asked, { facets: false, rule });
		assert.deepEqual(found?.overview?.counted, counted);
		const plain = await describeObject({ index, records }, asked, { facets: false });
		assert.ok(plain?.overview && !('counted' in plain.overview));
	});

	it('are in works that are found, at the level of the question, and change no order', async () => {
		const query = readWorksQuery({ q: 'work', sort: 'mostcited', group_by: 'identity' });
		const plain = await findObjects(index, query);
		const found = await findObjects(index, query, { rule });
		const { identity, definition } = counted;
		assert.deepEqual(found.works[0]?.counted, { definition, ...identity });
		assert.deepEqual(
			found.works.map(({ counted: _, ...one }) => one),
			plain.works,
		);
	});

	it('are in what is looked up, as JSON and in columns of their own', async () => {
		const results = await lookUpObjects(index, ['10.1000/a', '10.1000/unknown', '10.1000/b', 'x y'], { rule });
		assert.deepEqual(
			results.map((one) => describeLookUp(one).counted),
			[counted, undefined, ofOther, undefined],
		);
		const columns = countedLevels(rule);
		const csv = lookUpHeader(columns) + results.map((one) => lookUpRow(one, columns)).join('');
		const [header = [], first = [], second = []] = await Array.fromAsync(readCsv(pieces(csv)));
		const cell = (row: readonly string[], name: string) => row[header.indexOf(name)];
		assert.deepEqual(
			[
				cell(first, 'identity_counted'),
				cell(first, 'version_excluded_single-provider'),
				cell(second, 'version_counted'),
			],
			['1', '1', ''],
		);
		assert.equal(header.at(-1), 'version_unknown_retracted-citing');
		assert.ok(csv.startsWith(lookUpHeader().trimEnd()));
	});

	it('are in a report, and summed: works once, and all versions of one once', async () => {
		const reported = await reportWorks(
			{
				...{ index, clock: systemClock },
				records: {
					citationsOf: async () => ({ citations: [], next: null }),
					storedProvenances: async () => [],
					holdingsNames: async () => ({ names: [], acceptedAt: [] }),
				},
			},
			['10.1000/a', '10.1000/b', '10.1000/a', '10.1000/unknown'],
			{ rule },
		);
		const { works, summary } = describeReport(reported, { cursor: null });
		assert.deepEqual(
			works.map((one) => one.counted),
			[counted, ofOther, counted, undefined],
		);
		assert.deepEqual(summary.counted, counted);
		const [header = [], first = []] = await Array.fromAsync(readCsv(pieces(reportLines(reported, { rule }))));
		assert.equal(first[header.indexOf('identity_excluded_author-self')], '1');
	});
});
