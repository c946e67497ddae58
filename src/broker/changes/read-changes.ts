// Reads a page of the change log, filtered, and describes its entries.

import { setImmediate as nextTick } from 'node:timers/promises';
import { hasCode } from '../../errors.ts';
import type { ChangeEndView, ChangeView } from '../../formats/changes/write-changes.ts';
import { orcidOf } from '../../formats/scholix/described-object.ts';
import { type Identifier, isSame, sameByRule } from '../../identifiers/index.ts';
import { shownLimits } from '../../links/limits.ts';
import { plainText } from '../../links/markup/styled-text.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import { relations } from '../../links/relation.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { GroupLevel, Id } from '../../store/graph.ts';
import type { Records, Transaction } from '../../store/records.ts';
import { builtInDefinitions, type Definition } from '../counting/definitions.ts';
import { unclearCodes } from '../objects/look-up-objects.ts';
import { assertedDescriptions, createReader, knownOf } from './change-descriptions.ts';
import { type ChangesQuery, type LogExtent, readCursor, writeCursor } from './change-query.ts';
import { type ChangeCounting, countingOf, withoutFlagged } from './counted-changes.ts';
import { endsOf, openSelection, type SelectedChanges, type Selection } from './select-changes.ts';

/** A page of the log. */
export type ChangesPage = {
	changes: readonly ChangeView[];
	/** The cursor after the last entry read: the next page begins there. */
	next: string;
	/** The number of that entry. */
	readUpTo: number;
	/** Whether the log had no further entry; `newest` was the number of the newest entry then. */
	isEnd: boolean;
	newest: number;
	/** Makes the cursor before an entry. */
	cursorBefore(number: number): string;
};

/** The newest entries, with the title and the main identifier of the one work asked for, if it is known. */
export type NewestChanges = ChangesPage & { work?: { title: string; main: Pick<Identifier, 'scheme' | 'value'> } };

/** An identifier with the work that it names now. */
type Named = Awaited<ReturnType<Transaction['identifiers']>>[number];
type NamedEnd = ChangeEndView & { identifier: Named };

/** An entry whose ends have their places. */
export type NamedChange = ChangeView & { source: NamedEnd; target: NamedEnd };

/** The filter and size of a page, without where it begins. */
type Filtered = SelectedChanges & { limit: number };

/** Bounds the entries of one page: a larger `limit` takes several. */
const mostAnswered = 1_000;
/** Bounds the entries read for one page: the page then ends, perhaps empty, and `next` goes on. */
const mostRead = 20_000;
/** The same for a feed, which has no next page. */
const mostReadForFeed = 100_000;
/** Entries read in one step; between two steps the thread does other work. */
const readAtOnce = 500;
/** Bounds the entries described in one step: the descriptions of a single work may take megabytes. */
const describedAtOnce = { entries: 16, characters: 262_144 };

/**
 * Reads entries after the query's cursor, oldest first. Fails as readCursor, countingOf and findAsked
 * do.
 */
export async function readChanges(
	records: Records,
	query: ChangesQuery,
	definitions: readonly Definition[] = builtInDefinitions,
): Promise<ChangesPage> {
	const counting = countingOf(definitions, query);
	return records.read(async (transaction) => {
		const log = await transaction.changeLog();
		const { after, wait, format, ...filtered } = query;
		const from = readCursor(log, after);
		return pageOf(log, await gather(transaction, filtered, { log, from, direction: 'forward', counting }));
	});
}

/**
 * Reads these entries after the query's cursor, also those that its filter does not select any more.
 * Fails as readCursor does.
 */
export function readEntries(
	records: Records,
	{ after, group_by, ...filter }: ChangesQuery,
	{ numbers, definitions }: { numbers: readonly number[]; definitions: readonly Definition[] },
): Promise<Pick<ChangesPage, 'changes' | 'newest'>> {
	return records.read(async (transaction) => {
		const log = await transaction.changeLog();
		readCursor(log, after);
		const open = async (one: SelectedChanges) =>
			openSelection(transaction, one, { order: 'forward', counting: countingOf(definitions, one) });
		const named = await open({ ...filter, group_by }).catch((error) => {
			// Its definition may be removed, too.
			if ([...unclearCodes, 'bad-query' as const].some((code) => hasCode(error, code))) return open({ group_by });
			throw error;
		});
		const { changes } = await transaction.changes({ numbers, entries: numbers.length });
		const selection = { ...named, select: async () => changes, without: [], onlyFirst: false };
		const wanted = { selection, query: {}, missing: numbers.length, left: Number.POSITIVE_INFINITY };
		return { changes: (await selectViews(transaction, changes, wanted)).fitting, newest: log.newest };
	});
}

/**
 * Reads the newest entries that fit, newest first; citations of one work by another are one. Fails as
 * countingOf and findAsked do.
 */
