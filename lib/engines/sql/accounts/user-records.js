// Keeps users and their roles. It does not know the engine.
                                                                                                                  
                                                                                     
                                                          
import { addAuditEntries } from '../audit.js';
                                                           

/** Opens the users of a database. */
export function userRecords(database             )        {
	const write =    (work                          ) => database.write(work, { durable: true });
	return {
		addUser: (act, user) => write((sql) => addUser(sql, act, user)),
		findUser: (email) => database.read((sql) => selectUser(sql, 'u.email_key = ?1', emailKey(email))),
		users: () => database.read(selectUsers),
		emails: (users) => database.read((sql) => selectEmails(sql, users)),
		setActive: (act, user, active) => write((sql) => setActive(sql, act, user, active)),
		setPassword: (act, user, passwordHash) => write((sql) => setPassword(sql, act, user, passwordHash)),
		addRole: (act, name) => write((sql) => addRole(sql, act, name)),
		roles: () => database.read(selectRoles),
		giveRole: (act, user, role) => write((sql) => giveRole(sql, act, user, role)),
		takeRole: (act, user, role) => write((sql) => takeRole(sql, act, user, role)),
	};
}

/**
 * Folds an email so that letter case and Unicode form do not matter. Engines disagree about lower()
 * beyond ASCII, so that is done here, and kept beside the email as it was given.
 */
export function emailKey(email        )         {
	return email.normalize('NFC').toLowerCase();
}

// Engines sort text by collations of their own; the lists are short.
function inByteOrder(one        , other        )         {
	return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

async function addUser(sql     , act     , { email, passwordHash, active }         )                     {
	const [row] = await sql.all      (
		`insert into account_user (email, email_key, password_hash, active, created_at) values (?1, ?2, ?3, ?4, ?5)
		 on conflict do nothing returning id`,
		[email, emailKey(email), passwordHash, active ? 1 : 0, act.now],
	);
	if (!row) return null;
	const detail = { active, password: passwordHash !== null };
	await addAuditEntries(sql, [{ ...act, action: 'user.created', subject: email, detail }]);
	return row[0];
}

async function setActive(sql     , act     , user    , active         )                   {
	const changed = await sql.run('update account_user set active = ?1 where id = ?2 and active <> ?1', [
		active ? 1 : 0,
		user,
	]);
	if (changed === 0) return hasUser(sql, user);
	if (!active) await endSessionsOf(sql, user);
	await auditUser(sql, act, active ? 'user.activated' : 'user.deactivated', user);
	return true;
}

async function setPassword(sql     , act     , user    , passwordHash        )                   {
	const changed = await sql.run('update account_user set password_hash = ?1 where id = ?2', [passwordHash, user]);
	if (changed === 0) return false;
	await endSessionsOf(sql, user);
	await auditUser(sql, act, 'password.changed', user);
	return true;
}

async function endSessionsOf(sql     , user    )                {
	await sql.run('delete from account_session where user_id = ?1', [user]);
}

async function hasUser(sql     , user    )                   {
	return (await sql.all('select 1 from account_user where id = ?1', [user])).length > 0;
}

/** Tells the audit of something that was done to a user. */
export async function auditUser(
	sql     ,
	act     ,
	action             ,
	user    ,
	detail              = {},
)                {
	const [row] = await sql.all          ('select email from account_user where id = ?1', [user]);
	await addAuditEntries(sql, [{ ...act, action, subject: row?.[0] ?? null, detail }]);
}

const userColumns = 'u.id, u.email, u.password_hash, u.active, u.created_at';
                                                           

/** Finds a user with its roles, by a condition on `u`. */
export async function selectUser(sql     , condition        , value             )                                  {
	const [row] = await sql.all         (`select ${userColumns} from account_user u where ${condition}`, [value]);
	return row && userOf(row, await rolesOf(sql, row[0]));
}

async function rolesOf(sql     , user    )                    {
	const rows = await sql.all          (
		`select r.name from account_user_role h join account_role r on r.id = h.role_id where h.user_id = ?1`,
		[user],
	);
	return rows.map(([name]) => name).sort(inByteOrder);
}

async function selectEmails(sql     , users               )                           {
	if (users.length === 0) return new Map();
	const wanted = sql.dialect.list('?1', { id: 'integer' });
	const rows = await sql.all              (
		`select u.id, u.email from account_user u where u.id in (select id from ${wanted} w)`,
		[JSON.stringify(users)],
	);
	return new Map(rows);
}

async function selectUsers(sql     )                        {
	const roles = Map.groupBy(
		await sql.all              (
			`select h.user_id, r.name from account_user_role h join account_role r on r.id = h.role_id`,
		),
		([user]) => user,
	);
	const rows = await sql.all         (`select ${userColumns} from account_user u`);
	rows.sort(([, one], [, other]) => inByteOrder(emailKey(one), emailKey(other)));
	return rows.map((row) => {
		const names = (roles.get(row[0]) ?? []).map(([, name]) => name);
		return userOf(row, names.sort(inByteOrder));
	});
}

function userOf([id, email, passwordHash, active, createdAt]         , roles                   )             {
	return { id, email, passwordHash, active: active === 1, createdAt, roles };
}

async function addRole(sql     , act     , name        )                     {
	const [row] = await sql.all      (
		'insert into account_role (name, created_at) values (?1, ?2) on conflict do nothing returning id',
		[name, act.now],
	);
	if (!row) return null;
	await addAuditEntries(sql, [{ ...act, action: 'role.created', subject: name }]);
	return row[0];
}

async function selectRoles(sql     )                        {
	const rows = await sql.all                              (
		`select r.id, r.name, r.created_at, (select count(*) from account_user_role h where h.role_id = r.id)
		 from account_role r`,
	);
	rows.sort(([, one], [, other]) => inByteOrder(one, other));
	return rows.map(([id, name, createdAt, users]) => ({ id, name, createdAt, users }));
}

async function giveRole(sql     , act     , user    , role        )                     {
	if (!(await hasUser(sql, user))) return 'no-such-user';
	const [found] = await sql.all      ('select id from account_role where name = ?1', [role]);
	if (!found) return 'no-such-role';
	const given = await sql.run(
		'insert into account_user_role (user_id, role_id) values (?1, ?2) on conflict do nothing',
		[user, found[0]],
	);
	if (given === 0) return 'already';
	await auditUser(sql, act, 'role.given', user, { role });
	return 'given';
}

async function takeRole(sql     , act     , user    , role        )                   {
	const taken = await sql.run(
		`delete from account_user_role
		 where user_id = ?1 and role_id = (select id from account_role where name = ?2)`,
		[user, role],
	);
	if (taken === 0) return false;
	await auditUser(sql, act, 'role.taken', user, { role });
	return true;
}
