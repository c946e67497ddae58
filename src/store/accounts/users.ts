// Users and their roles. Every change made by a person is recorded in the audit in the same
// transaction; calls without a change are not.

import { nameKey } from '../../links/names.ts';
import { type Act, type AuditDetail, addAuditEntries } from '../audit.ts';
import type { AuditAction } from '../audit-actions.ts';
import type { Id } from '../graph.ts';
import type { Sql, SqlDatabase } from '../sql-database.ts';
import { removeSubscriptionsOf } from '../subscriptions.ts';
import { isBuiltIn, roleName } from './account-names.ts';

/**
 * A user as stored; times are milliseconds since 1970. `passwordHash` is null where the user has
 * no password.
 */
export type StoredUser = {
	id: Id;
	/** As given when the user was added. */
	email: string;
	passwordHash: string | null;
	active: boolean;
	createdAt: number;
	/** Names, in byte order. */
	roles: readonly string[];
};

export type NewUser = { email: string; passwordHash: string | null; active: boolean };

/** A role and how many users have it. */
export type StoredRole = { id: Id; name: string; createdAt: number; users: number };

/** The outcome of giving a role; `already`: the user had it. */
export type RoleGiven = 'given' | 'already' | 'no-such-user' | 'no-such-role';

/** The outcome of deleting a user; `last`: no other active user has the role. */
export type UserDeleted = 'deleted' | 'no-such-user' | 'last';

/** The outcome of activating or deactivating a user; `last` as above. */
export type ActiveSet = 'set' | 'no-such-user' | 'last';

/** The outcome of taking a role; `last` as above. */
export type RoleTaken = 'taken' | 'not-held' | 'last';

/**
 * A role that must keep at least one active user, also where several changes are requested at once.
 */
export type Keeping = { unlessLastOf?: string };

/** How a password is set: only where it is still `instead`, and without ending one session. */
export type SettingPassword = { instead?: string; keptSession?: string };

export function openUsers(database: SqlDatabase) {
	const write = <T>(work: (sql: Sql) => Promise<T>) => database.write(work, { durable: true });
	return {
		/**
		 * Adds a user without roles; returns its id, or null where the email exists, regardless of
		 * letter case (of any script) and Unicode form. Of several at the same time one succeeds.
		 */
		addUser: (act: Act, user: NewUser): Promise<Id | null> => write((sql) => addUser(sql, act, user)),
		/** Finds a user by email, regardless of letter case. */
		findUser: (email: string): Promise<StoredUser | undefined> =>
			database.read((sql) => selectUser(sql, 'u.email_key = ?1', nameKey(email))),
		/** Lists all users by email, in byte order of the lower-cased address. */
		users: (): Promise<StoredUser[]> => database.read(selectUsers),
		/** Reads the emails of users, `user 17` for a deleted one; unknown ids are left out. */
		emails: (users: readonly Id[]): Promise<Map<Id, string>> => database.read((sql) => selectEmails(sql, users)),
		/**
		 * Activates or deactivates a user. Deactivating ends the user's sessions and invitation
		 * permanently; tokens and subscriptions are suspended until the user is active again.
		 */
		setActive: (act: Act, user: Id, active: boolean, keeping?: Keeping): Promise<ActiveSet> =>
			write((sql) => setActive(sql, act, user, active, keeping)),
		/**
		 * Gives a user another password, ends all sessions of the user except `keptSession` (its hash),
		 * and the invitation. Returns false where there is no such user, or its password is no longer
		 * `instead`.
		 */
		setPassword: (act: Act, user: Id, passwordHash: string, options?: SettingPassword): Promise<boolean> =>
			write((sql) => setPassword(sql, act, user, passwordHash, options)),
		/**
		 * Deletes a user with roles, tokens, sessions, invitation, subscriptions and registrations as a
		 * sender of notifications; the email is free again. The number is not used again, and still names
		 * what the user did.
		 */
		deleteUser: (act: Act, user: Id, keeping?: Keeping): Promise<UserDeleted> =>
			write((sql) => deleteUser(sql, act, user, keeping)),
		/**
		 * Adds a user of another broker with its roles, which are added where missing; changes nothing
		 * where the email exists. Returns whether it was added.
		 */
		importUser: (act: Act, user: Omit<StoredUser, 'id'>): Promise<boolean> =>
			write((sql) => importUser(sql, act, user)),
		/** Adds a role; returns its id, or null where the name exists, compared like emails. */
		addRole: (act: Act, name: string): Promise<Id | null> => write((sql) => addRole(sql, act, name)),
		/** Lists all roles by name, in byte order. */
		roles: (): Promise<StoredRole[]> => database.read(selectRoles),
		/** Gives a role to a user; idempotent. */
		giveRole: (act: Act, user: Id, role: string): Promise<RoleGiven> => write((sql) => giveRole(sql, act, user, role)),
		/** Takes a role from a user. */
		takeRole: (act: Act, user: Id, role: string, keeping?: Keeping): Promise<RoleTaken> =>
			write((sql) => takeRole(sql, act, user, role, keeping)),
		/** Adds a role of another broker; returns false, without a change, where the name exists. */
		importRole: (act: Act, role: { name: string; createdAt: number }): Promise<boolean> =>
			write((sql) => importRole(sql, act, role)),
	};
}

export type Users = ReturnType<typeof openUsers>;