export async function readNewestChanges(
	records: Records,
	query: Filtered,
	definitions: readonly Definition[] = builtInDefinitions,
): Promise<NewestChanges> {
	const counting = countingOf(definitions, query);
	return records.read(async (transaction) => {
		const log = await transaction.changeLog();
		const walk = { log, from: log.newest + 1, direction: 'backward', counting } as const;
		const { changes, identity } = await gather(transaction, query, walk);
		const kept = query.entries === 'citations' ? foldCitations(changes, query.group_by) : changes;
		const page = { changes: await withMain(transaction, kept), readUpTo: log.newest, isEnd: true };
		return { ...pageOf(log, page), ...(identity && { work: await nameOf(transaction, identity) }) };
	});
}

/**
 * Leaves, of entries from the newest on, the earliest in which one work cites another, and none in
 * which a work cites itself.
 */
function foldCitations(changes: readonly NamedChange[], level: GroupLevel): NamedChange[] {
	const earliest = new Map<string, NamedChange>();
	for (const change of changes) {
		const [source, target] = [change.source.identifier[level], change.target.identifier[level]];
		if (source !== target) earliest.set(`${source} ${target}`, change);
	}
	return [...earliest.values()].sort((one, other) => other.number - one.number);
}

/** Adds the main identifiers of works. */
async function withMain(transaction: Transaction, changes: readonly NamedChange[]): Promise<ChangeView[]> {
	const ends = changes.flatMap(({ source, target }) => [source.identifier, target.identifier]);
	const shared = ends.filter(({ alone }) => !alone).map(({ identity }) => identity);
	const mains = await transaction.mainIdentifiers([...new Set(shared)]);
	const mainOf = (end: NamedEnd) => ({ ...end, main: mains.get(end.identifier.identity) ?? end.identifier });
	return changes.map((change) => ({ ...change, source: mainOf(change.source), target: mainOf(change.target) }));
}

/** Names a work by its title, or without one by its main identifier. */
async function nameOf(transaction: Transaction, identity: Id): Promise<NonNullable<NewestChanges['work']>> {
	const [alone] = await transaction.identifiers([identity]);
	const main = (await transaction.mainIdentifiers([identity])).get(identity) ?? (alone as Named);
	const known = await knownOf(transaction, createReader(transaction), [{ id: identity, identity }]);
	return { title: plainText(known.get(identity)?.Title ?? '').trim() || main.value, main };
}

type Gathered = { changes: NamedChange[]; readUpTo: number; isEnd: boolean };

function pageOf(
	log: LogExtent,
	{ changes, readUpTo, isEnd }: Omit<Gathered, 'changes'> & Pick<ChangesPage, 'changes'>,
): ChangesPage {
	const cursorBefore = (number: number) => writeCursor(log, number - 1);
	return { changes, next: writeCursor(log, readUpTo), readUpTo, isEnd, newest: log.newest, cursorBefore };
}

type Walk = { log: LogExtent; from: number; direction: 'forward' | 'backward'; counting: ChangeCounting };

/** Walks along the log until enough entries are found, too many are read, or the log ends. */
async function gather(
	transaction: Transaction,
	query: Filtered,
	{ log, from, direction, counting }: Walk,
): Promise<Gathered & Pick<Selection, 'identity'>> {
	const selection = await openSelection(transaction, query, { order: direction, counting });
	const limit = Math.min(query.limit, mostAnswered);
	const isFiltered = selection.isFilter || query.type !== undefined || query.orcid !== undefined;
	const { identity } = selection;
	const changes: NamedChange[] = [];
	let readUpTo = from;
	let left: number = shownLimits.pageBytes;
	const most = direction === 'backward' ? mostReadForFeed : mostRead;
	for (let read = 0; read < most; ) {
		if (read > 0) await nextTick();
		const missing = limit - changes.length;
		const step = await transaction.changes({
			...(direction === 'forward' ? { after: readUpTo } : { before: readUpTo }),
			...(selection.named && { naming: selection.named }),
			entries: isFiltered ? readAtOnce : Math.min(missing, readAtOnce),
		});
		const wanted = { selection, query, missing, left };
		const { fitting, cutAt, characters } = await selectViews(transaction, step.changes, wanted);
		left -= characters;
		for (const view of fitting) changes.push(view);
		const last = fitting.at(-1);
		if (changes.length === limit && last) {
			const isEnd = step.isEnd && last.number === step.changes.at(-1)?.number;
			return { changes, readUpTo: isEnd && direction === 'forward' ? log.newest : last.number, isEnd, identity };
		}
		if (cutAt !== null) return { changes, readUpTo: cutAt, isEnd: false, identity };
		if (step.isEnd) return { changes, readUpTo: log.newest, isEnd: true, identity };
		readUpTo = step.changes.at(-1)?.number ?? readUpTo;
		read += step.changes.length;
	}
	return { changes, readUpTo, isEnd: false, identity };
}

type Wanted = {
	selection: Selection;
	query: Pick<ChangesQuery, 'type' | 'orcid' | 'direction'>;
	missing: number;
	left: number;
};

/**
 * Describes the entries that fit, a few at a time. Descriptions may be long: `cutAt` is the last
 * entry described where the rest would be too much for one page, or null.
 */
