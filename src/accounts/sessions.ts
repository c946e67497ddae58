// Sessions of browsers: who signed in, for how long, and what proves that a change is meant.
// Knows neither engine nor transport.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { AccountStore, StoredUser } from '../ports/accounts/account-store.ts';
import type { Id } from '../ports/records/graph.ts';
import type { Accounts } from './accounts.ts';

/**
 * Says who is signed in. `csrfToken` proves that a change comes from a page of the broker: other
 * sites cannot read it.
 */
export type Session = { userId: Id; email: string; roles: readonly string[]; csrfToken: string };

/** Manages sessions; several processes may share them. */
export type Sessions = {
	/**
	 * Opens a session where this is the password of an active user; undefined, after the same time,
	 * where it is not. The browser stores `secret`.
	 */
	signIn(email: string, password: string): Promise<{ secret: string; session: Session } | undefined>;
	/** Finds a session and prolongs it; undefined where it ended, or its user is not active. */
	find(secret: string): Promise<Session | undefined>;
	/** Ends a session. */
	signOut(secret: string): Promise<void>;
};

/** How long a session lasts after it was last used. */
export const sessionSeconds = 12 * 60 * 60;

// A session in use is not written again at every request.
const prolongedMilliseconds = 5 * 60 * 1000;

/** Creates the sessions' use cases on a store; `clock` tells milliseconds since 1970. */
export function createSessions(
	store: Pick<AccountStore, 'addSession' | 'findSession' | 'prolongSession' | 'endSession' | 'findUser'>,
	{ verifyPassword }: Pick<Accounts, 'verifyPassword'>,
	clock: () => number,
): Sessions {
	return {
		async signIn(email, password) {
			const [user, matches] = await Promise.all([store.findUser(email), verifyPassword(email, password)]);
			if (!matches || !user) return undefined;
			const secret = randomBytes(32).toString('base64url');
			const now = clock();
			const expiresAt = now + sessionSeconds * 1000;
			await store.addSession({ hash: hashSecret(secret), userId: user.id, expiresAt, now });
			return { secret, session: sessionOf(user, secret) };
		},
		async find(secret) {
			const hash = hashSecret(secret);
			const found = await store.findSession(hash);
			const now = clock();
			if (!found || found.session.expiresAt <= now || !found.user.active) return undefined;
			const expiresAt = now + sessionSeconds * 1000;
			if (expiresAt - found.session.expiresAt > prolongedMilliseconds) await store.prolongSession(hash, expiresAt);
			return sessionOf(found.user, secret);
		},
		signOut: (secret) => store.endSession(hashSecret(secret)),
	};
}

function sessionOf({ id, email, roles }: StoredUser, secret: string): Session {
	const csrfToken = createHmac('sha256', secret).update('link-broker csrf').digest('base64url');
	return { userId: id, email, roles, csrfToken };
}

// A secret is random enough that salt and slowness would add nothing.
function hashSecret(secret: string): string {
	return createHash('sha256').update(secret).digest('hex');
}
