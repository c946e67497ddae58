// How much memory threads may take before they collect garbage, or must end; knows nothing of what they do.
import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';

const mebibyte = 1 << 20;

/** What a background thread keeps at hand. */
export type Holding = {
	/** Of a piece (an event, say), in bytes: several may be held at a time. */
	largestPiece?: number;
	/** Keeps little for long: soon nearly all that it makes is garbage. Such a thread must end only when it takes twice as much as others may (2 GiB). */
	little?: boolean;
	/** The room for young objects, in MiB, of which V8 takes twice as much (usualYoungMebibytes). */
	youngMebibytes?: number;
};

// V8 divides the room for young objects by so many.
const partsOfYoung = 3;

/** What a thread has for young objects unless it takes less. */
export const usualYoungMebibytes = 8;

/**
 * Bounds the heap of a background thread. V8 divides the room for young objects by three: with 8 MiB a load of a million links takes 59 instead of 65 to 69 s of a processor
 * with 4, for fewer of them outlive a collection, and 10 MB more of memory. The smaller the room for old ones, the sooner V8
 * collects them: below 2 GiB it lets them become twice as many at most, else four times. A load of 300,000 links took 390 MB of memory with
 * bounds for both, and 610 without. Whoever keeps little would collect all the time: the thread that reads a load
 * held 8 MB, and marked and swept 16 every 80 ms; with four times as many, a million links cost 47 instead of 50 s of a processor, and up to 20 MB more. Where the program could start itself
 * with --heap-growing-percent all heaps grow by half, whatever their room.
 */
export function threadHeap({
	largestPiece = 0,
	little = false,
	youngMebibytes = usualYoungMebibytes,
}: Holding = {}): ResourceLimits {
	// What the program starts with (bin/link-broker.js), or whoever started it has asked for, would hold for all threads: it is for the one that answers.
	setFlagsFromString('--max-semi-space-size=0');
	const room = little ? 2_048 : 1_024;
	return {
		maxYoungGenerationSizeMb: partsOfYoung * youngMebibytes,
		maxOldGenerationSizeMb: room + Math.ceil((4 * largestPiece) / mebibyte),
	};
}

/** Tells the room for young objects, in MiB, of a thread that threadHeap bounds. */
export function youngMebibytesIn({
	maxYoungGenerationSizeMb = partsOfYoung * usualYoungMebibytes,
}: ResourceLimits): number {
	return maxYoungGenerationSizeMb / partsOfYoung;
}
