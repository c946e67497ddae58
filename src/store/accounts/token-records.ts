// Keeps tokens: of each only a hash. It does not know the engine.

import type { Act } from '../audit.ts';
import type { Id } from '../graph.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import {
	type NewToken,
	type StoredToken,
	type StoredUser,
	type TokenScope,
	type TokenSelection,
	type Tokens,
	tokenScopes,
} from './account-store.ts';
import { auditUser, selectUser } from './user-records.ts';

/** Opens the tokens of a database. */
export function tokenRecords(database: SqlDatabase): Tokens {
	return {
		addToken: (act, token) => database.write((sql) => addToken(sql, act, token), { durable: true }),
		findToken: (hash) => database.read((sql) => findToken(sql, hash)),
		tokens: () => database.read(selectTokens),
		countExpiring: ({ after, until }) => database.read((sql) => countExpiring(sql, after, until)),
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

async function addToken(sql: Sql, act: Act, token: NewToken): Promise<Id> {
	const { hash, userId, name, internal, scopes = tokenScopes, expiresAt } = token;
	const [row] = await sql.all<[Id]>(
		`insert into account_token (hash, user_id, name, internal, scopes, created_at, expires_at)
		 values (?1, ?2, ?3, ?4, ?5, ?6, ?7) returning id`,
		[hash, userId, name, internal ? 1 : 0, writeScopes(scopes), act.now, expiresAt],
	);
	const [id] = row as [Id];
	const expires = expiresAt === null ? null : new Date(expiresAt).toISOString();
	await auditUser(sql, act, 'token.created', userId, { token: id, name, internal, scopes, expires });
	return id;
}

/** Writes what a token may be used for, as OAuth 2.0 does (RFC 6749, section 3.3). */
export function writeScopes(scopes: readonly TokenScope[]): string {
	return tokenScopes.filter((scope) => scopes.includes(scope)).join(' ');
}

/** Names the columns of a token `t`. */
export const tokenColumns =
	't.id, t.user_id, t.name, t.internal, t.scopes, t.created_at, t.last_used_at, t.expires_at, t.revoked_at';
export type TokenRow = [
	...[id: Id, userId: Id, name: string, internal: number, scopes: string | null],
	...[createdAt: number, lastUsedAt: number | null, expiresAt: number | null, revokedAt: number | null],
];

async function findToken(sql: Sql, hash: string): Promise<{ token: StoredToken; user: StoredUser } | undefined> {
	const [row] = await sql.all<TokenRow>(`select ${tokenColumns} from account_token t where t.hash = ?1`, [hash]);
	if (!row) return undefined;
	const user = await selectUser(sql, 'u.id = ?1', row[1]);
	return user && { token: tokenOf(row), user };
}

async function selectTokens(sql: Sql): Promise<(StoredToken & { email: string })[]> {
	const rows = await sql.all<[string, ...TokenRow]>(
		`select u.email, ${tokenColumns}
		 from account_token t join account_user u on u.id = t.user_id where u.deleted_at is null order by t.id`,
	);
	return rows.map(([email, ...token]) => ({ email, ...tokenOf(token) }));
}

async function countExpiring(sql: Sql, after: number, until: number): Promise<number> {
	const [row] = await sql.all<[number]>(
		`select count(*) from account_token t join account_user u on u.id = t.user_id
		 where t.expires_at > ?1 and t.expires_at <= ?2 and t.revoked_at is null and u.active = 1`,
		[after, until],
	);
	return row?.[0] ?? 0;
}

/** Makes a token of a row; one without scopes was made when there were none. */
export function tokenOf(row: TokenRow): StoredToken {
	const [id, userId, name, internal, scopes, createdAt, lastUsedAt, expiresAt, revokedAt] = row;
	const given = scopes?.split(' ');
	return {
		...{ id, userId, name, internal: internal === 1 },
		scopes: tokenScopes.filter((scope) => given?.includes(scope) ?? true),
		...{ createdAt, lastUsedAt, expiresAt, revokedAt },
	};
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
