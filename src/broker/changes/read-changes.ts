// Reads a page of the change log, filtered, and describes its entries.

import { setImmediate as nextTick } from 'node:timers/promises';
import { BrokerError } from '../../errors.ts';
import type { ChangeEndView, ChangeView } from '../../formats/changes/write-changes.ts';
import { type Identifier, isSame, sameByRule } from '../../identifiers/index.ts';
import { type Description, joinDescriptions } from '../../links/description.ts';
import { shownLimits } from '../../links/limits.ts';
import { provenanceFromText, providerKey } from '../../links/provenance.ts';
import { relationCode, relations, type SearchRelation, searchRelationMeaning } from '../../links/relation.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Id } from '../../store/graph.ts';
import type { Records, Transaction } from '../../store/records.ts';
import { beginningOfDois } from '../doi-prefix.ts';
import { findAsked } from '../searching/find-asked.ts';
import { type ChangeFilter, type ChangesQuery, type LogExtent, readCursor, writeCursor } from './change-query.ts';

/** A page of the log. */
export type ChangesPage = {
	changes: readonly ChangeView[];
	/** The cursor after the last entry read: the next page begins there. */
	next: string;
	/** Whether the log had no further entry; `newest` was the number of the newest entry then. */
	isEnd: boolean;
	newest: number;
	/** Makes the cursor before an entry. */
	cursorBefore(number: number): string;
};

/** The filter and size of a page, without where it begins. */
type Filtered = ChangeFilter & { limit: number };

/** Bounds the entries of one page: a larger `limit` takes several. */
const mostAnswered = 1_000;
/** Bounds the entries read for one page: the page then ends, perhaps empty, and `next` goes on. */
const mostRead = 20_000;
/** Entries read in one step; between two steps the thread does other work. */
const readAtOnce = 500;
/** Bounds the entries described in one step: the descriptions of a single work may take megabytes. */
const describedAtOnce = { entries: 16, characters: 262_144 };

/**
 * Reads entries after the query's cursor, oldest first. Fails as readCursor and findAsked do.
 */
export function readChanges(records: Records, query: ChangesQuery): Promise<ChangesPage> {
	return records.read(async (transaction) => {
		const log = await transaction.changeLog();
		const { after, wait, format, ...filtered } = query;
		const from = readCursor(log, after);
		return pageOf(log, await gather(transaction, filtered, { log, from, direction: 'forward' }));
	});
}

/** Reads the newest entries that fit, newest first. */
export function readNewestChanges(records: Records, query: Filtered): Promise<ChangesPage> {
	return records.read(async (transaction) => {
		const log = await transaction.changeLog();
		const { changes } = await gather(transaction, query, { log, from: log.newest + 1, direction: 'backward' });
		return pageOf(log, { changes, readUpTo: log.newest, isEnd: true });
	});
}

type Gathered = { changes: ChangeView[]; readUpTo: number; isEnd: boolean };

function pageOf(log: LogExtent, { changes, readUpTo, isEnd }: Gathered): ChangesPage {
	const cursorBefore = (number: number) => writeCursor(log, number - 1);
	return { changes, next: writeCursor(log, readUpTo), isEnd, newest: log.newest, cursorBefore };
}

type Walk = { log: LogExtent; from: number; direction: 'forward' | 'backward' };

/** Walks along the log until enough entries are found, too many are read, or the log ends. */
async function gather(transaction: Transaction, query: Filtered, { log, from, direction }: Walk): Promise<Gathered> {
	const selection = await openSelection(transaction, query);
	const { limit: wanted, ...filter } = query;
	const limit = Math.min(wanted, mostAnswered);
	const isFiltered = Object.values(filter).some((value) => value !== undefined);
	const changes: ChangeView[] = [];
	let readUpTo = from;
	let left: number = shownLimits.pageBytes;
	for (let read = 0; read < mostRead; ) {
		if (read > 0) await nextTick();
		const missing = limit - changes.length;
		const step = await transaction.changes({
			...(direction === 'forward' ? { after: readUpTo } : { before: readUpTo }),
			...(selection.naming && { naming: selection.naming }),
			entries: isFiltered ? readAtOnce : Math.min(missing, readAtOnce),
		});
		const wanted = { selection, query, missing, left };
		const { fitting, cutAt, characters } = await selectViews(transaction, step.changes, wanted);
		left -= characters;
		for (const view of fitting) changes.push(view);
		const last = fitting.at(-1);
		if (changes.length === limit && last) {
			const isEnd = step.isEnd && last.number === step.changes.at(-1)?.number;
			return { changes, readUpTo: isEnd && direction === 'forward' ? log.newest : last.number, isEnd };
		}
		if (cutAt !== null) return { changes, readUpTo: cutAt, isEnd: false };
		if (step.isEnd) return { changes, readUpTo: log.newest, isEnd: true };
		readUpTo = step.changes.at(-1)?.number ?? readUpTo;
		read += step.changes.length;
	}
	return { changes, readUpTo, isEnd: false };
}

