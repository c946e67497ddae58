// Finds works in one state of a generation: by the word index, by type and year; orders and counts
// them. It knows no link's content.
import { compareText } from '../../../../identifiers/index.ts';
import { type ObjectTypeName, objectTypeNames } from '../../../../links/description.ts';
import { searchRelations } from '../../../../links/relation.ts';
import type { GroupBy, GroupId } from '../../../../ports/search/index-content.ts';
import type { LinkCounts } from '../../../../ports/search/object-reader.ts';
import { mostFacetValues } from '../../../../ports/search/search-reader.ts';
import {
	compareWorkPositions,
	type FoundWork,
	positionOfWork,
	readWorkCursor,
	type WorkFacets,
	type WorkPosition,
	type WorksRequest,
	type WorksResult,
	wordsSought,
	writeWorkCursor,
} from '../../../../ports/search/work-finder.ts';
import type { Connection } from '../connection.ts';
import { readDocument } from '../document-row.ts';
import { codeOfType, phraseOf, typeOfCode } from '../schema.ts';
import { hasYear } from './filter.ts';
import { matchWords } from './match-words.ts';
import type { QueryCondition } from './query.ts';
import { createParameters, type Parameters } from './select-links.ts';

/** What is needed of the other readers of a connection. */
type Needs = {
	queryHolds: QueryCondition;
	countLinks(level: GroupBy, groups: readonly GroupId[]): LinkCounts[];
};

/** A work that was found, and its place. */
type Placed = { id: number; position: WorkPosition };
type Row = [
	...[id: number, type: number, year: number | null, publishers: string | null],
	...[published: number | null, sortKey: string, cited: number, titleWords: number],
];

// Takes a few milliseconds.
const worksPerSlice = 1_000;

/** Finds works through a connection, in its transaction; yields now and then. */
export function createWorkFinder(connection: Connection, { queryHolds, countLinks }: Needs) {
	const titleWords = createTitleScore(connection);
	const readDocuments = createDocumentReader(connection);
	return function* (request: WorksRequest): Generator<void, WorksResult> {
		const after = readWorkCursor(request);
		const parameters = createParameters();
		const statement = selectWorks(request, parameters, { queryHolds, titleWords });
		const first = createFirsts(request, after);
		const counts = createCounts();
		let total = 0;
		for (const row of connection.prepare(statement).iterate<Row>(...parameters.values)) {
			const [id, type, year, publishers, published, sortKey, cited, words] = row;
			total += 1;
			if (total % worksPerSlice === 0) yield;
			if (request.facets) counts.add(type, year, publishers);
			first.add({ id, position: positionOfWork(request, { titleWords: words, cited, published, sortKey }) });
		}
		const { page, hasMore } = first.end();
		const groups = page.map(({ id }) => Math.abs(id));
		const linkCounts = countLinks(request.groupBy, groups);
		const documents = readDocuments(page.map(({ id }) => id));
		const last = page.at(-1);
		return {
			total,
			works: page.map(({ id }, at): FoundWork => {
				const document = documents.get(id) as FoundWork['document'];
				return { group: groups[at] as GroupId, document, counts: linkCounts[at] as LinkCounts };
			}),
			...(last && hasMore && { cursor: writeWorkCursor(request, last.position) }),
			...(request.facets && { facets: counts.facets() }),
		};
	};
}

const isCitedBy = searchRelations.indexOf('isCitedBy');

type Functions = { queryHolds: QueryCondition; titleWords: TitleScore };

function selectWorks(request: WorksRequest, { bind }: Parameters, { queryHolds, titleWords }: Functions): string {
	const { groupBy, q, type, years, order } = request;
	const match = q && matchWords(q);
	const conditions = [describes[groupBy]];
	if (match?.expression !== undefined) conditions.unshift(`words MATCH ${bind(match.expression)}`);
	if (type !== undefined) conditions.push(`o.type = ${bind(codeOfType(type))}`);
	if (years) conditions.push(hasYear(years, bind));
	if (q && !match?.exact) conditions.push(queryHolds(q, 'NULL'));
	const score = order === 'relevance' ? titleWords(q) : '0';
	const cited = `coalesce((SELECT ${groupBy} FROM tally WHERE party = abs(o.id) AND seen = ${isCitedBy}), 0)`;
	const from = match?.expression === undefined ? 'object o' : 'words CROSS JOIN object o ON o.id = words.rowid';
	return `SELECT o.id, o.type, o.year, o.publishers, o.published, o.sort_key,
		${order === 'published' ? '0' : cited}, ${score} FROM ${from} WHERE ${conditions.join(' AND ')}`;
}

