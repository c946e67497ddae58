// Selects entries of the change log by work, prefix, provider and relation, or the new citations
// alone.
import { BrokerError } from '../../errors.ts';
import { provenanceFromText, providerKey } from '../../links/provenance.ts';
import { isSymmetricCode, relationCode, type SearchRelation, searchRelationMeaning } from '../../links/relation.ts';
import type { Flag } from '../../search/flags/flags.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { beginningOfDois } from '../doi-prefix.ts';
import { unclearCodes } from '../objects/look-up-objects.ts';
import { findAsked } from '../searching/find-asked.ts';
import type { ChangeFilter } from './change-query.ts';
import type { ChangeCounting } from './counted-changes.ts';
import { linkOf } from './lasting-changes.ts';
import { concernedBy, retractionsIn } from './retractions.ts';

/** What selects entries; `numbers` are those of works, as in their permanent addresses. */
export type SelectedChanges = ChangeFilter & { numbers?: readonly Id[] };

/** A filter with the identifiers that it selects. */
export type Selection = {
	/** The identifiers of the works asked for, each with the text that named it first; absent: any. */
	naming?: Naming;
	/** All entries that may fit have one of these identifiers at an end; absent: any. */
	named?: readonly Id[];
	/** The Identity group of the one work asked for, if it is known. */
	identity?: Id | undefined;
	/** Whether entries are left out. */
	isFilter: boolean;
	/** Keeps those that fit, in their order, but for the type of their objects. */
	select(changes: readonly StoredChange[]): Promise<StoredChange[]>;
	/** Leaves out links with these flags: see withoutFlagged. */
	without: readonly Flag[];
	onlyFirst: boolean;
	/** Lists the ends of an entry at which the filter looks. */
	endsLooked(change: StoredChange): readonly End[];
	/** Lists the identifiers by which a selected entry has or concerns works asked for. */
	idsAsked(change: StoredChange): readonly Id[];
};

/** Identifiers with the text of the filter that named each; undefined where a number did. */
type Naming = ReadonlyMap<Id, string | undefined>;

type End = 'source' | 'target';
type Direction = NonNullable<ChangeFilter['direction']>;

const endsIn: Readonly<Record<Direction, readonly End[]>> = {
	in: ['target'],
	out: ['source'],
	both: ['source', 'target'],
};

/** Lists the ends at which a filter of this direction looks; some relations have no direction. */
export function endsOf({ relation }: Pick<StoredChange, 'relation'>, direction: Direction = 'both'): readonly End[] {
	return endsIn[isSymmetricCode(relation) ? 'both' : direction];
}

/**
 * Prepares a filter of entries in this order, by what counts for it (countingOf); fails as findAsked
 * does where it is unclear which identifier is meant.
 */
export async function openSelection(
	transaction: Transaction,
	filter: SelectedChanges,
	{
		order,
		counting: { relations, without, mayBeginLater },
	}: { order: 'forward' | 'backward'; counting: ChangeCounting },
): Promise<Selection> {
	const { prefix, provider, entries, kind, direction } = filter;
	const { naming, identity } = await findNaming(transaction, filter);
	const areCitations = entries === 'citations';
	// What cites is at one end or the other, by the relation: see countingOf.
	const endsLooked = (change: StoredChange) =>
		areCitations && relations ? endsSeen(change, relations) : endsOf(change, direction);
	const endsAsked = (change: StoredChange) => {
		const ends = endsLooked(change).filter((end) => naming?.has(change[end]) ?? true);
		if (relations === undefined) return ends;
		const seen = endsSeen(change, relations);
		return naming || seen.length === 0 ? ends.filter((end) => seen.includes(end)) : ends;
	};
	// Of a retraction it matters what the retracted work is and cites.
	const ofRetractions = kind === 'retracted';
	let concerned: Awaited<ReturnType<typeof concernedBy>> = new Map();
	const idsLooked = (change: StoredChange) =>
		ofRetractions ? (concerned.get(change) ?? []) : endsLooked(change).map((end) => change[end]);
	const idsAsked = (change: StoredChange) =>
		ofRetractions
			? idsLooked(change).filter((id) => naming?.has(id) ?? true)
			: endsAsked(change).map((end) => change[end]);
	const tests: ((changes: readonly StoredChange[]) => StoredChange[] | Promise<StoredChange[]>)[] = [];
	if (kind === 'asserted' || kind === 'withdrawn') tests.push((changes) => changes.filter((one) => one.kind === kind));
	if (ofRetractions)
		tests.push(async (changes) => {
			const retractions = await retractionsIn(transaction, changes);
			if (naming || prefix !== undefined) concerned = await concernedBy(transaction, retractions);
			return [...retractions.keys()];
		});
	const onlyFirst = (entries === 'first' || areCitations) && provider === undefined;
	const isFirst = ({ isEdge, kind }: StoredChange) => isEdge || (mayBeginLater && kind === 'asserted');
	if (onlyFirst) tests.push((changes) => changes.filter(isFirst));
	if (naming || relations) tests.push((changes) => changes.filter((change) => idsAsked(change).length > 0));
	if (provider !== undefined) tests.push((changes) => assertedBy(transaction, changes, providerKey(provider)));
	if (prefix !== undefined) tests.push((changes) => withPrefix(transaction, changes, { prefix, idsLooked }));
	if (areCitations) tests.push(order === 'backward' ? unlessWithdrawnLater() : onlyAsserted);
	return {
		...(naming && { naming }),
		...(naming && !ofRetractions && { named: [...naming.keys()] }),
		...{ identity, endsLooked, idsAsked, without, onlyFirst },
		isFilter: tests.length > 0 || without.length > 0,
		async select(changes) {
			let kept = [...changes];
			for (const test of tests) if (kept.length > 0) kept = await test(kept);
			return kept;
		},
	};
}

