// Tests of the accounts' use cases on a real store, with cheap passwords.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestAccounts } from '../engines/sql/accounts/account-records.fixture.ts';
import { BrokerError, type ErrorCode } from '../errors.ts';
import type { AccountStore } from '../ports/accounts/account-store.ts';
import { by } from '../ports/records/suite/audit.fixture.ts';
import { type Accounts, createAccounts } from './accounts.ts';

const cheap = { memoryKibibytes: 8, passes: 1, parallelism: 1 };
const start = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;

let now = start;
let opened: Awaited<ReturnType<typeof openTestAccounts>>;
let accounts: Accounts;

beforeEach(async () => {
	now = start;
	opened = await openTestAccounts();
	accounts = createAccounts(opened.store, () => now, { passwordCost: cheap });
});
afterEach(() => opened.close());

describe('users', () => {
	it('are created with or without a password, active or not', async () => {
		const ada = await accounts.createUser(by, 'ada@example.org', 'secret', true);
		assert.deepEqual(ada, {
			id: ada.id,
			email: 'ada@example.org',
			active: true,
			hasPassword: true,
			createdAt: start,
			roles: [],
		});
		const bob = await accounts.createUser(by, 'bob@localhost', null, false);
		assert.deepEqual(await accounts.listUsers(), [ada, bob]);
	});

	it('are found by email, letter case aside', async () => {
		const ada = await accounts.createUser(by, 'ada@example.org', null, true);
		assert.deepEqual(await accounts.findUser('Ada@Example.org'), ada);
		assert.equal(await accounts.findUser('nobody@example.org'), undefined);
	});

	it('have one email each, letter case aside', async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
		await rejects(accounts.createUser(by, 'ADA@example.org', null, true), 'conflict', /already a user ADA@example.org/);
	});

	it('need an email that looks like one', async () => {
		for (const email of [
			'',
			'ada',
			'@example.org',
			'ada@',
			'a b@example.org',
			'ada@@example.org',
			'ada@example.org\n',
		]) {
			await rejects(accounts.createUser(by, email, null, true), 'bad-usage', /no email address/);
		}
		await rejects(accounts.createUser(by, `${'a'.repeat(250)}@b.org`, null, true), 'bad-usage', /at most 254/);
	});

	it('have no empty password and none without end', async () => {
		await rejects(accounts.createUser(by, 'ada@example.org', '', true), 'bad-usage', /1 to 1000 characters/);
		await rejects(accounts.createUser(by, 'ada@example.org', 'x'.repeat(1_001), true), 'bad-usage', /1 to 1000/);
		await accounts.createUser(by, 'ada@example.org', 'x', true);
	});

	it('are stored with a hash of the password alone', async () => {
		await accounts.createUser(by, 'ada@example.org', 'secret', true);
		assert.match((await opened.store.findUser('ada@example.org'))?.passwordHash ?? '', /^\$argon2id\$/);
	});

	it('are activated and deactivated by email, letter case aside', async () => {
		await accounts.createUser(by, 'ada@example.org', null, false);
		assert.equal((await accounts.activateUser(by, 'Ada@example.org')).active, true);
		assert.equal((await accounts.listUsers())[0]?.active, true);
		assert.equal((await accounts.deactivateUser(by, 'ada@example.org')).active, false);
		assert.equal((await accounts.listUsers())[0]?.active, false);
	});

	it('get another password by email, which is then the only one', async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
		assert.equal((await accounts.changePassword(by, 'Ada@example.org', 'first')).hasPassword, true);
		await accounts.changePassword(by, 'ada@example.org', 'second');
		assert.equal(await accounts.verifyPassword('ada@example.org', 'second'), true);
		assert.equal(await accounts.verifyPassword('ada@example.org', 'first'), false);
		await rejects(accounts.changePassword(by, 'ada@example.org', ''), 'bad-usage', /1 to 1000 characters/);
		await rejects(accounts.changePassword(by, 'nobody@example.org', 'x'), 'not-found', /users create/);
	});

	it('who are not there are reported with what to do', async () => {
		await rejects(accounts.activateUser(by, 'nobody@example.org'), 'not-found', /users create/);
		await rejects(accounts.deactivateUser(by, 'nobody@example.org'), 'not-found', /users create/);
	});
});

