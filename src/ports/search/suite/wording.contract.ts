// Suite of the search index: the words in which links were asserted.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { IndexLink } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import { about, asserted, type Case, find, groupOf, link, work } from './search-index.fixture.ts';

/** A is reviewed by B, discusses C, and D discusses A; E cites it, as C does without a word. */
const objects = ['A', 'B', 'C', 'D', 'E'].map((name) => work(name));
const links: IndexLink[] = [
	related('A', 'B', [asserted('2015', 'Zenodo', 'isReviewedBy')], [asserted('2015', 'Zenodo', 'Reviews')]),
	related(
		'A',
		'C',
		[asserted('2016', 'Zenodo', 'Discusses')],
		[{ ...asserted('2016', 'Zenodo'), reversed: ['Discusses'] }],
	),
	related(
		'A',
		'D',
		[{ ...asserted('2017', 'Zenodo'), reversed: ['Discusses'] }],
		[asserted('2017', 'Zenodo', 'Discusses')],
	),
	link('E Cites A', asserted('2014', 'Zenodo', 'References'), asserted('2013', 'Crossref', 'IsCitedBy')),
	link('C Cites A', asserted('2012')),
].flat();

function related(from: string, to: string, seen: IndexLink['identity'] & {}, back: IndexLink['identity'] & {}) {
	const [source, target] = [groupOf(from), groupOf(to)];
	return [
		{ source, relation: 'IsRelatedTo' as const, target, identity: seen, version: seen },
		{ source: target, relation: 'IsRelatedTo' as const, target: source, identity: back, version: back },
	];
}

const wordsOf = async (index: SearchIndex, name: string, more = {}) =>
	(await index.search(about(name, { facets: true, ...more })))?.facets?.subType;

export function describeWording(on: Case): void {
	const reads = on.reading({ objects, links });
	describe('the words of a LinkHistory', () => {
		reads('come as they were given, those that are reversed as well', async (index) => {
			const result = await index.search(about('A', { relation: 'isRelatedTo' }));
			assert.deepEqual(
				result?.items.map(({ history }) => history),
				links
					.slice(0, 6)
					.filter(({ source }) => source === 1)
					.map(({ identity }) => identity)
					.reverse(),
			);
		});

		reads('are filtered by as they read from the asked work, in any letter case', async (index) => {
			assert.deepEqual(await find(index, 'A', { subType: 'ISREVIEWEDBY' }), ['B']);
			assert.deepEqual(await find(index, 'A', { subType: 'Reviews' }), []);
			assert.deepEqual(await find(index, 'B', { subType: 'reviews' }), ['A']);
			assert.deepEqual(await find(index, 'A', { subType: 'discusses' }), ['D', 'C']);
			assert.deepEqual(await find(index, 'A', { subType: 'IsReferencedBy', groupBy: 'version' }), ['E']);
			assert.deepEqual(await find(index, 'E', { subType: 'references', relation: 'cites' }), ['A']);
			assert.deepEqual(await find(index, 'A', { subType: 'IsReferenced' }), []);
		});

		reads('are filtered by together with relations, each by words of its own', async (index) => {
			const isCitedBy = { relation: 'isCitedBy' } as const;
			const related = (subType: string) => ({ relation: 'isRelatedTo', subType }) as const;
			const among = [isCitedBy, related('isReviewedBy')];
			assert.deepEqual(await find(index, 'A', { among }), ['B', 'E', 'C']);
			assert.equal((await index.search(about('A', { among })))?.total, 3);
			assert.deepEqual(await find(index, 'A', { among: [related('DISCUSSES'), related('IsReviewedBy')] }), [
				'D',
				'C',
				'B',
			]);
			assert.deepEqual(await find(index, 'A', { among: [{ ...isCitedBy, subType: 'IsReviewedBy' }] }), []);
			assert.deepEqual(await find(index, 'A', { among, relation: 'isRelatedTo' }), ['B']);
			assert.deepEqual(await find(index, 'A', { among: [] }), []);
		});

		reads('are counted in the spelling of their vocabulary, most first, then by name', async (index) => {
			assert.deepEqual(await wordsOf(index, 'A'), [
				['Discusses', 2],
				['IsCitedBy', 1],
				['IsReferencedBy', 1],
				['IsReviewedBy', 1],
			]);
			assert.deepEqual(await wordsOf(index, 'E'), [
				['Cites', 1],
				['References', 1],
			]);
		});

		reads('are counted in what the filters match', async (index) => {
			assert.deepEqual(await wordsOf(index, 'A', { subType: 'iscitedby' }), [
				['IsCitedBy', 1],
				['IsReferencedBy', 1],
			]);
		});
	});
}
