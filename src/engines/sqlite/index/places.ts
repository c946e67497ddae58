// Puts links in the order of an answer, a list's as far as pages come, and cuts the page out; knows neither filters nor SQL.

import { comparePositions, type Position } from '../../../ports/search/position.ts';
import type { GroupId, SearchItem, SearchRequest } from '../../../ports/search/search-index.ts';
import type { PlacesOfView } from './kept-places.ts';
import type { LinkList, Marks } from './link-columns.ts';

/** A link on its way into the answer; see placeOf. */
export type Place = Omit<Position, 'sortKey'> & {
	history: number | string;
	object: number;
	/** Read where another link shares its instant, and for the cursor. */
	sortKey: string | undefined;
	/** Where it may be kept, and by which ordinal. */
	keeper: PlacesOfView | undefined;
	ordinal: number | undefined;
	/** What it became in an answer, once it is kept. */
	item: SearchItem | undefined;
};

/** What is known of a link when it gets its place. */
type Placed = Pick<Place, 'latest' | 'relation' | 'object' | 'history'> &
	Partial<Pick<Place, 'sortKey' | 'keeper' | 'ordinal'>>;

/**
 * Makes a place. All have the same properties in the same order, also those that are known later: V8 throws away what it has compiled for objects of
 * one shape when one of another comes by, and requests wait until it is compiled anew (10 to 40 ms, seconds after the start).
 */
export function placeOf({ latest, relation, object, history, sortKey, keeper, ordinal }: Placed): Place {
	return { latest, relation, object, history, sortKey, keeper, ordinal, item: undefined };
}

/** Says which page is wanted: `after` is the place that the cursor names. */
export type PageWanted = Pick<SearchRequest, 'order' | 'offset' | 'size'> & {
	after: Position | undefined;
	/** Tells the id of the object that stands for a group at the level asked for. */
	objectOf(group: GroupId): number;
	/** Tells it of many, in the order of their sort keys, each with its position in the list given. */
	inOrder(groups: Float64Array): readonly (readonly [before: number, object: number])[];
	sortKeyOf(object: number): string;
};

/** A page, and whether more follows it. */
export type Page = { page: readonly Place[]; more: boolean };

/** Tells how many places in order, beyond `after`, tell a page and whether more follows. */
export function placesWanted({ offset, size }: Pick<PageWanted, 'offset' | 'size'>): number {
	return size === 0 ? 0 : offset + size + 1;
}

/** Cuts the page out of places in order, which go one beyond it where more follow. */
export function pageOf(places: readonly Place[], { offset, size }: PageWanted): Page {
	return { page: places.slice(offset, offset + size), more: places.length > offset + size };
}

/** Cuts the page out of places of several views, each in order. */
export function pageOfViews(places: readonly Place[][], wanted: PageWanted): Page {
	const only = places.length === 1 ? places[0] : undefined;
	return pageOf(only ?? places.flat().sort((one, other) => compare(wanted, one, other)), wanted);
}

/**
 * Adds the links that are marked (all where there are no marks) to places in order, until these are enough. So far a list is put in order. What
 * is kept of these links already is taken from there.
 */
export function takePlaces(
	links: LinkList,
	marks: Marks | undefined,
	wanted: PageWanted,
	places: Place[],
	kept?: PlacesOfView,
): void {
	const { order, count } = links;
	const enough = placesWanted(wanted);
	const forward = order === wanted.order;
	for (let passed = countPassed(links, wanted); passed < count && places.length < enough; passed++) {
		const ordinal = forward ? passed : count - 1 - passed;
		if (marks && marks[ordinal] !== 1) continue;
		places.push(kept?.places.get(ordinal) ?? placeAt(links, ordinal, wanted, kept));
	}
}

