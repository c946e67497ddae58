// Makes identifiers gone that nothing that counts names any more. It knows no engine.
import type { Id } from '../../store/graph.ts';
import type { Transaction } from '../../store/records.ts';

/**
 * Makes those of these identifiers gone that nothing names, and then the representatives that they
 * alone kept; answers all that are gone now.
 */
export async function forgetUnnamed(
	transaction: Pick<Transaction, 'namedAmong' | 'forget' | 'representativesOf'>,
	ids: Iterable<Id>,
): Promise<Id[]> {
	const forgotten = new Set<Id>();
	let suspects = [...new Set(ids)];
	while (suspects.length > 0) {
		const named = await transaction.namedAmong(suspects);
		const unnamed = suspects.filter((id) => !named.has(id));
		if (unnamed.length === 0) break;
		await transaction.forget(unnamed);
		for (const id of unnamed) forgotten.add(id);
		const kept = (await transaction.representativesOf(unnamed)).map(([, representative]) => representative);
		suspects = [...new Set(kept)].filter((id) => !forgotten.has(id));
	}
	return [...forgotten];
}
