// Suite of the search index: works found by their descriptions.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { BrokerError } from '../../../errors.ts';
import { parseQueryString } from '../../../search/query-string.ts';
import type { IndexChanges } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import { mostFacetValues } from '../search-reader.ts';
import type { WorksRequest, WorksResult } from '../work-finder.ts';
import { buildUp, type Case, family, groupOf, link, only, put, work, workPagesOf } from './search-index.fixture.ts';

const zenodo = { publisher: ['Zenodo'] };

/** A family of A and B, named after B; C to F are alone. */
const shelf: Partial<IndexChanges> = {
	objects: [
		work('A', {
			version: 'B',
			type: 'software',
			year: 2016,
			published: 16,
			text: { title: ['Corner plots'], ...zenodo },
		}),
		work('B', { type: 'software', year: 2017, published: 17, text: { title: ['Corner plots, again'], ...zenodo } }),
		family('B', {
			type: 'software',
			year: 2016,
			published: 16,
			text: { title: ['Corner plots'], identifier: ['10.1/a', '10.1/b'], ...zenodo },
		}),
		work('C', {
			type: 'literature',
			year: 2016,
			published: 18,
			text: { title: ['Dark matter'], creator: ['Corner, Ann'], publisher: ['Zenodo', 'APS'] },
		}),
		work('D', { type: 'literature', text: { title: ['Dark corners of matter'], keyword: ['corner'] } }),
		work('E', { type: 'dataset', year: 2015, published: 15 }),
		work('F', { text: { title: ['Чёрная дыра', '机器学习'] } }),
	],
	links: [
		...only(
			'identity',
			['C Cites A', 'C Cites B', 'D Cites B', 'C Cites E'].flatMap((notation) => link(notation)),
		),
		...only(
			'version',
			['C Cites B', 'D Cites B', 'C Cites E'].flatMap((notation) => link(notation)),
		),
	],
};

const all: WorksRequest = {
	groupBy: 'identity',
	order: 'relevance',
	reverse: false,
	size: 100,
	facets: false,
	mostLookedAt: 100,
};
type Asked = Partial<Omit<WorksRequest, 'q'>> & { q?: string };
const requestOf = ({ q, ...more }: Asked): WorksRequest => ({
	...all,
	...more,
	...(q !== undefined && { q: parseQueryString(q) }),
});

const nameOf = ({ document }: WorksResult['works'][number]) => JSON.parse(document.identifiers)[0].ID as string;

async function find(index: SearchIndex, asked: Asked): Promise<string[]> {
	const { works, total } = await index.findWorks(requestOf(asked));
	assert.equal(total, works.length);
	return works.map(nameOf);
}

const findSorted = async (index: SearchIndex, asked: Asked) => (await find(index, asked)).sort();

