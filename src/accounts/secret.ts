// Secrets that the broker itself makes for sessions and invitations, and what is stored of them.
// Knows neither.
import { createHash, randomBytes } from 'node:crypto';

/** Makes a secret of 256 random bits, as 43 characters that any address may hold. */
export function makeSecret(): string {
	return randomBytes(32).toString('base64url');
}

/** Hashes a secret for storage; it is random enough that salt and slowness would add nothing. */
export function hashSecret(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}