type Wanted = { selection: Selection; query: Pick<ChangesQuery, 'type'>; missing: number; left: number };

/**
 * Describes the entries that fit, a few at a time. Descriptions may be long: `cutAt` is the last
 * entry described where the rest would be too much for one page, or null.
 */
async function selectViews(
	transaction: Transaction,
	changes: readonly StoredChange[],
	{ selection, query: { type }, missing, left }: Wanted,
): Promise<{ fitting: ChangeView[]; cutAt: number | null; characters: number }> {
	const selected = await selection.select(changes);
	const isOfType = ({ source, target }: ChangeView) =>
		[source, target].some(({ description, known }) =>
			[description, known].some(({ Type }) => (Type?.Name ?? 'unknown') === type),
		);
	const fitting: ChangeView[] = [];
	let characters = 0;
	let entries = 1;
	for (let at = 0; at < selected.length && fitting.length < missing; ) {
		if (characters > left && at > 0) return { fitting, cutAt: selected[at - 1]?.number ?? null, characters };
		if (at > 0) await nextTick();
		const some = await getChanges(transaction, selected.slice(at, at + entries));
		at += entries;
		entries = some.characters > describedAtOnce.characters ? 1 : Math.min(entries * 2, describedAtOnce.entries);
		characters += some.characters;
		for (const view of some.views) if (type === undefined || isOfType(view)) fitting.push(view);
	}
	return { fitting: fitting.slice(0, missing), cutAt: null, characters };
}

/** A filter with the identifiers that it selects. */
type Selection = {
	/** The identifiers of the work asked for; absent: any. */
	naming?: readonly Id[];
	/** Keeps those that fit, in their order, but for the type of their objects. */
	select(changes: readonly StoredChange[]): Promise<StoredChange[]>;
};

/** Prepares a filter; fails as findAsked does where it is unclear which identifier is meant. */
async function openSelection(transaction: Transaction, filter: ChangeFilter): Promise<Selection> {
	const { id, scheme, prefix, provider, relation } = filter;
	const naming = id === undefined ? undefined : await namesOfWork(transaction, { id, scheme });
	const work = naming && new Set(naming);
	const tests: ((changes: readonly StoredChange[]) => Promise<StoredChange[]>)[] = [];
	if (work || relation) tests.push(async (changes) => changes.filter((change) => fits(change, work, relation)));
	if (provider !== undefined) tests.push((changes) => assertedBy(transaction, changes, providerKey(provider)));
	if (prefix !== undefined) tests.push((changes) => withPrefix(transaction, changes, prefix));
	return {
		...(naming && { naming }),
		async select(changes) {
			let kept = [...changes];
			for (const test of tests) if (kept.length > 0) kept = await test(kept);
			return kept;
		},
	};
}

/**
 * Lists the present identifiers of a work, or those that it had where none is known any more; none
 * if it was never known.
 */
async function namesOfWork(
	transaction: Transaction,
	named: { id: string; scheme: string | undefined },
): Promise<readonly Id[]> {
	const question = { ...named, group_by: 'identity' } as const;
	const { located } = await findAsked(transaction, question).catch(asUnknown);
	if (located) return (await transaction.members('identity', [located.identity])).map(({ id }) => id);
	const { asked } = await findAsked(
		{
			locate: (identifiers) => transaction.locate(identifiers, 'all'),
			locateKeys: (keys) => transaction.locateKeys(keys, 'all'),
		},
		question,
	);
	return (await transaction.locate([asked], 'all')).map(({ id }) => id);
}

/** What was withdrawn may have the text as its value. */
function asUnknown(error: unknown): { located: undefined } {
	if (error instanceof BrokerError && error.code === 'not-an-identifier') return { located: undefined };
	throw error;
}

/** Whether an entry is of a work, if one is given, and of a relation as seen from there. */
function fits(
	{ source, relation, target }: StoredChange,
	work: ReadonlySet<Id> | undefined,
	wanted: SearchRelation | undefined,
): boolean {
	const [fromWork, toWork] = [work?.has(source) ?? true, work?.has(target) ?? true];
	if (wanted === undefined) return fromWork || toWork;
	const meaning = searchRelationMeaning[wanted];
	if (relation !== relationCode[meaning.relation]) return false;
	if (!work || meaning.asked === 'either') return fromWork || toWork;
	return meaning.asked === 'source' ? fromWork : toWork;
}

