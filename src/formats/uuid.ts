// Makes the UUID of a name: the same name has the same one.
import { hash } from 'node:crypto';

// RFC 9562, 6.6.
const namespaceOfUrls = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex');

/** Makes a UUID of version 5 (RFC 9562, 5.5). */
export function uuidOf(name: string): string {
	const bytes = hash('sha1', Buffer.concat([namespaceOfUrls, Buffer.from(name)]), 'buffer').subarray(0, 16);
	bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
	bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
	return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
