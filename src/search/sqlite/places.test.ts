// Says what order pages have, and how little is read for it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareUtf8 } from '../position.ts';
import type { LinkList } from './link-columns.ts';
import { type PageWanted, type Place, pageOfViews, takePlaces } from './places.ts';
import { type View, views } from './schema.ts';

type Given = { latest: number; group: number };

/** Lists links as they are read, none of them settled: the newest first, those of one instant as they are given. */
function listOf(links: readonly Given[], view = views[0] as View): LinkList {
	const inOrder = links.toSorted((one, other) => other.latest - one.latest);
	return {
		view,
		order: 'newest',
		count: links.length,
		latest: Float64Array.from(inOrder, ({ latest }) => latest),
		object: Float64Array.from(inOrder, ({ group }) => group),
		history: inOrder.map(({ group }) => `of ${group}`),
		settled: new Uint8Array(links.length),
		bytes: 0,
	};
}

/** The object of each group here: odd ones have one of their own. */
const objectOf = (group: number) => (group % 2 === 1 ? -group : group);
/** Later numbers come first. */
const sortKeyOf = (object: number) => `key ${9_999 - Math.abs(object)}`;

const page = (more: Partial<PageWanted> = {}): PageWanted => ({
	order: 'newest',
	offset: 0,
	size: 100,
	after: undefined,
	objectOf,
	sortKeyOf,
	...more,
});

function read(list: LinkList, wanted: PageWanted): readonly Place[] {
	const places: Place[] = [];
	takePlaces(list, undefined, wanted, places);
	return pageOfViews([places], wanted).page;
}

const objects = (places: readonly Place[]) => places.map(({ object }) => object);

describe('a page of a list', () => {
	const list = () =>
		listOf([
			{ latest: 3, group: 10 },
			{ latest: 2, group: 2 },
			{ latest: 2, group: 5 },
			{ latest: 2, group: 4 },
			{ latest: 1, group: 7 },
		]);

	it('has links of one instant by the sort keys of their objects, each with what was said of it', () => {
		assert.deepEqual(objects(read(list(), page())), [10, -5, 4, 2, -7]);
		assert.deepEqual(
			read(list(), page()).map(({ history }) => history),
			['of 10', 'of 5', 'of 4', 'of 2', 'of 7'],
		);
	});

	it('has them the other way round where the oldest come first', () => {
		assert.deepEqual(objects(read(list(), page({ order: 'oldest' }))), [-7, 2, 4, -5, 10]);
	});

	it('asks for objects of the links on it and for sort keys of those alone that share an instant, once', () => {
		const asked: number[] = [];
		const watched = {
			objectOf: (group: number) => {
				asked.push(group);
				return objectOf(group);
			},
			sortKeyOf: (object: number) => {
				asked.push(object * 100);
				return sortKeyOf(object);
			},
		};
		const links = list();
		assert.deepEqual(objects(read(links, page({ ...watched, size: 1, order: 'oldest', offset: 0 }))), [-7]);
		assert.deepEqual(asked.splice(0).toSorted(), [7, 2, 5, 4, 200, -500, 400].toSorted());
		assert.deepEqual(objects(read(links, page(watched))), [10, -5, 4, 2, -7]);
		assert.deepEqual(asked.splice(0), [10]);
		read(links, page(watched));
		assert.deepEqual(asked, []);
	});

	it('is, wherever it begins and whatever was read before, what a sort of all links gives', () => {
		const links = fc.uniqueArray(fc.record({ latest: fc.nat(4), group: fc.integer({ min: 1, max: 60 }) }), {
			selector: ({ group }) => group,
			maxLength: 40,
		});
		const order = fc.constantFrom<PageWanted['order']>('newest', 'oldest');
		const pages = fc.array(
			fc.record({ order, offset: fc.nat(5), size: fc.integer({ min: 1, max: 9 }), from: fc.nat(40) }),
			{
				minLength: 1,
				maxLength: 8,
			},
		);
		fc.assert(
			fc.property(links, pages, (given, wanted) => {
				const list = listOf(given);
				const newest = given
					.map(({ latest, group }) => ({ latest, object: objectOf(group), sortKey: sortKeyOf(objectOf(group)) }))
					.sort((one, other) => other.latest - one.latest || compareUtf8(one.sortKey, other.sortKey));
				for (const { order, offset, size, from } of wanted) {
					const all = order === 'newest' ? newest : newest.toReversed();
					const last = all[from];
					const after = last && { latest: last.latest, sortKey: last.sortKey, relation: 0 };
					const begin = (after ? from + 1 : 0) + offset;
					assert.deepEqual(
						objects(read(list, page({ order, offset, size, after }))),
						all.slice(begin, begin + size).map(({ object }) => object),
					);
				}
			}),
			{ numRuns: 500 },
		);
	});
});
