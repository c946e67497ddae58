// Says what is kept of pages, and in how much room.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { HistoryItem } from '../../../links/provenance.ts';
import { said, work } from '../../../ports/search/search-index.fixture.ts';
import type { SearchItem } from '../../../ports/search/search-index.ts';
import { createKeptPlaces } from './kept-places.ts';
import type { LinksAsked } from './link-columns.ts';
import { placeOf } from './places.ts';
import { type View, views } from './schema.ts';

const ofGroup = (group: number): LinksAsked => ({
	groupBy: 'identity',
	group,
	view: views[0] as View,
	count: 1,
	recentIn: [],
});
const place = placeOf({ latest: 0, relation: 0, history: 1, object: 1 });
const itemWith = (
	history: readonly HistoryItem[] = [said('2015')],
	fields = '"Type":{"Name":"unknown"}',
): SearchItem => ({
	relation: 'cites',
	object: { ...work('A').document, fields },
	history,
});

/** Keeps one place of a group, with its item; tells the bytes of that group. */
function keep(kept: ReturnType<typeof createKeptPlaces>, group: number, item = itemWith(), ordinal = 0): number {
	const places = kept.of(ofGroup(group));
	kept.keep(ofGroup(group), places, [{ ...place, keeper: places, ordinal }], [item]);
	return places.bytes;
}

describe('the places that are kept', () => {
	it('are found again with their items, until they are forgotten', () => {
		const kept = createKeptPlaces(10_000);
		const item = itemWith();
		keep(kept, 1, item, 7);
		const { places } = kept.of(ofGroup(1));
		assert.deepEqual([[...places.keys()], places.get(7)?.item === item], [[7], true]);
		for (const other of [{ group: 2 }, { groupBy: 'version' as const }, { view: views[1] as View }]) {
			assert.equal(kept.of({ ...ofGroup(1), ...other }).places.size, 0);
		}
		kept.forget();
		assert.equal(kept.of(ofGroup(1)).places.size, 0);
	});

	it('are those alone that name them as their keeper', () => {
		const kept = createKeptPlaces(10_000);
		const [one, other] = [kept.of(ofGroup(1)), kept.of(ofGroup(2))];
		const page = [{ ...place, keeper: other, ordinal: 3 }, place, { ...place, keeper: one, ordinal: 5 }];
		kept.keep(ofGroup(1), one, page, [itemWith(), itemWith(), itemWith()]);
		assert.deepEqual([...kept.of(ofGroup(1)).places.keys()], [5]);
		assert.deepEqual(
			page.map(({ item }) => item !== undefined),
			[false, false, true],
		);
	});

	it('weigh what their items take: objects as text and as bytes, and each statement', () => {
		const kept = createKeptPlaces(100_000);
		const usual = keep(kept, 1);
		assert.ok(keep(kept, 2, itemWith([said('2015'), said('2016')])) >= usual + 250);
		assert.ok(keep(kept, 3, itemWith([said('2015')], 'x'.repeat(1_000))) >= usual + 2_000);
		assert.ok(keep(kept, 1, itemWith(), 1) > usual + 500);
	});

	it('give no room to pages of which nothing is kept', () => {
		const kept = createKeptPlaces(2_000);
		keep(kept, 1);
		for (let group = 2; group < 50; group++) kept.keep(ofGroup(group), kept.of(ofGroup(group)), [place], [itemWith()]);
		assert.equal(kept.of(ofGroup(1)).places.size, 1);
	});

	it('give way to those of others when they have grown, and are not kept where they weigh too much alone', () => {
		const kept = createKeptPlaces(4_000);
		const isKept = (group: number) => kept.of(ofGroup(group)).places.size > 0;
		for (const group of [1, 2, 3]) keep(kept, group);
		assert.deepEqual([1, 2, 3].map(isKept), [true, true, true]);
		for (const ordinal of [1, 2]) keep(kept, 3, itemWith(), ordinal);
		keep(kept, 4);
		keep(kept, 4, itemWith(), 1);
		keep(kept, 5);
		assert.deepEqual([isKept(1), isKept(5)], [false, true]);
		for (let ordinal = 0; ordinal < 9; ordinal++) keep(kept, 6, itemWith(), ordinal);
		assert.ok(kept.of(ofGroup(6)).bytes <= 4_000);
	});
});
