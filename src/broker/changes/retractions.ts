// Finds the entries of the change log by which a work is retracted, and the works that this concerns.
import { noticing } from '../../links/notices.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import { relationCode } from '../../links/relation.ts';
import type { StoredChange } from '../../store/changes.ts';
import type { Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';

/** Entries whose words say that one of their works was retracted, with the end that is this work. */
export type Retractions = ReadonlyMap<StoredChange, 'source' | 'target'>;

/** Finds them, in their order. */
export async function retractionsIn(transaction: Transaction, changes: readonly StoredChange[]): Promise<Retractions> {
	const ids = [...new Set(changes.map(({ provenance }) => provenance))];
	const texts = await transaction.texts('provenance', ids);
	const stated = new Map(texts.map(([id, text]) => [id, noticing(provenanceFromText(text).subType)]));
	return new Map(
		changes.flatMap((change) => {
			const notice = stated.get(change.provenance);
			return notice?.kind === 'retraction' ? [[change, notice.of] as const] : [];
		}),
	);
}

const cites = { first: relationCode.Cites, last: relationCode.Cites };

/**
 * Lists the identifiers of the works that each of these entries concerns: the one by which it names
 * the retracted work, and those that this work cites, under any of its identifiers.
 */
export async function concernedBy(
	transaction: Transaction,
	retractions: Retractions,
): Promise<ReadonlyMap<StoredChange, readonly Id[]>> {
	const named = new Set(Array.from(retractions, ([change, end]) => change[end]));
	const places = await transaction.identifiers([...named], 'all');
	const identityOf = new Map(places.map(({ id, identity }) => [id, identity]));
	const members = await transaction.members('identity', [...new Set(identityOf.values())]);
	const assertions = await transaction.assertionsOf([...new Set(members.map(({ id }) => id))], cites, 'source');
	const citedBy = Map.groupBy(assertions, ([source]) => source);
	const namesOf = Map.groupBy(members, ({ identity }) => identity);
	// Many entries may retract one work, which may cite many others.
	const concerned = new Map<Id, readonly Id[]>();
	for (const id of named) {
		const names = namesOf.get(identityOf.get(id) as Id) ?? [];
		const cited = names.flatMap((name) => citedBy.get(name.id) ?? []).map(([, , target]) => target);
		concerned.set(id, [id, ...new Set(cited)]);
	}
	return new Map(Array.from(retractions, ([change, end]) => [change, concerned.get(change[end]) as readonly Id[]]));
}
