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

const withoutPassword = 'Without a password: may have tokens, but cannot sign in.';

describe('users create', () => {
	it('creates a user, active with -a or --active only', async () => {
		assert.deepEqual(
			await line.run('users create ada@example.org'),
			done(`Created user ada@example.org, not active yet\n${withoutPassword}`),
		);
		assert.deepEqual(
			await line.run('users create bob@example.org -a'),
			done(`Created user bob@example.org\n${withoutPassword}`),
		);
		assert.deepEqual(
			await line.run('users create eve@example.org --active --password=x'),
			done('Created user eve@example.org'),
		);
		assert.deepEqual(
			(await line.accounts.listUsers()).map(({ active }) => active),
			[false, true, true],
		);
	});

	it('gives the user the password of --password=', async () => {
		await line.run('users create ada@example.org -a --password=se=cret');
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'se=cret'), true);
	});

	it('takes the password from standard input where --password has no value', async () => {
		const { out, err } = await line.run('users create ada@example.org -a --password', { stdin: 'secret\n' });
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'secret'), true);
		assert.doesNotMatch(out + err, /secret|Password/);
	});

	it('asks for the password twice on a terminal', async () => {
		const words = 'users create ada@example.org -a --password';
		const differing = await line.run(words, { isTTY: true, stdin: 'secret\rsecrets\r' });
		assert.equal(differing.status, 2);
		assert.match(differing.err, /The two passwords differ/);
		const { err } = await line.run(words, { isTTY: true, stdin: 'secret\rsecret\r' });
		assert.equal(err, 'Password: \nThe same again: \n');
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'secret'), true);
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
		assert.match(err, /already a user/);
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
	it('takes another password from standard input, and never shows it', async () => {
		await line.run('users create ada@example.org -a --password=x');
		const { status, out, err } = await line.run('users password ada@example.org', { stdin: 'secret\n' });
		assert.deepEqual(
			[status, out],
			[0, 'Changed the password of ada@example.org. All sessions of this user have ended.\n'],
		);
		assert.doesNotMatch(out + err, /secret/);
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'secret'), true);
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'x'), false);
	});

	it('asks for it twice on a terminal', async () => {
		await line.run('users create ada@example.org -a --password=x');
		const differing = await line.run('users password ada@example.org', { isTTY: true, stdin: 'secret\rsecrets\r' });
		assert.equal(differing.status, 2);
		assert.equal(await line.accounts.verifyPassword('ada@example.org', 'x'), true);
	});

	it('refuses an empty one, and fails where there is no such user', async () => {
		await line.run('users create ada@example.org -a --password=x');
		assert.equal((await line.run('users password ada@example.org', { stdin: '\n' })).status, 2);
		assert.equal((await line.run('users password nobody@example.org', { stdin: 'y\n' })).status, 1);
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
		assert.deepEqual(await line.run('users list'), done('There are no users yet.'));
		await line.run('users create ada@example.org -a --password=x');
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
		assert.deepEqual(await line.run('roles list'), done('There are no roles yet.'));
		assert.deepEqual(await line.run('roles create admin'), done('Created role admin'));
		assert.deepEqual(
			await line.run('roles add ada@example.org admin'),
			done('User ada@example.org now has the role admin'),
		);
		assert.deepEqual(
			await line.run('roles add ada@example.org admin'),
			done('User ada@example.org had the role admin'),
		);
		assert.deepEqual(await line.run('roles list'), done('ROLE   USERS  CREATED\nadmin      1  2026-01-15 12:00'));
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

	it('notes on standard error that the user is not active', async () => {
		await line.run('users deactivate ada@example.org');
		const { status, out, err } = await line.run('tokens create --name feed --user ada@example.org');
		assert.equal(status, 0);
		assert.match(out, /^lb_[0-9A-Za-z]{40}\n$/);
		assert.match(err, /ada@example.org is not active/);
	});

	it('lets the token expire after days or at a date', async () => {
		await line.run('tokens create --name a --user ada@example.org');
		await line.run('tokens create --name b --user ada@example.org --expires 90');
		await line.run('tokens create --name c --user ada@example.org --expires 2027-01-31');
		assert.deepEqual(
			(await line.accounts.listTokens()).map(({ expiresAt }) => expiresAt),
			[null, noon + 90 * day, Date.UTC(2027, 1, 1) - 1],
		);
		assert.equal((await line.run('tokens create --name d --user ada@example.org --expires 2020-01-31')).status, 2);
		assert.equal((await line.run('tokens create --name d --user ada@example.org --expires soon')).status, 2);
	});

	it('answers one document with --json', async () => {
		const { token, ...others } = await documentOf('tokens create --name feed --user ada@example.org --expires 1');
		assert.match(token ?? '', /^lb_/);
		assert.deepEqual(others, {
			name: 'feed',
			user: 'ada@example.org',
			internal: false,
			expires_at: '2026-01-16T12:00:00.000Z',
		});
	});

	it('fails where there is no such user', async () => {
		const { status, out } = await line.run('tokens create --name feed --user nobody@example.org');
		assert.deepEqual([status, out], [1, '']);
	});
});

describe('tokens list and revoke', () => {
	beforeEach(async () => {
		await line.run('users create ada@example.org -a');
		for (const name of ['feed', 'feed', 'other']) await line.run(`tokens create --name ${name} --user ada@example.org`);
	});

	it('list all tokens with their state, and never a token', async () => {
		await line.run('tokens revoke 1');
		const { out } = await line.run('tokens list');
		assert.match(out, /^ID +NAME +USER +INTERNAL +STATE +CREATED +LAST USED +EXPIRES$/m);
		assert.match(out, /^ 1 +feed +ada@example\.org +no +revoked +2026-01-15 12:00$/m);
		assert.match(out, /^ 2 +feed +ada@example\.org +no +valid +2026-01-15 12:00$/m);
		assert.doesNotMatch(out, /lb_/);
		const [first] = (await documentOf('tokens list')).tokens as unknown as [object];
		assert.deepEqual(first, {
			id: 1,
			name: 'feed',
			user: 'ada@example.org',
			internal: false,
			state: 'revoked',
			created_at: '2026-01-15T12:00:00.000Z',
			last_used_at: null,
			expires_at: null,
			revoked_at: '2026-01-15T12:00:00.000Z',
		});
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
