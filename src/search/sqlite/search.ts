// Answers searches and looks up identifiers in one generation of the index; knows neither files nor writers.
import { readCursor, writeCursor } from '../position.ts';
import type { GroupBy, IdentifierKey, Located, SearchItem, SearchRequest, SearchResult } from '../search-index.ts';
import type { Connection } from './connection.ts';
import { createDocuments, type Documents } from './documents.ts';
import { addTraits, createTraitCounts, facetsOf } from './facets.ts';
import { createFilter, type Filter, hasFilter } from './filter.ts';
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
import { type View, views } from './schema.ts';
import { createStatementReader } from './statements.ts';
import { createTallies, type Tallies } from './tallies.ts';
import { selectPage, walkPage } from './walk.ts';

/** Reads one generation; each call sees one state of it. */
export type GenerationReader = {
	search(request: SearchRequest): SearchResult | undefined;
	locate(identifiers: readonly IdentifierKey[]): Located[];
	locateKeys(keys: readonly string[]): Located[];
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
		return { relation: (views[relation] as View).name, object: document, history: statements.read(history) };
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
		const seen: LinksSeen[] = [];
		for (const links of asked) {
			seen.push({ links, kept: keepsPlaces && columns.readsWhole(links) ? keptPlaces.of(links) : undefined });
		}
		const sieved = hasFilter(request) || request.facets;
		const found = sieved
			? sift(columns, filter, request, seen, wanted)
			: { total: countLinks(seen), ...readPage(connection, columns, seen, wanted) };
		const items: SearchItem[] = [];
		for (const place of found.page) items.push(itemAt(place));
		if (found.page.some(({ item }) => !item)) {
			for (const { links, kept } of seen) if (kept) keptPlaces.keep(links, kept, found.page, items);
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

/** The links of a view that are looked at, and its places that are kept, where they may be. */
type LinksSeen = { links: LinksAsked; kept: PlacesOfView | undefined };

type Found = Page & { total: number; facets?: NonNullable<SearchResult['facets']> };

// Lists that each search makes are filled by push: one that map makes has another form once V8 has compiled who calls it, so that whatever goes through
// it is compiled anew, seconds after the start, while requests wait.

/** Looks at every link, for what only that tells: which pass the filters, how many they are, and of which types and years. */
function sift(
	columns: LinkColumnsReader,
	filter: Filter,
	request: SearchRequest,
	seen: readonly LinksSeen[],
	wanted: PageWanted,
): Found {
	const counts = request.facets ? createTraitCounts() : undefined;
	let total = 0;
	const placesOfViews: Place[][] = [];
	for (const { links: asked, kept } of seen) {
		const places: Place[] = [];
		for (const links of columns.read(asked, request.order)) {
			const marks = filter(request, links);
			total += marks ? countMarks(marks) : links.count;
			if (counts) addTraits(counts, links, marks);
			takePlaces(links, marks, wanted, places, kept);
		}
		placesOfViews.push(places);
	}
	return { total, ...pageOfViews(placesOfViews, wanted), ...(counts && { facets: facetsOf(counts) }) };
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
	seen: readonly LinksSeen[],
	wanted: PageWanted,
): Page {
	const [first] = seen;
	if (!first || wanted.size === 0) return { page: [], more: false };
	const recalled: LinkList[][] = [];
	for (const { links } of seen) {
		const list = columns.recall(links);
		if (list) recalled.push([list]);
	}
	if (recalled.length === seen.length) return pageOfLists(recalled, seen, wanted);
	const { groupBy, group } = first.links;
	const walked = { groupBy, group, views: seen.map(({ links }) => links.view) };
	const page = walkPage(connection, walked, wanted);
	if (page) return page;
	if (countLinks(seen) > readRatherThanOrdered) return selectPage(connection, walked, wanted);
	return pageOfLists(
		seen.map(({ links }) => columns.read(links, wanted.order)),
		seen,
		wanted,
	);
}

/** Cuts a page out of all links of each view, in one or more lists. */
function pageOfLists(
	listsOfViews: readonly Iterable<LinkList>[],
	seen: readonly LinksSeen[],
	wanted: PageWanted,
): Page {
	const placesOfViews: Place[][] = [];
	for (let view = 0; view < seen.length; view++) {
		const places: Place[] = [];
		for (const links of listsOfViews[view] as Iterable<LinkList>) {
			takePlaces(links, undefined, wanted, places, (seen[view] as LinksSeen).kept);
		}
		placesOfViews.push(places);
	}
	return pageOfViews(placesOfViews, wanted);
}

function countLinks(seen: readonly LinksSeen[]): number {
	return seen.reduce((total, { links }) => total + links.count, 0);
}
