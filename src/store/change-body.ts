// Packs entries of the change log: JSON in columns with numbers as differences, so a compressed
// entry takes about ten bytes.
import type { Change } from './changes.ts';
import { packJson, unpackJson } from './compression.ts';
import type { Id } from './graph.ts';

/** The flags of an entry. */
const [isWithdrawn, isEdge, isKnown, isOfSource, isOfTarget] = [1, 2, 4, 8, 16];
const flagOf = { asserted: 0, known: isKnown, source: isOfSource, target: isOfTarget } as const;

/** Stands for a place that an entry does not have. */
const anyPlace = -2;

type Columns = [
	flags: number[],
	source: number[],
	relation: number[],
	target: number[],
	provenance: number[],
	event: number[],
	/** Absent in bodies of earlier versions of the program. */
	place?: number[],
];

/** Packs entries of a piece; most of them belong to `event`. */
export function packChanges(changes: readonly Change[], event: Id): Uint8Array {
	const columns: Columns = [
		changes.map(flagsOf),
		differences(changes.map(({ source }) => source)),
		changes.map(({ relation }) => relation),
		differences(changes.map(({ target }) => target)),
		differences(changes.map(({ provenance }) => provenance)),
		changes.map((change) => change.event - event),
		differences(changes.map(({ place }) => place ?? anyPlace)),
	];
	return packJson(columns);
}

/** Reads what packChanges wrote. */
export function unpackChanges(body: Uint8Array, event: Id): Change[] {
	const [flags, sources, relations, targets, provenances, events, places = []] = unpackJson(body) as Columns;
	const [source, target, provenance, place] = [sums(sources), sums(targets), sums(provenances), sums(places)];
	return flags.map((flag, at) => ({
		kind: flag & isWithdrawn ? 'withdrawn' : 'asserted',
		isEdge: (flag & isEdge) !== 0,
		source: source[at] as Id,
		relation: relations[at] as number,
		target: target[at] as Id,
		provenance: provenance[at] as Id,
		event: event + (events[at] as number),
		...(place[at] !== undefined && place[at] !== anyPlace && { place: place[at] }),
		descriptions: descriptionsOf(flag),
	}));
}

function flagsOf(change: Change): number {
	const kind = change.kind === 'withdrawn' ? isWithdrawn : 0;
	return kind | (change.isEdge ? isEdge : 0) | flagOf[change.descriptions];
}

function descriptionsOf(flag: number): Change['descriptions'] {
	const named = Object.keys(flagOf) as Change['descriptions'][];
	return named.find((name) => flag & flagOf[name]) ?? 'asserted';
}

function differences(numbers: readonly number[]): number[] {
	return numbers.map((number, at) => number - (numbers[at - 1] ?? 0));
}

function sums(differences: readonly number[]): number[] {
	let sum = 0;
	return differences.map((difference) => (sum += difference));
}