/** Says which objects describe a group at a level. */
const describes: Readonly<Record<GroupBy, string>> = {
	identity: 'o.id > 0',
	version: '(o.id < 0 OR o.version = o.id AND NOT EXISTS (SELECT 1 FROM object f WHERE f.id = -o.id))',
};

/** Writes how many of a query's words stand in the title of `o`. */
type TitleScore = (q: WorksRequest['q']) => string;

/**
 * Defines the function for a connection. Searches come one after the other, so that it knows one
 * query at a time.
 */
function createTitleScore(connection: Connection): TitleScore {
	let sought: readonly string[] = [];
	connection.define('title_words', (title) => sought.filter((words) => (title as string).includes(words)).length);
	return (q) => {
		sought = wordsSought(q).map(phraseOf);
		return sought.length === 0 ? '0' : '(SELECT title_words(t.title) FROM text t WHERE t.id = o.id)';
	};
}

/** Gathers the first works behind a place, without keeping all. */
function createFirsts({ size, reverse }: WorksRequest, after: WorkPosition | undefined) {
	const compare = (one: Placed, other: Placed) => compareWorkPositions(reverse, one.position, other.position);
	// One more tells whether anything follows.
	const wanted = size + 1;
	let gathered: Placed[] = [];
	/** Nothing behind it is wanted. */
	let limit: Placed | undefined;
	const shorten = () => {
		gathered = gathered.sort(compare).slice(0, wanted);
		if (gathered.length === wanted) limit = gathered.at(-1);
	};
	return {
		add(one: Placed): void {
			if (after && compareWorkPositions(reverse, one.position, after) <= 0) return;
			if (limit && compare(one, limit) > 0) return;
			gathered.push(one);
			if (gathered.length >= 2 * wanted + 100) shorten();
		},
		end(): { page: Placed[]; hasMore: boolean } {
			shorten();
			return { page: gathered.slice(0, size), hasMore: gathered.length > size };
		},
	};
}

/** Counts works by type, year and publisher. */
function createCounts() {
	const types: number[] = objectTypeNames.map(() => 0);
	const years = new Map<number, number>();
	/** By the lists of publishers, as they are stored: most works have one of few. */
	const lists = new Map<string, number>();
	return {
		add(type: number, year: number | null, publishers: string | null): void {
			types[type] = (types[type] ?? 0) + 1;
			if (year !== null) years.set(year, (years.get(year) ?? 0) + 1);
			if (publishers !== null) lists.set(publishers, (lists.get(publishers) ?? 0) + 1);
		},
		facets(): WorkFacets {
			const publishers = new Map<string, number>();
			for (const [list, count] of lists) {
				for (const name of JSON.parse(list) as string[]) publishers.set(name, (publishers.get(name) ?? 0) + count);
			}
			const counted = types.flatMap((count, code): [ObjectTypeName, number][] =>
				count > 0 ? [[typeOfCode(code), count]] : [],
			);
			return {
				type: byCount(counted),
				publicationYear: [...years].sort(([one], [other]) => one - other),
				publisher: byCount([...publishers]).slice(0, mostFacetValues),
			};
		},
	};
}

function byCount<T extends string>(counts: [T, number][]): [T, number][] {
	return counts.sort(([one, n], [other, m]) => m - n || compareText(one, other));
}

function createDocumentReader(connection: Connection) {
	type Columns = [id: number, identifiers: string, fields: string, versions: string];
	const find = connection.prepare(
		`SELECT d.id, d.identifiers, d.fields, d.versions FROM json_each(?) wanted
			CROSS JOIN document d ON d.id = wanted.value`,
	);
	return (ids: readonly number[]) => {
		const found = find.all<Columns>(JSON.stringify(ids));
		return new Map(found.map(([id, ...columns]) => [id, readDocument(...columns)]));
	};
}
