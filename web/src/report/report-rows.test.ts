import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReportedWork } from '../../../clients/typescript/src/schemas.ts';
import { describeReport } from '../../../src/broker/objects/report-document.ts';
import { sumsOf } from '../../../src/broker/objects/report-sums.ts';
import type { ReportedInput } from '../../../src/broker/objects/report-works.ts';
import { namedWork, pressed, type ReportRow, relationsOf, rowsOf, sortedRows, yearsOfAll } from './report-rows.ts';
import { providersOf, summed } from './report-sums.ts';

const none = { cites: 0, isCitedBy: 0, isSupplementTo: 0, isSupplementedBy: 0, isRelatedTo: 0 };

function reported(
	id: string,
	group: number,
	Title: string | undefined,
	family: string,
	[itself, together]: [number, number],
): ReportedInput {
	const counts = { identity: { ...none, isCitedBy: itself }, version: { ...none, isCitedBy: together } };
	return {
		result: {
			input: id,
			problem: null,
			asked: { scheme: 'doi', key: id, value: id },
			found: { group, version: family === '10.1/all' ? 1 : 2, counts },
		},
		work: {
			citedSince: { identity: 0, version: itself },
			citedByProviders: {
				providers: [
					{ name: 'Crossref', links: itself, firstLink: '2016', lastLink: '2018-06' },
					...(itself === 9 ? [{ name: 'Zenodo', links: 1, firstLink: '2015-02', lastLink: '2019' }] : []),
				],
				isWhole: itself !== 9,
			},
			family: { ID: family, IDScheme: 'doi', Title: `All of ${family}`, Type: { Name: 'software' }, versions: 2 },
			object: { ...(Title !== undefined && { Title }), Type: { Name: 'software' } },
			citedIn: {
				identity: [[2018, itself]],
				version: [
					[2016, 1],
					[2018, together],
				],
			},
		},
	};
}

const base = 'http://localhost/api';
const answered: ReportedInput[] = [
	reported('10.1/a', 1, 'Corner plots', '10.1/all', [1, 7]),
	reported('10.1/b', 2, undefined, '10.1/b', [9, 9]),
	{ result: { input: '=words', problem: 'It is not an identifier.' }, work: null },
	reported('10.1/alias', 1, 'Corner plots', '10.1/all', [1, 7]),
	reported('10.1/c', 3, 'a title, "quoted"', '10.1/all', [3, 7]),
];
const answer = describeReport(answered, { cursor: null }, base);
const wire = answer.works as ReportedWork[];
const rows = rowsOf(wire);
const titles = (sorted: readonly ReportRow[]) => sorted.map(({ work }) => work.Title);

describe('the rows of a report', () => {
	it('are the works that are known, each once with all that names it', () => {
		assert.deepEqual(
			rows.map(({ inputs }) => inputs),
			[['10.1/a', '10.1/alias'], ['10.1/b'], ['10.1/c']],
		);
		assert.deepEqual(relationsOf(rows), ['isCitedBy']);
	});

	it('are named by the work itself, or by the title and identifier that all its versions share', () => {
		const named = (level: 'identity' | 'version') =>
			rows.map((row) => namedWork(row, level)).map(({ Title, Identifiers: [{ ID }] }) => [Title, ID]);
		assert.deepEqual(named('identity'), [
			['Corner plots', '10.1/a'],
			[undefined, '10.1/b'],
			['a title, "quoted"', '10.1/c'],
		]);
		assert.deepEqual(named('version'), [
			['All of 10.1/all', '10.1/all'],
			['All of 10.1/b', '10.1/b'],
			['All of 10.1/all', '10.1/all'],
		]);
	});

	it('are sorted by a column, what is not known last in both directions', () => {
		assert.deepEqual(titles(sortedRows(rows, { key: 'title', descending: false }, 'identity')), [
			'a title, "quoted"',
			'Corner plots',
			undefined,
		]);
		assert.equal(titles(sortedRows(rows, { key: 'title', descending: true }, 'identity')).at(-1), undefined);
		const counts = sortedRows(rows, { key: 'version_isCitedBy', descending: true }, 'identity');
		assert.deepEqual(
			counts.map(({ work }) => work.input),
			['10.1/b', '10.1/a', '10.1/c'],
		);
	});

	it('are sorted by what is new', () => {
		const sorted = sortedRows(rows, { key: 'version_since', descending: true }, 'identity');
		assert.deepEqual(
			sorted.map(({ work }) => work.cited_since?.version),
			[9, 3, 1],
		);
	});

	it('begin with the largest number, or the first text, and turn round when pressed again', () => {
		assert.deepEqual(pressed(undefined, 'title'), { key: 'title', descending: false });
		const most = pressed(undefined, 'identity_cites');
		assert.deepEqual(most, { key: 'identity_cites', descending: true });
		assert.equal(pressed(most, 'identity_cites').descending, false);
	});

	it('are summed by year, each work once, and all versions of one together once', () => {
		assert.deepEqual(yearsOfAll(rows, 'identity'), [[2018, 13]]);
		assert.deepEqual(yearsOfAll(rows, 'version'), [
			[2016, 2],
			[2018, 16],
		]);
	});
});

describe('the sums of a report', () => {
	it('are those of the document', () => {
		const { summary } = answer;
		for (const level of ['identity', 'version'] as const) {
			const { cited, since } = sumsOf(rows, level, summed);
			assert.deepEqual([cited, since], [summary.cited_by[level], summary.cited_since?.[level]]);
		}
		assert.deepEqual(
			sumsOf(rows, 'version', summed).mostCited.map(({ work }) => work.understood_as),
			summary.most_cited.map(({ understood_as }) => understood_as),
		);
		const { providers, isWhole } = providersOf(rows);
		assert.deepEqual([providers, !isWhole], [summary.providers, summary.providers_at_least]);
	});
});