async function assertedBy(
	transaction: Transaction,
	changes: readonly StoredChange[],
	provider: string,
): Promise<StoredChange[]> {
	const ids = [...new Set(changes.map(({ provenance }) => provenance))];
	const texts = await transaction.texts('provenance', ids);
	const own = new Set(
		texts.filter(([, text]) => providerKey(provenanceFromText(text).provider) === provider).map(([id]) => id),
	);
	return changes.filter(({ provenance }) => own.has(provenance));
}

async function withPrefix(
	transaction: Transaction,
	changes: readonly StoredChange[],
	prefix: string,
): Promise<StoredChange[]> {
	const begin = beginningOfDois(prefix);
	const ids = [...new Set(changes.flatMap(({ source, target }) => [source, target]))];
	const named = await transaction.identifiers(ids, 'all');
	const fitting = new Set(
		named.filter(({ scheme, key }) => scheme === 'doi' && key.startsWith(begin)).map(({ id }) => id),
	);
	return changes.filter(({ source, target }) => fitting.has(source) || fitting.has(target));
}

/**
 * Makes the views of entries. Each has the descriptions that its assertion gives; that of a
 * withdrawal has the present ones.
 * `characters` is the length of the descriptions that were read.
 */
async function getChanges(
	transaction: Transaction,
	changes: readonly StoredChange[],
): Promise<{ views: ChangeView[]; characters: number }> {
	const reader = createReader(transaction);
	const ids = [...new Set(changes.flatMap(({ source, target }) => [source, target]))];
	const names = new Map<Id, Identifier>();
	const found = await transaction.identifiers(ids, 'all');
	for (const one of found) names.set(one.id, one);
	const placed = found.filter(({ retired }) => !retired);
	const known = await knownOf(transaction, reader, placed);
	const asserted = await assertedDescriptions(transaction, reader, changes);
	const provenances = new Map(
		await transaction.texts('provenance', [...new Set(changes.map((one) => one.provenance))]),
	);
	const views = changes.map((change, position): ChangeView => {
		const { number, at, kind, isEdge, descriptions } = change;
		const endOf = (end: 'source' | 'target'): ChangeEndView => {
			const now = known.get(change[end]) ?? {};
			const isShown = descriptions === 'asserted' || descriptions === end;
			const given = isShown ? asserted.get(position)?.[end] : undefined;
			return {
				identifier: names.get(change[end]) as Identifier,
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

/** Reads the present descriptions of works, by the ids of their identifiers. */
async function knownOf(
	transaction: Transaction,
	reader: Reader,
	placed: readonly { id: Id; identity: Id }[],
): Promise<ReadonlyMap<Id, Description>> {
	const groups = await transaction.identifiers([...new Set(placed.map(({ identity }) => identity))]);
	const ofGroup = new Map(groups.flatMap(({ id, description }) => (description === null ? [] : [[id, description]])));
	const texts = await reader.read(ofGroup.values());
	return new Map(
		placed.flatMap(({ id, identity }) => {
			const description = texts.get(ofGroup.get(identity) ?? 0);
			return description === undefined ? [] : [[id, description] as const];
		}),
	);
}

/** Whether a link between identifiers is of an object to itself, also by rule. */
function isSelfLink(source: Identifier, target: Identifier): boolean {
	return isSame(sameByRule(source) ?? source, sameByRule(target) ?? target);
}

/** Reads the descriptions that the assertions of entries give, by the positions of the entries. */
async function assertedDescriptions(
	transaction: Transaction,
	reader: Reader,
	changes: readonly StoredChange[],
): Promise<ReadonlyMap<number, { source?: Description; target?: Description }>> {
	const wanted = [...changes.keys()].filter((at) => changes[at]?.descriptions !== 'known');
	const given = await transaction.descriptionsOf(wanted.map((at) => changes[at] as StoredChange));
	const texts = await reader.read(given.flatMap(([, , ...ends]) => ends.filter((id) => id !== null)));
	const descriptions = new Map<number, { source?: Description; target?: Description }>();
	for (const [position, , source, target] of given) {
		const ends = descriptions.getOrInsertComputed(wanted[position] as number, () => ({}));
		for (const [end, id] of [['source', source] as const, ['target', target] as const]) {
			const before = ends[end];
			const more = id === null ? undefined : texts.get(id);
			if (more) ends[end] = before ? joinDescriptions(before, more) : more;
		}
	}
	return descriptions;
}

type Reader = ReturnType<typeof createReader>;

/** Reads descriptions, each once, and counts their characters. */
function createReader(transaction: Transaction) {
	const all = new Map<Id, Description>();
	let characters = 0;
	return {
		async read(ids: Iterable<Id>): Promise<ReadonlyMap<Id, Description>> {
			const missing = [...new Set(ids)].filter((id) => !all.has(id));
			for (const [id, text] of await transaction.texts('description', missing)) {
				characters += text.length;
				all.set(id, JSON.parse(text) as Description);
			}
			return all;
		},
		characters: () => characters,
	};
}
