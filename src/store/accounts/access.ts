// Sessions, and invitations to set a password. Only a hash of each secret is stored. Every change
// made by a person is recorded in the audit.

import type { Act } from '../audit.ts';
import type { Id } from '../graph.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import { auditUser, hasUser, type StoredUser, selectUser, setPassword } from './users.ts';

/** A session as stored, with a hash of its secret. Times are milliseconds since 1970. */
export type StoredSession = { userId: Id; createdAt: number; expiresAt: number };

/** A session to be opened; `passwordHash` is that of the password with which its user signed in. */
export type NewSession = { hash: string; userId: Id; passwordHash: string; expiresAt: number };

/** An invitation to set a password, with a hash of its secret. */
export type NewInvitation = { hash: string; userId: Id; expiresAt: number };

export function openAccess(database: SqlDatabase) {
	const write = <T>(work: (sql: Sql) => Promise<T>) => database.write(work, { durable: true });
	return {
		/**
		 * Adds a session, and removes all expired ones. Adds none, and returns false, where its user is
		 * not active or has changed the password.
		 */
		addSession: (act: Act, session: NewSession): Promise<boolean> => write((sql) => addSession(sql, act, session)),
		/**
		 * Finds a session by its hash with its user, including expired ones: the caller decides what is
		 * valid.
		 */
		findSession: (hash: string): Promise<{ session: StoredSession; user: StoredUser } | undefined> =>
			database.read((sql) => findSession(sql, hash)),
		/** Extends a session; an earlier time than its present end changes nothing. */
		prolongSession: (hash: string, expiresAt: number): Promise<void> =>
			database.write(async (sql) => {
				const prolong = 'update account_session set expires_at = ?1 where hash = ?2 and expires_at < ?1';
				await sql.run(prolong, [expiresAt, hash]);
			}),
		/** Records in the audit a failed attempt to sign in as a user, with the reason. */
		noteRefusedSession: (act: Act, user: Id, reason: string): Promise<void> =>
			write((sql) => auditUser(sql, act, 'session.refused', user, { reason })),
		/** Removes a session that has expired. */
		expireSession: (hash: string): Promise<void> =>
			write(async (sql) => void (await sql.run('delete from account_session where hash = ?1', [hash]))),
		/** Removes an invitation that has expired. */
		expireInvitation: (hash: string): Promise<void> =>
			write(async (sql) => void (await sql.run('delete from account_invitation where hash = ?1', [hash]))),
		/** Ends a session; a missing one changes nothing. */
		endSession: (act: Act, hash: string): Promise<void> => write((sql) => endSession(sql, act, hash)),
		/**
		 * Adds an invitation, which replaces the user's older one; returns false where there is no such
		 * user.
		 */
		addInvitation: (act: Act, invitation: NewInvitation): Promise<boolean> =>
			write((sql) => addInvitation(sql, act, invitation)),
		/** Finds an invitation by its hash with its user, including expired ones. */
		findInvitation: (hash: string): Promise<{ user: StoredUser; expiresAt: number } | undefined> =>
			database.read(async (sql) => {
				const [row] = await sql.all<[Id, number]>(
					'select user_id, expires_at from account_invitation where hash = ?1',
					[hash],
				);
				const user = row && (await selectUser(sql, 'u.id = ?1', row[0]));
				return user && { user, expiresAt: row[1] };
			}),
		/**
		 * Sets the password of an invitation's user, and ends the invitation and all sessions of the
		 * user. Returns false, without a change, where there is no such invitation, it has expired, or
		 * its user is not active.
		 */
		acceptInvitation: (act: Act, hash: string, passwordHash: string): Promise<boolean> =>
			write((sql) => acceptInvitation(sql, act, hash, passwordHash)),
	};
}

async function addSession(sql: Sql, act: Act, session: NewSession): Promise<boolean> {
	const { hash, userId, passwordHash, expiresAt } = session;
	await sql.run('delete from account_session where expires_at <= ?1', [act.now]);
	// Locked: whoever deactivates the user at this moment ends this session as well.
	const entitled = await sql.all(
		`select 1 from account_user where id = ?1 and active = 1 and password_hash = ?2 ${sql.dialect.lockRows('share')}`,
		[userId, passwordHash],
	);
	if (entitled.length === 0) return false;
	const values = [hash, userId, act.now, expiresAt];
	await sql.run('insert into account_session (hash, user_id, created_at, expires_at) values (?1, ?2, ?3, ?4)', values);
	await auditUser(sql, act, 'session.opened', userId);
	return true;
}

async function findSession(sql: Sql, hash: string): Promise<{ session: StoredSession; user: StoredUser } | undefined> {
	const [row] = await sql.all<[Id, number, number]>(
		'select user_id, created_at, expires_at from account_session where hash = ?1',
		[hash],
	);
	if (!row) return undefined;
	const [userId, createdAt, expiresAt] = row;
	const user = await selectUser(sql, 'u.id = ?1', userId);
	return user && { session: { userId, createdAt, expiresAt }, user };
}

async function endSession(sql: Sql, act: Act, hash: string): Promise<void> {
	const [ended] = await sql.all<[Id]>('delete from account_session where hash = ?1 returning user_id', [hash]);
	if (ended) await auditUser(sql, act, 'session.ended', ended[0]);
}

async function addInvitation(sql: Sql, act: Act, { hash, userId, expiresAt }: NewInvitation): Promise<boolean> {
	if (!(await hasUser(sql, userId))) return false;
	await sql.run(
		`insert into account_invitation (user_id, hash, expires_at) values (?1, ?2, ?3)
		 on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
		[userId, hash, expiresAt],
	);
	await auditUser(sql, act, 'user.invited', userId, { expires: new Date(expiresAt).toISOString() });
	return true;
}

async function acceptInvitation(sql: Sql, act: Act, hash: string, passwordHash: string): Promise<boolean> {
	// Deleting it locks it: of several who use it at once, one succeeds.
	const [accepted] = await sql.all<[Id]>(
		`delete from account_invitation where hash = ?1 and expires_at > ?2
		 and exists (select 1 from account_user u where u.id = user_id and u.active = 1) returning user_id`,
		[hash, act.now],
	);
	return accepted !== undefined && setPassword(sql, act, accepted[0], passwordHash, {}, { invited: true });
}
