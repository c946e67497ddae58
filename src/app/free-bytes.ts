// Frees the memory of bytes before the collector of garbage would; knows nothing of what they hold.

/**
 * Frees the memory of bytes that nobody looks at any more: they are empty afterwards, and so is all else that lies in them. Bytes that are a part of something larger, as small buffers of
 * Node.js are, are left alone. By itself V8 frees such memory, which lies outside its heaps, when it next collects garbage: a thread that makes little else holds megabytes for seconds.
 */
export function freeBytes(bytes: Uint8Array): void {
	const { buffer } = bytes;
	if (!(buffer instanceof ArrayBuffer) || buffer.byteLength !== bytes.byteLength) return;
	// What was transferred and is kept nowhere is freed at once, if it has no bytes to be kept.
	if (!buffer.detached) buffer.transfer(0);
}
