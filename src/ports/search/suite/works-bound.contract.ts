// Suite of the search index: searches for works that are bounded, and suggested words where nothing
// is found.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { parseQueryString } from '../../../search/query-string.ts';
import type { IndexChanges } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import type { WorksRequest } from '../work-finder.ts';
import { buildUp, type Case, groupOf, link, put, work, workPagesOf } from './search-index.fixture.ts';

const common = (year: number | null) => ({ year, published: year, text: { title: ['Common words'] } });

/** A is not cited, B once, C twice, D four times: each has a higher rank than the one before. */
const shelf: Partial<IndexChanges> = {
	objects: [
		work('A', { ...common(2019), type: 'dataset' }),
		work('B', { ...common(2018), type: 'software' }),
		work('C', { ...common(2017), type: 'software' }),
		work('D', { ...common(null), type: 'software' }),
		...['W', 'X', 'Y', 'Z'].map((name) => work(name)),
	],
	links: ['W Cites B', 'W Cites C', 'X Cites C', 'W Cites D', 'X Cites D', 'Y Cites D', 'Z Cites D'].flatMap(
		(notation) => link(notation),
	),
};

type Asked = Partial<Omit<WorksRequest, 'q'>> & { q?: string };
const requestOf = ({ q = 'common', ...more }: Asked): WorksRequest => ({
	...{ groupBy: 'identity', order: 'relevance', reverse: false, size: 100, facets: false, mostLookedAt: 2 },
	...more,
	q: parseQueryString(q),
});

async function find(index: SearchIndex, asked: Asked): Promise<string> {
	const { works, total, isWhole } = await index.findWorks(requestOf(asked));
	const names = works.map(({ document }) => JSON.parse(document.identifiers)[0].ID as string);
	return `${names.join(' ')}, ${isWhole ? '' : 'at least '}${total}`;
}

