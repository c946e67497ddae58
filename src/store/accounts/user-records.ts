// Keeps users and their roles. It does not know the engine.

import { type Act, type AuditDetail, addAuditEntries } from '../audit.ts';
import type { AuditAction } from '../audit-actions.ts';
import type { Id } from '../graph.ts';

import type { Sql, SqlDatabase } from '../sql-database.ts';
import type {
	ActiveSet,
	Keeping,
	NewUser,
	RoleGiven,
	RoleTaken,
	SettingPassword,
	StoredRole,
	StoredUser,
	UserDeleted,
	Users,
} from './account-store.ts';

/** Opens the users of a database. */
export function userRecords(database: SqlDatabase): Users {
	const write = <T>(work: (sql: Sql) => Promise<T>) => database.write(work, { durable: true });
	return {
		addUser: (act, user) => write((sql) => addUser(sql, act, user)),
		findUser: (email) => database.read((sql) => selectUser(sql, 'u.email_key = ?1', emailKey(email))),
		users: () => database.read(selectUsers),
		emails: (users) => database.read((sql) => selectEmails(sql, users)),
		setActive: (act, user, active, keeping) => write((sql) => setActive(sql, act, user, active, keeping)),
		setPassword: (act, user, passwordHash, options) =>
			write((sql) => setPassword(sql, act, user, passwordHash, options)),
		deleteUser: (act, user, keeping) => write((sql) => deleteUser(sql, act, user, keeping)),
		addRole: (act, name) => write((sql) => addRole(sql, act, name)),
		roles: () => database.read(selectRoles),
		giveRole: (act, user, role) => write((sql) => giveRole(sql, act, user, role)),
		takeRole: (act, user, role, keeping) => write((sql) => takeRole(sql, act, user, role, keeping)),
	};
}

/**
 * Folds an email so that letter case and Unicode form do not matter. Engines disagree about lower()
 * beyond ASCII, so that is done here, and kept beside the email as it was given.
 */
export function emailKey(email: string): string {
	return email.normalize('NFC').toLowerCase();
}

