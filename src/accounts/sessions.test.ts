import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insufficientStorage } from '../store/insufficient-storage.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { openAccounts } from './accounts.fixture.ts';
import type { Accounts } from './accounts.ts';
import { createSessions, longestSessionSeconds, type Sessions, sessionSeconds } from './sessions.ts';

const email = 'ada@example.org';
const password = 'correct horse';
const hour = 60 * 60 * 1000;

describe('a session', () => {
	let now = Date.UTC(2026, 0, 15);
	let opened: Awaited<ReturnType<typeof openAccounts>>;
	let accounts: Accounts;
	let sessions: Sessions;
	const prolonged: string[] = [];
	before(async () => {
		const clock = () => now;
		opened = await openAccounts(clock);
		accounts = opened.accounts;
		const store = {
			...opened.store,
			prolongSession: (hash: string, expiresAt: number) => {
				prolonged.push(hash);
				return opened.store.prolongSession(hash, expiresAt);
			},
		};
		sessions = createSessions(store, accounts, clock);
		await accounts.createUser(by, email, password, true);
		await accounts.createUser(by, 'idle@example.org', password, false);
		await accounts.createUser(by, 'tokens-only@example.org', null, true);
		await accounts.createRole(by, 'admin');
		await accounts.addRole(by, email, 'admin');
	});
	after(() => opened.close());

	const open = async () => (await sessions.signIn(by.address, email, password)) ?? assert.fail('not signed in');

	it('is opened with email, letter case aside, and password, and returns who it is', async () => {
		const { session } = (await sessions.signIn(by.address, 'Ada@Example.org', password)) ?? assert.fail();
		assert.equal(session.email, email);
		assert.deepEqual(session.roles, ['admin']);
	});

	it('is found, too, where it cannot be prolonged because nothing can be stored', async () => {
		const { secret } = await open();
		now += hour;
		const prolongSession = () => Promise.reject(insufficientStorage('database'));
		const onFullDisk = createSessions({ ...opened.store, prolongSession }, accounts, () => now);
		assert.equal((await onFullDisk.find(secret))?.email, email);
	});

	it('is not opened with a wrong password, nor for a user who is not there, not active or has none', async () => {
		for (const [who, word] of [
			[email, 'wrong'],
			[email, ''],
			['nobody@example.org', password],
			['idle@example.org', password],
			['tokens-only@example.org', ''],
		] as const) {
			assert.equal(await sessions.signIn(by.address, who, word), undefined, who);
		}
	});

	it('is in the audit: opened, ended, and refused with why, of users that there are', async () => {
		// The audit has the failed tries of earlier tests.
		await sessions.idle();
		const [last] = await opened.audit.auditEntries({ limit: 1 });
		const tried = ['nobody@example.org', 'Idle@example.org', email, 'tokens-only@example.org'];
		for (const who of tried) {
			await sessions.signIn('192.0.2.7', who, 'my other password');
			await sessions.idle();
		}
		const { secret } = (await sessions.signIn('192.0.2.8', email, password)) ?? assert.fail();
		await sessions.signOut({ who: email, address: '192.0.2.9' }, secret);
		const entries = await opened.audit.auditEntries({ limit: 10 });
		const reported = entries.filter(({ number }) => number > (last?.number ?? 0)).reverse();
		assert.deepEqual(
			reported.map(({ action, who, subject, address, detail }) => [action, who, subject, address, detail.reason]),
			[
				['session.refused', 'idle@example.org', 'idle@example.org', '192.0.2.7', 'not active'],
				['session.refused', email, email, '192.0.2.7', 'wrong password'],
				['session.refused', 'tokens-only@example.org', 'tokens-only@example.org', '192.0.2.7', 'no password'],
				['session.opened', email, email, '192.0.2.8', undefined],
				['session.ended', email, email, '192.0.2.9', undefined],
			],
		);
		assert.doesNotMatch(JSON.stringify(entries), /my other password|correct horse/);
	});

	it('is refused before the audit is written, so that no time shows who has an account', async () => {
		const { promise, resolve } = Promise.withResolvers<void>();
		const slow = { ...opened.store, noteRefusedSession: () => promise };
		const impatient = createSessions(slow, accounts, () => now);
		assert.equal(await impatient.signIn(null, email, 'wrong'), undefined);
		resolve();
		await impatient.idle();
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
		await sessions.signOut(by, one.secret);
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

	it('ends after a week, however often it is used', async () => {
		assert.equal(longestSessionSeconds, 604_800);
		const { secret } = await open();
		const end = now + longestSessionSeconds * 1000;
		for (now += 11 * hour; now < end; now += 11 * hour) assert.ok(await sessions.find(secret));
		now = end;
		assert.equal(await sessions.find(secret), undefined);
	});

	it('that was found expired stays so after the clock is set back', async () => {
		const { secret } = await open();
		now += 24 * hour;
		assert.equal(await sessions.find(secret), undefined);
		now -= 24 * hour;
		assert.equal(await sessions.find(secret), undefined);
	});

	it('that has expired is refused, too, where nothing can be stored', async () => {
		const { secret } = await open();
		now += 24 * hour;
		const expireSession = () => Promise.reject(insufficientStorage('database'));
		const onFullDisk = createSessions({ ...opened.store, expireSession }, accounts, () => now);
		assert.equal(await onFullDisk.find(secret), undefined);
	});

	it('that a clock far ahead opened is not valid', async () => {
		now += 30 * 24 * hour;
		const { secret } = await open();
		now -= 60_000;
		assert.ok(await sessions.find(secret));
		now -= 30 * 24 * hour - 60_000;
		assert.equal(await sessions.find(secret), undefined);
	});

	it('ends when its user is shut out, and does not live again when the user is let in', async () => {
		const { secret } = await open();
		await accounts.deactivateUser(by, email);
		assert.equal(await sessions.find(secret), undefined);
		await accounts.activateUser(by, email);
		assert.equal(await sessions.find(secret), undefined);
		assert.ok(await sessions.find((await open()).secret));
	});

	it('ends when the password of its user is changed', async () => {
		await accounts.createUser(by, 'grace@example.org', password, true);
		const before = (await sessions.signIn(null, 'grace@example.org', password)) ?? assert.fail();
		const others = await open();
		await accounts.changePassword(by, 'Grace@example.org', 'another horse');
		assert.equal(await sessions.find(before.secret), undefined);
		assert.ok(await sessions.find(others.secret));
		assert.equal(await sessions.signIn(null, 'grace@example.org', password), undefined);
		assert.ok(await sessions.signIn(null, 'grace@example.org', 'another horse'));
	});

	it('stays when its own user changes the password with it, and all others end', async () => {
		await accounts.createUser(by, 'mary@example.org', password, true);
		const signIn = async (word = password) => (await sessions.signIn(null, 'mary@example.org', word))?.secret ?? '';
		const [own, other] = [await signIn(), await signIn()];
		const change = { password: 'another horse', session: own };
		const changed = (current: string) => accounts.changeOwnPassword(by, 'mary@example.org', { ...change, current });
		assert.equal(await changed('wrong'), false);
		assert.equal(await changed('x'.repeat(2_000)), false);
		assert.ok(await sessions.find(other));
		assert.equal(await changed(password), true);
		assert.ok(await sessions.find(own));
		assert.equal(await sessions.find(other), undefined);
		assert.notEqual(await signIn('another horse'), '');
	});

	it('is not opened where its user is shut out while the password is checked', async () => {
		const verifyPassword: Accounts['verifyPassword'] = async (...given) => {
			const matches = await accounts.verifyPassword(...given);
			await accounts.deactivateUser(by, email);
			await accounts.activateUser(by, email);
			await accounts.changePassword(by, email, 'another donkey');
			return matches;
		};
		const slow = createSessions(opened.store, { verifyPassword }, () => now);
		assert.equal(await slow.signIn(null, email, password), undefined);
		await accounts.changePassword(by, email, password);
	});

	it('knows what roles its user has now', async () => {
		const { secret } = await open();
		await accounts.removeRole(by, email, 'admin');
		assert.deepEqual((await sessions.find(secret))?.roles, []);
		await accounts.addRole(by, email, 'admin');
	});
});