export function describeWorksBound(on: Case): void {
	describe('works of which only a part is examined', () => {
		const reads = on.reading(shelf);
		reads('are the most cited of those with the words, counted up to at least the bound', async (index) => {
			assert.equal(await find(index, {}), 'D C, at least 2');
			assert.equal(await find(index, { order: 'cited' }), 'D C, at least 2');
			assert.equal(await find(index, { groupBy: 'version' }), 'D C, at least 2');
			assert.equal(await find(index, { mostLookedAt: 3 }), 'D C B, at least 3');
			assert.equal(await find(index, { mostLookedAt: 4 }), 'D C B A, 4');
			assert.equal(await find(index, { mostLookedAt: 4, q: 'common words' }), 'D C B A, 4');
		});

		reads('are the least cited in reverse', async (index) => {
			assert.equal(await find(index, { reverse: true }), 'A B, at least 2');
			assert.equal(await find(index, { order: 'cited', reverse: true }), 'A B, at least 2');
		});

		reads('are the latest or the earliest in the order of publication, undated ones last', async (index) => {
			assert.equal(await find(index, { order: 'published' }), 'A B, at least 2');
			assert.equal(await find(index, { order: 'published', reverse: true }), 'C B, at least 2');
			assert.equal(await find(index, { order: 'published', mostLookedAt: 4 }), 'A B C D, 4');
			const years = { from: null, to: 2018 };
			assert.equal(await find(index, { order: 'published', years, mostLookedAt: 1 }), 'B, at least 1');
		});

		reads('include all that a type or some years match', async (index) => {
			assert.equal(await find(index, { type: 'dataset', mostLookedAt: 1 }), 'A, 1');
			assert.equal(await find(index, { q: 'common type:dataset', mostLookedAt: 1 }), 'A, 1');
			assert.equal(await find(index, { years: { from: 2018, to: 2019 } }), 'B A, 2');
			assert.equal(await find(index, { q: 'common year:2019', mostLookedAt: 1 }), 'A, 1');
			assert.equal(await find(index, { years: { from: 2020, to: 2019 } }), ', 0');
		});

		reads('are chosen without words as well', async (index) => {
			assert.equal(await find(index, { q: '*' }), 'D C, at least 2');
			assert.equal(await find(index, { q: '*', type: 'software' }), 'D C, at least 2');
		});

		reads('come once each on their pages, and only they are in the facets', async (index) => {
			const pages = await workPagesOf(index, requestOf({ size: 1, mostLookedAt: 3, facets: true }));
			assert.deepEqual(
				pages.flatMap(({ works }) => works.map(({ group }) => group)),
				['D', 'C', 'B'].map(groupOf),
			);
			assert.deepEqual(pages[0]?.facets?.type, [['software', 3]]);
		});

		on('are chosen again when they are cited more, less, or were built', async (index) => {
			await put(index, shelf);
			const ofA = ['W', 'X', 'Y', 'Z', 'B', 'C', 'D', 'A'].slice(0, 7).flatMap((name) => link(`${name} Cites A`));
			await put(index, { links: ofA });
			assert.equal(await find(index, {}), 'A D, at least 2');
			await put(index, { links: ofA.map((one) => ({ ...one, identity: [], version: [] })) });
			assert.equal(await find(index, {}), 'D C, at least 2');
			await put(index, { objects: [work('D', { text: { title: ['Other words'] } })] });
			assert.equal(await find(index, {}), 'C B, at least 2');
			await put(index, { removed: [{ level: 'identity', group: groupOf('C') }] });
			assert.equal(await find(index, {}), 'B A, 2');
			await buildUp(index, 2, { objects: shelf.objects ?? [], links: shelf.links ?? [] });
			await index.switchTo(2);
			assert.equal(await find(index, {}), 'D C, at least 2');
		});
	});

	describe('suggested words', () => {
		const titles = ['Galaxy clusters', 'Galaxy surveys', 'Galaxies', 'Gaia', 'Schwarze Löcher', 'Data of 2019x'];
		const books = {
			objects: titles.map((title, at) => work('ABCDEF'[at] as string, { text: { title: [title] } })),
		};
		const reads = on.reading(books);
		const meant = async (index: SearchIndex, q: string) => {
			const { doubtfulWords = [] } = await index.findWorks(requestOf({ q, mostLookedAt: 100, suggest: true }));
			return doubtfulWords.map(({ word, near }) => `${word}: ${near.join(' ')}`);
		};

		reads('are those of works that differ in few letters, the nearest first', async (index) => {
			assert.deepEqual(await meant(index, 'glaaxy'), ['glaaxy: galaxy']);
			assert.deepEqual(await meant(index, 'galaxeis'), ['galaxeis: galaxies']);
			assert.deepEqual(await meant(index, 'galaxis'), ['galaxis: galaxies galaxy']);
			assert.deepEqual(await meant(index, 'clusterrs'), ['clusterrs: clusters']);
			assert.deepEqual(await meant(index, 'Locher schwartze'), ['schwartze: schwarze']);
			assert.deepEqual(await meant(index, '"galaxy clustres"'), ['clustres: clusters']);
			assert.deepEqual(await meant(index, 'title:surveis -nothing'), ['surveis: surveys']);
		});

		reads('are none for what is too different, too short, a number, or a word of works', async (index) => {
			assert.deepEqual(await meant(index, 'xylophone'), ['xylophone: ']);
			assert.deepEqual(await meant(index, 'gai'), []);
			assert.deepEqual(await meant(index, '2018x'), []);
			assert.deepEqual(await meant(index, 'galaxy gaia'), []);
		});

		on('are those of more works, where works have each word but none has all', async (index) => {
			const more = ['Dark mater', 'Dark matter', 'Matter and halos', 'The halo'];
			await put(index, { objects: more.map((title, at) => work('GHIJ'[at] as string, { text: { title: [title] } })) });
			assert.deepEqual(await meant(index, 'mater and halos'), ['mater: matter']);
			assert.deepEqual(await meant(index, 'matter halo'), []);
			assert.deepEqual(await meant(index, 'mater hallos'), ['hallos: halos halo']);
		});

		on('include good ones however many are closer at their beginning', async (index) => {
			const more = ['We make plots', 'Foreman Mackey'];
			await put(index, { objects: more.map((title, at) => work('GH'[at] as string, { text: { title: [title] } })) });
			assert.deepEqual(await meant(index, 'makey'), ['makey: mackey make']);
		});

		on('are those that works still have', async (index) => {
			await put(index, books);
			await put(index, { objects: [work('A', { text: { title: ['Nothing'] } })] });
			assert.deepEqual(await meant(index, 'clustres'), ['clustres: ']);
		});

		reads('are returned only on request, and where nothing is found', async (index) => {
			const asked = requestOf({ q: 'glaaxy', mostLookedAt: 100 });
			assert.ok(!('doubtfulWords' in (await index.findWorks(asked))));
			assert.ok(!('doubtfulWords' in (await index.findWorks(requestOf({ q: 'galaxy OR glaaxy', suggest: true })))));
		});
	});
}
