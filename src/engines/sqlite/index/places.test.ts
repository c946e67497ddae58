// Says what order pages have, and how little is read for it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compareUtf8 } from '../../../ports/search/position.ts';
import type { PlacesOfView } from './kept-places.ts';
import type { LinkList } from './link-columns.ts';
import { firstPlaces, type PageWanted, type Place, pageOfViews, placeOf, takePlaces } from './places.ts';
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

/** Puts groups in the order of their objects' sort keys. */
function inOrder(groups: Float64Array): [place: number, object: number][] {
	const placed = Array.from(groups, (group, place): [number, number] => [place, objectOf(group)]);
	return placed.sort(([, one], [, other]) => compareUtf8(sortKeyOf(one), sortKeyOf(other)));
}

const page = (more: Partial<PageWanted> = {}): PageWanted => ({
	order: 'newest',
	offset: 0,
	size: 100,
	after: undefined,
	objectOf,
	inOrder,
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

	it('asks for the objects of its links and of the next one, for the order of those that share an instant, and for no others', () => {
		const asked: string[] = [];
		const watched: Partial<PageWanted> = {
			objectOf: (group) => {
				asked.push(`${group}`);
				return objectOf(group);
			},
			inOrder: (groups) => {
				asked.push(groups.join(' '));
				return inOrder(groups);
			},
		};
		const links = list();
		assert.deepEqual(objects(read(links, page({ ...watched, size: 1, order: 'oldest' }))), [-7]);
		assert.deepEqual(asked.splice(0), ['7', '2 5 4']);
		assert.deepEqual(objects(read(links, page(watched))), [10, -5, 4, 2, -7]);
		assert.deepEqual(asked.splice(0), ['10']);
		read(links, page(watched));
		assert.deepEqual(asked, []);
	});

	it('asks for nothing of what lies far before its cursor', () => {
		const links = listOf(Array.from({ length: 1_000 }, (_, at) => ({ latest: Math.floor(at / 10), group: at + 1 })));
		const asked: number[] = [];
		const watched: Partial<PageWanted> = {
			inOrder: (groups) => {
				asked.push(...groups);
				return inOrder(groups);
			},
		};
		const after = { latest: 50, sortKey: sortKeyOf(objectOf(510)), relation: 0 };
		const { length: found } = read(links, page({ ...watched, size: 5, after }));
		assert.deepEqual([found, asked.toSorted()], [5, Array.from({ length: 10 }, (_, at) => 501 + at)]);
	});

	it('is right, too, when reading what it asks for has failed before', () => {
		const fails = () => {
			throw new Error('disk I/O error');
		};
		for (const failing of [{ objectOf: fails }, { inOrder: fails }]) {
			for (const order of ['newest', 'oldest'] as const) {
				const links = list();
				assert.throws(() => read(links, page({ ...failing, order })), /disk/);
				assert.deepEqual(objects(read(links, page())), [10, -5, 4, 2, -7]);
			}
		}
	});

	it('fails, and leaves the list as it is, where the index lacks an object', () => {
		const links = list();
		assert.throws(() => read(links, page({ inOrder: (groups) => inOrder(groups).slice(1) })), /lacks an object/);
		assert.deepEqual(objects(read(links, page())), [10, -5, 4, 2, -7]);
	});

	it('takes what is kept, and tells of the rest where it may be kept', () => {
		const known = placeOf({ latest: 3, relation: 0, object: 10, history: 'of 10' });
		const kept: PlacesOfView = { places: new Map([[0, known]]), bytes: 0 };
		for (const order of ['newest', 'oldest'] as const) {
			const places: Place[] = [];
			takePlaces(list(), undefined, page({ order }), places, kept);
			if (order === 'oldest') places.reverse();
			assert.equal(places[0], known);
			assert.deepEqual(
				places.slice(1).map(({ object, ordinal, keeper }) => [object, ordinal, keeper === kept]),
				[-5, 4, 2, -7].map((object, before) => [object, before + 1, true]),
			);
		}
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
					.map(({ latest, group }) => {
						const object = objectOf(group);
						return { latest, object, history: `of ${group}`, sortKey: sortKeyOf(object) };
					})
					.sort((one, other) => other.latest - one.latest || compareUtf8(one.sortKey, other.sortKey));
				for (const { order, offset, size, from } of wanted) {
					const all = order === 'newest' ? newest : newest.toReversed();
					const last = all[from];
					const after = last && { latest: last.latest, sortKey: last.sortKey, relation: 0 };
					const begin = (after ? from + 1 : 0) + offset;
					assert.deepEqual(
						read(list, page({ order, offset, size, after })).map(({ object, history }) => ({ object, history })),
						all.slice(begin, begin + size).map(({ object, history }) => ({ object, history })),
					);
				}
			}),
			{ numRuns: 500 },
		);
	});
});

describe('the first links of a walk', () => {
	it('have their objects looked up from the page on, and before it where these tell the order', () => {
		const found = [9, 8, 7, 7, 6, 5].map((latest, at) => ({ latest, relation: 0, history: 1, group: 20 + at }));
		const asked: number[] = [];
		const watched: Partial<PageWanted> = {
			objectOf: (group) => {
				asked.push(group);
				return objectOf(group);
			},
		};
		const places = firstPlaces(found, page({ ...watched, offset: 4, size: 1 }));
		assert.deepEqual(objects(places.slice(4)), [24, -25]);
		assert.deepEqual(asked, [22, 23, 24, 25]);
	});
});