/** Counts the links that come no later than `after`. */
function countPassed(links: LinkList, wanted: PageWanted): number {
	const { after, order } = wanted;
	if (!after) return 0;
	const isPassed = (ordinal: number): boolean => {
		const latest = links.latest[ordinal] as number;
		if (latest !== after.latest) return latest > after.latest === (order === 'newest');
		return compare(wanted, placeAt(links, ordinal, wanted), after) <= 0;
	};
	let passed = 0;
	let end = links.count;
	while (passed < end) {
		const middle = (passed + end) >> 1;
		if (isPassed(order === links.order ? middle : links.count - 1 - middle)) passed = middle + 1;
		else end = middle;
	}
	return passed;
}

/** Tells the place of a link, which has its own in the list from then on. */
function placeAt(links: LinkList, ordinal: number, wanted: PageWanted, keeper?: PlacesOfView): Place {
	settle(links, ordinal, wanted);
	const { view, latest, object, history } = links;
	return placeOf({
		latest: latest[ordinal] as number,
		relation: view.seen,
		object: object[ordinal] as number,
		history: history[ordinal] as number | string,
		keeper,
		ordinal,
	});
}

/** Gives a link its place in its list, and with it all those of its instant. */
function settle(
	{ settled, count, latest, object, history }: LinkList,
	ordinal: number,
	{ objectOf, inOrder }: Pick<PageWanted, 'objectOf' | 'inOrder'>,
): void {
	if (!settled || settled[ordinal] === 1) return;
	const instant = latest[ordinal];
	let begin = ordinal;
	while (begin > 0 && latest[begin - 1] === instant) begin--;
	let end = ordinal + 1;
	while (end < count && latest[end] === instant) end++;
	if (end - begin === 1) object[begin] = objectOf(object[begin] as number);
	else {
		const said = history.slice(begin, end);
		const ordered = inOrder(object.subarray(begin, end));
		if (ordered.length !== said.length) throw new Error('the index lacks an object that a link leads to');
		// The list is kept: it is changed only now that nothing can fail any more.
		for (const [at, [before, id]] of ordered.entries()) {
			object[begin + at] = id;
			history[begin + at] = said[before] as number | string;
		}
	}
	settled.fill(1, begin, end);
}

/** Compares two places by as little as tells them apart. */
function compare({ order, sortKeyOf }: PageWanted, one: Place, other: Place | Position): number {
	if (one.latest !== other.latest) return order === 'newest' ? other.latest - one.latest : one.latest - other.latest;
	one.sortKey ??= sortKeyOf(one.object);
	if ('object' in other) other.sortKey ??= sortKeyOf(other.object);
	return comparePositions(order, one as Position, other as Position);
}

/** A link whose object was not looked up. */
export type Unplaced = Pick<Place, 'latest' | 'relation' | 'history'> & { group: GroupId };

/** Puts links in order beyond `after`, to the end of the page and one more. Objects are looked up, and sort keys read, only of those that come that far. */
export function firstPlaces(found: readonly Unplaced[], wanted: PageWanted): Place[] {
	const { order, after, offset, objectOf } = wanted;
	const count = placesWanted(wanted);
	const direction = order === 'newest' ? -1 : 1;
	const passed = after ? after.latest * direction : Number.NEGATIVE_INFINITY;
	const left = found.filter(({ latest }) => latest * direction >= passed);
	left.sort((one, other) => (one.latest - other.latest) * direction);
	const places: Place[] = [];
	for (let at = 0; at < left.length && places.length < count; ) {
		const { latest } = left[at] as Unplaced;
		let end = at + 1;
		while (left[end]?.latest === latest) end++;
		// What comes before the page only counts: its object is looked up where that tells the order.
		const onlyCounts = end - at === 1 && places.length < offset && latest !== after?.latest;
		const together = left
			.slice(at, end)
			.map(({ latest, relation, history, group }) =>
				placeOf({ latest, relation, history, object: onlyCounts ? group : objectOf(group) }),
			);
		if (together.length > 1) together.sort((one, other) => compare(wanted, one, other));
		for (const place of together) if (!after || compare(wanted, place, after) > 0) places.push(place);
		at = end;
	}
	return places.slice(0, count);
}