async function selectViews(
	transaction: Transaction,
	changes: readonly StoredChange[],
	{ selection, query, missing, left }: Wanted,
): Promise<{ fitting: NamedChange[]; cutAt: number | null; characters: number }> {
	const selected = await selection.select(changes);
	const { without } = selection;
	// Without a direction, works that cite fit, too.
	const endsBy = (change: StoredChange) => (query.direction ? selection.endsLooked(change) : endsOf(change));
	const fits = ({ view, change }: { view: ChangeView; change: StoredChange }) =>
		[view.source, view.target].some((end) => isOfType(end, query)) &&
		endsBy(change).some((end) => isBy(view[end], query));
	const fitting: NamedChange[] = [];
	let characters = 0;
	let entries = 1;
	for (let at = 0; at < selected.length && fitting.length < missing; ) {
		if (characters > left && at > 0) return { fitting, cutAt: selected[at - 1]?.number ?? null, characters };
		if (at > 0) await nextTick();
		const part = selected.slice(at, at + entries);
		const some = await getChanges(transaction, part);
		at += entries;
		entries = some.characters > describedAtOnce.characters ? 1 : Math.min(entries * 2, describedAtOnce.entries);
		characters += some.characters;
		const those = some.views.map((view, place) => ({ view, change: part[place] as StoredChange })).filter(fits);
		const counted = without.length === 0 ? those : await withoutFlagged(transaction, those, selection);
		for (const { view, change } of counted)
			fitting.push({ ...view, ...(await matchedOf(transaction, selection, { change, view })) });
	}
	return { fitting: fitting.slice(0, missing), cutAt: null, characters };
}

/** Says which works asked for an entry has or concerns, and how they were named. */
async function matchedOf(
	transaction: Transaction,
	{ naming, idsAsked }: Selection,
	{ change, view }: { change: StoredChange; view: NamedChange },
): Promise<Pick<ChangeView, 'matched'>> {
	const asked = idsAsked(change).filter((id) => naming?.get(id) !== undefined);
	const ends = [view.source.identifier, view.target.identifier];
	const others = asked.filter((id) => !ends.some((end) => end.id === id));
	const places = others.length === 0 ? ends : [...ends, ...(await transaction.identifiers(others, 'all'))];
	const works = new Map(places.map(({ id, identity }) => [id, identity]));
	const matched = new Map<Id, { work: Id; as: string }>();
	for (const id of asked) {
		const work = works.get(id) as Id;
		matched.set(work, { work, as: naming?.get(id) as string });
	}
	return matched.size > 0 ? { matched: [...matched.values()] } : {};
}

function isOfType({ description, known }: ChangeEndView, { type }: Wanted['query']): boolean {
	return type === undefined || [description, known].some(({ Type }) => (Type?.Name ?? 'unknown') === type);
}

function isBy({ description, known }: ChangeEndView, { orcid }: Wanted['query']): boolean {
	const creators = [description, known].flatMap(({ Creator = [] }) => Creator);
	return orcid === undefined || creators.some((creator) => orcidOf(creator) === orcid);
}

/**
 * Makes the views of entries. Each has the descriptions that its assertion gives; that of a
 * withdrawal has the present ones.
 * `characters` is the length of the descriptions that were read.
 */
async function getChanges(
	transaction: Transaction,
	changes: readonly StoredChange[],
): Promise<{ views: NamedChange[]; characters: number }> {
	const reader = createReader(transaction);
	const ids = [...new Set(changes.flatMap(({ source, target }) => [source, target]))];
	const names = new Map<Id, Named>();
	const found = await transaction.identifiers(ids, 'all');
	for (const one of found) names.set(one.id, one);
	const placed = found.filter(({ retired }) => !retired);
	const known = await knownOf(transaction, reader, placed);
	const asserted = await assertedDescriptions(transaction, reader, changes);
	const provenances = new Map(
		await transaction.texts('provenance', [...new Set(changes.map((one) => one.provenance))]),
	);
	const views = changes.map((change, position): NamedChange => {
		const { number, at, kind, isEdge, descriptions } = change;
		const endOf = (end: 'source' | 'target'): NamedEnd => {
			const now = known.get(change[end]) ?? {};
			const isShown = descriptions === 'asserted' || descriptions === end;
			const given = isShown ? asserted.get(position)?.[end] : undefined;
			return {
				identifier: names.get(change[end]) as Named,
				description: descriptions === 'known' ? now : (given ?? {}),
				known: now,
			};
		};
		const [source, target] = [endOf('source'), endOf('target')];
		const [one, other] = [names.get(change.source), names.get(change.target)] as [Identifier, Identifier];
		return {
			...{ number, at, kind, source, target },
			isEdge: isEdge && !isSelfLink(one, other),
			relation: relations[change.relation - 1] as ChangeView['relation'],
			provenance: provenanceFromText(provenances.get(change.provenance) as string),
		};
	});
	return { views, characters: reader.characters() };
}

/** Whether a link between identifiers is of an object to itself, also by rule. */
function isSelfLink(source: Identifier, target: Identifier): boolean {
	return isSame(sameByRule(source) ?? source, sameByRule(target) ?? target);
}
