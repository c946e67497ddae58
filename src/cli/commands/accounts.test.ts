// Tests of the commands for users, roles and tokens, on real accounts.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { noon, openCommandLine } from '../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
beforeEach(async () => {
	line = await openCommandLine();
});
afterEach(() => line.close());

const done = (out: string) => ({ status: 0, out: `${out}\n`, err: '' });
const day = 86_400_000;

async function documentOf(words: string): Promise<Record<string, never>> {
	const { status, out } = await line.run(`${words} --json`);
	assert.equal(status, 0);
	return JSON.parse(out);
}

const withoutPassword = 'This user has no password: tokens work, but signing in does not.';

describe('users create', () => {
	it('creates a user, active with -a or --active only', async () => {
		assert.deepEqual(
			await line.run('users create ada@example.org'),
			done(`Created user ada@example.org, inactive\n${withoutPassword}`),
		);
		assert.deepEqual(
			await line.run('users create bob@example.org -a'),
			done(`Created user bob@example.org\n${withoutPassword}`),
		);
		assert.deepEqual(
			await line.run('users create eve@example.org --active --password=tdgz-bfkwmrvp'),
			done('Created user eve@example.org'),
		);
		assert.deepEqual(
			(await line.accounts.listUsers()).map(({ active }) => active),
			[false, true, true],
		);
	});

	it('gives the user the password of --password=', async () => {
		await line.run('users create ada@example.org -a --password=tdgz=bfkwmrvp');
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'tdgz=bfkwmrvp'), true);
	});

	it('reads the password from standard input if --password has no value', async () => {
		const { out, err } = await line.run('users create ada@example.org -a --password', { stdin: 'correct horse\n' });
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'correct horse'), true);
		assert.doesNotMatch(out + err, /correct horse|Password/);
	});

	it('asks for the password twice on a terminal', async () => {
		const words = 'users create ada@example.org -a --password';
		const differing = await line.run(words, { isTTY: true, stdin: 'correct horse\rcorrect horses\r' });
		assert.equal(differing.status, 2);
		assert.match(differing.err, /The two passwords differ/);
		const { err } = await line.run(words, { isTTY: true, stdin: 'correct horse\rcorrect horse\r' });
		assert.equal(err, 'Password: \nRepeat the password: \n');
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'correct horse'), true);
	});

	it('refuses a password that is short or easily guessed, and creates no user', async () => {
		for (const [password, says] of [
			['secret', /too short: give at least 12 characters/],
			['password-2026', /guessed easily/],
		] as const) {
			const { status, err } = await line.run('users create ada@example.org -a --password', { stdin: `${password}\n` });
			assert.equal(status, 2);
			assert.match(err, says);
		}
		assert.deepEqual(await line.accounts.listUsers(), []);
	});

	it('takes such a password as a value of the option, with a warning', async () => {
		const { status, err } = await line.run('users create ada@example.org -a --password=123456');
		assert.equal(status, 0);
		assert.match(
			err,
			/^Warning: This password is too short.* It is accepted because it was given on the command line\.\n$/,
		);
		assert.equal(await line.accounts.verifyPassword('ada@example.org', '123456'), true);
		assert.equal((await line.run(`users create bob@example.org --password=${'x'.repeat(1_001)}`)).status, 2);
	});

	it('gives no password without --password, and refuses an empty one', async () => {
		await line.run('users create ada@example.org');
		assert.equal((await line.accounts.findUser('ada@example.org'))?.hasPassword, false);
		assert.equal((await line.run('users create bob@example.org --password=')).status, 2);
	});

	it('fails where the email is taken', async () => {
		await line.run('users create ada@example.org');
		const { status, err } = await line.run('users create Ada@example.org');
		assert.equal(status, 1);
		assert.match(err, /already exists/);
	});

	it('answers the user with --json', async () => {
		assert.deepEqual(await documentOf('users create ada@example.org -a'), {
			email: 'ada@example.org',
			active: true,
			has_password: false,
			created_at: '2026-01-15T12:00:00.000Z',
			roles: [],
		});
	});
});

