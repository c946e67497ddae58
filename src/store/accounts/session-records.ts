// Keeps sessions: of the secret of each only a hash. It does not know the engine.

import type { Act } from '../audit.ts';
import type { Id } from '../graph.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import type { NewSession, Sessions, StoredSession, StoredUser } from './account-store.ts';
import { auditUser, selectUser } from './user-records.ts';

/** Opens the sessions of a database. */
export function sessionRecords(database: SqlDatabase): Sessions {
	const write = <T>(work: (sql: Sql) => Promise<T>) => database.write(work, { durable: true });
	return {
		addSession: (act, session) => write((sql) => addSession(sql, act, session)),
		findSession: (hash) => database.read((sql) => findSession(sql, hash)),
		prolongSession: (hash, expiresAt) =>
			database.write(async (sql) => {
				const prolong = 'update account_session set expires_at = ?1 where hash = ?2 and expires_at < ?1';
				await sql.run(prolong, [expiresAt, hash]);
			}),
		noteRefusedSession: (act, user, reason) => write((sql) => auditUser(sql, act, 'session.refused', user, { reason })),
		endSession: (act, hash) => write((sql) => endSession(sql, act, hash)),
	};
}

async function addSession(sql: Sql, act: Act, session: NewSession): Promise<boolean> {
	const { hash, userId, passwordHash, expiresAt } = session;
	await sql.run('delete from account_session where expires_at <= ?1', [act.now]);
	// Locked, so that whoever shuts the user out at this moment ends this session as well.
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
