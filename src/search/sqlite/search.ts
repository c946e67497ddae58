// Answers searches and looks up identifiers in one generation of the index; knows neither files nor writers.
import { analyse } from '../analysis.ts';
import { comparePositions, type Position, readCursor, writeCursor } from '../position.ts';
import type {
	GroupBy,
	GroupId,
	IdentifierKey,
	Located,
	ObjectDocument,
	SearchItem,
	SearchRequest,
	SearchResult,
} from '../search-index.ts';
import type { Connection, Value } from './connection.ts';
import { compileFilter, type Filter, type ProviderFinder } from './filter.ts';
import { atEndOfTurn } from './reading-turn.ts';
import { createRecent } from './recent.ts';
import { levelBit, objectId, typeOfCode, type View, views } from './schema.ts';
import { createStatementReader } from './statements.ts';

/** Reads one generation; each call sees one state of it. */
export type GenerationReader = {
	search(request: SearchRequest): SearchResult | undefined;
	locate(identifiers: readonly IdentifierKey[]): Located[];
	locateKeys(keys: readonly string[]): Located[];
	isEmpty(): boolean;
	size(): { objects: number; links: number };
};

/** Reads through a connection that has no transaction open; what is read in one turn of the event loop sees one state. */
export function createReader(connection: Connection): GenerationReader {
	const documents = createDocuments(connection);
	const search = createSearch(connection, documents);
	const locator = createLocator(connection);
	const anyObject = connection.prepare('SELECT 1 FROM object LIMIT 1');
	const size = connection.prepare('SELECT objects, links FROM size');
	const begin = createTurn(connection, documents.forget);
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
	const version = connection.prepare('PRAGMA data_version');
	let seen: number | undefined;
	const finish = () => {
		if (connection.isInTransaction()) end.run();
	};
	return () => {
		if (connection.isInTransaction()) return;
		begin.run();
		atEndOfTurn(finish);
		const [present] = version.get<[number]>() as [number];
		if (present !== seen) onChange();
		seen = present;
	};
}

export type Locator = {
	locate(identifiers: readonly IdentifierKey[]): Located[];
	locateKeys(keys: readonly string[]): Located[];
	hasIdentity(group: GroupId): boolean;
};

/** Looks up what lies where, in the connection's transaction if it has one. */
export function createLocator(connection: Connection): Locator {
	const byBoth = connection.prepare(
		'SELECT i.identity, o.version FROM identifier i JOIN object o ON o.id = i.identity WHERE i.key = ? AND i.scheme = ?',
	);
	const byKey = connection.prepare(
		'SELECT i.scheme, i.identity, o.version FROM identifier i JOIN object o ON o.id = i.identity WHERE i.key = ?',
	);
	const object = connection.prepare('SELECT 1 FROM object WHERE id = ?');
	return {
		locate: (identifiers) =>
			identifiers.flatMap(({ scheme, key }) => {
				const found = byBoth.get<[number, number]>(key, scheme);
				return found ? [{ scheme, key, identity: found[0], version: found[1] }] : [];
			}),
		locateKeys: (keys) =>
			keys.flatMap((key) =>
				byKey
					.all<[string, number, number]>(key)
					.map(([scheme, identity, version]) => ({ scheme, key, identity, version })),
			),
		hasIdentity: (group) => object.get(group) !== undefined,
	};
}

/** A link on its way into the answer. Its object's sort key is read where another link shares its instant, and for the cursor. */
type Place = Omit<Position, 'sortKey'> & { sortKey?: string; history: number | string; object: number };

function createSearch(
	connection: Connection,
	documents: Documents,
): (request: SearchRequest) => SearchResult | undefined {
	const statements = createStatementReader(connection);
	const findProviders = createProviderFinder(connection);
	const tallies = connection.prepare('SELECT seen, identity, version FROM tally WHERE party = ?');

	return (request) => {
		const after = request.cursor === undefined ? undefined : readCursor(request.cursor);
		const source = documents.ofGroup(request.groupBy, request.group);
		if (!source) return undefined;
		const counts = tallies
			.all<[number, number, number]>(request.group)
			.map(([seen, identity, version]) => [seen, request.groupBy === 'identity' ? identity : version] as const);
		const wanted = counts.flatMap(([seen, count]) => {
			const view = views[seen] as View;
			return count > 0 && (request.relation ?? view.name) === view.name ? [{ view, count }] : [];
		});
		const looking: Looking = {
			connection,
			request,
			filter: compileFilter(request, firstFilterParameter, findProviders),
			views: wanted.map(({ view }) => view),
			links: sum(wanted.map(({ count }) => count)),
			sortKeyOf: documents.sortKeyOf,
		};
		const { total, page, more, facets } = look(looking, after);
		const last = page.at(-1);
		return {
			source,
			total,
			items: page.map(
				({ relation, object, history }): SearchItem => ({
					relation: (views[relation] as View).name,
					object: documents.read(object) as ObjectDocument,
					history: statements.read(history),
				}),
			),
			...(last && more
				? { cursor: writeCursor({ ...last, sortKey: last.sortKey ?? looking.sortKeyOf(last.object) }) }
				: {}),
			...(facets ? { facets } : {}),
		};
	};
}