describe('users password', () => {
	it('reads a new password from standard input, and never shows it', async () => {
		await line.run('users create ada@example.org -a --password=tdgz-bfkwmrvp');
		const { status, out, err } = await line.run('users password ada@example.org', { stdin: 'correct horse\n' });
		assert.deepEqual(
			[status, out],
			[0, 'Changed the password of ada@example.org. All sessions of this user have ended.\n'],
		);
		assert.doesNotMatch(out + err, /correct horse/);
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'correct horse'), true);
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'tdgz-bfkwmrvp'), false);
	});

	it('asks for it twice on a terminal', async () => {
		await line.run('users create ada@example.org -a --password=tdgz-bfkwmrvp');
		const differing = await line.run('users password ada@example.org', {
			isTTY: true,
			stdin: 'correct horse\rcorrect horses\r',
		});
		assert.equal(differing.status, 2);
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'tdgz-bfkwmrvp'), true);
	});

	it('refuses an empty one, and fails for an unknown user', async () => {
		await line.run('users create ada@example.org -a --password=tdgz-bfkwmrvp');
		assert.equal((await line.run('users password ada@example.org', { stdin: '\n' })).status, 2);
		assert.equal((await line.run('users password nobody@example.org', { stdin: 'correct horse\n' })).status, 1);
	});
});

