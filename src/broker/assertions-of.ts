// Writes what a batch asserts in the records' terms. It knows no engine.
import type { LinkBatch } from '../links/link.ts';
import { provenanceFromText, respell } from '../links/provenance.ts';
import type { Assertion, Id, ProvenanceText } from '../ports/records/graph.ts';
import type { Transaction } from '../ports/records/records.ts';

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

/** Writes the provenances of a batch with each provider spelled as it was received first. */
async function spellProviders(
	transaction: Pick<Transaction, 'internProviders'>,
	{ providers, provenances }: LinkBatch,
): Promise<ProvenanceText[]> {
	const spelled = await transaction.internProviders(providers);
	const spellings = new Map(providers.map((name, at) => [name, spelled[at] as string]));
	return provenances.map((text) => {
		const given = provenanceFromText(text).provider;
		const provider = spellings.get(given) as string;
		return { provider, text: provider === given ? text : respell(text, () => provider) };
	});
}