/** Holds what all statements of one search have in common. */
type Looking = {
	connection: Connection;
	request: SearchRequest;
	filter: Filter | undefined;
	/** Those that hold any link at all. */
	views: readonly View[];
	/** How many links they hold before any filter. */
	links: number;
	sortKeyOf(object: number): string;
};

type Found = { total: number; page: readonly Place[]; more: boolean; facets?: NonNullable<SearchResult['facets']> };

// So many links are read whole where a filter or facets need to see each of them: that costs one walk instead of one for each question.
const gatheredLinks = 10_000;

function look(looking: Looking, after: Position | undefined): Found {
	const { request, filter, links } = looking;
	if (links <= gatheredLinks && (filter || request.facets)) return gather(looking, after);
	const facets = request.facets ? countFacets(looking) : undefined;
	const total = facets?.total ?? (filter ? countFound(looking) : links);
	const { page, more } = total === 0 ? { page: [], more: false } : readPage(looking, after);
	return { total, page, more, ...(facets && { facets: facets.facets }) };
}

/** Reads all that the filter leaves, in one walk of each view, and answers everything from that. */
function gather(looking: Looking, after: Position | undefined): Found {
	const { connection, request, views } = looking;
	const found: Place[] = [];
	const counts: TraitCounts = new Map();
	const columns = `l.latest, l.history, o.id${request.facets ? ', o.type, o.year' : ''}`;
	for (const view of views) {
		const rows = connection
			.prepare(`SELECT ${columns} ${rowsOfView(looking, view)}`)
			.all<[number, number | string, number, number, number | null]>(...parametersOf(looking));
		for (const row of rows) {
			found.push({ latest: row[0], history: row[1], object: row[2], relation: view.seen });
			if (request.facets) countTraits(counts, row[3], row[4], 1);
		}
	}
	const places = request.size === 0 ? [] : firstPlaces(found, looking, after);
	return { total: found.length, ...pageOf(places, request), ...(request.facets && { facets: facetsOf(counts) }) };
}

/** Cuts the page out of places in order, which go one beyond it where more follow. */
function pageOf(places: readonly Place[], { offset, size }: SearchRequest): Pick<Found, 'page' | 'more'> {
	return { page: places.slice(offset, offset + size), more: places.length > offset + size };
}

/** Puts links in order beyond `after`, to the end of the page and one more. Sort keys are read only of those that come that far. */
function firstPlaces(found: Place[], { request, sortKeyOf }: Looking, after: Position | undefined): Place[] {
	const { order, offset, size } = request;
	const count = offset + size + 1;
	const direction = order === 'newest' ? -1 : 1;
	const passed = after ? after.latest * direction : Number.NEGATIVE_INFINITY;
	const left = after ? found.filter(({ latest }) => latest * direction >= passed) : found;
	left.sort((one, other) => (one.latest - other.latest) * direction);
	const places: Place[] = [];
	for (let at = 0; at < left.length && places.length < count; ) {
		const { latest } = left[at] as Place;
		let end = at + 1;
		while (left[end]?.latest === latest) end++;
		const together: Place[] = left.slice(at, end);
		const goesOn = latest * direction === passed;
		if (together.length > 1 || goesOn) {
			for (const place of together) place.sortKey = sortKeyOf(place.object);
			together.sort((one, other) => compare(order, one, other));
		}
		for (const place of together) if (!goesOn || compare(order, after as Position, place) < 0) places.push(place);
		at = end;
	}
	return places.slice(0, count);
}

const firstFilterParameter = 2;

/** Writes the links of a group in one view, with their other objects and its text where a filter reads that; parameter 1 is the group. */
function rowsOfView({ request, filter }: Looking, view: View): string {
	return `FROM link l INDEXED BY ${indexOf(view)} CROSS JOIN object o ON o.id = ${standing(request, view)}
		${filter?.readsText ? 'CROSS JOIN text x ON x.id = o.id' : ''}
		WHERE ${liesIn(request, view)} ${filter ? `AND ${filter.condition}` : ''}`;
}

function indexOf(view: View): string {
	return view.asked === 'source' ? 'link_by_source' : 'link_by_target';
}

/** Writes which object stands at the other end of a link. */
function standing({ groupBy }: SearchRequest, view: View): string {
	const other = view.asked === 'source' ? 'l.target' : 'l.source';
	return groupBy === 'identity' ? other : `coalesce((SELECT id FROM object WHERE id = -${other}), ${other})`;
}