export function describeWorksFound(on: Case): void {
	const reads = on.reading(shelf);
	describe('works', () => {
		reads('are found by words of any of their texts, in any order', async (index) => {
			assert.deepEqual(await findSorted(index, { q: 'corner' }), ['A', 'B', 'C', 'D']);
			assert.deepEqual(await findSorted(index, { q: 'matter dark' }), ['C', 'D']);
			assert.deepEqual(await findSorted(index, { q: 'matter OR plots' }), ['A', 'B', 'C', 'D']);
			assert.deepEqual(await findSorted(index, { q: 'черная' }), ['F']);
			assert.deepEqual(await findSorted(index, { q: '器学' }), ['F']);
			assert.deepEqual(await find(index, { q: 'nothing' }), []);
		});

		reads('are found by fields, phrases, prefixes and what is excluded', async (index) => {
			assert.deepEqual(await findSorted(index, { q: 'creator:corner' }), ['C']);
			assert.deepEqual(await findSorted(index, { q: 'title:corn*' }), ['A', 'B', 'D']);
			assert.deepEqual(await findSorted(index, { q: '"dark matter"' }), ['C']);
			assert.deepEqual(await findSorted(index, { q: 'corner -plots' }), ['C', 'D']);
			assert.deepEqual(await findSorted(index, { q: '-corner' }), ['E', 'F']);
			assert.deepEqual(await findSorted(index, { q: 'type:literature year:2016' }), ['C']);
			assert.deepEqual(await findSorted(index, { q: 'corner OR type:dataset' }), ['A', 'B', 'C', 'D', 'E']);
			assert.deepEqual(await findSorted(index, { q: '*' }), ['A', 'B', 'C', 'D', 'E', 'F']);
			assert.deepEqual(await find(index, { q: 'provider:crossref' }), []);
		});

		reads('are filtered by type and year, also without words', async (index) => {
			assert.deepEqual(await findSorted(index, { type: 'software' }), ['A', 'B']);
			assert.deepEqual(await findSorted(index, { years: { from: 2016, to: 2016 } }), ['A', 'C']);
			assert.deepEqual(await findSorted(index, { years: { from: null, to: null } }), ['A', 'B', 'C', 'E']);
			assert.deepEqual(await findSorted(index, { type: 'software', years: { from: 2017, to: null }, q: 'plots' }), [
				'B',
			]);
			assert.deepEqual(await findSorted(index, {}), ['A', 'B', 'C', 'D', 'E', 'F']);
		});

		reads('are Version groups by version: a family once, by what describes it', async (index) => {
			const { works, total } = await index.findWorks(requestOf({ groupBy: 'version', q: 'plots' }));
			assert.deepEqual([total, works.map(nameOf), works[0]?.group], [1, ['all B'], groupOf('B')]);
			assert.deepEqual(await find(index, { groupBy: 'version', q: 'again' }), []);
			assert.deepEqual(await find(index, { groupBy: 'version', q: 'identifier:10.1/b' }), ['all B']);
			assert.equal((await find(index, { groupBy: 'version' })).length, 5);
		});

		on('are Version groups by the titles of their versions too, with the version that has the words', async (index) => {
			await put(index, shelf);
			const all = family('B', { text: { title: ['Corner plots'] }, versionTitles: ['Corner plots, again', 'Angles'] });
			await put(index, { objects: [all] });
			const found = async (q: string) =>
				(await index.findWorks(requestOf({ groupBy: 'version', q }))).works.map(({ group, version }) => [
					...[group, version?.group, version && JSON.parse(version.document.identifiers)[0].ID],
				]);
			const named = [groupOf('B'), groupOf('B'), 'B'];
			assert.deepEqual(await found('plots again'), [named]);
			assert.deepEqual(await found('title:"plots again"'), [named]);
			assert.deepEqual(await found('plots'), [[groupOf('B'), undefined, undefined]]);
			assert.deepEqual(await found('angles'), [[groupOf('B'), undefined, undefined]]);
			assert.deepEqual(await found('angles -again'), []);
			assert.deepEqual(await findSorted(index, { q: 'again' }), ['B']);
			assert.deepEqual(await find(index, { q: 'creator:again', groupBy: 'version' }), []);
		});

		reads('have at least some of several words, with those that each lacks', async (index) => {
			const words = ['plots', 'corners', 'corner', 'nothing'].map((word) => parseQueryString(word));
			const found = async (least: number, more: Asked = {}) => {
				const { works, total } = await index.findWorks({ ...requestOf(more), some: { words, least } });
				assert.equal(total, works.length);
				return works.map((one) => `${nameOf(one)} ${one.lacks?.join('')}`);
			};
			assert.deepEqual(await found(2), ['B 13', 'A 13', 'D 03']);
			assert.deepEqual(await found(1), ['B 13', 'A 13', 'D 03', 'C 013']);
			assert.deepEqual(await found(3), []);
			assert.deepEqual(await found(1, { q: 'matter' }), ['D 03', 'C 013']);
			assert.deepEqual(await found(1, { order: 'published' }), ['C 013', 'B 13', 'A 13', 'D 03']);
			assert.deepEqual(await found(2, { type: 'literature' }), ['D 03']);
		});

		reads('have at least some of very many words', async (index) => {
			const text = 'a b c e f g h dark corners of matter i j k l m n o p q';
			const words = text.split(' ').map((word) => parseQueryString(word));
			for (const [least, names] of [
				[4, ['D']],
				[2, ['D', 'C']],
				[5, []],
			] as const) {
				const { works } = await index.findWorks({ ...requestOf({}), some: { words, least } });
				assert.deepEqual(works.map(nameOf), names);
			}
		});

		reads('have their counts at the level asked', async (index) => {
			const citedBy = async (asked: Asked) =>
				(await index.findWorks(requestOf(asked))).works.map((one) => `${nameOf(one)} ${one.counts.isCitedBy}`);
			assert.deepEqual(await citedBy({ q: 'plots' }), ['B 2', 'A 1']);
			assert.deepEqual(await citedBy({ q: 'plots', groupBy: 'version' }), ['all B 2']);
		});

		on('are found in their present state after changes', async (index) => {
			await put(index, shelf);
			await put(index, { objects: [work('E', { text: { title: ['A corner'] } })] });
			assert.deepEqual(await findSorted(index, { q: 'corner' }), ['A', 'B', 'C', 'D', 'E']);
			await put(index, { objects: [work('E', { text: { title: ['Nothing'] } })] });
			assert.deepEqual(await findSorted(index, { q: 'corner' }), ['A', 'B', 'C', 'D']);
			await put(index, { removed: [{ level: 'identity', group: groupOf('D') }] });
			assert.deepEqual(await findSorted(index, { q: 'corner' }), ['A', 'B', 'C']);
		});

		on('describe a family by themselves as soon as it has no object of its own, and no longer', async (index) => {
			await put(index, { objects: [work('A'), work('B')] });
			assert.deepEqual(await findSorted(index, { groupBy: 'version' }), ['A', 'B']);
			await put(index, { objects: [work('A', { version: 'B' }), family('B')] });
			assert.deepEqual(await findSorted(index, { groupBy: 'version' }), ['all B']);
			await put(index, { removed: [{ level: 'version', group: groupOf('B') }], objects: [work('A'), work('B')] });
			assert.deepEqual(await findSorted(index, { groupBy: 'version' }), ['A', 'B']);
		});

		on('are found in a generation that was built, in any order', async (index) => {
			const { objects = [], links = [] } = shelf;
			await buildUp(index, 2, { objects: objects.toReversed(), links });
			await index.switchTo(2);
			assert.deepEqual(await find(index, { q: 'corner', order: 'cited' }), ['B', 'A', 'C', 'D']);
			assert.deepEqual(await find(index, { q: 'plots', groupBy: 'version' }), ['all B']);
			assert.equal((await find(index, { groupBy: 'version' })).length, 5);
		});
	});

	describe('the order of works', () => {
		reads('is by relevance: words in the title, then citing works, then the sortKey', async (index) => {
			assert.deepEqual(await find(index, { q: 'corner OR matter' }), ['B', 'A', 'C', 'D']);
			assert.deepEqual(await find(index, { q: 'corner OR corners OR matter' }), ['D', 'B', 'A', 'C']);
			assert.deepEqual(await find(index, { q: '"dark matter" OR corner' }), ['B', 'A', 'C', 'D']);
			assert.deepEqual(await find(index, { q: 'creator:corner OR plots' }), ['B', 'A', 'C']);
			assert.deepEqual(await find(index, { q: '-type:unknown' }), ['B', 'A', 'E', 'C', 'D']);
		});

		on('is by relevance: a title that is the query, words that follow each other, and years', async (index) => {
			const titles = ['Maps of the sky: a sky survey', 'Sky survey maps', 'Sky survey', 'Survey of the sky', 'Sky'];
			const objects = titles.map((title, at) => work('ABCDE'[at] as string, { text: { title: [title] } }));
			await put(index, {
				objects: [...objects, work('G', { year: 1999, text: { title: ['Sky'], keyword: ['survey'] } })],
			});
			await put(index, { links: ['A Cites D', 'B Cites D', 'A Cites B'].flatMap((notation) => link(notation)) });
			assert.deepEqual(await find(index, { q: 'sky survey' }), ['C', 'B', 'A', 'D', 'G']);
			assert.deepEqual(await find(index, { q: '"sky survey"' }), ['C', 'B', 'A']);
			assert.deepEqual(await find(index, { q: 'survey sk*' }), ['D', 'B', 'A', 'C', 'G']);
			assert.deepEqual(await find(index, { q: 'sky OR 1999' }), ['G', 'D', 'B', 'A', 'C', 'E']);
		});

		on('is by the rarest of the words that works have some of, then by titles', async (index) => {
			const creators = ['Rare', 'Often', 'Often', 'Often'];
			const objects = creators.map((creator, at) =>
				work('ABCD'[at] as string, { text: { title: [at === 3 ? 'Plots' : 'Sky plots'], creator: [creator] } }),
			);
			await put(index, { objects, links: link('A Cites C') });
			const words = ['rare', 'often', 'plots'].map((word) => parseQueryString(word));
			const sought = parseQueryString('sky plots');
			const { works } = await index.findWorks({ ...requestOf({}), some: { words, least: 2 }, sought });
			assert.deepEqual(works.map(nameOf), ['A', 'C', 'B', 'D']);
		});

		on('is by citing works at the level asked', async (index) => {
			await put(index, shelf);
			assert.deepEqual(await find(index, { order: 'cited' }), ['B', 'A', 'E', 'C', 'D', 'F']);
			assert.deepEqual(await find(index, { order: 'cited', groupBy: 'version' }), ['all B', 'E', 'C', 'D', 'F']);
			await put(index, { links: [...link('C Cites F'), ...link('D Cites F'), ...link('E Cites F')] });
			assert.deepEqual((await find(index, { order: 'cited' })).slice(0, 2), ['F', 'B']);
			const none = { source: groupOf('C'), relation: 'Cites', target: groupOf('B'), identity: [] } as const;
			await put(index, { links: [none, { ...none, source: groupOf('D') }] });
			assert.deepEqual(await find(index, { order: 'cited' }), ['F', 'A', 'E', 'B', 'C', 'D']);
		});

		reads('is by publication, the latest first and undated ones last', async (index) => {
			assert.deepEqual(await find(index, { order: 'published' }), ['C', 'B', 'A', 'E', 'D', 'F']);
		});

		reads('is reversed exactly, except that undated ones stay last', async (index) => {
			for (const asked of [{ q: 'corner OR matter' }, { order: 'cited' }] as const) {
				assert.deepEqual(await find(index, { ...asked, reverse: true }), (await find(index, asked)).reverse());
			}
			assert.deepEqual(await find(index, { order: 'published', reverse: true }), ['E', 'A', 'B', 'C', 'F', 'D']);
		});

		reads('is followed by cursors, with each work once', async (index) => {
			for (const order of ['relevance', 'cited', 'published'] as const) {
				for (const reverse of [false, true]) {
					const request = requestOf({ q: 'corner OR matter OR NOT corner', order, reverse, size: 2 });
					const pages = await workPagesOf(index, request);
					assert.deepEqual(
						pages.map(({ works }) => works.length),
						[2, 2, 2],
					);
					const { works } = await index.findWorks({ ...request, size: 100 });
					assert.deepEqual(
						pages.flatMap((page) => page.works),
						works,
					);
				}
			}
		});

		reads('refuses a cursor that was not returned, or in another order', async (index) => {
			const { cursor = '' } = await index.findWorks(requestOf({ order: 'cited', size: 1 }));
			for (const asked of [
				{ order: 'relevance', cursor },
				{ order: 'cited', cursor: 'WzFd' },
				{ order: 'cited', cursor: `${cursor}A` },
			] as const) {
				const isRefused = (error: unknown) => error instanceof BrokerError && error.problems[0]?.field === 'cursor';
				await assert.rejects(index.findWorks(requestOf(asked)), isRefused);
			}
		});
	});

	describe('the facets of works', () => {
		reads('count the whole result by type, year, publisher and journal, only on request', async (index) => {
			assert.ok(!('facets' in (await index.findWorks(requestOf({})))));
			const { facets } = await index.findWorks(requestOf({ q: 'corner', size: 1, facets: true }));
			assert.deepEqual(facets, {
				type: [
					['literature', 2],
					['software', 2],
				],
				publicationYear: [
					[2016, 2],
					[2017, 1],
				],
				publisher: [
					['Zenodo', 3],
					['APS', 1],
				],
				journal: [],
			});
			const byVersion = await index.findWorks(requestOf({ q: 'corner', groupBy: 'version', facets: true }));
			assert.deepEqual(byVersion.facets?.publisher, [
				['Zenodo', 2],
				['APS', 1],
			]);
			const ofNothing = await index.findWorks(requestOf({ q: 'nothing', facets: true }));
			assert.deepEqual(ofNothing.facets, { type: [], publicationYear: [], publisher: [], journal: [] });
		});

		on('have the journal of each work, by its title, else by its first ISSN', async (index) => {
			const works = [
				work('A', { text: { journal: ['Acta', '1234-5679', '2345-6787'] } }),
				work('B', { text: { journal: ['Acta'] } }),
				work('C', { text: { journal: ['2345-6787'] } }),
			];
			await put(index, { objects: works });
			const { facets } = await index.findWorks(requestOf({ facets: true }));
			assert.deepEqual(facets?.journal, [
				['Acta', 2],
				['2345-6787', 1],
			]);
			const { total } = await index.findWorks(requestOf({ q: 'journal:2345-6787' }));
			assert.equal(total, 2);
		});

		on(
			`have the ${mostFacetValues} publishers with most works, equal ones in the order of their names`,
			async (index) => {
				const names = Array.from({ length: mostFacetValues + 1 }, (_, at) => `P${String(at).padStart(3, '0')}`);
				await put(index, { objects: [work('A', { text: { publisher: names.toReversed() } })] });
				const { facets } = await index.findWorks(requestOf({ facets: true }));
				assert.deepEqual(
					facets?.publisher.map(([name]) => name),
					names.slice(0, mostFacetValues),
				);
			},
		);
	});
}
