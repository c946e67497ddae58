// Tests of invitations on a real store, with cheap passwords.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { by } from '../store/suite/audit.fixture.ts';
import { openAccounts } from './accounts.fixture.ts';
import type { Accounts } from './accounts.ts';
import { invitationSeconds } from './invitations.ts';

const email = 'ada@example.org';
const password = 'correct horse';

describe('an invitation', () => {
	let now = 0;
	let opened: Awaited<ReturnType<typeof openAccounts>>;
	let accounts: Accounts;
	beforeEach(async () => {
		now = Date.UTC(2026, 0, 15);
		opened = await openAccounts(() => now);
		accounts = opened.accounts;
		await accounts.createUser(by, email, null, true);
	});
	afterEach(() => opened.close());
	const accept = (secret: string, given = password) => accounts.acceptInvitation('192.0.2.1', secret, given);

	it('shows whom it invites, and sets the password once', async () => {
		const { secret, user, expiresAt } = await accounts.inviteUser(by, 'Ada@example.org');
		assert.match(secret, /^[\w-]{43}$/);
		assert.equal(user.email, email);
		assert.deepEqual(await accounts.findInvitation(secret), { email, expiresAt });
		assert.equal(await accept(secret), email);
		assert.equal(await accounts.verifyPassword(email, password), true);
		assert.equal(await accept(secret, 'another horse'), undefined);
		assert.equal(await accounts.findInvitation(secret), undefined);
		assert.equal(await accounts.verifyPassword(email, password), true);
	});

	it('holds for three days', async () => {
		assert.equal(invitationSeconds, 259_200);
		const { secret, expiresAt } = await accounts.inviteUser(by, email);
		assert.equal(expiresAt, now + invitationSeconds * 1000);
		now = expiresAt - 1;
		assert.ok(await accounts.findInvitation(secret));
		now = expiresAt;
		assert.equal(await accounts.findInvitation(secret), undefined);
		assert.equal(await accept(secret), undefined);
	});

	it('that was found expired stays so after the clock is set back', async () => {
		const { secret, expiresAt } = await accounts.inviteUser(by, email);
		now = expiresAt;
		assert.equal(await accounts.findInvitation(secret), undefined);
		now -= 60_000;
		assert.equal(await accounts.findInvitation(secret), undefined);
		assert.equal(await accept(secret), undefined);
	});

	it('is void once there is a newer one', async () => {
		const older = await accounts.inviteUser(by, email);
		const newer = await accounts.inviteUser(by, email);
		assert.equal(await accept(older.secret), undefined);
		assert.equal(await accept(newer.secret), email);
	});

	it('holds where the password is refused', async () => {
		const { secret } = await accounts.inviteUser(by, email);
		await assert.rejects(accept(secret, 'short'), { code: 'bad-usage' });
		assert.equal(await accept(secret), email);
	});

	it('is for users who are there and active', async () => {
		await assert.rejects(accounts.inviteUser(by, 'nobody@example.org'), { code: 'not-found' });
		const { secret } = await accounts.inviteUser(by, email);
		await accounts.deactivateUser(by, email);
		assert.equal(await accept(secret), undefined);
		await assert.rejects(accounts.inviteUser(by, email), { code: 'conflict', message: /Activate it first/ });
	});

	it('is in the audit, without its secret', async () => {
		const { secret } = await accounts.inviteUser(by, email);
		await accept(secret);
		const entries = await opened.audit.auditEntries({ limit: 10 });
		assert.deepEqual(
			entries.slice(0, 2).map(({ action, who, subject, address }) => [action, who, subject, address]),
			[
				['password.changed', email, email, '192.0.2.1'],
				['user.invited', by.who, email, by.address],
			],
		);
		assert.ok(!JSON.stringify([entries, await opened.store.users()]).includes(secret));
	});
});