function liesIn({ groupBy }: SearchRequest, view: View): string {
	// The index of targets is without IsRelatedTo and must hear that it is not asked for.
	const asked = view.asked === 'source' ? 'l.source = ?1' : 'l.target = ?1 AND l.relation <> 3';
	return `${asked} AND l.relation = ${view.relation} AND l.level & ${levelBit[groupBy]}`;
}

function parametersOf({ request, filter }: Looking): Value[] {
	return [request.group, ...(filter?.parameters ?? [])];
}

function countFound(looking: Looking): number {
	return sum(
		looking.views.map((view) => {
			const counted = looking.connection.prepare(`SELECT count(*) ${rowsOfView(looking, view)}`);
			return (counted.get<[number]>(...parametersOf(looking)) as [number])[0];
		}),
	);
}

function countFacets(looking: Looking): { total: number; facets: NonNullable<SearchResult['facets']> } {
	const counts: TraitCounts = new Map();
	for (const view of looking.views) {
		const counted = looking.connection.prepare(
			`SELECT o.type, o.year, count(*) ${rowsOfView(looking, view)} GROUP BY o.type, o.year`,
		);
		for (const [type, year, count] of counted.all<[number, number | null, number]>(...parametersOf(looking))) {
			countTraits(counts, type, year, count);
		}
	}
	return { total: sum([...counts.values()]), facets: facetsOf(counts) };
}

/** Counts objects by type and year, both as one number: looking up one is half the work of two. */
type TraitCounts = Map<number, number>;
const yearsPerType = 100_000;
const noYear = yearsPerType - 1;

function countTraits(counts: TraitCounts, type: number, year: number | null, count: number): void {
	const key = type * yearsPerType + (year ?? noYear);
	counts.set(key, (counts.get(key) ?? 0) + count);
}

function facetsOf(counts: TraitCounts): NonNullable<SearchResult['facets']> {
	const types = new Map<number, number>();
	const years = new Map<number, number>();
	for (const [key, count] of counts) {
		const year = key % yearsPerType;
		const type = (key - year) / yearsPerType;
		types.set(type, (types.get(type) ?? 0) + count);
		if (year !== noYear) years.set(year, (years.get(year) ?? 0) + count);
	}
	const type = [...types].map(([code, count]) => [typeOfCode(code), count] as [ReturnType<typeof typeOfCode>, number]);
	type.sort(([one, n], [other, m]) => m - n || (one < other ? -1 : 1));
	return { type, publicationYear: [...years].sort(([one], [other]) => one - other) };
}

function readPage(looking: Looking, after: Position | undefined): Pick<Found, 'page' | 'more'> {
	const { order, size, offset } = looking.request;
	if (size === 0) return { page: [], more: false };
	const walked = looking.filter ? undefined : walk(looking, after);
	if (walked) return pageOf(firstPlaces(walked, looking, after), looking.request);
	const [only] = looking.views.length === 1 ? looking.views : [];
	if (only) {
		const places = placesInView(looking, only, after, size + 1, offset);
		return { page: places.slice(0, size), more: places.length > size };
	}
	// Each view is in order; what is on the page lies among the first of each.
	const places = looking.views.flatMap((view) => placesInView(looking, view, after, offset + size + 1, 0));
	places.sort((one, other) => compare(order, one, other));
	return pageOf(places, looking.request);
}

// So many more links than wanted are walked, in the hope that the last one wanted does not share its instant with the last one walked.
const walkedBeyond = 24;
const mostWalked = 1_100;

/**
 * Walks the first links of each view without a look at their objects, whose order counts only among links of one instant: that is a third of
 * the work. Undefined where too many share an instant; the database must then put them in order.
 */
function walk(looking: Looking, after: Position | undefined): Place[] | undefined {
	const { connection, request, views } = looking;
	const wanted = request.offset + request.size + 1;
	if (wanted > mostWalked) return undefined;
	const [beyond, direction] = request.order === 'newest' ? ['<=', 'DESC'] : ['>=', 'ASC'];
	const limit = wanted + walkedBeyond;
	const walked: Place[] = [];
	for (const view of views) {
		const rows = connection
			.prepare(
				`SELECT l.latest, l.history, ${standing(request, view)} FROM link l INDEXED BY ${indexOf(view)}
				WHERE ${liesIn(request, view)} ${after ? `AND l.latest ${beyond} ?3` : ''} ORDER BY l.latest ${direction} LIMIT +?2`,
			)
			.all<[number, number | string, number]>(request.group, limit, ...(after ? [after.latest] : []));
		const cut = rows.length < limit ? undefined : rows.at(-1)?.[0];
		const whole = cut === undefined ? rows : rows.filter(([latest]) => latest !== cut);
		const certain = after && cut !== undefined ? whole.filter(([latest]) => latest !== after.latest) : whole;
		if (cut !== undefined && certain.length < wanted) return undefined;
		for (const row of whole) {
			walked.push({ latest: row[0], history: row[1], object: row[2], relation: view.seen });
		}
	}
	return walked;
}

