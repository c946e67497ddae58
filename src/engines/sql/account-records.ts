// Keeps users, their roles, tokens and sessions in five small tables. It does not know the engine.
import type {
	AccountStore,
	NewSession,
	NewToken,
	NewUser,
	RoleGiven,
	Sessions,
	StoredRole,
	StoredSession,
	StoredToken,
	StoredUser,
	TokenSelection,
} from '../../ports/accounts/account-store.ts';
import type { Id } from '../../ports/records/graph.ts';
import { accountTransfer } from './account-transfer.ts';
import type { Sql, SqlDatabase } from './sql-database.ts';

/** Opens the accounts in a database that has the tables of the accounts. */
export function openAccountRecords(database: SqlDatabase): AccountStore {
	const write = <T>(work: (sql: Sql) => Promise<T>) => database.write(work, { durable: true });
	return {
		...accountTransfer(database, emailKey),
		addUser: (user) => write((sql) => addUser(sql, user)),
		findUser: (email) => database.read((sql) => selectUser(sql, 'u.email_key = ?1', emailKey(email))),
		users: () => database.read(selectUsers),
		emails: (users) => database.read((sql) => selectEmails(sql, users)),
		setActive: (user, active) =>
			write(async (sql) => {
				const changed = await sql.run('update account_user set active = ?1 where id = ?2', [active ? 1 : 0, user]);
				return changed > 0;
			}),
		addRole: (name, now) => write((sql) => addRole(sql, name, now)),
		roles: () => database.read(selectRoles),
		giveRole: (user, role) => write((sql) => giveRole(sql, user, role)),
		takeRole: (user, role) =>
			write(async (sql) => {
				const role_id = '(select id from account_role where name = ?2)';
				return (
					(await sql.run(`delete from account_user_role where user_id = ?1 and role_id = ${role_id}`, [user, role])) > 0
				);
			}),
		addToken: (token) => write((sql) => addToken(sql, token)),
		findToken: (hash) => database.read((sql) => findToken(sql, hash)),
		tokens: () => database.read(selectTokens),
		noteTokenUse: (token, usedAt) =>
			database.write(async (sql) => {
				await sql.run(
					`update account_token set last_used_at = ?1 where id = ?2 and (last_used_at is null or last_used_at < ?1)`,
					[usedAt, token],
				);
			}),
		revokeTokens: (selection, now) => write((sql) => revokeTokens(sql, selection, now)),
		...sessionRecords(database),
	};
}

function sessionRecords(database: SqlDatabase): Sessions {
	const change = (text: string, parameters: (string | number)[], durable = true) =>
		database.write(async (sql) => void (await sql.run(text, parameters)), { durable });
	return {
		addSession: (session) => database.write((sql) => addSession(sql, session), { durable: true }),
		findSession: (hash) => database.read((sql) => findSession(sql, hash)),
		prolongSession: (hash, expiresAt) =>
			change(
				'update account_session set expires_at = ?1 where hash = ?2 and expires_at < ?1',
				[expiresAt, hash],
				false,
			),
		endSession: (hash) => change('delete from account_session where hash = ?1', [hash]),
	};
}

// Engines disagree about lower() beyond ASCII, so the folded address is made here and kept beside
// the one given.
function emailKey(email: string): string {
	return email.normalize('NFC').toLowerCase();
}