// Engines sort text by collations of their own; the lists are short.
function inByteOrder(one: string, other: string): number {
	return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

async function addUser(sql: Sql, act: Act, { email, passwordHash, active }: NewUser): Promise<Id | null> {
	const [row] = await sql.all<[Id]>(
		`insert into account_user (email, email_key, password_hash, active, created_at) values (?1, ?2, ?3, ?4, ?5)
		 on conflict do nothing returning id`,
		[email, emailKey(email), passwordHash, active ? 1 : 0, act.now],
	);
	if (!row) return null;
	const detail = { active, password: passwordHash !== null };
	await addAuditEntries(sql, [{ ...act, action: 'user.created', subject: email, detail }]);
	return row[0];
}

async function setActive(sql: Sql, act: Act, user: Id, active: boolean, keeping?: Keeping): Promise<ActiveSet> {
	if (!active && (await isKept(sql, user, keeping))) return 'last';
	const changed = await sql.run(
		'update account_user set active = ?1 where id = ?2 and active <> ?1 and deleted_at is null',
		[active ? 1 : 0, user],
	);
	if (changed === 0) return (await hasUser(sql, user)) ? 'set' : 'no-such-user';
	if (!active) await endAccessOf(sql, user);
	await auditUser(sql, act, active ? 'user.activated' : 'user.deactivated', user);
	return 'set';
}

/** Sets a password; the audit is told in the words of `detail`. */
export async function setPassword(
	sql: Sql,
	act: Act,
	user: Id,
	passwordHash: string,
	{ instead, keptSession }: SettingPassword = {},
	detail: AuditDetail = {},
): Promise<boolean> {
	const changed = await sql.run(
		`update account_user set password_hash = ?1
		 where id = ?2 and deleted_at is null ${instead === undefined ? '' : 'and password_hash = ?3'}`,
		instead === undefined ? [passwordHash, user] : [passwordHash, user, instead],
	);
	if (changed === 0) return false;
	await endAccessOf(sql, user, keptSession);
	await auditUser(sql, act, 'password.changed', user, detail);
	return true;
}

async function endAccessOf(sql: Sql, user: Id, keptSession = ''): Promise<void> {
	await sql.run('delete from account_session where user_id = ?1 and hash <> ?2', [user, keptSession]);
	await sql.run('delete from account_invitation where user_id = ?1', [user]);
}

/**
 * The row stays, so that no other user is given its number, and events that name it have a name to
 * show. That is no email: it has a blank.
 */
async function deleteUser(sql: Sql, act: Act, user: Id, keeping?: Keeping): Promise<UserDeleted> {
	if (await isKept(sql, user, keeping)) return 'last';
	const [found] = await sql.all<[string]>(
		`select email from account_user where id = ?1 and deleted_at is null ${sql.dialect.lockRows('update')}`,
		[user],
	);
	if (!found) return 'no-such-user';
	await sql.run(
		`update account_user set email = ?1, email_key = ?1, password_hash = null, active = 0, deleted_at = ?2
		 where id = ?3`,
		[`user ${user}`, act.now, user],
	);
	await endAccessOf(sql, user);
	await sql.run('delete from account_token where user_id = ?1', [user]);
	await sql.run('delete from account_user_role where user_id = ?1', [user]);
	await addAuditEntries(sql, [{ ...act, action: 'user.deleted', subject: found[0], detail: { user } }]);
	return 'deleted';
}

/** Tells whether a user is the last active one of a role, in turn with others that ask the same. */
async function isKept(sql: Sql, user: Id, { unlessLastOf }: Keeping = {}): Promise<boolean> {
	if (unlessLastOf === undefined) return false;
	const [found] = await sql.all<[Id]>(`select id from account_role where name = ?1 ${sql.dialect.lockRows('update')}`, [
		unlessLastOf,
	]);
	if (!found) return false;
	const holders = await sql.all<[Id]>(
		`select u.id from account_user_role h join account_user u on u.id = h.user_id where h.role_id = ?1 and u.active = 1`,
		[found[0]],
	);
	return holders.length === 1 && holders[0]?.[0] === user;
}

/** Tells whether there is such a user, and that nobody deletes it before the transaction ends. */
export async function hasUser(sql: Sql, user: Id): Promise<boolean> {
	const found = await sql.all(
		`select 1 from account_user where id = ?1 and deleted_at is null ${sql.dialect.lockRows('share')}`,
		[user],
	);
	return found.length > 0;
}

/** Tells the audit of something that was done to a user. */
export async function auditUser(
	sql: Sql,
	act: Act,
	action: AuditAction,
	user: Id,
	detail: AuditDetail = {},
): Promise<void> {
	const [row] = await sql.all<[string]>('select email from account_user where id = ?1', [user]);
	await addAuditEntries(sql, [{ ...act, action, subject: row?.[0] ?? null, detail }]);
}

const userColumns = 'u.id, u.email, u.password_hash, u.active, u.created_at';
type UserRow = [Id, string, string | null, number, number];

/** Finds a user with its roles, by a condition on `u`. */
export async function selectUser(sql: Sql, condition: string, value: string | Id): Promise<StoredUser | undefined> {
	const [row] = await sql.all<UserRow>(
		`select ${userColumns} from account_user u where u.deleted_at is null and ${condition}`,
		[value],
	);
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
	const rows = await sql.all<UserRow>(`select ${userColumns} from account_user u where u.deleted_at is null`);
	rows.sort(([, one], [, other]) => inByteOrder(emailKey(one), emailKey(other)));
	return rows.map((row) => {
		const names = (roles.get(row[0]) ?? []).map(([, name]) => name);
		return userOf(row, names.sort(inByteOrder));
	});
}

function userOf([id, email, passwordHash, active, createdAt]: UserRow, roles: readonly string[]): StoredUser {
	return { id, email, passwordHash, active: active === 1, createdAt, roles };
}

async function addRole(sql: Sql, act: Act, name: string): Promise<Id | null> {
	const [row] = await sql.all<[Id]>(
		'insert into account_role (name, created_at) values (?1, ?2) on conflict do nothing returning id',
		[name, act.now],
	);
	if (!row) return null;
	await addAuditEntries(sql, [{ ...act, action: 'role.created', subject: name }]);
	return row[0];
}

async function selectRoles(sql: Sql): Promise<StoredRole[]> {
	const rows = await sql.all<[Id, string, number, number]>(
		`select r.id, r.name, r.created_at, (select count(*) from account_user_role h where h.role_id = r.id)
		 from account_role r`,
	);
	rows.sort(([, one], [, other]) => inByteOrder(one, other));
	return rows.map(([id, name, createdAt, users]) => ({ id, name, createdAt, users }));
}

async function giveRole(sql: Sql, act: Act, user: Id, role: string): Promise<RoleGiven> {
	if (!(await hasUser(sql, user))) return 'no-such-user';
	const [found] = await sql.all<[Id]>('select id from account_role where name = ?1', [role]);
	if (!found) return 'no-such-role';
	const given = await sql.run(
		'insert into account_user_role (user_id, role_id) values (?1, ?2) on conflict do nothing',
		[user, found[0]],
	);
	if (given === 0) return 'already';
	await auditUser(sql, act, 'role.given', user, { role });
	return 'given';
}

async function takeRole(sql: Sql, act: Act, user: Id, role: string, keeping?: Keeping): Promise<RoleTaken> {
	if (await isKept(sql, user, keeping)) return 'last';
	const taken = await sql.run(
		`delete from account_user_role
		 where user_id = ?1 and role_id = (select id from account_role where name = ?2)`,
		[user, role],
	);
	if (taken === 0) return 'not-held';
	await auditUser(sql, act, 'role.taken', user, { role });
	return 'taken';
}
