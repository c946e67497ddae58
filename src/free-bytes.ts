// Frees the memory of bytes before the collector of garbage would; knows nothing of what they hold.

/**
 * Frees the memory of bytes that nobody looks at any more, which are empty afterwards; bytes that share their memory with others are left alone. By itself V8 frees
 * such memory, which lies outside its heaps, when it next collects garbage: a thread that makes little else holds megabytes for seconds.
 */
export function freeBytes(bytes: Uint8Array): void {
	const { buffer } = bytes;
	if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== bytes.byteLength) return;
	// What was transferred and is kept nowhere is freed at once, if it has no bytes to be kept.
	if (!buffer.detached) buffer.transfer(0);
}
