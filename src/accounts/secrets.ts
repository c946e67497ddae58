// What is stored of secrets: passwords as Argon2id (RFC 9106) in PHC strings, and those that the
// broker itself makes for sessions and invitations as SHA-256.
import { argon2, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** Says what one hash costs: memory in KiB, passes over it, lanes. */
export type PasswordCost = { memoryKibibytes: number; passes: number; parallelism: number };

/** Holds the cost for Argon2id that OWASP's Password Storage Cheat Sheet recommends. */
export const recommendedCost: PasswordCost = { memoryKibibytes: 19_456, passes: 2, parallelism: 1 };

const saltBytes = 16;
const hashBytes = 32;

/** Hashes a password with a new salt: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export async function hashPassword(password: string, cost: PasswordCost = recommendedCost): Promise<string> {
	const salt = randomBytes(saltBytes);
	const hash = await deriveHash(password, salt, hashBytes, cost);
	const parameters = `m=${cost.memoryKibibytes},t=${cost.passes},p=${cost.parallelism}`;
	return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether a password is the one that was hashed, in constant time, at the cost written in the hash.
 * Throws if the hash is no PHC string of Argon2id: a broken invariant.
 */
export async function isPassword(password: string, stored: string): Promise<boolean> {
	const { cost, salt, hash } = readHash(stored);
	return timingSafeEqual(await deriveHash(password, salt, hash.length, cost), hash);
}

const phcString = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function readHash(stored: string): { cost: PasswordCost; salt: Buffer; hash: Buffer } {
	const match = phcString.exec(stored);
	if (!match) throw new Error('a stored password hash is no Argon2id PHC string');
	const [memoryKibibytes, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
	const [salt, hash] = match.slice(4).map((text) => Buffer.from(text, 'base64')) as [Buffer, Buffer];
	return { cost: { memoryKibibytes, passes, parallelism }, salt, hash };
}

function deriveHash(password: string, nonce: Buffer, tagLength: number, cost: PasswordCost): Promise<Buffer> {
	const { memoryKibibytes: memory, passes, parallelism } = cost;
	// Keyboards write one password in several Unicode forms (RFC 8265, section 4.2).
	const message = Buffer.from(password.normalize('NFC'));
	return derive('argon2id', { message, nonce, tagLength, memory, passes, parallelism });
}

function unpadded(bytes: Buffer): string {
	return bytes.toString('base64').replaceAll('=', '');
}

/** Makes a secret of 256 random bits, as 43 characters that any address may hold. */
export function makeSecret(): string {
	return randomBytes(32).toString('base64url');
}

/** Hashes a secret for storage; it is random enough that salt and slowness would add nothing. */
export function hashSecret(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}

/** Derives from a key the secret that belongs to a text, the same each time (HMAC-SHA-256). */
export function secretFor(key: string, text: string): string {
	const derived = Buffer.from(hkdfSync('sha256', key, '', 'link-broker codes', 32));
	return createHmac('sha256', derived).update(text).digest('base64url');
}
