// Answers searches and looks up identifiers in one generation of the index; knows neither files nor writers.

import { readCursor, writeCursor } from '../../../ports/search/position.ts';
import type {
	GroupBy,
	IdentifierKey,
	Located,
	SearchItem,
	SearchRequest,
	SearchResult,
} from '../../../ports/search/search-index.ts';
import type { Connection } from './connection.ts';
import { createDocuments, type Documents } from './documents.ts';
import { createExamples } from './examples.ts';
import { createFacetCounter } from './facets.ts';
import { createFilter, type Passing } from './filter.ts';
import { createKeptPlaces, type KeptPlaces, type PlacesOfView } from './kept-places.ts';
import {
	type ColumnLimits,
	createLinkColumnsReader,
	type LinkColumnsReader,
	type LinkList,
	type LinksAsked,
} from './link-columns.ts';
import { createRecentLocator } from './locate.ts';
import { type Page, type PageWanted, type Place, pageOfViews, takePlaces } from './places.ts';
import { atEndOfTurn } from './reading-turn.ts';
import { views as knownViews, type View } from './schema.ts';
import { createStatementReader } from './statements.ts';
import { createTallies, type Tallies } from './tallies.ts';
import { selectPage, walkPage } from './walk.ts';

/** Reads one generation; each call sees one state of it. */
export type GenerationReader = {
	search(request: SearchRequest): SearchResult | undefined;
	locate(identifiers: readonly IdentifierKey[]): Located[];
	locateKeys(keys: readonly string[]): Located[];
	/** See SearchIndex.examples. */
	examples(count: number): IdentifierKey[];
	/** See SearchIndex.state. */
	state(): object;
	isEmpty(): boolean;
	size(): { objects: number; links: number };
};

/** Reads through a connection that has no transaction open; what is read in one turn of the event loop sees one state. */
export function createReader(connection: Connection, limits: ColumnLimits): GenerationReader {
	const documents = createDocuments(connection);
	const columns = createLinkColumnsReader(connection, limits);
	const tallies = createTallies(connection);
	const keptPlaces = createKeptPlaces(limits.itemBytes);
	const search = createSearch(connection, { documents, columns, tallies, keptPlaces });
	const locator = createRecentLocator(connection);
	const examples = createExamples(connection, locator.locate);
	const anyObject = connection.prepare('SELECT 1 FROM object LIMIT 1');
	const size = connection.prepare('SELECT objects, links FROM size');
	let state = {};
	const begin = createTurn(connection, () => {
		state = {};
		documents.forget();
		columns.forget();
		keptPlaces.forget();
		tallies.forget();
		locator.forget();
	});
	return {
		search(request) {
			begin();
			return search(request);
		},
		locate(identifiers) {
			begin();
			return locator.locate(identifiers);
		},
		locateKeys(keys) {
			begin();
			return locator.locateKeys(keys);
		},
		examples(count) {
			begin();
			return examples(count);
		},
		state() {
			begin();
			return state;
		},
		isEmpty() {
			begin();
			return anyObject.get() === undefined;
		},
		size() {
			begin();
			const [objects, links] = size.get<[number, number]>() as [number, number];
			return { objects, links };
		},
	};
}

/** Makes what opens the transaction of a turn where none is open; `onChange` is called where others have written since the last one. */
function createTurn(connection: Connection, onChange: () => void): () => void {
	const begin = connection.prepare('BEGIN');
	const end = connection.prepare('COMMIT');
	const giveUp = connection.prepare('ROLLBACK');
	const version = connection.prepare('PRAGMA data_version');
	let seen: number | undefined;
	const finish = () => {
		if (connection.isInTransaction()) end.run();
	};
	return () => {
		if (connection.isInTransaction()) return;
		begin.run();
		try {
			const [present] = version.get<[number]>() as [number];
			if (present !== seen) onChange();
			seen = present;
		} catch (error) {
			// The next one is to begin anew, not to take what is kept for the present state.
			giveUp.run();
			throw error;
		}
		atEndOfTurn(finish);
	};
}

/** What searches read through; each keeps some of it. */
type Readers = { documents: Documents; columns: LinkColumnsReader; tallies: Tallies; keptPlaces: KeptPlaces };

