// Combines the batches of events that are applied together, with each identifier, provider and
// provenance once, and interns these in the records.
import { type Identifier, identifierText } from '../identifiers/index.ts';
import type { BatchAssertion, BatchDescription, LinkBatch } from '../links/link.ts';
import { provenanceFromText, respell } from '../links/provenance.ts';
import type { ProvenanceText } from '../store/assertions.ts';
import type { ClaimedEvent } from '../store/claims.ts';
import type { Described, Id, PlacedAssertion } from '../store/graph.ts';
import type { Records, Transaction } from '../store/records.ts';

/** An event and its batch. */
export type ReadEvent = { event: ClaimedEvent; batch: LinkBatch };

/** One of the events that were combined; `places` has the positions of its own identifiers. */
export type CombinedEvent = ReadEvent & { places: readonly number[] };

/** An assertion in a combined batch, with its event. */
type CombinedAssertion = readonly [...BatchAssertion, event: Id];

/**
 * Several events as one; see LinkBatch. Assertions come in the order of events.
 * Either all of the events are `noindex` or none is.
 */
export type CombinedBatch = {
	events: readonly CombinedEvent[];
	noindex: boolean;
	/** The sequence of the event that was accepted first. */
	first: Id;
	identifiers: readonly Identifier[];
	descriptions: readonly BatchDescription[];
	providers: readonly string[];
	provenances: readonly string[];
	assertions: readonly CombinedAssertion[];
	representatives: readonly (readonly [identifier: number, representative: number])[];
};

/** Combines events, in the order of acceptance; at least one. */
export function combineBatches(events: readonly ReadEvent[]): CombinedBatch {
	const identifiers = createPositions<Identifier>(identifierText);
	const provenances = createPositions<string>((text) => text);
	const combined: CombinedEvent[] = [];
	const descriptions: BatchDescription[] = [];
	const assertions: CombinedAssertion[] = [];
	const representatives: [number, number][] = [];
	// Nearly all events of a load are applied alone: their positions are those of the batch.
	const isOne = events.length === 1;
	for (const { event, batch } of events) {
		const places = batch.identifiers.map((identifier, at) => (isOne ? at : identifiers.add(identifier)));
		const provenancesAt = batch.provenances.map((text, at) => (isOne ? at : provenances.add(text)));
		const placeOf = (position: number) => places[position] as number;
		combined.push({ event, batch, places });
		const before = descriptions.length;
		const describedAt = (description: number) => (description < 0 ? description : before + description);
		for (const [identifier, text] of batch.descriptions) descriptions.push([placeOf(identifier), text]);
		for (const [source, relation, target, provenance, record, place, ...described] of batch.assertions) {
			const by = provenancesAt[provenance] as number;
			assertions.push([
				...([placeOf(source), relation, placeOf(target), by, placeOf(record), place] as const),
				...([describedAt(described[0]), describedAt(described[1]), event.sequence] as const),
			]);
		}
		for (const [one, other] of batch.representatives) representatives.push([placeOf(one), placeOf(other)]);
	}
	const [{ event, batch }] = events as [ReadEvent];
	return {
		events: combined,
		noindex: event.noindex,
		first: events.reduce((first, one) => Math.min(first, one.event.sequence), event.sequence),
		identifiers: isOne ? batch.identifiers : identifiers.all,
		descriptions,
		providers: isOne ? batch.providers : [...new Set(events.flatMap((one) => one.batch.providers))],
		provenances: isOne ? batch.provenances : provenances.all,
		assertions,
		representatives,
	};
}

/** Collects distinct values, each at a position. */
function createPositions<Value>(nameOf: (value: Value) => string) {
	const all: Value[] = [];
	const positions = new Map<string, number>();
	return {
		all: all as readonly Value[],
		add: (value: Value): number => positions.getOrInsertComputed(nameOf(value), () => all.push(value) - 1),
	};
}

/**
 * Divides events, in the order of acceptance, into runs that can be combined: events that only
 * assert, all or none of them `noindex`. An event that withdraws is a run of its own.
 */
