// A whole number that threads share: one keeps it up, others read it without asking; knows not what it counts.

/** A number from -2^31 to 2^31 - 1; the same in every thread that it is handed to. */
export type SharedNumber = Int32Array<SharedArrayBuffer>;

/** Creates one that is 0. */
export function createSharedNumber(): SharedNumber {
	return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Sets it; all threads see it at once. */
export function setShared(number: SharedNumber, value: number): void {
	Atomics.store(number, 0, value);
}

export function readShared(number: SharedNumber): number {
	return Atomics.load(number, 0);
}