function createSearch(
	connection: Connection,
	{ documents, columns, tallies, keptPlaces }: Readers,
): (request: SearchRequest) => SearchResult | undefined {
	const statements = createStatementReader(connection);
	const filter = createFilter({ textsOf: columns.textsOf, someStatement: statements.some });

	const objectsOf = (level: GroupBy): Pick<PageWanted, 'objectOf' | 'inOrder'> => ({
		objectOf: (group) => documents.objectOf(level, group),
		inOrder: (groups) => documents.inOrder(level, groups),
	});
	const itemAt = ({ item, relation, object, history }: Place): SearchItem => {
		// Asked for again, it may be so once more: it is frozen for those who keep what they make of it.
		if (item) return Object.isFrozen(item) ? item : Object.freeze(item);
		const document = documents.read(object);
		if (!document) throw new Error('the index lacks an object that a link leads to');
		return { relation: (knownViews[relation] as View).name, object: document, history: statements.read(history) };
	};
	const objectsAt = { identity: objectsOf('identity'), version: objectsOf('version') };

	return (request) => {
		const after = request.cursor === undefined ? undefined : readCursor(request.cursor);
		const { groupBy, group } = request;
		const source = documents.ofGroup(groupBy, group);
		if (!source) return undefined;
		const asked = tallies.of(groupBy, group).filter(({ view }) => (request.relation ?? view.name) === view.name);
		const { order, offset, size } = request;
		const wanted: PageWanted = { order, offset, size, after, ...objectsAt[groupBy], sortKeyOf: documents.sortKeyOf };
		const keepsPlaces = size <= mostKeptOfPage && offset === 0 && !after;
		const views: ViewAsked[] = [];
		for (const links of asked) {
			views.push({ asked: links, kept: keepsPlaces && columns.readsWhole(links) ? keptPlaces.of(links) : undefined });
		}
		const passing = filter(request);
		const found =
			passing || request.facets
				? sift(columns, passing, request, views, wanted)
				: { total: countLinks(views), ...readPage(connection, columns, views, wanted) };
		const items: SearchItem[] = [];
		for (const place of found.page) items.push(itemAt(place));
		if (found.page.some(({ item }) => !item)) {
			for (const { asked, kept } of views) if (kept) keptPlaces.keep(asked, kept, found.page, items);
		}
		const last = found.page.at(-1);
		return {
			source,
			total: found.total,
			items,
			...(last && found.more
				? { cursor: writeCursor({ ...last, sortKey: last.sortKey ?? documents.sortKeyOf(last.object) }) }
				: {}),
			...(found.facets ? { facets: found.facets } : {}),
		};
	};
}

// First pages of a usual size are asked for again and again; who reads all there is asks for others too, or for larger ones.
const mostKeptOfPage = 100;

/** A view that is asked for, and its places that are kept, where they may be. */
type ViewAsked = { asked: LinksAsked; kept: PlacesOfView | undefined };

type Found = Page & { total: number; facets?: NonNullable<SearchResult['facets']> };

// Lists of places, items and views are filled by push wherever links are at hand. V8 takes one that `map` makes for one that may have holes as soon as it has
// compiled the `map` into whoever calls it; then all that the list goes through is compiled anew, seconds after the start, while requests wait.

/** Looks at every link, for what only that tells: which pass the filters, how many they are, and of which types and years. */
function sift(
	columns: LinkColumnsReader,
	passing: Passing | undefined,
	request: Pick<SearchRequest, 'facets' | 'order'>,
	views: readonly ViewAsked[],
	wanted: PageWanted,
): Found {
	const counter = request.facets ? createFacetCounter() : undefined;
	let total = 0;
	const placesOfViews: Place[][] = [];
	for (const { asked, kept } of views) {
		const places: Place[] = [];
		for (const links of columns.read(asked, request.order)) {
			const marks = passing?.(links);
			total += marks ? countMarks(marks) : links.count;
			counter?.add(links, marks);
			takePlaces(links, marks, wanted, places, kept);
		}
		placesOfViews.push(places);
	}
	return { total, ...pageOfViews(placesOfViews, wanted), ...(counter && { facets: counter.facets() }) };
}

function countMarks(marks: Uint8Array): number {
	let count = 0;
	for (let ordinal = 0; ordinal < marks.length; ordinal++) count += marks[ordinal] as number;
	return count;
}

// Where a walk does not do, up to so many links are rather kept than put in order anew for each page.
const readRatherThanOrdered = 2_000;

/** Reads a page of all links, and as few others as can be. */
function readPage(
	connection: Connection,
	columns: LinkColumnsReader,
	views: readonly ViewAsked[],
	wanted: PageWanted,
): Page {
	const [first] = views;
	if (!first || wanted.size === 0) return { page: [], more: false };
	const recalled: ListsOfView[] = [];
	for (const { asked, kept } of views) {
		const list = columns.recall(asked);
		if (list) recalled.push({ lists: [list], kept });
	}
	if (recalled.length === views.length) return pageOfLists(recalled, wanted);
	const walked = { group: first.asked.group, views: views.map(({ asked }) => asked) };
	const page = walkPage(connection, walked, wanted);
	if (page) return page;
	if (countLinks(views) > readRatherThanOrdered) return selectPage(connection, walked, wanted);
	return pageOfLists(
		views.map(({ asked, kept }) => ({ lists: columns.read(asked, wanted.order), kept })),
		wanted,
	);
}

/** All links of a view, in one or more lists; places are kept of one alone. */
type ListsOfView = { lists: Iterable<LinkList>; kept: PlacesOfView | undefined };

/** Cuts a page out of all links of some views. */
function pageOfLists(views: readonly ListsOfView[], wanted: PageWanted): Page {
	const placesOfViews: Place[][] = [];
	for (const { lists, kept } of views) {
		const places: Place[] = [];
		for (const links of lists) takePlaces(links, undefined, wanted, places, kept);
		placesOfViews.push(places);
	}
	return pageOfViews(placesOfViews, wanted);
}

function countLinks(views: readonly ViewAsked[]): number {
	return views.reduce((total, { asked }) => total + asked.count, 0);
}
