// Finds works in one state of a generation: orders and counts those of a walk. Such a search
// examines every work with its words, so it has a connection of its own and yields between slices.
import { setImmediate as tick } from 'node:timers/promises';
import { countEdits } from '../../../../errors/wrong-input.ts';
import { compareText } from '../../../../identifiers/index.ts';
import { type ObjectTypeName, objectTypeNames } from '../../../../links/description.ts';
import type { GroupBy, GroupId } from '../../../../ports/search/index-content.ts';
import type { LinkCounts } from '../../../../ports/search/object-reader.ts';
import { mostFacetValues } from '../../../../ports/search/search-reader.ts';
import {
	compareWorkPositions,
	type DoubtfulWord,
	type FoundWork,
	isInDoubt,
	mostNearWords,
	positionOfWork,
	readWorkCursor,
	type WorkFacets,
	type WorkPosition,
	type WorksRequest,
	type WorksResult,
	wordsToCount,
	wordsToDoubt,
	writeWorkCursor,
} from '../../../../ports/search/work-finder.ts';
import { type CountedWord, rankNear } from '../../../../search/near-words.ts';
import type { QueryNode } from '../../../../search/query-node.ts';
import type { Connection } from '../connection.ts';
import { readDocument } from '../document-row.ts';
import { typeOfCode } from '../schema.ts';
import { cancelled } from './filter.ts';
import { createWorkMatcher, type WorkMatcher } from './match-works.ts';
import { createCountReader } from './objects.ts';
import { createWalks } from './walk-works.ts';

/** What it uses of the other readers of a connection. */
type Needs = {
	matcher: WorkMatcher;
	countLinks(level: GroupBy, groups: readonly GroupId[]): LinkCounts[];
};

/** A work that was found, and its position. */
type Placed = { id: number; position: WorkPosition };
// Takes a few milliseconds.
const worksPerSlice = 1_000;

/** Finds works through a connection, in its transaction; yields now and then. */
export function createWorkFinder(connection: Connection, { matcher, countLinks }: Needs) {
	const walk = createWalks(connection, matcher);
	const findDoubtful = createDoubtfulWords(connection);
	const readDocuments = createDocumentReader(connection);
	return function* (request: WorksRequest): Generator<void, WorksResult> {
		const after = readWorkCursor(request);
		const { rows, isWhole } = walk(request);
		const first = createFirsts(request, after);
		const counts = createCounts();
		let total = 0;
		let lookedAt = 0;
		for (const row of rows) {
			lookedAt += 1;
			if (lookedAt % worksPerSlice === 0) yield;
			if (!row) continue;
			const [id, type, year, publishers, journal, published, sortKey, cited, points] = row;
			total += 1;
			if (request.facets) counts.add(type, year, publishers, journal);
			first.add({ id, position: positionOfWork(request, { points, cited, published, sortKey }) });
		}
		const { q, suggest } = request;
		const doubtful = suggest && q && total === 0 ? yield* findDoubtful(q) : undefined;
		const { page, hasMore } = first.end();
		const ids = page.map(({ id }) => id);
		const groups = ids.map(Math.abs);
		const linkCounts = countLinks(request.groupBy, groups);
		const versions = yield* matcher.versions(ids);
		const documents = readDocuments([...ids, ...versions.values()]);
		const lacks = request.some && matcher.lacks(ids);
		const last = page.at(-1);
		return {
			total,
			isWhole: isWhole(),
			works: page.map(({ id }, at): FoundWork => {
				const document = documents.get(id) as FoundWork['document'];
				const version = versions.get(id);
				return {
					...{ group: groups[at] as GroupId, document, counts: linkCounts[at] as LinkCounts },
					...(lacks && { lacks: lacks.get(id) ?? [] }),
					...(version !== undefined && {
						version: { group: version, document: documents.get(version) as FoundWork['document'] },
					}),
				};
			}),
			...(last && hasMore && { cursor: writeWorkCursor(request, last.position) }),
			...(request.facets && { facets: counts.facets() }),
			...doubtful,
		};
	};
}

