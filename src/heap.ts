// How much memory threads may take before they collect garbage, or must end; knows nothing of what they do.
import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';

const mebibyte = 1 << 20;

/**
 * Bounds the heap of a background thread that holds pieces (an event, say) of so many bytes at most. V8 divides the room for young objects by
 * three, and 8 MiB are as fast as the 16 that it takes else. The smaller the room for old ones, the sooner V8 collects them: below 2 GiB it lets
 * them become twice as many at most, else four times. A load of 300,000 links takes 390 MB of memory so, and 610 without either.
 */
export function threadHeap(largestPiece = 0): ResourceLimits {
	return { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1_024 + Math.ceil((4 * largestPiece) / mebibyte) };
}

/**
 * Lets all heaps of this process, threads too, become about twice as large before old garbage is collected (less near their limit), also where V8 would
 * save memory. Of a server that answers steadily hardly anything grows old, so V8 would let its heap grow by a tenth or 8 MB, and collect it every
 * few seconds, twice in a row, with helpers on all cores. To be called when all is loaded: what V8 keeps compiled is of no use to a process with
 * other flags. A thread that starts later keeps its own.
 */
export function heapsDouble(): void {
	setFlagsFromString('--heap-growing-percent=100');
}
