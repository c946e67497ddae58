// The use cases of access tokens: create, list and revoke them, and find the user of one.

import { createHash, randomInt } from 'node:crypto';
import { BrokerError, unlessOutage } from '../errors.ts';
import { wrongName } from '../store/accounts/account-names.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import { type StoredToken, type TokenScope, tokenScopes } from '../store/accounts/tokens.ts';
import type { Actor } from '../store/audit.ts';
import type { Id } from '../store/graph.ts';
import { existingUser } from './user.ts';

export { type TokenScope, tokenScopes };

/** A token as shown, without the token itself; times are milliseconds since 1970, null: never. */
export type Token = Omit<StoredToken, 'userId'> & {
	email: string;
	/** Whether it is good and will not be for long: its user should make another one. */
	endsSoon: boolean;
};

/** The user of a request, the scopes of its token, and the token's end if it is near. */
export type Authenticated = {
	userId: Id;
	email: string;
	roles: readonly string[];
	tokenId: Id;
	scopes: readonly TokenScope[];
	/** Milliseconds since 1970; null where that is not soon. */
	endsSoonAt: number | null;
};

/** A token to be made. `expiresAt` (milliseconds since 1970) lies ahead. */
export type WantedToken = {
	name: string;
	email: string;
	internal: boolean;
	/** Absent: all. */
	scopes?: readonly TokenScope[];
	/** Absent: after `tokenDays`; null: never. */
	expiresAt?: number | null;
};

const dayMilliseconds = 86_400_000;

/** After how many days a token expires where nothing else is asked for. */
export const tokenDays = 365;

/** How many days before its end a token is reported to end soon. */
export const endsSoonDays = 30;

const lastUsedStepMilliseconds = 60_000;

/** Manages tokens. */
export type Tokens = ReturnType<typeof createTokens>;

/** Creates the use cases on a store; `clock` returns milliseconds since 1970. */
export function createTokens(store: AccountStore, clock: () => number) {
	return {
		/** Creates a token for a user and answers its text, which nothing can show again. */
		async createToken(
			by: Actor,
			{ name, email, internal, scopes = tokenScopes, expiresAt }: WantedToken,
		): Promise<string> {
			checkName(name);
			if (scopes.length === 0) throw new BrokerError('bad-usage', 'A token needs at least one scope.');
			const now = clock();
			const until = expiresAt === undefined ? now + tokenDays * dayMilliseconds : expiresAt;
			if (until !== null && !(until > now)) {
				throw new BrokerError('bad-usage', 'The expiry is in the past. Give a later one.');
			}
			const user = await existingUser(store, email);
			const token = makeAccessToken();
			const hash = hashAccessToken(token);
			await store.addToken({ by, now }, { hash, userId: user.id, name, internal, scopes, expiresAt: until });
			return token;
		},
		/** Lists all tokens, oldest first. */
		async listTokens(): Promise<Token[]> {
			const now = clock();
			return (await store.tokens()).map(({ userId: _, ...token }) => ({ ...token, endsSoon: endsSoon(token, now) }));
		},
		/** Counts tokens that are good and will not be for long. */
		async countTokensEndingSoon(): Promise<number> {
			const after = clock();
			return store.countExpiring({ after, until: after + endsSoonDays * dayMilliseconds });
		},
		/**
		 * Revokes a token by its id, or all of one name that a user has; returns how many were revoked
		 * now, `not-found` where none was.
		 */
		async revokeToken(by: Actor, token: Id | { name: string; email: string }): Promise<number> {
			const selection =
				typeof token === 'number'
					? { id: token }
					: { userId: (await existingUser(store, token.email)).id, name: token.name };
			const revoked = await store.revokeTokens({ by, now: clock() }, selection);
			if (revoked === 0) {
				const wanted = typeof token === 'number' ? `token ${token}` : `token "${token.name}" of ${token.email}`;
				const message = `There is no valid ${wanted}. \`tokens list\` shows all tokens.`;
				throw new BrokerError('not-found', message);
			}
			return revoked;
		},
		...authentication(store, clock),
	};
}

function endsSoon({ expiresAt, revokedAt }: Pick<StoredToken, 'expiresAt' | 'revokedAt'>, now: number): boolean {
	if (expiresAt === null || revokedAt !== null) return false;
	return expiresAt > now && expiresAt <= now + endsSoonDays * dayMilliseconds;
}

function checkName(name: string): void {
	const wrong = wrongName(name);
	if (wrong !== undefined) throw new BrokerError('bad-usage', `The name of a token ${wrong}.`);
}

function authentication(store: AccountStore, clock: () => number) {
	const notedAt = new Map<Id, number>();
	const noting = new Set<Promise<void>>();
	// No request waits for this or fails with it: after a failure the next use is noted again.
	const noteUse = (token: Id, now: number): void => {
		notedAt.set(token, now);
		const noted = store
			.noteTokenUse(token, now)
			.catch(() => void notedAt.delete(token))
			.finally(() => noting.delete(noted));
		noting.add(noted);
	};
	return {
		/** Returns the user of a token; undefined if it is not valid or the user is not active. */
		async authenticate(text: string): Promise<Authenticated | undefined> {
			if (!looksLikeAccessToken(text)) return undefined;
			const found = await store.findToken(hashAccessToken(text));
			if (!found) return undefined;
			const { token, user } = found;
			const now = clock();
			const expired = token.expiresAt !== null && token.expiresAt <= now;
			if (token.revokedAt !== null || !user.active) return undefined;
			if (expired) {
				// Stored: a clock that is set back must not make it valid again.
				await store.expireToken(token.id).catch(unlessOutage);
				return undefined;
			}
			const lastUsedAt = Math.max(token.lastUsedAt ?? 0, notedAt.get(token.id) ?? 0);
			if (lastUsedAt <= now - lastUsedStepMilliseconds) noteUse(token.id, now);
			const { id: userId, email, roles } = user;
			const endsSoonAt = endsSoon(token, now) ? token.expiresAt : null;
			return { userId, email, roles, tokenId: token.id, scopes: token.scopes, endsSoonAt };
		},
		/** Waits until the uses of tokens are noted; authenticate does not wait for that. */
		async idle(): Promise<void> {
			while (noting.size > 0) await Promise.all(noting);
		},
	};
}

const prefix = 'lb_';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomCharacters = 40;
const shape = new RegExp(`^${prefix}[${alphabet}]{${randomCharacters}}$`);

/** Makes a new token: `lb_` and 40 random letters and digits (238 bits). */
export function makeAccessToken(): string {
	let token = prefix;
	for (let count = 0; count < randomCharacters; count++) token += alphabet[randomInt(alphabet.length)];
	return token;
}

/** Whether a text has the shape of a token. */
export function looksLikeAccessToken(text: string): boolean {
	return shape.test(text);
}

/** Hashes a token for storage: SHA-256 in hexadecimal; salt would add nothing to its randomness. */
export function hashAccessToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}
