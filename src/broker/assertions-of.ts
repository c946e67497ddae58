// Writes what a batch asserts in the records' terms. It knows no engine.
import type { LinkBatch } from '../links/link.ts';
import type { Assertion, Id } from '../store/graph.ts';
import type { Transaction } from '../store/records.ts';
import { spellProviders } from './applying/intern-batch.ts';

/** Lists what an event asserts; `ids` has the identifiers of its batch by position. */
export async function assertionsOf(
	transaction: Pick<Transaction, 'internProviders' | 'internProvenances'>,
	event: Id,
	batch: LinkBatch,
	ids: readonly Id[],
): Promise<Assertion[]> {
	const provenances = await transaction.internProvenances(await spellProviders(transaction, batch));
	const idAt = (position: number) => ids[position] as Id;
	return batch.assertions.map(
		([source, relation, target, provenance, record]): Assertion => [
			idAt(source),
			relation,
			idAt(target),
			provenances[provenance] as Id,
			event,
			idAt(record),
		],
	);
}
