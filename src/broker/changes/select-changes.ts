// Selects entries of the log of changes by what they are about. It knows no page and no form.

import { provenanceFromText } from '../../links/provenance.ts';
import { providerKey } from '../../links/provider.ts';
import { relationCode, type SearchRelation, searchRelationMeaning } from '../../links/relation.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';
import { beginningOfDois } from '../doi-prefix.ts';
import { namedIdentifiers } from '../named-identifiers.ts';
import { findAsked } from '../searching/find-asked.ts';
import type { ChangeFilter } from './change-query.ts';

/** A filter that knows which identifiers it is about. */
export type Selection = {
	/** The identifiers that are one work with the one asked about; absent: any. */
	naming?: readonly Id[];
	/** Keeps those that fit, in their order, but for the type of their objects. */
	select(changes: readonly StoredChange[]): Promise<StoredChange[]>;
};

/** Prepares a filter; fails as findAsked does where it is unclear which identifier is meant. */
export async function openSelection(transaction: Transaction, filter: ChangeFilter): Promise<Selection> {
	const { id, scheme, prefix, provider, relation } = filter;
	const naming = id === undefined ? undefined : await namesOfWork(transaction, { id, scheme });
	const work = naming && new Set(naming);
	const tests: ((changes: readonly StoredChange[]) => Promise<StoredChange[]>)[] = [];
	if (work || relation) tests.push(async (changes) => changes.filter((change) => fits(change, work, relation)));
	if (provider !== undefined) tests.push((changes) => saidBy(transaction, changes, providerKey(provider)));
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

/** Lists the identifiers of a work as it is now; none where nothing was ever known of it. */
async function namesOfWork(
	transaction: Transaction,
	named: { id: string; scheme: string | undefined },
): Promise<readonly Id[]> {
	const { asked, located } = await findAsked(transaction, { ...named, group_by: 'identity' });
	if (located === undefined) return transaction.idsOf([asked]);
	return (await transaction.members('identity', [located.identity])).map(({ id }) => id);
}

/**
 * Tells whether an entry is of a work, where one is given, and of a relation as seen from there.
 */
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

async function saidBy(
	transaction: Transaction,
	changes: readonly StoredChange[],
	provider: string,
): Promise<StoredChange[]> {
	const ids = [...new Set(changes.map(({ provenance }) => provenance))];
	const texts = await transaction.provenances(ids);
	const his = new Set(
		texts.filter(([, text]) => providerKey(provenanceFromText(text).provider) === provider).map(([id]) => id),
	);
	return changes.filter(({ provenance }) => his.has(provenance));
}

async function withPrefix(
	transaction: Transaction,
	changes: readonly StoredChange[],
	prefix: string,
): Promise<StoredChange[]> {
	const begin = beginningOfDois(prefix);
	const ids = [...new Set(changes.flatMap(({ source, target }) => [source, target]))];
	const named = await namedIdentifiers(transaction, ids);
	const fitting = new Set(
		named.filter(({ scheme, key }) => scheme === 'doi' && key.startsWith(begin)).map(({ id }) => id),
	);
	return changes.filter(({ source, target }) => fitting.has(source) || fitting.has(target));
}