describe('roles', () => {
	it('are created once and given to users', async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
		await accounts.createRole(by, 'admin');
		assert.equal(await accounts.addRole(by, 'ADA@example.org', 'admin'), true);
		assert.equal(await accounts.addRole(by, 'ada@example.org', 'admin'), false);
		assert.deepEqual(await accounts.listRoles(), [{ name: 'admin', createdAt: start, users: 1 }]);
		assert.deepEqual((await accounts.listUsers())[0]?.roles, ['admin']);
		await rejects(accounts.createRole(by, 'admin'), 'conflict', /already a role admin/);
	});

	it('that are not there are reported with what to do', async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
		await rejects(accounts.addRole(by, 'ada@example.org', 'admin'), 'not-found', /roles create/);
		await rejects(accounts.addRole(by, 'nobody@example.org', 'admin'), 'not-found', /users create/);
	});

	it('have names of 1 to 100 printable characters', async () => {
		for (const name of ['', ' ', ' admin', 'admin\n', 'x'.repeat(101)]) {
			await rejects(accounts.createRole(by, name), 'bad-usage', /1 to 100 characters/);
		}
		await accounts.createRole(by, 'Data curators');
	});
});

describe('tokens', () => {
	beforeEach(async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
	});
	const create = (changes: { expiresAt?: number | null; email?: string; name?: string } = {}) =>
		accounts.createToken(by, { name: 'feed', email: 'ada@example.org', internal: false, ...changes });

	it('are shown once and stored as a hash', async () => {
		const token = await create();
		assert.match(token, /^lb_[0-9A-Za-z]{40}$/);
		const everything = JSON.stringify([await accounts.listTokens(), await opened.store.tokens()]);
		assert.equal(everything.includes(token.slice(3)), false);
	});

	it('are listed with name, user, whether internal, and their times', async () => {
		await accounts.createToken(by, {
			name: 'nightly',
			email: 'ADA@example.org',
			internal: true,
			expiresAt: start + minute,
		});
		const [token] = await accounts.listTokens();
		assert.deepEqual(token, {
			id: token?.id,
			name: 'nightly',
			email: 'ada@example.org',
			internal: true,
			createdAt: start,
			lastUsedAt: null,
			expiresAt: start + minute,
			revokedAt: null,
		});
	});

	it('may have the same name, and then are revoked together by name and email', async () => {
		const tokens = [await create(), await create()];
		const other = await create({ name: 'other' });
		assert.equal(await accounts.revokeToken(by, { name: 'feed', email: 'ada@example.org' }), 2);
		assert.deepEqual(await Promise.all(tokens.map(accounts.authenticate)), [undefined, undefined]);
		assert.notEqual(await accounts.authenticate(other), undefined);
	});

	it('are revoked one by one by id', async () => {
		const [first, second] = [await create(), await create()];
		const [listed] = await accounts.listTokens();
		assert.ok(listed);
		assert.equal(await accounts.revokeToken(by, listed.id), 1);
		assert.equal(await accounts.authenticate(first), undefined);
		assert.notEqual(await accounts.authenticate(second), undefined);
	});

	it('that cannot be revoked are reported with what to do', async () => {
		await create();
		await accounts.revokeToken(by, { name: 'feed', email: 'ada@example.org' });
		await rejects(
			accounts.revokeToken(by, { name: 'feed', email: 'ada@example.org' }),
			'not-found',
			/not revoked already/,
		);
		await rejects(accounts.revokeToken(by, 4_711), 'not-found', /no token 4711/);
		await rejects(accounts.revokeToken(by, { name: 'feed', email: 'nobody@example.org' }), 'not-found', /no user/);
	});

	it('need a user, a name, and an expiry that lies ahead', async () => {
		await rejects(create({ email: 'nobody@example.org' }), 'not-found', /users create/);
		await rejects(create({ name: '' }), 'bad-usage', /name of a token/);
		await rejects(create({ expiresAt: start }), 'bad-usage', /expired already/);
		await rejects(create({ expiresAt: Number.NaN }), 'bad-usage', /expired already/);
		await create({ expiresAt: start + 1 });
	});
});

