// Finds or creates what events name and share with others: identifiers, providers, provenances and
// descriptions. It knows no engine.
import { provenanceFromText, respell } from '../../links/provenance.ts';
import type { Described, Id, ProvenanceText } from '../../store/graph.ts';
import type { Records, Transaction } from '../../store/records.ts';
import { type CombinedBatch, combineBatches, type ReadEvent, runsOf } from './combine-batches.ts';

/** The rows of what a combined batch names, by its positions. */
export type Interned = {
	/** `created`: nothing that counts has named it so far. */
	found: readonly (Described & { created: boolean })[];
	provenances: readonly Id[];
	/** By the positions of its sayings. */
	descriptions: readonly Id[];
};

/** A combined batch; `interned` where its rows are there already. */
export type InternedBatch = { batch: CombinedBatch; interned?: Interned };

/**
 * Interns a combined batch in the transaction. `reserved`: identifiers that nothing names stay gone
 * until the events that name them are applied.
 */
export async function internBatch(
	transaction: Transaction,
	batch: CombinedBatch,
	identifiers: 'known' | 'reserved',
): Promise<Interned> {
	const found =
		identifiers === 'known'
			? await transaction.identify(batch.identifiers)
			: await transaction.reserve(batch.identifiers);
	const pairs = batch.representatives
		.filter(([identifier]) => found[identifier]?.created)
		.map(([identifier, representative]) => [found[identifier]?.id, found[representative]?.id] as [Id, Id]);
	if (pairs.length > 0) await transaction.represent(pairs);
	const provenances = await transaction.internProvenances(await spellProviders(transaction, batch));
	const descriptions = await transaction.internDescriptions(
		batch.sayings.map(([position, , , text]) => ({ group: (found[position] as Described).identity, text })),
	);
	return { found, provenances, descriptions };
}

/**
 * Combines events, and where others write at the same time interns what they name in short
 * transactions before their own: two that create the same row wait for each other until one of them
 * ends, and that is soon. What is created is harmless where the events then fail: nobody sees it.
 */
export async function combineAhead(
	records: Pick<Records, 'singleWriter' | 'change'>,
	events: readonly ReadEvent[],
): Promise<InternedBatch[]> {
	const batches = runsOf(events).map((run): InternedBatch => ({ batch: combineBatches(run) }));
	if (records.singleWriter) return batches;
	for (const one of batches) {
		if (one.batch.events[0]?.event.action === 'withdraw') continue;
		one.interned = await records.change((transaction) => internBatch(transaction, one.batch, 'reserved'));
	}
	return batches;
}

/** Writes the provenances of a batch with each provider spelled as it was received first. */
export async function spellProviders(
	transaction: Pick<Transaction, 'internProviders'>,
	{ providers, provenances }: Pick<CombinedBatch, 'providers' | 'provenances'>,
): Promise<ProvenanceText[]> {
	const spelled = await transaction.internProviders(providers);
	const spellings = new Map(providers.map((name, at) => [name, spelled[at] as string]));
	return provenances.map((text) => {
		const given = provenanceFromText(text).provider;
		const provider = spellings.get(given) as string;
		return { provider, text: provider === given ? text : respell(text, () => provider) };
	});
}
