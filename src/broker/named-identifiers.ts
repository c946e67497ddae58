// Reads the names of identifiers, whether they are known or gone.
import type { Identifier } from '../identifiers/index.ts';
import type { Id } from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';

/** Reads identifiers by id, in no particular order; those not there are left out. */
export async function namedIdentifiers(
	transaction: Pick<Transaction, 'identifiers' | 'goneIdentifiers'>,
	ids: readonly Id[],
): Promise<({ id: Id } & Identifier)[]> {
	return [...(await transaction.identifiers(ids)), ...(await transaction.goneIdentifiers(ids))];
}
