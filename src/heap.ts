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
};

/**
 * Bounds the heap of a background thread. V8 divides the room for young objects by three: with 8 MiB a load of a million links takes 59 instead of 65 to 69 s of a processor
 * with 4, for fewer of them outlive a collection, and 10 MB more of memory. The smaller the room for old ones, the sooner V8
 * collects them: below 2 GiB it lets them become twice as many at most, else four times. A load of 300,000 links took 390 MB of memory with
 * bounds for both, and 610 without. Whoever keeps little would collect all the time: the thread that reads a load
 * held 8 MB, and marked and swept 16 every 80 ms; with four times as many, a million links cost 47 instead of 50 s of a processor, and up to 20 MB more.
 */
export function threadHeap({ largestPiece = 0, little = false }: Holding = {}): ResourceLimits {
	const room = little ? 2_048 : 1_024;
	return { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: room + Math.ceil((4 * largestPiece) / mebibyte) };
}

/**
 * Lets all heaps of this process, threads too, become about twice as large before old garbage is collected (less near their limit), also where V8 would
 * save memory. Of a server that answers steadily hardly anything grows old, so V8 would let its heap grow by a tenth or 8 MB, and collect it every
 * few seconds, twice in a row, with helpers on all cores. To be called when all is loaded: what V8 keeps compiled is of no use to a process with
 * other flags. A thread that starts later keeps its own.
 */
export function heapsDouble(): void {
	objectsBeginYoung();
	setFlagsFromString('--heap-growing-percent=100');
}

/**
 * Lets all heaps of this process, threads too, grow by half before old garbage is collected, where V8 would let some double: a load of ten
 * million links takes some 40 MB less, and 3 % more of a processor: the thread that reads, too, collects what it would have kept (by two fifths, 7 %). To be called when all is loaded, as heapsDouble is.
 */
export function heapsStaySmall(): void {
	objectsBeginYoung();
	setFlagsFromString('--heap-growing-percent=50');
}

/**
 * Has all threads of this process make objects among the young ones. Where most that was made in one place of the code outlived a collection for a while, V8 would make
 * all that comes from there among the old ones: what dies there keeps what it points to alive up to the next collection of old garbage. While the links of
 * families were derived for an index, half of all young objects outlived two collections for that (`node --trace-gc-nvp`: of a million links 230 MB, without
 * it 35), and as much of them was copied. To be called when all is loaded, as heapsDouble is, which does it too.
 */
export function objectsBeginYoung(): void {
	setFlagsFromString('--no-allocation-site-pretenuring');
}