describe('users invite', () => {
	const secretIn = (link: string) => link.trim().split('#')[1] ?? '';

	it('creates a user who is new, and prints only a link that sets the password', async () => {
		const environment = { PUBLIC_URL: 'https://links.example.org/broker' };
		const { status, out, err } = await line.run('users invite ada@example.org', { environment });
		assert.equal(status, 0);
		assert.match(out, /^https:\/\/links\.example\.org\/broker\/operator\/invitation#[\w-]{43}\n$/);
		assert.equal(
			err,
			'Created user ada@example.org. The link for ada@example.org works once, until 2026-01-18 12:00 UTC:\n',
		);
		assert.equal((await line.accounts.findUser('ada@example.org'))?.active, true);
		assert.equal(await line.accounts.acceptInvitation(null, secretIn(out), 'correct horse'), 'ada@example.org');
	});

	it('begins the link with the address of this machine without PUBLIC_URL', async () => {
		const { out } = await line.run('users invite ada@example.org', { environment: { HOST: '::1', PORT: '5001' } });
		assert.match(out, /^http:\/\/\[::1\]:5001\/operator\/invitation#/);
		for (const HOST of ['0.0.0.0', '::']) {
			const { out } = await line.run('users invite ada@example.org', { environment: { HOST, PORT: '5001' } });
			assert.match(out, /^http:\/\/localhost:5001\/operator\/invitation#/);
		}
	});

	it('voids the link before, and answers with --json', async () => {
		const before = (await line.run('users invite ada@example.org')).out;
		const { link, ...others } = await documentOf('users invite ada@example.org');
		const expires_at = '2026-01-18T12:00:00.000Z';
		assert.deepEqual(others, { email: 'ada@example.org', created: false, expires_at });
		assert.equal(await line.accounts.findInvitation(secretIn(before)), undefined);
		assert.ok(await line.accounts.findInvitation(secretIn(link ?? '')));
	});

	it('makes the user an administrator with --admin, also one who exists', async () => {
		const { err } = await line.run('users invite ada@example.org --admin');
		assert.match(err, /^Created user ada@example\.org\. ada@example\.org is an administrator\. The link /);
		await line.run('users create bob@example.org --active');
		assert.equal((await line.run('users invite bob@example.org --admin')).status, 0);
		assert.equal((await line.run('users invite bob@example.org --admin')).status, 0);
		await line.run('users invite eve@example.org');
		assert.deepEqual(
			(await line.accounts.listUsers()).map(({ roles }) => roles),
			[['admin'], ['admin'], []],
		);
	});

	it('fails where the user is inactive, and gives no role', async () => {
		await line.run('users create ada@example.org');
		const { status, err } = await line.run('users invite ada@example.org --admin');
		assert.equal(status, 1);
		assert.match(err, /users activate/);
		assert.deepEqual((await line.accounts.findUser('ada@example.org'))?.roles, []);
	});
});

describe('users delete', () => {
	const exists = async () => (await line.accounts.findUser('ada@example.org')) !== undefined;
	beforeEach(() => line.run('users create ada@example.org -a'));

	it('asks on a terminal, and deletes only after yes', async () => {
		const asked = (stdin: string) => line.run('users delete ada@example.org', { isTTY: true, stdin });
		const { status, err } = await asked('\n');
		assert.equal(status, 2);
		assert.match(err, /^Delete the user ada@example\.org with all roles, tokens and sessions\? \[y\/N\] /);
		assert.match(err, /Nothing was changed/);
		assert.equal(await exists(), true);
		assert.equal((await asked('yes\n')).status, 0);
		assert.equal(await exists(), false);
	});

	it('needs --yes without a terminal', async () => {
		assert.equal((await line.run('users delete ada@example.org')).status, 2);
		assert.equal(await exists(), true);
		assert.deepEqual(
			await line.run('users delete ada@example.org --yes'),
			done('Deleted user ada@example.org. Events of this user now show the submitter as user 1.'),
		);
		assert.equal((await line.run('users delete ada@example.org --yes')).status, 1);
		await line.run('users create ada@example.org -a');
		const deleted = { email: 'ada@example.org', number: 2, deleted: true };
		assert.deepEqual(await documentOf('users delete ada@example.org --yes'), deleted);
	});
});

describe('users activate, deactivate and list', () => {
	it('activate and deactivate a user', async () => {
		await line.run('users create ada@example.org');
		assert.deepEqual(await line.run('users activate ada@example.org'), done('User ada@example.org is active'));
		assert.equal((await documentOf('users deactivate ada@example.org')).active, false);
		assert.equal((await line.run('users activate nobody@example.org')).status, 1);
	});

	it('list all users', async () => {
		assert.deepEqual(await line.run('users list'), done('No users.'));
		await line.run('users create ada@example.org -a --password=tdgz-bfkwmrvp');
		await line.run('roles create admin');
		await line.run('roles add ada@example.org admin');
		assert.deepEqual(
			await line.run('users list'),
			done(
				'EMAIL            ACTIVE  PASSWORD  ROLES  CREATED\nada@example.org  yes     yes       admin  2026-01-15 12:00',
			),
		);
		assert.deepEqual((await documentOf('users list')).users, [
			{
				email: 'ada@example.org',
				active: true,
				has_password: true,
				created_at: '2026-01-15T12:00:00.000Z',
				roles: ['admin'],
			},
		]);
	});
});

describe('names that look like others', () => {
	it('are refused for users, roles and tokens, with the character that is wrong', async () => {
		await line.run('users create ada@example.org -a');
		for (const [words, says] of [
			['users create a\u200bda@example.org', /email address cannot hold the character U\+200B/],
			['users create аda@example.org', /email address mixes the letters of several scripts/],
			['roles create ad\u2060min', /name of a role cannot hold the character U\+2060/],
			['tokens create --name=fe\u00aded --user=ada@example.org', /name of a token cannot hold the character U\+00AD/],
		] as const) {
			const { status, err } = await line.run(words);
			assert.equal(status, 2, words);
			assert.match(err, says);
		}
	});
});

describe('roles', () => {
	it('are created, given and listed', async () => {
		await line.run('users create ada@example.org');
		assert.deepEqual(await line.run('roles list'), done('No roles.'));
		assert.deepEqual(await line.run('roles create admin'), done('Created role admin'));
		assert.deepEqual(
			await line.run('roles add ada@example.org admin'),
			done('User ada@example.org now has the role admin'),
		);
		assert.deepEqual(
			await line.run('roles add ada@example.org admin'),
			done('User ada@example.org already has the role admin'),
		);
		assert.deepEqual(await line.run('roles list'), done('ROLE   USERS  CREATED\nadmin      1  2026-01-15 12:00'));
	});

	it('are removed from a user', async () => {
		await line.run('users create ada@example.org');
		await line.run('roles create admin');
		await line.run('roles add ada@example.org admin');
		const words = 'roles remove ada@example.org admin';
		assert.deepEqual(await line.run(words), done('User ada@example.org no longer has the role admin'));
		assert.deepEqual(await line.run(words), done('User ada@example.org does not have the role admin'));
		assert.deepEqual(await documentOf(words), { user: 'ada@example.org', role: 'admin', removed: false });
		assert.equal((await line.run('roles remove nobody@example.org admin')).status, 1);
	});

	it('are answered with --json', async () => {
		await line.run('users create ada@example.org');
		assert.deepEqual(await documentOf('roles create admin'), { role: 'admin' });
		const given = { user: 'ada@example.org', role: 'admin', added: true };
		assert.deepEqual(await documentOf('roles add ada@example.org admin'), given);
		assert.deepEqual(await documentOf('roles list'), {
			roles: [{ role: 'admin', users: 1, created_at: '2026-01-15T12:00:00.000Z' }],
		});
	});

	it('that exist already or not at all end with status 1', async () => {
		await line.run('roles create admin');
		assert.equal((await line.run('roles create admin')).status, 1);
		assert.equal((await line.run('roles add nobody@example.org admin')).status, 1);
	});
});

describe('tokens create', () => {
	beforeEach(() => line.run('users create ada@example.org -a'));

	it('prints only the token', async () => {
		const { status, out, err } = await line.run('tokens create --name feed --user ada@example.org --internal');
		assert.equal(status, 0);
		assert.match(out, /^lb_[0-9A-Za-z]{40}\n$/);
		assert.equal(err, '');
		assert.equal((await line.accounts.authenticate(out.trim()))?.email, 'ada@example.org');
		assert.equal((await line.accounts.listTokens())[0]?.internal, true);
	});

	it('notes on standard error that the user is inactive', async () => {
		await line.run('users deactivate ada@example.org');
		const { status, out, err } = await line.run('tokens create --name feed --user ada@example.org');
		assert.equal(status, 0);
		assert.match(out, /^lb_[0-9A-Za-z]{40}\n$/);
		assert.match(err, /ada@example.org is inactive/);
	});

	it('lets the token expire after a year, after days, at a date, or never', async () => {
		await line.run('tokens create --name a --user ada@example.org');
		await line.run('tokens create --name b --user ada@example.org --expires 90');
		await line.run('tokens create --name c --user ada@example.org --expires 2027-01-31');
		await line.run('tokens create --name d --user ada@example.org --expires never');
		assert.deepEqual(
			(await line.accounts.listTokens()).map(({ expiresAt }) => expiresAt),
			[noon + 365 * day, noon + 90 * day, Date.UTC(2027, 1, 1) - 1, null],
		);
		assert.equal((await line.run('tokens create --name d --user ada@example.org --expires 2020-01-31')).status, 2);
		assert.equal((await line.run('tokens create --name d --user ada@example.org --expires soon')).status, 2);
	});

	it('gives a token only some scopes', async () => {
		await line.run('tokens create --name a --user ada@example.org --scope read,submit');
		assert.deepEqual((await line.accounts.listTokens())[0]?.scopes, ['submit', 'read']);
		const { status, err } = await line.run('tokens create --name b --user ada@example.org --scope read,write');
		assert.equal(status, 2);
		assert.match(err, /"write" is none of submit, withdraw, read/);
		assert.equal((await line.run(['tokens', 'create', '--name=b', '--user=ada@example.org', '--scope='])).status, 2);
	});

	it('answers one document with --json', async () => {
		const { token, ...others } = await documentOf('tokens create --name feed --user ada@example.org --expires 1');
		assert.match(token ?? '', /^lb_/);
		assert.deepEqual(others, {
			name: 'feed',
			user: 'ada@example.org',
			internal: false,
			scopes: ['submit', 'withdraw', 'read', 'subscribe', 'notify'],
			expires_at: '2026-01-16T12:00:00.000Z',
		});
	});

	it('fails for an unknown user', async () => {
		const { status, out } = await line.run('tokens create --name feed --user nobody@example.org');
		assert.deepEqual([status, out], [1, '']);
	});
});

describe('tokens list and revoke', () => {
	beforeEach(async () => {
		await line.run('users create ada@example.org -a');
		for (const name of ['feed', 'feed', 'other']) await line.run(`tokens create --name ${name} --user ada@example.org`);
	});

	it('lists names and users in a narrow window too, and omits the rest', async () => {
		const { out } = await line.run('tokens list', { isTTY: true, columns: 60, environment: { NO_COLOR: '1' } });
		assert.deepEqual(out.split('\n').slice(0, 2), [
			'ID  NAME   USER             STATE  EXPIRES',
			' 1  feed   ada@example.org  valid  2027-01-15 12:00',
		]);
	});

	it('list all tokens with their state, and never a token', async () => {
		await line.run('tokens revoke 1');
		const { out } = await line.run('tokens list');
		assert.match(out, /^ID +NAME +USER +STATE +EXPIRES +SCOPES +LAST USED +CREATED +INTERNAL$/m);
		assert.match(
			out,
			/^ 1 +feed +ada@example\.org +revoked +2027-01-15 12:00 +submit withdraw read subscribe notify +2026-01-15 12:00 +no$/m,
		);
		assert.match(
			out,
			/^ 2 +feed +ada@example\.org +valid +2027-01-15 12:00 +submit withdraw read subscribe notify +2026-01-15 12:00 +no$/m,
		);
		assert.doesNotMatch(out, /lb_/);
		const [first] = (await documentOf('tokens list')).tokens as unknown as [object];
		assert.deepEqual(first, {
			id: 1,
			name: 'feed',
			user: 'ada@example.org',
			internal: false,
			scopes: ['submit', 'withdraw', 'read', 'subscribe', 'notify'],
			state: 'revoked',
			ends_soon: false,
			created_at: '2026-01-15T12:00:00.000Z',
			last_used_at: null,
			expires_at: '2027-01-15T12:00:00.000Z',
			revoked_at: '2026-01-15T12:00:00.000Z',
		});
	});

	it('mark one that ends within thirty days', async () => {
		await line.run('tokens create --name trial --user ada@example.org --expires 30');
		assert.match((await line.run('tokens list')).out, /trial .* expires soon +/);
		const listed = (await documentOf('tokens list')).tokens as unknown as { state: string; ends_soon: boolean }[];
		assert.deepEqual([listed[3]?.state, listed[3]?.ends_soon], ['valid', true]);
	});

	it('revoke by id, or all of one name', async () => {
		assert.deepEqual(await line.run('tokens revoke 3'), done('Revoked 1 token'));
		assert.deepEqual(await line.run('tokens revoke --name feed --user ada@example.org'), done('Revoked 2 tokens'));
		assert.equal((await line.run('tokens revoke 3')).status, 1);
	});

	it('need either an id or name and user', async () => {
		for (const words of [
			'',
			' --name feed',
			' --user ada@example.org',
			' 1 --name feed --user ada@example.org',
			' one',
		]) {
			assert.equal((await line.run(`tokens revoke${words}`)).status, 2, words);
		}
	});
});
