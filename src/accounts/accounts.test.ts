// Tests of the accounts' use cases on a real store, with cheap passwords.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { by } from '../store/suite/audit.fixture.ts';
import { cheapPasswords, openAccounts, rejects } from './accounts.fixture.ts';
import type { Accounts } from './accounts.ts';
import { hashPassword } from './secrets.ts';

const start = Date.UTC(2026, 0, 15, 12);
const password = 'correct horse';

let now = start;
let opened: Awaited<ReturnType<typeof openAccounts>>;
let accounts: Accounts;

beforeEach(async () => {
	now = start;
	opened = await openAccounts(() => now);
	accounts = opened.accounts;
});
afterEach(() => opened.close());

describe('users', () => {
	it('are created with or without a password, active or not', async () => {
		const ada = await accounts.createUser(by, 'ada@example.org', password, true);
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
		await rejects(
			accounts.createUser(by, 'ADA@example.org', null, true),
			'conflict',
			/The user ADA@example.org already exists/,
		);
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
			await rejects(accounts.createUser(by, email, null, true), 'bad-usage', /not an email address/);
		}
		await rejects(accounts.createUser(by, `${'a'.repeat(250)}@b.org`, null, true), 'bad-usage', /at most 254/);
	});

	it('have a password that the rules take, or none', async () => {
		const create = (given: string) => accounts.createUser(by, 'ada@example.org', given, true);
		await rejects(create(''), 'bad-usage', /at least 12 characters/);
		await rejects(create('x'.repeat(1_001)), 'bad-usage', /at most 1000/);
		await rejects(create('ada.example-1'), 'bad-usage', /guessed easily/);
		assert.deepEqual(await accounts.listUsers(), []);
	});

	it('keep a password that older rules took until they change it', async () => {
		const passwordHash = await hashPassword('short', cheapPasswords);
		await opened.store.addUser({ by, now }, { email: 'old@example.org', passwordHash, active: true });
		assert.equal(await accounts.verifyPassword('old@example.org', 'short'), true);
		const change = { current: 'short', password: 'shorter', session: '' };
		await rejects(accounts.changeOwnPassword(by, 'old@example.org', change), 'bad-usage', /at least 12/);
		assert.equal(await accounts.changeOwnPassword(by, 'old@example.org', { ...change, password }), true);
		assert.equal(await accounts.verifyPassword('old@example.org', password), true);
	});

	it('are stored with a hash of the password alone', async () => {
		await accounts.createUser(by, 'ada@example.org', password, true);
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
		assert.equal((await accounts.changePassword(by, 'Ada@example.org', 'the first of two')).hasPassword, true);
		await accounts.changePassword(by, 'ada@example.org', 'the other one');
		assert.equal(await accounts.verifyPassword('ada@example.org', 'the other one'), true);
		assert.equal(await accounts.verifyPassword('ada@example.org', 'the first of two'), false);
		await rejects(accounts.changePassword(by, 'ada@example.org', 'x'), 'bad-usage', /at least 12/);
		await rejects(accounts.changePassword(by, 'nobody@example.org', password), 'not-found', /users create/);
	});

	it('are deleted with their tokens and roles, and may be created anew', async () => {
		const ada = await accounts.createUser(by, 'ada@example.org', password, true);
		const token = await accounts.createToken(by, { name: 'feed', email: 'ada@example.org', internal: false });
		assert.deepEqual(await accounts.deleteUser(by, 'Ada@example.org'), ada);
		assert.equal(await accounts.authenticate(token), undefined);
		assert.equal(await accounts.verifyPassword('ada@example.org', password), false);
		await rejects(accounts.deleteUser(by, 'ada@example.org'), 'not-found', /no user ada@example.org/);
		assert.notEqual((await accounts.createUser(by, 'ada@example.org', null, true)).id, ada.id);
	});

	it('are not deleted where nobody else has a role that somebody must have', async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
		await accounts.createRole(by, 'admin');
		await accounts.addRole(by, 'ada@example.org', 'admin');
		const options = { unlessLastOf: 'admin' };
		await rejects(
			accounts.deleteUser(by, 'ada@example.org', options),
			'conflict',
			/last active user with the role admin/,
		);
		await accounts.deleteUser(by, 'ada@example.org');
	});

	it('who are not there are reported with what to do', async () => {
		await rejects(accounts.activateUser(by, 'nobody@example.org'), 'not-found', /users create/);
		await rejects(accounts.deactivateUser(by, 'nobody@example.org'), 'not-found', /users create/);
	});
});

describe('roles', () => {
	it('that are built in have one spelling, however they are created', async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
		for (const [given, name] of [
			['ADMIN', 'admin'],
			['Curator', 'curator'],
		] as const) {
			await accounts.createRole(by, given);
			await accounts.addRole(by, 'ada@example.org', given);
			assert.ok((await accounts.listUsers())[0]?.roles.includes(name));
		}
	});

	it('are created once and given to users', async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
		await accounts.createRole(by, 'admin');
		assert.equal(await accounts.addRole(by, 'ADA@example.org', 'admin'), true);
		assert.equal(await accounts.addRole(by, 'ada@example.org', 'admin'), false);
		assert.deepEqual(await accounts.listRoles(), [{ name: 'admin', createdAt: start, users: 1 }]);
		assert.deepEqual((await accounts.listUsers())[0]?.roles, ['admin']);
		await rejects(accounts.createRole(by, 'admin'), 'conflict', /The role admin already exists/);
		await rejects(accounts.createRole(by, 'Admin'), 'conflict', /The role admin already exists/);
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

describe('verification of a password', () => {
	it('checks whether it is that of an active user', async () => {
		await accounts.createUser(by, 'ada@example.org', password, true);
		assert.equal(await accounts.verifyPassword('ADA@example.org', password), true);
		assert.equal(await accounts.verifyPassword('ada@example.org', 'Correct horse'), false);
		await accounts.deactivateUser(by, 'ada@example.org');
		assert.equal(await accounts.verifyPassword('ada@example.org', password), false);
	});

	it('refuses unknown users and users without a password, whatever is given', async () => {
		await accounts.createUser(by, 'bob@example.org', null, true);
		for (const email of ['bob@example.org', 'nobody@example.org']) {
			for (const given of ['', password, 'x'.repeat(2_000)]) {
				assert.equal(await accounts.verifyPassword(email, given), false);
			}
		}
	});

	it('hashes once for an unknown user as for a known one, so that the time does not show which it is', async () => {
		await accounts.createUser(by, 'ada@example.org', password, true);
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
