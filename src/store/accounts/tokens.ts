// The access tokens of users. Only a hash of each is stored. Every change made by a person is
// recorded in the audit.

import type { Act } from '../audit.ts';
import type { Id } from '../graph.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import { auditUser, type StoredUser, selectUser } from './users.ts';

/**
 * What a token may be used for: to submit links, to withdraw, to read events, to follow works, to
 * send notifications.
 */
export const tokenScopes = ['submit', 'withdraw', 'read', 'subscribe', 'notify'] as const;

export type TokenScope = (typeof tokenScopes)[number];

/**
 * A token as stored, with `hash` instead of the token itself (text, as the caller made it). Times
 * are milliseconds since 1970.
 */
export type StoredToken = {
	id: Id;
	userId: Id;
	/** Chosen by its owner; several tokens may have the same. */
	name: string;
	internal: boolean;
	/** In the order of tokenScopes. */
	scopes: readonly TokenScope[];
	createdAt: number;
	lastUsedAt: number | null;
	/** null: never. */
	expiresAt: number | null;
	/** The same as `expiresAt` where the token was used after that. */
	revokedAt: number | null;
};

export type NewToken = {
	hash: string;
	userId: Id;
	name: string;
	internal: boolean;
	/** Absent: all. */
	scopes?: readonly TokenScope[];
	expiresAt: number | null;
};

/** Selects tokens: one by its id, or all of one name of a user. */
export type TokenSelection = { id: Id } | { userId: Id; name: string };

export function openTokens(database: SqlDatabase) {
	const write = <T>(work: (sql: Sql) => Promise<T>) => database.write(work, { durable: true });
	return {
		/** Adds an unused token; returns its id. */
		addToken: (act: Act, token: NewToken): Promise<Id> => write((sql) => addToken(sql, act, token)),
		/**
		 * Finds a token by its hash with its user, including revoked and expired ones and inactive
		 * users: the caller decides what is valid.
		 */
		findToken: (hash: string): Promise<{ token: StoredToken; user: StoredUser } | undefined> =>
			database.read((sql) => findToken(sql, hash)),
		/** Lists all tokens with their users' emails, oldest first. */
		tokens: (): Promise<(StoredToken & { email: string })[]> =>
			database.read(async (sql) => (await selectTokens(sql)).map(({ hash, ...token }) => token)),
		/** Counts tokens of active users that are not revoked and expire after `after`, by `until`. */
		countExpiring: (span: { after: number; until: number }): Promise<number> =>
			database.read((sql) => countExpiring(sql, span.after, span.until)),
		/** Notes when a token was used; an earlier time than the one noted changes nothing. */
		noteTokenUse: (token: Id, usedAt: number): Promise<void> =>
			database.write(async (sql) => {
				await sql.run(
					`update account_token set last_used_at = ?1 where id = ?2 and (last_used_at is null or last_used_at < ?1)`,
					[usedAt, token],
				);
			}),
		/** Stores that a token has expired, whatever the time is later. */
		expireToken: (token: Id): Promise<void> =>
			write(async (sql) => {
				const expire = 'update account_token set revoked_at = expires_at where id = ?1 and revoked_at is null';
				await sql.run(expire, [token]);
			}),
		/**
		 * Revokes the selected tokens; returns how many. Those that were revoked before keep their time
		 * and are not counted.
		 */
		revokeTokens: (act: Act, selection: TokenSelection): Promise<number> =>
			write((sql) => revokeTokens(sql, act, selection)),
		/**
		 * Lists all tokens with their hashes and their users' emails, oldest first, for another
		 * broker.
		 */
		exportTokens: (): Promise<(StoredToken & { hash: string; email: string })[]> => database.read(selectTokens),
		/**
		 * Adds a token of another broker; changes nothing where its hash exists. Returns whether it was
		 * added.
		 */
		importToken: (act: Act, token: Omit<StoredToken, 'id'> & { hash: string }): Promise<boolean> =>
			write((sql) => importToken(sql, act, token)),
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

/** Writes scopes as OAuth 2.0 does (RFC 6749, section 3.3). */
function writeScopes(scopes: readonly TokenScope[]): string {
	return tokenScopes.filter((scope) => scopes.includes(scope)).join(' ');
}

const tokenColumns =
	't.id, t.user_id, t.name, t.internal, t.scopes, t.created_at, t.last_used_at, t.expires_at, t.revoked_at';
type TokenRow = [
	...[id: Id, userId: Id, name: string, internal: number, scopes: string | null],
	...[createdAt: number, lastUsedAt: number | null, expiresAt: number | null, revokedAt: number | null],
];

async function findToken(sql: Sql, hash: string): Promise<{ token: StoredToken; user: StoredUser } | undefined> {
	const [row] = await sql.all<TokenRow>(`select ${tokenColumns} from account_token t where t.hash = ?1`, [hash]);
	if (!row) return undefined;
	const user = await selectUser(sql, 'u.id = ?1', row[1]);
	return user && { token: tokenOf(row), user };
}

async function selectTokens(sql: Sql): Promise<(StoredToken & { hash: string; email: string })[]> {
	const rows = await sql.all<[string, string, ...TokenRow]>(
		`select t.hash, u.email, ${tokenColumns}
		 from account_token t join account_user u on u.id = t.user_id where u.deleted_at is null order by t.id`,
	);
	return rows.map(([hash, email, ...token]) => ({ hash, email, ...tokenOf(token) }));
}

async function countExpiring(sql: Sql, after: number, until: number): Promise<number> {
	const [row] = await sql.all<[number]>(
		`select count(*) from account_token t join account_user u on u.id = t.user_id
		 where t.expires_at > ?1 and t.expires_at <= ?2 and t.revoked_at is null and u.active = 1`,
		[after, until],
	);
	return row?.[0] ?? 0;
}

/** Makes a token from a row; tokens without scopes are older than scopes. */
function tokenOf(row: TokenRow): StoredToken {
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

async function importToken(
	sql: Sql,
	act: Act,
	{ hash, userId, name, internal, scopes, ...times }: Omit<StoredToken, 'id'> & { hash: string },
): Promise<boolean> {
	const { createdAt, lastUsedAt, expiresAt, revokedAt } = times;
	const [added] = await sql.all<[Id]>(
		`insert into account_token
		 (hash, user_id, name, internal, scopes, created_at, last_used_at, expires_at, revoked_at)
		 values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) on conflict do nothing returning id`,
		[hash, userId, name, internal ? 1 : 0, writeScopes(scopes), createdAt, lastUsedAt, expiresAt, revokedAt],
	);
	if (!added) return false;
	await auditUser(sql, act, 'token.imported', userId, { token: added[0], name });
	return true;
}