/** Gathers the first works after a position, without keeping all. */
function createFirsts({ size, reverse }: WorksRequest, after: WorkPosition | undefined) {
	const compare = (one: Placed, other: Placed) => compareWorkPositions(reverse, one.position, other.position);
	// One more shows whether anything follows.
	const wanted = size + 1;
	let gathered: Placed[] = [];
	/** Nothing after it is needed. */
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

function createCounts() {
	const types: number[] = objectTypeNames.map(() => 0);
	const years = new Map<number, number>();
	/** By the stored lists of publishers: most works have one of few. */
	const lists = new Map<string, number>();
	const journals = new Map<string, number>();
	return {
		add(type: number, year: number | null, publishers: string | null, journal: string | null): void {
			types[type] = (types[type] ?? 0) + 1;
			if (year !== null) years.set(year, (years.get(year) ?? 0) + 1);
			if (publishers !== null) lists.set(publishers, (lists.get(publishers) ?? 0) + 1);
			if (journal !== null) journals.set(journal, (journals.get(journal) ?? 0) + 1);
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
				journal: byCount([...journals]).slice(0, mostFacetValues),
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

/** Finds works in one generation, one search after the other. */
export type WorkSearch = {
	findWorks(request: WorksRequest): Promise<WorksResult>;
	/** Closes the connection, once the search under way has ended. */
	close(): void;
};

/**
 * Creates it; `open` is called for the first search. A search whose result is no longer wanted
 * (`isCancelled`) fails.
 */
export function createWorkSearch(open: () => Connection, isCancelled: () => boolean): WorkSearch {
	let connection: Connection | undefined;
	let find: ReturnType<typeof createWorkFinder> | undefined;
	let last: Promise<unknown> = Promise.resolve();
	const run = async (request: WorksRequest): Promise<WorksResult> => {
		connection ??= open();
		find ??= createFinder(connection, isCancelled);
		connection.execute('BEGIN');
		try {
			const search = find(request);
			for (;;) {
				const step = search.next();
				if (step.done) return step.value;
				if (isCancelled()) throw cancelled();
				await tick();
			}
		} finally {
			if (connection.isInTransaction()) connection.execute('COMMIT');
		}
	};
	return {
		findWorks(request) {
			const found = last.then(() => run(request));
			last = found.catch(() => undefined);
			return found;
		},
		close: () => void last.finally(() => connection?.close()),
	};
}

function createFinder(connection: Connection, isCancelled: () => boolean): ReturnType<typeof createWorkFinder> {
	const matcher = createWorkMatcher(connection, isCancelled);
	return createWorkFinder(connection, { matcher, countLinks: createCountReader(connection) });
}

// To count the works with a word, FTS5 reads all of them: 20 ms in a million.
const mostPassed = 3_000_000;
// A few milliseconds.
const wordsPerSlice = 2_000;

/** Creates the counts of a query's words, and the list of those that may be wrong; yields now and then. */
function createDoubtfulWords(connection: Connection) {
	const count = connection.prepare('SELECT doc FROM vocabulary WHERE term = ?');
	const list = connection.prepare('SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?');
	function* nearTo(doubted: CountedWord): Generator<void, string[]> {
		const { word } = doubted;
		const found = new Map<string, CountedWord>();
		let passed = 0;
		// Most words are right up to their middle; those that begin otherwise are many more.
		for (const length of [Math.ceil(word.length / 2), 2, 1]) {
			const begin = Array.from(word).slice(0, length).join('');
			let words = 0;
			for (const [term, works] of list.iterate<[string, number]>(begin, `${begin}\u{10ffff}`)) {
				passed += works;
				words += 1;
				if (words % wordsPerSlice === 0) yield;
				if (passed > mostPassed) break;
				if (countEdits(word, term) <= 2) found.set(term, { word: term, works });
			}
			if (passed > mostPassed) break;
		}
		return rankNear(doubted, [...found.values()], mostNearWords);
	}
	return function* (q: QueryNode): Generator<void, Pick<WorksResult, 'doubtfulWords' | 'wordCounts'>> {
		const wordCounts: CountedWord[] = [];
		for (const word of wordsToCount(q)) {
			wordCounts.push({ word, works: count.get<[number]>(word)?.[0] ?? 0 });
			yield;
		}
		const doubtful: DoubtfulWord[] = [];
		for (const one of wordsToDoubt(wordCounts)) doubtful.push({ ...one, near: yield* nearTo(one) });
		return { doubtfulWords: doubtful.filter(isInDoubt), wordCounts };
	};
}
