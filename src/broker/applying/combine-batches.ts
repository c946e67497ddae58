// Combines the batches of events that are applied together: each identifier, provider and
// provenance once, and with everything that is said the event that says it. It knows no storage.
import { type Identifier, identifierText } from '../../identifiers/index.ts';
import type { LinkBatch } from '../../links/link.ts';
import type { ClaimedEvent } from '../../store/events.ts';
import type { Id } from '../../store/graph.ts';

/** An event and what it says. */
export type ReadEvent = { event: ClaimedEvent; batch: LinkBatch };

/** One of the events that were combined; `places` has the positions of its own identifiers. */
export type CombinedEvent = ReadEvent & { places: readonly number[] };

/** What a combined event says of an identifier; see Saying. */
export type CombinedSaying = readonly [identifier: number, event: Id, place: number, text: string];

/** An assertion of a combined event; see BatchAssertion. */
export type CombinedAssertion = readonly [
	source: number,
	relation: number,
	target: number,
	provenance: number,
	record: number,
	event: Id,
];

/**
 * Several events as one; see LinkBatch. Sayings and assertions come in the order of events. They
 * are all found, or none may be found yet (`noindex`).
 */
export type CombinedBatch = {
	events: readonly CombinedEvent[];
	noindex: boolean;
	/** The sequence of the event that was accepted first. */
	first: Id;
	identifiers: readonly Identifier[];
	sayings: readonly CombinedSaying[];
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
	const sayings: CombinedSaying[] = [];
	const assertions: CombinedAssertion[] = [];
	const representatives: [number, number][] = [];
	// Nearly all events of a load are applied alone: their positions are those of the batch.
	const isOne = events.length === 1;
	for (const { event, batch } of events) {
		const places = batch.identifiers.map((identifier, at) => (isOne ? at : identifiers.add(identifier)));
		const saidBy = batch.provenances.map((text, at) => (isOne ? at : provenances.add(text)));
		const placeOf = (position: number) => places[position] as number;
		combined.push({ event, batch, places });
		for (const [identifier, place, text] of batch.sayings) {
			sayings.push([placeOf(identifier), event.sequence, place, text]);
		}
		for (const [source, relation, target, provenance, record] of batch.assertions) {
			const by = saidBy[provenance] as number;
			assertions.push([placeOf(source), relation, placeOf(target), by, placeOf(record), event.sequence]);
		}
		for (const [one, other] of batch.representatives) representatives.push([placeOf(one), placeOf(other)]);
	}
	const [{ event, batch }] = events as [ReadEvent];
	return {
		events: combined,
		noindex: event.noindex,
		first: Math.min(...events.map(({ event: { sequence } }) => sequence)),
		identifiers: isOne ? batch.identifiers : identifiers.all,
		sayings,
		providers: isOne ? batch.providers : [...new Set(events.flatMap((one) => one.batch.providers))],
		provenances: isOne ? batch.provenances : provenances.all,
		assertions,
		representatives,
	};
}

/** Keeps values, each once, and tells where each of them is. */
function createPositions<Value>(nameOf: (value: Value) => string) {
	const all: Value[] = [];
	const positions = new Map<string, number>();
	return {
		all: all as readonly Value[],
		add: (value: Value): number => positions.getOrInsertComputed(nameOf(value), () => all.push(value) - 1),
	};
}

/**
 * Divides events, in the order of acceptance, into runs that can be combined: those that only
 * assert, and of which all or none may be found. An event that takes something back is one alone.
 */
export function runsOf(events: readonly ReadEvent[]): ReadEvent[][] {
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
