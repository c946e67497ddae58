// Selects entries of the change log by work, prefix, provider and relation, or the new citations
// alone.
import { BrokerError } from '../../errors.ts';
import { provenanceFromText, providerKey } from '../../links/provenance.ts';
import { relationCode, type SearchRelation, searchRelationMeaning } from '../../links/relation.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { beginningOfDois } from '../doi-prefix.ts';
import { unclearCodes } from '../objects/look-up-objects.ts';
import { findAsked } from '../searching/find-asked.ts';
import type { ChangeFilter } from './change-query.ts';

/** What selects entries; `numbers` are those of works, as in their permanent addresses. */
export type SelectedChanges = ChangeFilter & { numbers?: readonly Id[] };

/** A filter with the identifiers that it selects. */
export type Selection = {
	/** The identifiers of the works asked for; absent: any. */
	naming?: readonly Id[];
	/** The Identity group of the one work asked for, if it is known. */
	identity?: Id | undefined;
	/** Whether entries are left out. */
	isFilter: boolean;
	/** Keeps those that fit, in their order, but for the type of their objects. */
	select(changes: readonly StoredChange[]): Promise<StoredChange[]>;
};

/**
 * Prepares a filter of entries in this order; fails as findAsked does where it is unclear which
 * identifier is meant.
 */
export async function openSelection(
	transaction: Transaction,
	filter: SelectedChanges,
	direction: 'forward' | 'backward',
): Promise<Selection> {
	const { prefix, provider, relation, entries, kind } = filter;
	const { naming, identity } = await findNaming(transaction, filter);
	const work = naming && new Set(naming);
	const ends = entries === 'citations' ? (['target'] as const) : (['source', 'target'] as const);
	const tests: ((changes: readonly StoredChange[]) => StoredChange[] | Promise<StoredChange[]>)[] = [];
	if (kind !== undefined) tests.push((changes) => changes.filter((one) => one.kind === kind));
	if (entries === 'first' && provider === undefined) tests.push((changes) => changes.filter(({ isEdge }) => isEdge));
	if (entries === 'citations') {
		const isFirst = ({ isEdge }: StoredChange) => isEdge || provider !== undefined;
		tests.push((changes) => changes.filter((one) => one.relation === relationCode.Cites && isFirst(one)));
		if (work) tests.push((changes) => changes.filter(({ target }) => work.has(target)));
	} else if (work || relation) tests.push((changes) => changes.filter((change) => fits(change, work, relation)));
	if (provider !== undefined) tests.push((changes) => assertedBy(transaction, changes, providerKey(provider)));
	if (prefix !== undefined) tests.push((changes) => withPrefix(transaction, changes, { prefix, ends }));
	if (entries === 'citations') tests.push(direction === 'backward' ? unlessWithdrawnLater() : onlyAsserted);
	return {
		...(naming && { naming }),
		identity,
		isFilter: tests.length > 0,
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
		changes.filter(({ kind, source, target }) => {
			const link = `${source} ${target}`;
			if (kind === 'withdrawn') withdrawn.add(link);
			return kind === 'asserted' && !withdrawn.has(link);
		});
}

/** Finds the identifiers of the works asked for; an unknown work of a list has none. */
async function findNaming(
	transaction: Transaction,
	{ id, scheme, ids, numbers, group_by }: SelectedChanges,
): Promise<Pick<Selection, 'naming' | 'identity'>> {
	if (id !== undefined) return namesOfWork(transaction, { id, scheme, group_by });
	if (numbers !== undefined) {
		const groups = (await transaction.identifiers(numbers)).map((one) => one[group_by]);
		return { naming: (await transaction.members(group_by, [...new Set(groups)])).map(({ id }) => id) };
	}
	if (ids === undefined) return {};
	const naming: Id[] = [];
	for (const one of ids) {
		const named = await namesOfWork(transaction, { id: one, scheme: undefined, group_by }).catch(asUnclear);
		for (const name of named.naming) naming.push(name);
	}
	return { naming: [...new Set(naming)] };
}

type NamesOfWork = { naming: readonly Id[]; identity?: Id };
type NamedWork = { id: string; scheme: string | undefined } & Pick<ChangeFilter, 'group_by'>;

/**
 * Lists the present identifiers of a work or of all its versions, or those that it had where none
 * is known any more; none if it was never known.
 */
async function namesOfWork(transaction: Transaction, named: NamedWork): Promise<NamesOfWork> {
	const { located } = await findAsked(transaction, named).catch(asUnknown);
	if (located) {
		const members = await transaction.members(named.group_by, [located[named.group_by]]);
		return { naming: members.map(({ id }) => id), identity: located.identity };
	}
	const { asked } = await findAsked(
		{
			locate: (identifiers) => transaction.locate(identifiers, 'all'),
			locateKeys: (keys) => transaction.locateKeys(keys, 'all'),
		},
		named,
	);
	return { naming: (await transaction.locate([asked], 'all')).map(({ id }) => id) };
}

/** What was withdrawn may have the text as its value. */
function asUnknown(error: unknown): { located: undefined } {
	if (error instanceof BrokerError && error.code === 'not-an-identifier') return { located: undefined };
	throw error;
}

function asUnclear(error: unknown): NamesOfWork {
	if (error instanceof BrokerError && unclearCodes.some((code) => code === error.code)) return { naming: [] };
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
	{ prefix, ends }: { prefix: string; ends: readonly ('source' | 'target')[] },
): Promise<StoredChange[]> {
	const ids = [...new Set(changes.flatMap((change) => ends.map((end) => change[end])))];
	const fitting = new Set(await transaction.withDoiBeginning(ids, beginningOfDois(prefix)));
	return changes.filter((change) => ends.some((end) => fitting.has(change[end])));
}
