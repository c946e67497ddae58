// Works, links and requests in shorthand, for tests of the search index.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { BrokerError } from '../../../errors.ts';
import { datePeriod } from '../../../links/link-date.ts';
import type { HistoryItem } from '../../../links/provenance.ts';
import type { GroupRelation } from '../../../links/relation.ts';
import { type ObjectTextField, objectTextFields } from '../../../search/query-node.ts';
import { rebuildPhases } from '../../../store/rebuild-parts.ts';
import type { GroupBy, GroupId, IndexChanges, IndexLink, IndexObject } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import type { SearchRequest, SearchResult } from '../search-reader.ts';
import type { IndexWriter } from '../search-writer.ts';
import type { WorksRequest, WorksResult } from '../work-finder.ts';

/** Returns the number of the group with this letter: A is 1. */
export function groupOf(name: string): GroupId {
	return name.charCodeAt(0) - 64;
}

type Traits = Partial<Pick<IndexObject, 'type' | 'year' | 'published' | 'sortKey'>> & {
	/** The letter of its Version group, where it is not alone in one. */
	version?: string;
	/** Keys of scheme `doi`; the name itself where left out. */
	dois?: readonly string[];
	text?: Partial<Record<ObjectTextField, readonly string[]>>;
	/** Of a family alone. */
	versionTitles?: readonly string[];
	traits?: IndexObject['traits'];
};

/** Makes the object of the Identity group with this name, unknown in all that is not given. */
export function work(name: string, traits: Traits = {}): IndexObject {
	const group = groupOf(name);
	const dois = traits.dois ?? [name];
	return {
		level: 'identity',
		group,
		version: traits.version === undefined ? group : groupOf(traits.version),
		identifiers: dois.map((key) => ({ scheme: 'doi', key })),
		type: traits.type ?? 'unknown',
		year: traits.year ?? null,
		published: traits.published ?? null,
		sortKey: traits.sortKey ?? name,
		text: textOf(traits.text ?? {}),
		versionTitles: traits.versionTitles ?? [],
		traits: traits.traits ?? [],
		document: { identifiers: `[{"ID":"${name}","IDScheme":"doi"}]`, fields: '"Type":{"Name":"unknown"}', versions: '' },
	};
}

/** Makes the object of the Version group with this name. */
export function family(name: string, traits: Omit<Traits, 'version' | 'dois'> = {}): IndexObject {
	const object = work(name, traits);
	const document = { ...object.document, identifiers: `[{"ID":"all ${name}","IDScheme":"doi"}]`, versions: '[]' };
	return { ...object, level: 'version', identifiers: [], document };
}

function textOf(text: Partial<Record<ObjectTextField, readonly string[]>>): IndexObject['text'] {
	return Object.fromEntries(objectTextFields.map((field) => [field, text[field] ?? []])) as IndexObject['text'];
}

/** Makes one item of a LinkHistory. */
export function asserted(date: string, provider = 'Crossref', ...subTypes: string[]): HistoryItem {
	const { from, to } = datePeriod(date);
	return { provider, date, instant: from, end: to, subTypes };
}

/**
 * Makes the link of `A Cites B` at both levels, and of symmetric relations in both directions;
 * asserted in 2015 unless given otherwise.
 */
export function link(notation: string, ...history: HistoryItem[]): IndexLink[] {
	const [from = '', relation, to = ''] = notation.split(' ') as [string, GroupRelation, string];
	const given = history.length > 0 ? history : [asserted('2015')];
	const states = { identity: given, version: given };
	const one = { source: groupOf(from), relation, target: groupOf(to), ...states };
	return relation === 'IsRelatedTo' ? [one, { ...one, source: one.target, target: one.source }] : [one];
}

/** Reduces links to one level. */
export function only(level: GroupBy, links: readonly IndexLink[]): IndexLink[] {
	return links.map(({ source, relation, target, [level]: history }) => ({
		source,
		relation,
		target,
		[level]: history ?? [],
	}));
}

/** Applies one change in one update. */
export async function put(index: SearchIndex, changes: Partial<IndexChanges>): Promise<void> {
	await index.update((writer) => writer.apply({ removed: [], objects: [], links: [], ...changes }));
}

/** Builds a generation of objects and links, as a rebuild does, and leaves it finished. */
export async function buildUp(
	index: SearchIndex,
	generation: number,
	content: Partial<Omit<IndexChanges, 'removed'>>,
	syncToken = 'built',
): Promise<void> {
	await index.begin(generation);
	await fillUp(index, generation, content, syncToken);
}

/** Fills a generation in the same way. */
export async function fillUp(
	index: SearchIndex,
	generation: number,
	{ objects = [], links = [] }: Partial<Omit<IndexChanges, 'removed'>>,
	syncToken: string,
): Promise<void> {
	for (const phase of rebuildPhases) {
		const builder = await index.open(generation, phase, 1);
		if (phase === 'objects') await builder.addObjects(objects);
		if (phase === 'links') await builder.addLinks(links);
		const last = objects.reduce((most, { group }) => Math.max(most, group), 1);
		if (phase === 'ranks') for await (const _ of builder.addRanks({ first: 1, last }));
		await builder.flush();
		if (phase === 'changes') await builder.finish(syncToken);
	}
}

/** Begins a generation, adds objects and stops there, like a process that dies. */
export async function beginToBuild(index: SearchIndex, generation: number, objects: IndexObject[] = []): Promise<void> {
	await index.begin(generation);
	await (await index.open(generation, 'objects', 1)).addObjects(objects);
}

