// Keeps invitations to set a password: of the secret of each only a hash. It does not know the
// engine.

import type { Act } from '../audit.ts';
import type { Id } from '../graph.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import type { Invitations, NewInvitation } from './account-store.ts';
import { auditUser, hasUser, selectUser, setPassword } from './user-records.ts';

/** Opens the invitations of a database. */
export function invitationRecords(database: SqlDatabase): Invitations {
	const write = <T>(work: (sql: Sql) => Promise<T>) => database.write(work, { durable: true });
	return {
		addInvitation: (act, invitation) => write((sql) => addInvitation(sql, act, invitation)),
		findInvitation: (hash) =>
			database.read(async (sql) => {
				const [row] = await sql.all<[Id, number]>(
					'select user_id, expires_at from account_invitation where hash = ?1',
					[hash],
				);
				const user = row && (await selectUser(sql, 'u.id = ?1', row[0]));
				return user && { user, expiresAt: row[1] };
			}),
		acceptInvitation: (act, hash, passwordHash) => write((sql) => acceptInvitation(sql, act, hash, passwordHash)),
	};
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
	// Deleting it locks it: of several who use it at once, one does.
	const [accepted] = await sql.all<[Id]>(
		`delete from account_invitation where hash = ?1 and expires_at > ?2
		 and exists (select 1 from account_user u where u.id = user_id and u.active = 1) returning user_id`,
		[hash, act.now],
	);
	return accepted !== undefined && setPassword(sql, act, accepted[0], passwordHash, {}, { invited: true });
}
