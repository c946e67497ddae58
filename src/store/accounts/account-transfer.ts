// Hands accounts over from one database to another. It knows the tables, not the engine, and no
// file.

import { type Act, addAuditEntries } from '../audit.ts';
import type { Id } from '../graph.ts';

import type { Sql, SqlDatabase } from '../sql-database.ts';
import type { AccountTransfer } from './account-store.ts';
import { type TokenRow, tokenColumns, tokenOf, writeScopes } from './token-records.ts';
import { auditUser, emailKey } from './user-records.ts';

const flag = (value: boolean): number => (value ? 1 : 0);

/** Opens the hand-over. */
export function accountTransfer(database: SqlDatabase): AccountTransfer {
	const write = <T>(work: (sql: Sql) => Promise<T>) => database.write(work, { durable: true });
	return {
		exportTokens: () =>
			database.read(async (sql) => {
				const rows = await sql.all<[string, string, ...TokenRow]>(
					`select t.hash, u.email, ${tokenColumns}
					 from account_token t join account_user u on u.id = t.user_id where u.deleted_at is null order by t.id`,
				);
				return rows.map(([hash, email, ...token]) => ({ hash, email, ...tokenOf(token) }));
			}),
		importRole: (act, role) => write((sql) => importRole(sql, act, role)),
		importUser: (act, { email, passwordHash, active, createdAt, roles }) =>
			write(async (sql) => {
				const [user] = await sql.all<[Id]>(
					`insert into account_user (email, email_key, password_hash, active, created_at) values (?1, ?2, ?3, ?4, ?5)
					 on conflict do nothing returning id`,
					[email, emailKey(email), passwordHash, flag(active), createdAt],
				);
				if (!user) return false;
				for (const role of roles) {
					await importRole(sql, act, { name: role, createdAt });
					await sql.run(
						'insert into account_user_role (user_id, role_id) select ?1, id from account_role where name = ?2',
						[user[0], role],
					);
				}
				await addAuditEntries(sql, [{ ...act, action: 'user.imported', subject: email, detail: { active, roles } }]);
				return true;
			}),
		importToken: (act, { hash, userId, name, internal, scopes, ...times }) =>
			write(async (sql) => {
				const { createdAt, lastUsedAt, expiresAt, revokedAt } = times;
				const [added] = await sql.all<[Id]>(
					`insert into account_token
					 (hash, user_id, name, internal, scopes, created_at, last_used_at, expires_at, revoked_at)
					 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) on conflict do nothing returning id`,
					[hash, userId, name, flag(internal), writeScopes(scopes), createdAt, lastUsedAt, expiresAt, revokedAt],
				);
				if (!added) return false;
				await auditUser(sql, act, 'token.imported', userId, { token: added[0], name });
				return true;
			}),
	};
}

async function importRole(
	sql: Sql,
	act: Act,
	{ name, createdAt }: { name: string; createdAt: number },
): Promise<boolean> {
	const added = await sql.run('insert into account_role (name, created_at) values (?1, ?2) on conflict do nothing', [
		name,
		createdAt,
	]);
	if (added > 0) await addAuditEntries(sql, [{ ...act, action: 'role.imported', subject: name }]);
	return added > 0;
}