/** Makes a request for everything related to the work with this name. */
export function about(name: string, more: Partial<SearchRequest> = {}): SearchRequest {
	return {
		groupBy: 'identity',
		group: groupOf(name),
		order: 'newest',
		size: 1_000,
		offset: 0,
		facets: false,
		...more,
	};
}

/** Searches and returns the names found, in order; fails where the work is not in the index. */
export async function find(index: SearchIndex, name: string, more: Partial<SearchRequest> = {}): Promise<string[]> {
	const result = await index.search(about(name, more));
	if (!result) throw new Error(`${name} is not in the index`);
	return namesOf(result);
}

/** Returns the names of the items of a result, in order. */
export function namesOf({ items }: SearchResult): string[] {
	return items.map(({ object }) => (JSON.parse(object.identifiers) as [{ ID: string }])[0].ID);
}

/** Follows cursors from a first request to the end; returns the pages. */
export async function pagesOf(index: SearchIndex, request: SearchRequest): Promise<SearchResult[]> {
	const pages: SearchResult[] = [];
	let cursor: string | undefined;
	do {
		const page = await index.search(cursor === undefined ? request : { ...request, offset: 0, cursor });
		if (!page) break;
		pages.push(page);
		cursor = page.cursor;
	} while (cursor !== undefined);
	return pages;
}

/** Follows cursors of works from a first request to the end; returns the pages. */
export async function workPagesOf(index: SearchIndex, request: WorksRequest): Promise<WorksResult[]> {
	const pages: WorksResult[] = [];
	let cursor: string | undefined;
	do {
		const page = await index.findWorks(cursor === undefined ? request : { ...request, cursor });
		pages.push(page);
		cursor = page.cursor;
	} while (cursor !== undefined);
	return pages;
}

const counted = { scheme: 'count', key: 'A' };

/**
 * Reads a number that is stored in the index only (the Version group of A, which is not used
 * otherwise), waits, and writes the next.
 */
export async function countUp(writer: IndexWriter): Promise<void> {
	const [located] = await writer.locate([counted]);
	await new Promise(setImmediate);
	const unlikeOthers = { sortKey: randomUUID(), version: (located?.version ?? 0) + 1 };
	const object = { ...work('A'), identifiers: [counted], ...unlikeOthers };
	await writer.apply({ removed: [], objects: [object], links: [] });
}

/** Returns how often countUp was applied. */
export async function countOf(index: SearchIndex): Promise<number> {
	const [located] = await index.locate([counted]);
	return located?.version ?? 0;
}

/** Names six works. */
export const letters = ['A', 'B', 'C', 'D', 'E', 'F'];

/** Returns in which Identity group each of these DOIs is found. */
export async function identitiesOf(index: SearchIndex, dois: readonly string[]): Promise<(number | undefined)[]> {
	const located = await index.locate(dois.map((key) => ({ scheme: 'doi', key })));
	return dois.map((doi) => located.find(({ key }) => key === doi)?.identity);
}

/** Returns the dates of the LinkHistory of the first item found of A. */
export async function historyDates(
	index: SearchIndex,
	groupBy: SearchRequest['groupBy'],
): Promise<string[] | undefined> {
	const result = await index.search(about('A', { groupBy }));
	return result?.items[0]?.history.map(({ date }) => date);
}

/** One fresh index. */
export type OpenedIndex = {
	index: SearchIndex;
	/** Opens one more handle, as another process would. */
	reopen(): Promise<SearchIndex>;
	/**
	 * Counts the objects, identifiers and links that the active generation stores, in whatever
	 * pieces.
	 */
	countKept(): Promise<number>;
	/** Closes all handles. */
	close(): Promise<void>;
};

/** Makes a fresh, empty index. */
export type OpenIndex = () => Promise<OpenedIndex>;

/** Tests one sentence on a fresh index. */
export type Case = {
	(
		sentence: string,
		test: (index: SearchIndex, reopen: OpenedIndex['reopen'], countKept: OpenedIndex['countKept']) => Promise<void>,
	): void;
	/** Returns what tests sentences that change nothing, all on one index with this content. */
	reading(content: Partial<IndexChanges>): Reading;
};

/** Tests one sentence that changes nothing. */
export type Reading = (sentence: string, test: (index: SearchIndex) => Promise<void>) => void;

/**
 * Asserts that an index whose generation cannot be read is empty and fails with `unavailable`, and
 * that a rebuilt one replaces it.
 */
export async function assertUnreadableUntilRebuilt(index: SearchIndex): Promise<void> {
	assert.deepEqual([await index.generation(), await index.isEmpty(), await index.syncToken()], [1, true, undefined]);
	const attempts = [
		() => index.search(about('A')),
		() => index.locate([]),
		() => index.locateKeys([]),
		() => index.size(),
		() => index.describe(1, { facets: false }),
		() => index.countLinks([]),
		() =>
			index.findWorks({
				groupBy: 'identity',
				order: 'cited',
				reverse: false,
				size: 1,
				facets: false,
				mostLookedAt: 10,
			}),
		() => index.counts(),
		() => index.differingObjects([work('A')]),
		() => index.differingLinks(link('A Cites B')),
		() => Array.fromAsync(index.groups('identity')),
		() => index.update(async () => undefined),
	];
	for (const attempt of attempts) {
		await assert.rejects(attempt(), (error: unknown) => error instanceof BrokerError && error.code === 'unavailable');
	}
	await buildUp(index, 2, { objects: [work('A'), work('B')], links: link('A Cites B') });
	await index.switchTo(2);
	assert.deepEqual(await find(index, 'A'), ['B']);
	assert.equal(await index.update(async (writer) => writer.generation), 2);
}
