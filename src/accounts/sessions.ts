// Sessions of browsers: the user, the expiry, and the CSRF token that changes must carry.
import { createHmac } from 'node:crypto';
import { unlessOutage } from '../errors.ts';
import type { StoredSession } from '../store/accounts/access.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { StoredUser } from '../store/accounts/users.ts';
import type { Actor } from '../store/audit.ts';
import type { Id } from '../store/graph.ts';
import type { Passwords } from './passwords.ts';
import { hashSecret, makeSecret } from './secrets.ts';

/**
 * Says who is signed in. `csrfToken` proves that a change comes from a page of the broker: other
 * sites cannot read it.
 */
export type Session = { userId: Id; email: string; roles: readonly string[]; csrfToken: string };

/** How long a session lasts after it was last used. */
export const sessionSeconds = 12 * 60 * 60;

/** How long a session lasts at the most, however often it is used. */
export const longestSessionSeconds = 7 * 24 * 60 * 60;

// Machines that share the data disagree a little about the time. A session from further ahead was
// opened by a clock that was wrong, and would last longer than a week.
const skewMilliseconds = 5 * 60 * 1000;

// A session in use is not written again at every request.
const prolongedMilliseconds = 5 * 60 * 1000;

/** Manages sessions; several processes may share them. */
export type Sessions = ReturnType<typeof createSessions>;

/** Creates the sessions' use cases on a store; `clock` returns milliseconds since 1970. */
export function createSessions(
	store: AccountStore,
	{ verifyPassword }: Pick<Passwords, 'verifyPassword'>,
	clock: () => number,
) {
	const noting = new Set<Promise<void>>();
	// Nobody waits for this: the time of an answer must not reveal whether the user exists, nor must
	// a failure give another answer.
	const noteRefusal = ({ id, email, active, passwordHash }: StoredUser, address: string | null): void => {
		const reason = !active ? 'not active' : passwordHash === null ? 'no password' : 'wrong password';
		const noted = store
			.noteRefusedSession({ by: { who: email, address }, now: clock() }, id, reason)
			.catch(() => undefined)
			.finally(() => noting.delete(noted));
		noting.add(noted);
	};
	return {
		/**
		 * Opens a session where this is the password of an active user; undefined, after the same time,
		 * where it is not. The browser, which is at `address`, stores `secret`. The audit
		 * records it, and a failed try at an existing account; what was typed for another one may be a
		 * password.
		 */
		async signIn(
			address: string | null,
			email: string,
			password: string,
		): Promise<{ secret: string; session: Session } | undefined> {
			// Found before it is verified: where the password changes in between, no session is opened.
			const user = await store.findUser(email);
			const matches = await verifyPassword(email, password);
			if (!matches || !user || user.passwordHash === null) {
				if (user) noteRefusal(user, address);
				return undefined;
			}
			const secret = makeSecret();
			const now = clock();
			const expiresAt = now + sessionSeconds * 1000;
			const act = { by: { who: user.email, address }, now };
			const { id: userId, passwordHash } = user;
			const opened = await store.addSession(act, { hash: hashSecret(secret), userId, passwordHash, expiresAt });
			return opened ? { secret, session: sessionOf(user, secret) } : undefined;
		},
		/**
		 * Finds a session and prolongs it; undefined where it ended: signed out, not used for long, or a
		 * week old; or its user was shut out or has another password since.
		 */
		async find(secret: string): Promise<Session | undefined> {
			const hash = hashSecret(secret);
			const found = await store.findSession(hash);
			const now = clock();
			if (found && isOver(found.session, now)) {
				// Removed: a clock that is set back must not open it again.
				await store.expireSession(hash).catch(unlessOutage);
				return undefined;
			}
			if (!found?.user.active) return undefined;
			const expiresAt = Math.min(now + sessionSeconds * 1000, endOf(found.session));
			if (expiresAt - found.session.expiresAt > prolongedMilliseconds) {
				// A disk that is full keeps nobody from looking at what is wrong.
				await store.prolongSession(hash, expiresAt).catch(unlessOutage);
			}
			return sessionOf(found.user, secret);
		},
		/** Ends a session. */
		signOut: (by: Actor, secret: string): Promise<void> => store.endSession({ by, now: clock() }, hashSecret(secret)),
		/** Waits until the audit has the failed tries; signIn does not wait for that. */
		async idle(): Promise<void> {
			while (noting.size > 0) await Promise.all(noting);
		},
	};
}

function isOver(session: StoredSession, now: number): boolean {
	return session.expiresAt <= now || endOf(session) <= now || session.createdAt > now + skewMilliseconds;
}

function endOf({ createdAt }: StoredSession): number {
	return createdAt + longestSessionSeconds * 1000;
}

function sessionOf({ id, email, roles }: StoredUser, secret: string): Session {
	const csrfToken = createHmac('sha256', secret).update('link-broker csrf').digest('base64url');
	return { userId: id, email, roles, csrfToken };
}