function onlyAsserted(changes: readonly StoredChange[]): StoredChange[] {
	return changes.filter(({ kind }) => kind === 'asserted');
}

/** Keeps, of all entries from the newest on, those asserted that were not withdrawn afterwards. */
function unlessWithdrawnLater(): (changes: readonly StoredChange[]) => StoredChange[] {
	const withdrawn = new Set<string>();
	return (changes) =>
		changes.filter((change) => {
			if (change.kind === 'withdrawn') withdrawn.add(linkOf(change));
			return change.kind === 'asserted' && !withdrawn.has(linkOf(change));
		});
}

/** Finds the identifiers of the works asked for; an unknown work of a list has none. */
async function findNaming(
	transaction: Transaction,
	{ id, scheme, ids, numbers, group_by }: SelectedChanges,
): Promise<Pick<Selection, 'naming' | 'identity'>> {
	if (id !== undefined) {
		const { names, identity } = await namesOfWork(transaction, { id, scheme, group_by });
		return { naming: new Map(names.map((name) => [name, id])), identity };
	}
	if (numbers !== undefined) {
		const groups = (await transaction.identifiers(numbers)).map((one) => one[group_by]);
		const members = await transaction.members(group_by, [...new Set(groups)]);
		return { naming: new Map(members.map(({ id }) => [id, undefined])) };
	}
	if (ids === undefined) return {};
	const naming = new Map<Id, string>();
	for (const one of ids) {
		const named = await namesOfWork(transaction, { id: one, scheme: undefined, group_by }).catch(asUnclear);
		for (const name of named.names) if (!naming.has(name)) naming.set(name, one);
	}
	return { naming };
}

type NamesOfWork = { names: readonly Id[]; identity?: Id };
type NamedWork = { id: string; scheme: string | undefined } & Pick<ChangeFilter, 'group_by'>;

/**
 * Lists the present identifiers of a work or of all its versions, or those that it had where none
 * is known any more; none if it was never known.
 */
async function namesOfWork(transaction: Transaction, named: NamedWork): Promise<NamesOfWork> {
	const { located } = await findAsked(transaction, named).catch(asUnknown);
	if (located) {
		const members = await transaction.members(named.group_by, [located[named.group_by]]);
		return { names: members.map(({ id }) => id), identity: located.identity };
	}
	const { asked } = await findAsked(
		{
			locate: (identifiers) => transaction.locate(identifiers, 'all'),
			locateKeys: (keys) => transaction.locateKeys(keys, 'all'),
		},
		named,
	);
	return { names: (await transaction.locate([asked], 'all')).map(({ id }) => id) };
}

/** What was withdrawn may have the text as its value. */
function asUnknown(error: unknown): { located: undefined } {
	if (error instanceof BrokerError && error.code === 'not-an-identifier') return { located: undefined };
	throw error;
}

function asUnclear(error: unknown): NamesOfWork {
	if (error instanceof BrokerError && unclearCodes.some((code) => code === error.code)) return { names: [] };
	throw error;
}

/** Lists the ends from which an entry is seen as one of these relations. */
function endsSeen({ relation }: StoredChange, relations: readonly SearchRelation[]): readonly End[] {
	const meanings = relations.map((one) => searchRelationMeaning[one]);
	const seen = meanings.filter((one) => relationCode[one.relation] === relation);
	return endsIn.both.filter((end) => seen.some(({ asked }) => asked === 'either' || asked === end));
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
	{ prefix, idsLooked }: { prefix: string; idsLooked: (change: StoredChange) => readonly Id[] },
): Promise<StoredChange[]> {
	const ids = [...new Set(changes.flatMap(idsLooked))];
	const fitting = new Set(await transaction.withDoiBeginning(ids, beginningOfDois(prefix)));
	return changes.filter((change) => idsLooked(change).some((id) => fitting.has(id)));
}