// Engines have different collations; the lists are short.
function inByteOrder(one: string, other: string): number {
	return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

async function addUser(sql: Sql, act: Act, { email, passwordHash, active }: NewUser): Promise<Id | null> {
	const [row] = await sql.all<[Id]>(
		`insert into account_user (email, email_key, password_hash, active, created_at) values (?1, ?2, ?3, ?4, ?5)
		 on conflict do nothing returning id`,
		[email, nameKey(email), passwordHash, active ? 1 : 0, act.now],
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

/** Sets a password; `detail` is recorded in the audit. */
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
 * The row stays, so its number is not used again, and events that name it can show a name. That is
 * not an email: it has a blank.
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
	await removeSubscriptionsOf(sql, user);
	await sql.run('delete from notify_sender where user_id = ?1', [user]);
	await addAuditEntries(sql, [{ ...act, action: 'user.deleted', subject: found[0], detail: { user } }]);
	return 'deleted';
}

/** Whether a user is the last active one of a role; concurrent calls take turns. */
async function isKept(sql: Sql, user: Id, { unlessLastOf }: Keeping = {}): Promise<boolean> {
	if (unlessLastOf === undefined) return false;
	const [found] = await sql.all<[Id]>(`select id from account_role where name = ?1 ${sql.dialect.lockRows('update')}`, [
		unlessLastOf,
	]);
	if (!found) return false;
	const holders = await sql.all<[Id]>(
		`select u.id from account_user_role h join account_user u on u.id = h.user_id
		 where h.role_id = ?1 and u.active = 1`,
		[found[0]],
	);
	return holders.length === 1 && holders[0]?.[0] === user;
}

/** Whether a user exists; it cannot be deleted before the transaction ends. */
export async function hasUser(sql: Sql, user: Id): Promise<boolean> {
	const found = await sql.all(
		`select 1 from account_user where id = ?1 and deleted_at is null ${sql.dialect.lockRows('share')}`,
		[user],
	);
	return found.length > 0;
}

/** Records in the audit what was done to a user. */
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
	rows.sort(([, one], [, other]) => inByteOrder(nameKey(one), nameKey(other)));
	return rows.map((row) => {
		const names = (roles.get(row[0]) ?? []).map(([, name]) => name);
		return userOf(row, names.sort(inByteOrder));
	});
}

function userOf([id, email, passwordHash, active, createdAt]: UserRow, roles: readonly string[]): StoredUser {
	return { id, email, passwordHash, active: active === 1, createdAt, roles };
}

async function addRole(sql: Sql, act: Act, name: string): Promise<Id | null> {
	const id = await insertRole(sql, name, act.now);
	if (id !== null) await addAuditEntries(sql, [{ ...act, action: 'role.created', subject: name }]);
	return id;
}

async function insertRole(sql: Sql, name: string, createdAt: number): Promise<Id | null> {
	await sql.locks?.table('account_role');
	// A built-in name can be created beside one that was stored before names were compared so.
	const others = (await selectRoles(sql)).map((role) => role.name);
	if (!isBuiltIn(name) && others.some((other) => nameKey(other) === nameKey(name))) return null;
	const [row] = await sql.all<[Id]>(
		'insert into account_role (name, created_at) values (?1, ?2) on conflict do nothing returning id',
		[name, createdAt],
	);
	return row?.[0] ?? null;
}

/**
 * Finds a role by its name: one with the same letters in the same case, or else with the same
 * letters.
 */
async function findRole(sql: Sql, name: string): Promise<Id | undefined> {
	const same = (await selectRoles(sql)).filter((role) => nameKey(role.name) === nameKey(name));
	const named = (wanted: string) => same.find((role) => role.name === wanted);
	return (named(name) ?? named(roleName(name)) ?? same[0])?.id;
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
	const found = await findRole(sql, role);
	if (found === undefined) return 'no-such-role';
	const given = await sql.run(
		'insert into account_user_role (user_id, role_id) values (?1, ?2) on conflict do nothing',
		[user, found],
	);
	if (given === 0) return 'already';
	await auditUser(sql, act, 'role.given', user, { role });
	return 'given';
}

async function takeRole(sql: Sql, act: Act, user: Id, role: string, keeping?: Keeping): Promise<RoleTaken> {
	if (await isKept(sql, user, keeping)) return 'last';
	const found = await findRole(sql, role);
	if (found === undefined) return 'not-held';
	const taken = await sql.run('delete from account_user_role where user_id = ?1 and role_id = ?2', [user, found]);
	if (taken === 0) return 'not-held';
	await auditUser(sql, act, 'role.taken', user, { role });
	return 'taken';
}

async function importUser(sql: Sql, act: Act, user: Omit<StoredUser, 'id'>): Promise<boolean> {
	const { email, passwordHash, active, createdAt, roles } = user;
	const [added] = await sql.all<[Id]>(
		`insert into account_user (email, email_key, password_hash, active, created_at) values (?1, ?2, ?3, ?4, ?5)
		 on conflict do nothing returning id`,
		[email, nameKey(email), passwordHash, active ? 1 : 0, createdAt],
	);
	if (!added) return false;
	for (const role of roles) {
		await importRole(sql, act, { name: role, createdAt });
		// A role without rights in the other broker gets none here.
		if (isBuiltIn(roleName(role)) && !isBuiltIn(role)) continue;
		const found = (await findRole(sql, role)) as Id;
		await sql.run('insert into account_user_role (user_id, role_id) values (?1, ?2) on conflict do nothing', [
			added[0],
			found,
		]);
	}
	await addAuditEntries(sql, [{ ...act, action: 'user.imported', subject: email, detail: { active, roles } }]);
	return true;
}

async function importRole(
	sql: Sql,
	act: Act,
	{ name, createdAt }: { name: string; createdAt: number },
): Promise<boolean> {
	if ((await insertRole(sql, name, createdAt)) === null) return false;
	await addAuditEntries(sql, [{ ...act, action: 'role.imported', subject: name }]);
	return true;
}