describe('authentication by token', () => {
	let token: string;
	beforeEach(async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
		await accounts.createRole(by, 'admin');
		await accounts.addRole(by, 'ada@example.org', 'admin');
		token = await accounts.createToken(by, {
			name: 'feed',
			email: 'ada@example.org',
			internal: false,
			expiresAt: start + 60 * minute,
		});
	});
	const lastUsedAt = async () => {
		await accounts.idle();
		return (await accounts.listTokens())[0]?.lastUsedAt;
	};

	it('tells user, roles and token', async () => {
		const [user] = await accounts.listUsers();
		const [listed] = await accounts.listTokens();
		assert.deepEqual(await accounts.authenticate(token), {
			userId: user?.id,
			email: 'ada@example.org',
			roles: ['admin'],
			tokenId: listed?.id,
		});
	});

	it('refuses what is malformed or unknown', async () => {
		const unknown = `lb_${'0'.repeat(40)}`;
		for (const text of ['', 'lb_', token.slice(3), `${token} `, token.toLowerCase(), unknown]) {
			assert.equal(await accounts.authenticate(text), undefined);
		}
	});

	it('refuses an expired token from the moment of its expiry', async () => {
		now = start + 60 * minute - 1;
		assert.notEqual(await accounts.authenticate(token), undefined);
		now = start + 60 * minute;
		assert.equal(await accounts.authenticate(token), undefined);
	});

	it('refuses a revoked token', async () => {
		await accounts.revokeToken(by, { name: 'feed', email: 'ada@example.org' });
		assert.equal(await accounts.authenticate(token), undefined);
	});

	it('refuses the tokens of a user who is not active', async () => {
		await accounts.deactivateUser(by, 'ada@example.org');
		assert.equal(await accounts.authenticate(token), undefined);
		await accounts.activateUser(by, 'ada@example.org');
		assert.notEqual(await accounts.authenticate(token), undefined);
	});

	it('notes the use of a token at most once a minute', async () => {
		assert.equal(await lastUsedAt(), null);
		await Promise.all([accounts.authenticate(token), accounts.authenticate(token)]);
		assert.equal(await lastUsedAt(), start);
		now = start + minute - 1;
		await accounts.authenticate(token);
		assert.equal(await lastUsedAt(), start);
		now = start + minute;
		await accounts.authenticate(token);
		assert.equal(await lastUsedAt(), start + minute);
	});

	it('notes the use once where many requests come at the same time', async () => {
		let notes = 0;
		const counting: AccountStore = {
			...opened.store,
			noteTokenUse: (id, usedAt) => {
				notes++;
				return opened.store.noteTokenUse(id, usedAt);
			},
		};
		const busy = createAccounts(counting, () => now);
		await Promise.all(Array.from({ length: 10 }, () => busy.authenticate(token)));
		await busy.idle();
		assert.equal(notes, 1);
	});

	it('notes no use of a token that it refuses', async () => {
		await accounts.deactivateUser(by, 'ada@example.org');
		await accounts.authenticate(token);
		assert.equal(await lastUsedAt(), null);
	});

	it('neither waits for nor fails with the note of a use, and notes the next use instead', async () => {
		const notes: number[] = [];
		const failures: ((reason: Error) => void)[] = [];
		const noteTokenUse = (_: number, usedAt: number) => {
			notes.push(usedAt);
			return new Promise<never>((_, reject) => failures.push(reject));
		};
		const others = createAccounts({ ...opened.store, noteTokenUse }, () => now);
		assert.notEqual(await others.authenticate(token), undefined);
		failures[0]?.(new Error('the disk is full'));
		await others.idle();
		now = start + 1;
		assert.notEqual(await others.authenticate(token), undefined);
		assert.deepEqual(notes, [start, start + 1]);
	});
});

describe('verification of a password', () => {
	it('tells whether it is that of an active user', async () => {
		await accounts.createUser(by, 'ada@example.org', 'secret', true);
		assert.equal(await accounts.verifyPassword('ADA@example.org', 'secret'), true);
		assert.equal(await accounts.verifyPassword('ada@example.org', 'Secret'), false);
		await accounts.deactivateUser(by, 'ada@example.org');
		assert.equal(await accounts.verifyPassword('ada@example.org', 'secret'), false);
	});

	it('refuses unknown users and users without a password, whatever is given', async () => {
		await accounts.createUser(by, 'bob@example.org', null, true);
		for (const email of ['bob@example.org', 'nobody@example.org']) {
			for (const password of ['', 'secret', 'x'.repeat(2_000)]) {
				assert.equal(await accounts.verifyPassword(email, password), false);
			}
		}
	});

	it('hashes once for an unknown user as for a known one, so that the time does not tell them apart', async () => {
		await accounts.createUser(by, 'ada@example.org', 'secret', true);
		for (const email of ['ada@example.org', 'nobody@example.org', 'ada@example.org']) {
			let hashed = 0;
			// Hashing begins with the password's normal form.
			const counted = Object.assign(Object('wrong'), {
				normalize() {
					hashed++;
					return 'wrong';
				},
			}) as string;
			assert.equal(await accounts.verifyPassword(email, counted), false);
			assert.equal(hashed, 1, email);
		}
	});
});

async function rejects(promise: Promise<unknown>, code: ErrorCode, message: RegExp): Promise<void> {
	await assert.rejects(promise, (error) => {
		assert.ok(error instanceof BrokerError);
		assert.equal(error.code, code);
		assert.match(error.message, message);
		return true;
	});
}
