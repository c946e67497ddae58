// Keeps tokens: of each only a hash. It does not know the engine.
             
	         
	            
	           
	               
	       
                                                  
                                                           
                                                          
                                                           
import { auditUser, selectUser } from './user-records.js';

/** Opens the tokens of a database. */
export function tokenRecords(database             )         {
	return {
		addToken: (act, token) => database.write((sql) => addToken(sql, act, token), { durable: true }),
		findToken: (hash) => database.read((sql) => findToken(sql, hash)),
		tokens: () => database.read(selectTokens),
		noteTokenUse: (token, usedAt) =>
			database.write(async (sql) => {
				await sql.run(
					`update account_token set last_used_at = ?1 where id = ?2 and (last_used_at is null or last_used_at < ?1)`,
					[usedAt, token],
				);
			}),
		revokeTokens: (act, selection) => database.write((sql) => revokeTokens(sql, act, selection), { durable: true }),
	};
}

async function addToken(sql     , act     , { hash, userId, name, internal, expiresAt }          )              {
	const [row] = await sql.all      (
		`insert into account_token (hash, user_id, name, internal, created_at, expires_at)
		 values (?1, ?2, ?3, ?4, ?5, ?6) returning id`,
		[hash, userId, name, internal ? 1 : 0, act.now, expiresAt],
	);
	const [id] = row        ;
	const expires = expiresAt === null ? null : new Date(expiresAt).toISOString();
	await auditUser(sql, act, 'token.created', userId, { token: id, name, internal, expires });
	return id;
}

const tokenColumns = 't.id, t.user_id, t.name, t.internal, t.created_at, t.last_used_at, t.expires_at, t.revoked_at';
                                                                                              

async function findToken(sql     , hash        )                                                                {
	const [row] = await sql.all          (`select ${tokenColumns} from account_token t where t.hash = ?1`, [hash]);
	if (!row) return undefined;
	const user = await selectUser(sql, 'u.id = ?1', row[1]);
	return user && { token: tokenOf(row), user };
}

async function selectTokens(sql     )                                               {
	const rows = await sql.all                       (
		`select ${tokenColumns}, u.email from account_token t join account_user u on u.id = t.user_id order by t.id`,
	);
	return rows.map((row) => ({ ...tokenOf(row.slice(0, 8)            ), email: row[8] }));
}

function tokenOf([id, userId, name, internal, createdAt, lastUsedAt, expiresAt, revokedAt]          )              {
	return { id, userId, name, internal: internal === 1, createdAt, lastUsedAt, expiresAt, revokedAt };
}

async function revokeTokens(sql     , act     , selection                )                  {
	const update = 'update account_token set revoked_at = ?1 where revoked_at is null and';
	const revoked =
		'id' in selection
			? await sql.all                  (`${update} id = ?2 returning id, user_id, name`, [act.now, selection.id])
			: await sql.all                  (`${update} user_id = ?2 and name = ?3 returning id, user_id, name`, [
					act.now,
					selection.userId,
					selection.name,
				]);
	for (const [token, user, name] of revoked) {
		await auditUser(sql, act, 'token.revoked', user, { token, name });
	}
	return revoked.length;
}
