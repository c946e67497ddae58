// Keeps tokens: of each only a hash. It does not know the engine.
import type {
	NewToken,
	StoredToken,
	StoredUser,
	TokenSelection,
	Tokens,
} from '../../../ports/accounts/account-store.ts';
import type { Act } from '../../../ports/records/audit.ts';
import type { Id } from '../../../ports/records/graph.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import { auditUser, selectUser } from './user-records.ts';

/** Opens the tokens of a database. */
export function tokenRecords(database: SqlDatabase): Tokens {
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

async function addToken(sql: Sql, act: Act, { hash, userId, name, internal, expiresAt }: NewToken): Promise<Id> {
	const [row] = await sql.all<[Id]>(
		`insert into account_token (hash, user_id, name, internal, created_at, expires_at)
		 values (?1, ?2, ?3, ?4, ?5, ?6) returning id`,
		[hash, userId, name, internal ? 1 : 0, act.now, expiresAt],
	);
	const [id] = row as [Id];
	const expires = expiresAt === null ? null : new Date(expiresAt).toISOString();
	await auditUser(sql, act, 'token.created', userId, { token: id, name, internal, expires });
	return id;
}

const tokenColumns = 't.id, t.user_id, t.name, t.internal, t.created_at, t.last_used_at, t.expires_at, t.revoked_at';
type TokenRow = [Id, Id, string, number, number, number | null, number | null, number | null];

async function findToken(sql: Sql, hash: string): Promise<{ token: StoredToken; user: StoredUser } | undefined> {
	const [row] = await sql.all<TokenRow>(`select ${tokenColumns} from account_token t where t.hash = ?1`, [hash]);
	if (!row) return undefined;
	const user = await selectUser(sql, 'u.id = ?1', row[1]);
	return user && { token: tokenOf(row), user };
}

async function selectTokens(sql: Sql): Promise<(StoredToken & { email: string })[]> {
	const rows = await sql.all<[...TokenRow, string]>(
		`select ${tokenColumns}, u.email from account_token t join account_user u on u.id = t.user_id order by t.id`,
	);
	return rows.map((row) => ({ ...tokenOf(row.slice(0, 8) as TokenRow), email: row[8] }));
}

function tokenOf([id, userId, name, internal, createdAt, lastUsedAt, expiresAt, revokedAt]: TokenRow): StoredToken {
	return { id, userId, name, internal: internal === 1, createdAt, lastUsedAt, expiresAt, revokedAt };
}

async function revokeTokens(sql: Sql, act: Act, selection: TokenSelection): Promise<number> {
	const update = 'update account_token set revoked_at = ?1 where revoked_at is null and';
	const revoked =
		'id' in selection
			? await sql.all<[Id, Id, string]>(`${update} id = ?2 returning id, user_id, name`, [act.now, selection.id])
			: await sql.all<[Id, Id, string]>(`${update} user_id = ?2 and name = ?3 returning id, user_id, name`, [
					act.now,
					selection.userId,
					selection.name,
				]);
	for (const [token, user, name] of revoked) {
		await auditUser(sql, act, 'token.revoked', user, { token, name });
	}
	return revoked.length;
}