// Engines sort text by collations of their own; the lists are short.
function inByteOrder(one: string, other: string): number {
	return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

async function addUser(sql: Sql, { email, passwordHash, active, now }: NewUser): Promise<Id | null> {
	const rows = await sql.all<[Id]>(
		`insert into account_user (email, email_key, password_hash, active, created_at) values (?1, ?2, ?3, ?4, ?5)
		 on conflict do nothing returning id`,
		[email, emailKey(email), passwordHash, active ? 1 : 0, now],
	);
	return rows[0]?.[0] ?? null;
}

const userColumns = 'u.id, u.email, u.password_hash, u.active, u.created_at';
type UserRow = [Id, string, string | null, number, number];

async function selectUser(sql: Sql, condition: string, value: string | Id): Promise<StoredUser | undefined> {
	const [row] = await sql.all<UserRow>(`select ${userColumns} from account_user u where ${condition}`, [value]);
	return row && userOf(row, await rolesOf(sql, row[0]));
}

async function rolesOf(sql: Sql, user: Id): Promise<string[]> {
	const rows = await sql.all<[string]>(
		`select r.name from account_user_role h join account_role r on r.id = h.role_id where h.user_id = ?1`,
		[user],
	);
	return rows.map(([name]) => name).sort(inByteOrder);
}

async function selectEmails(sql: Sql, users: readonly Id[]): Promise<Map<Id, string>> {
	if (users.length === 0) return new Map();
	const wanted = sql.dialect.list('?1', { id: 'integer' });
	const rows = await sql.all<[Id, string]>(
		`select u.id, u.email from account_user u where u.id in (select id from ${wanted} w)`,
		[JSON.stringify(users)],
	);
	return new Map(rows);
}

async function selectUsers(sql: Sql): Promise<StoredUser[]> {
	const roles = Map.groupBy(
		await sql.all<[Id, string]>(
			`select h.user_id, r.name from account_user_role h join account_role r on r.id = h.role_id`,
		),
		([user]) => user,
	);
	const rows = await sql.all<UserRow>(`select ${userColumns} from account_user u`);
	rows.sort(([, one], [, other]) => inByteOrder(emailKey(one), emailKey(other)));
	return rows.map((row) => {
		const names = (roles.get(row[0]) ?? []).map(([, name]) => name);
		return userOf(row, names.sort(inByteOrder));
	});
}

function userOf([id, email, passwordHash, active, createdAt]: UserRow, roles: readonly string[]): StoredUser {
	return { id, email, passwordHash, active: active === 1, createdAt, roles };
}

async function addRole(sql: Sql, name: string, now: number): Promise<Id | null> {
	const rows = await sql.all<[Id]>(
		'insert into account_role (name, created_at) values (?1, ?2) on conflict do nothing returning id',
		[name, now],
	);
	return rows[0]?.[0] ?? null;
}

async function selectRoles(sql: Sql): Promise<StoredRole[]> {
	const rows = await sql.all<[Id, string, number, number]>(
		`select r.id, r.name, r.created_at, (select count(*) from account_user_role h where h.role_id = r.id)
		 from account_role r`,
	);
	rows.sort(([, one], [, other]) => inByteOrder(one, other));
	return rows.map(([id, name, createdAt, users]) => ({ id, name, createdAt, users }));
}

async function giveRole(sql: Sql, user: Id, role: string): Promise<RoleGiven> {
	const [known] = await sql.all('select id from account_user where id = ?1', [user]);
	if (!known) return 'no-such-user';
	const [found] = await sql.all<[Id]>('select id from account_role where name = ?1', [role]);
	if (!found) return 'no-such-role';
	const given = await sql.run(
		'insert into account_user_role (user_id, role_id) values (?1, ?2) on conflict do nothing',
		[user, found[0]],
	);
	return given > 0 ? 'given' : 'already';
}

async function addToken(sql: Sql, { hash, userId, name, internal, expiresAt, now }: NewToken): Promise<Id> {
	const rows = await sql.all<[Id]>(
		`insert into account_token (hash, user_id, name, internal, created_at, expires_at)
		 values (?1, ?2, ?3, ?4, ?5, ?6) returning id`,
		[hash, userId, name, internal ? 1 : 0, now, expiresAt],
	);
	return (rows[0] as [Id])[0];
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

async function revokeTokens(sql: Sql, selection: TokenSelection, now: number): Promise<number> {
	const update = 'update account_token set revoked_at = ?1 where revoked_at is null and';
	return 'id' in selection
		? sql.run(`${update} id = ?2`, [now, selection.id])
		: sql.run(`${update} user_id = ?2 and name = ?3`, [now, selection.userId, selection.name]);
}

async function addSession(sql: Sql, { hash, userId, expiresAt, now }: NewSession): Promise<void> {
	await sql.run('delete from account_session where expires_at <= ?1', [now]);
	const values = [hash, userId, now, expiresAt];
	await sql.run('insert into account_session (hash, user_id, created_at, expires_at) values (?1, ?2, ?3, ?4)', values);
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
