import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestAccounts } from '../engines/sql/account-records.fixture.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import { createSessions, type Sessions, sessionSeconds } from './sessions.ts';

const email = 'ada@example.org';
const password = 'correct horse';

describe('a session', () => {
	let now = Date.UTC(2026, 0, 15);
	let opened: Awaited<ReturnType<typeof openTestAccounts>>;
	let accounts: Accounts;
	let sessions: Sessions;
	const prolonged: string[] = [];
	before(async () => {
		opened = await openTestAccounts();
		const clock = () => now;
		accounts = createAccounts(opened.store, clock, { passwordCost: { memoryKibibytes: 8, passes: 1, parallelism: 1 } });
		const store = {
			...opened.store,
			prolongSession: (hash: string, expiresAt: number) => {
				prolonged.push(hash);
				return opened.store.prolongSession(hash, expiresAt);
			},
		};
		sessions = createSessions(store, accounts, clock);
		await accounts.createUser(email, password, true);
		await accounts.createUser('idle@example.org', password, false);
		await accounts.createUser('tokens-only@example.org', null, true);
		await accounts.createRole('admin');
		await accounts.addRole(email, 'admin');
	});
	after(() => opened.close());

	const open = async () => (await sessions.signIn(email, password)) ?? assert.fail('not signed in');

	it('is opened with email, letter case aside, and password, and tells who it is', async () => {
		const { session } = (await sessions.signIn('Ada@Example.org', password)) ?? assert.fail();
		assert.equal(session.email, email);
		assert.deepEqual(session.roles, ['admin']);
	});

	it('is not opened with a wrong password, for nobody, nor for a user who is not active or has no password', async () => {
		for (const [who, word] of [
			[email, 'wrong'],
			[email, ''],
			['nobody@example.org', password],
			['idle@example.org', password],
			['tokens-only@example.org', ''],
		] as const) {
			assert.equal(await sessions.signIn(who, word), undefined, who);
		}
	});

	it('is found by its secret, with the same protection each time and another than any other session', async () => {
		const [one, other] = [await open(), await open()];
		assert.deepEqual(await sessions.find(one.secret), one.session);
		assert.notEqual(one.secret, other.secret);
		assert.notEqual(one.session.csrfToken, other.session.csrfToken);
		assert.notEqual(one.session.csrfToken, one.secret);
		assert.equal(await sessions.find(`${one.secret}x`), undefined);
	});

	it('is kept as a hash only', async () => {
		const { secret } = await open();
		assert.equal(await opened.store.findSession(secret), undefined);
	});

	it('ends when its user signs out, and no other with it', async () => {
		const [one, other] = [await open(), await open()];
		await sessions.signOut(one.secret);
		assert.equal(await sessions.find(one.secret), undefined);
		assert.ok(await sessions.find(other.secret));
	});

	it('lasts twelve hours after its last use', async () => {
		assert.equal(sessionSeconds, 43_200);
		const { secret } = await open();
		for (let use = 0; use < 3; use++) {
			now += sessionSeconds * 1000 - 1;
			assert.ok(await sessions.find(secret));
		}
		now += sessionSeconds * 1000;
		assert.equal(await sessions.find(secret), undefined);
	});

	it('is not written down at every use', async () => {
		const { secret } = await open();
		prolonged.length = 0;
		for (let use = 0; use < 10; use++) {
			now += 40_000;
			await sessions.find(secret);
		}
		assert.equal(prolonged.length, 1);
	});

	it('is good for nothing while its user is not active', async () => {
		const { secret } = await open();
		await accounts.deactivateUser(email);
		assert.equal(await sessions.find(secret), undefined);
		await accounts.activateUser(email);
		assert.ok(await sessions.find(secret));
	});

	it('knows what roles its user has now', async () => {
		const { secret } = await open();
		await accounts.removeRole(email, 'admin');
		assert.deepEqual((await sessions.find(secret))?.roles, []);
		await accounts.addRole(email, 'admin');
	});
});