function runsOf(events: readonly ReadEvent[]): ReadEvent[][] {
	const runs: ReadEvent[][] = [];
	let last: ClaimedEvent | undefined;
	for (const one of events) {
		const { event } = one;
		const goesOn = last?.action === 'assert' && event.action === 'assert' && last.noindex === event.noindex;
		if (goesOn && event.sequence > (last?.sequence ?? 0)) runs.at(-1)?.push(one);
		else runs.push([one]);
		last = event;
	}
	return runs;
}

/** The rows that a combined batch names, by its positions. */
export type Interned = {
	/** `created`: nothing that counts names it yet. */
	found: readonly (Described & { created: boolean })[];
	provenances: readonly Id[];
	/** By the positions of its descriptions. */
	descriptionIds: readonly Id[];
};

/** A combined batch; `interned` where its rows are there already. */
export type InternedBatch = { batch: CombinedBatch; interned?: Interned };

/**
 * Interns a combined batch in the transaction. `reserved`: new identifiers stay retired until the
 * events that name them are applied.
 */
export async function internBatch(
	transaction: Transaction,
	batch: Pick<CombinedBatch, 'identifiers' | 'representatives' | 'providers' | 'provenances' | 'descriptions'>,
	identifiers: 'known' | 'reserved',
): Promise<Interned> {
	const found = await transaction.identify(batch.identifiers, identifiers);
	const pairs = batch.representatives
		.filter(([identifier]) => found[identifier]?.created)
		.map(([identifier, representative]) => [found[identifier]?.id, found[representative]?.id] as [Id, Id]);
	if (pairs.length > 0) await transaction.represent(pairs);
	const provenances = await transaction.internProvenances(await spellProviders(transaction, batch));
	const descriptionIds = await transaction.internDescriptions(
		batch.descriptions.map(([position, text]) => ({ group: (found[position] as Described).identity, text })),
	);
	return { found, provenances, descriptionIds };
}

/** Lists the assertions of a batch, in its order; `eventOf` returns the event of one by its position. */
export function placedAssertions(
	{ assertions }: { assertions: readonly (BatchAssertion | CombinedAssertion)[] },
	{ found, provenances, descriptionIds }: Interned,
	eventOf: (position: number) => Id,
): PlacedAssertion[] {
	const idAt = (position: number) => found[position]?.id as Id;
	const descriptionAt = (position: number) => (position < 0 ? null : (descriptionIds[position] as Id));
	return assertions.map(([source, relation, target, provenance, record, place, ...described], at) => [
		...([idAt(source), relation, idAt(target), provenances[provenance] as Id, eventOf(at), idAt(record)] as const),
		...([place, descriptionAt(described[0]), descriptionAt(described[1])] as const),
	]);
}

/**
 * Combines events. Where others write at the same time, it interns what they name in short
 * transactions of their own: two that create the same row wait for each other, and so only briefly.
 * If the events then fail, the rows are harmless: nothing shows them.
 */
export async function combineAhead(records: Records, events: readonly ReadEvent[]): Promise<InternedBatch[]> {
	const batches = runsOf(events).map((run): InternedBatch => ({ batch: combineBatches(run) }));
	if (records.singleWriter) return batches;
	for (const one of batches) {
		if (one.batch.events[0]?.event.action === 'withdraw') continue;
		one.interned = await records.change((transaction) => internBatch(transaction, one.batch, 'reserved'));
	}
	return batches;
}

/** Writes the provenances of a batch with each provider spelled as it was received first. */
async function spellProviders(
	transaction: Transaction,
	{ providers, provenances }: Pick<CombinedBatch, 'providers' | 'provenances'>,
): Promise<ProvenanceText[]> {
	const spelled = await transaction.providers(providers, 'created');
	const spellings = new Map(providers.map((name, at) => [name, spelled[at]?.name as string]));
	return provenances.map((text) => {
		const given = provenanceFromText(text).provider;
		const provider = spellings.get(given) as string;
		return { provider, text: provider === given ? text : respell(text, () => provider) };
	});
}