function placesInView(
	looking: Looking,
	view: View,
	after: Position | undefined,
	limit: number,
	offset: number,
): Place[] {
	const parameters = parametersOf(looking);
	const bind = (value: Value) => `?${parameters.push(value)}`;
	const newest = looking.request.order === 'newest';
	// SQLite plans a statement anew for each value of a bare LIMIT ?, which takes as long as the search; of LIMIT +? it makes nothing.
	const rows = looking.connection.prepare(
		`SELECT l.latest, o.sort_key, l.history, o.id ${rowsOfView(looking, view)}
			${after ? `AND ${liesAfter(after, view, newest, bind)}` : ''}
			ORDER BY ${newest ? 'l.latest DESC, o.sort_key' : 'l.latest, o.sort_key DESC'}
			LIMIT +${bind(limit)} OFFSET +${bind(offset)}`,
	);
	return rows
		.all<[number, string, number | string, number]>(...parameters)
		.map(([latest, sortKey, history, object]) => ({ latest, sortKey, relation: view.seen, history, object }));
}

/** Compares places whose sort keys are known. */
function compare(order: SearchRequest['order'], one: Partial<Position>, other: Partial<Position>): number {
	return comparePositions(order, one as Position, other as Position);
}

function liesAfter(after: Position, view: View, newest: boolean, bind: (value: Value) => string): string {
	const latest = bind(after.latest);
	const sortKey = bind(after.sortKey);
	// An object at the same place in another view comes after in one order and before in the other.
	const sameObjectToo = newest ? view.seen > after.relation : view.seen < after.relation;
	const [later, behind] = newest ? ['<', '>'] : ['>', '<'];
	return `l.latest ${later}= ${latest}
		AND (l.latest ${later} ${latest} OR o.sort_key ${behind}${sameObjectToo ? '=' : ''} ${sortKey})`;
}

/** Reads what is answered of objects. */
type Documents = {
	/** Reads what stands for a group at its level, undefined where the group is not there. */
	ofGroup(level: GroupBy, group: GroupId): ObjectDocument | undefined;
	/** Reads an object by its id. */
	read(id: number): ObjectDocument | undefined;
	/** Reads what an object is ordered by; it must be there. */
	sortKeyOf(id: number): string;
	/** Forgets what was read, since it has changed. */
	forget(): void;
};

// Works that are cited much are cited by the same works: pages share objects. So many take some 10 MB.
const recentDocuments = 10_000;

function createDocuments(connection: Connection): Documents {
	const byId = connection.prepare('SELECT identifiers, fields, versions FROM document WHERE id = ?');
	const versionOf = connection.prepare('SELECT version FROM object WHERE id = ?');
	const sortKeys = connection.prepare('SELECT sort_key FROM object WHERE id = ?');
	const recent = createRecent<ObjectDocument>(recentDocuments);
	const recentKeys = createRecent<string>(recentDocuments);
	const read = (id: number): ObjectDocument | undefined => {
		const known = recent.get(id);
		if (known) return known;
		const found = byId.get<[string, string, string]>(id);
		if (!found) return undefined;
		const document = { identifiers: found[0], fields: found[1], versions: found[2] };
		recent.set(id, document);
		return document;
	};
	return {
		ofGroup(level, group) {
			if (level === 'identity') return read(group);
			const own = read(objectId('version', group));
			if (own) return own;
			const standsForItself = versionOf.get<[number]>(group)?.[0] === group;
			return standsForItself ? read(group) : undefined;
		},
		read,
		sortKeyOf(id) {
			let key = recentKeys.get(id);
			if (key === undefined) {
				[key] = sortKeys.get<[string]>(id) as [string];
				recentKeys.set(id, key);
			}
			return key;
		},
		forget() {
			recent.clear();
			recentKeys.clear();
		},
	};
}

/** Compares providers' names in memory: they are few, and each is analysed once. */
function createProviderFinder(connection: Connection): ProviderFinder {
	const later = connection.prepare('SELECT id, name FROM provider WHERE id > ? ORDER BY id');
	const known: { id: number; text: string }[] = [];
	return (tokens, prefix) => {
		for (const [id, name] of later.all<[number, string]>(known.at(-1)?.id ?? 0)) {
			known.push({ id, text: ` ${analyse(name).join(' ')} ` });
		}
		const phrase = ` ${tokens.join(' ')}${prefix ? '' : ' '}`;
		return known.filter(({ text }) => text.includes(phrase)).map(({ id }) => id);
	};
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
