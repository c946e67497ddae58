// Suite of the search index: orders by what the other objects are, and not by the links.
import assert from 'node:assert/strict';
import { BrokerError } from '../../../errors.ts';
import { parseQueryString } from '../../../search/query-string.ts';
import type { SearchRequest, SearchResult } from '../search-reader.ts';
import { about, type Case, family, find, link, namesOf, only, pagesOf, put, work } from './search-index.fixture.ts';

/** Works that A cites or is cited by; how often each is cited differs by level. */
const shelved = {
	objects: [
		work('A', { text: { title: ['All'] } }),
		work('B', { published: 500, text: { title: ['Éclairs of the 21st century', 'Zebras'] } }),
		work('C', { published: -4_000.5, text: { title: ['eclairs', 'Aardvarks'] } }),
		work('D', { published: 500, version: 'C', text: { title: ['… '] } }),
		family('C', { published: 9, text: { title: ['Zwieback'] } }),
		work('E', { text: { title: ['Éclairs'] } }),
		work('F'),
	],
	links: [
		...['A Cites B', 'A Cites E', 'A Cites F', 'E Cites A', 'E Cites B', 'F Cites E'].flatMap((one) => link(one)),
		...['A Cites C', 'A Cites D', 'E Cites D', 'F Cites D'].flatMap((one) => only('identity', link(one))),
		...['A Cites C', 'E Cites C', 'F Cites C'].flatMap((one) => only('version', link(one))),
	],
};

export function describeSorting(on: Case): void {
	const reads = on.reading(shelved);
	const sorts = (sentence: string, ask: Partial<SearchRequest>, names: string[]) =>
		reads(sentence, async (index) => {
			assert.deepEqual(await find(index, 'A', ask), names);
			const pages = await pagesOf(index, about('A', { ...ask, size: 1 }));
			assert.deepEqual(pages.flatMap(namesOf), names);
			const rest = await find(index, 'A', { ...ask, offset: 2, size: 2 });
			assert.deepEqual(rest, names.slice(2, 4));
		});
	const cites = { relation: 'cites' } as const;
	const byVersion = { ...cites, groupBy: 'version' } as const;

	sorts('goes by publication date, latest first', { ...cites, order: 'latestPublished' }, ['B', 'D', 'C', 'E', 'F']);
	sorts('or earliest first, without a date always last', { ...cites, order: 'firstPublished' }, [
		...['C', 'D', 'B'],
		...['F', 'E'],
	]);
	sorts('goes by the first title without case and accents', { ...cites, order: 'title' }, ['C', 'E', 'B', 'D', 'F']);
	sorts('or from Z to A, without a title always last', { ...cites, order: 'titleReversed' }, ['B', 'E', 'C', 'F', 'D']);
	sorts('goes by citing works', { ...cites, order: 'mostCited' }, ['D', 'B', 'E', 'C', 'F']);
	sorts('or by fewest', { ...cites, order: 'leastCited' }, ['F', 'C', 'E', 'B', 'D']);
	sorts('goes by what describes a Version group', { ...byVersion, order: 'latestPublished' }, ['B', 'all C', 'E', 'F']);
	sorts('goes by the title of a Version group', { ...byVersion, order: 'title' }, ['E', 'B', 'all C', 'F']);
	sorts('goes by citing Version groups', { ...byVersion, order: 'mostCited' }, ['all C', 'B', 'E', 'F']);
	sorts('orders two relations with one work', { order: 'mostCited' }, ['D', 'B', 'E', 'E', 'C', 'F']);
	sorts('orders what filters leave', { ...cites, order: 'title', q: parseQueryString('eclairs') }, ['C', 'E', 'B']);

	on('follows a description and a citation that came afterwards', async (index) => {
		await put(index, shelved);
		const f = work('F', { published: 501, text: { title: ['Aachen'] } });
		await put(index, { objects: [f], links: ['B', 'C', 'D'].flatMap((name) => link(`${name} Cites F`)) });
		for (const order of ['latestPublished', 'title', 'mostCited'] as const) {
			assert.equal((await find(index, 'A', { ...cites, order }))[0], 'F', order);
		}
	});

	reads('counts and has facets as in any order', async (index) => {
		const asked = about('A', { ...cites, size: 2, facets: true });
		const { items: _, cursor: __, ...expected } = (await index.search(asked)) as SearchResult;
		for (const order of ['latestPublished', 'title', 'mostCited'] as const) {
			const { items, cursor, ...found } = (await index.search({ ...asked, order })) as SearchResult;
			assert.deepEqual([found, items.length, typeof cursor], [expected, 2, 'string'], order);
			assert.deepEqual((await index.search({ ...asked, order, size: 0 }))?.total, expected.total);
			assert.deepEqual((await index.search({ ...asked, order, counted: false }))?.total, 0);
		}
	});

	reads('refuses the cursor of another order', async (index) => {
		const { cursor } = (await index.search(about('A', { order: 'title', size: 1 }))) as SearchResult;
		for (const order of ['newest', 'latestPublished', 'mostCited'] as const) {
			const asked = index.search(about('A', { order, cursor: cursor as string }));
			await assert.rejects(asked, (error: unknown) => error instanceof BrokerError && error.code === 'bad-query');
		}
	});
}
