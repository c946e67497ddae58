// Hands accounts over from one database to another. It knows the tables, not the engine, and no
// file.
                                                                                             
                                                           
                                                          
import { addAuditEntries } from '../audit.js';
                                                           
import { auditUser, emailKey } from './user-records.js';

const flag = (value         )         => (value ? 1 : 0);

                                                                                                              

/** Opens the hand-over. */
export function accountTransfer(database             )                  {
	const write =    (work                          ) => database.write(work, { durable: true });
	return {
		exportTokens: () =>
			database.read(async (sql) => {
				const rows = await sql.all          (
					`select t.id, t.user_id, t.name, t.internal, t.created_at, t.last_used_at, t.expires_at,
					 t.revoked_at, t.hash, u.email
					 from account_token t join account_user u on u.id = t.user_id order by t.id`,
				);
				return rows.map(exportedToken);
			}),
		importRole: (act, role) => write((sql) => importRole(sql, act, role)),
		importUser: (act, { email, passwordHash, active, createdAt, roles }) =>
			write(async (sql) => {
				const [user] = await sql.all      (
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
		importToken: (act, { hash, userId, name, internal, createdAt, lastUsedAt, expiresAt, revokedAt }) =>
			write(async (sql) => {
				const [added] = await sql.all      (
					`insert into account_token (hash, user_id, name, internal, created_at, last_used_at, expires_at, revoked_at)
					 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) on conflict do nothing returning id`,
					[hash, userId, name, flag(internal), createdAt, lastUsedAt, expiresAt, revokedAt],
				);
				if (!added) return false;
				await auditUser(sql, act, 'token.imported', userId, { token: added[0], name });
				return true;
			}),
	};
}

async function importRole(
	sql     ,
	act     ,
	{ name, createdAt }                                     ,
)                   {
	const added = await sql.run('insert into account_role (name, created_at) values (?1, ?2) on conflict do nothing', [
		name,
		createdAt,
	]);
	if (added > 0) await addAuditEntries(sql, [{ ...act, action: 'role.imported', subject: name }]);
	return added > 0;
}

function exportedToken(row          )                                                {
	const [id, userId, name, internal, createdAt, lastUsedAt, expiresAt, revokedAt, hash, email] = row;
	return { id, userId, name, internal: internal === 1, createdAt, lastUsedAt, expiresAt, revokedAt, hash, email };
}
