// Suite of the accounts: invitations to set a password.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { act } from '../../suite/audit.fixture.ts';
import type { AccountStore } from '../account-store.ts';
import { addUser, minute, noon, unknownId } from './accounts.fixture.ts';

export function describeInvitations(store: () => AccountStore): void {
	const invite = async (email: string, hash: string, expiresAt = noon + minute) => {
		const userId = (await store().findUser(email))?.id ?? (await addUser(store(), email, { passwordHash: '$old' }));
		assert.equal(await store().addInvitation(act, { hash, userId, expiresAt }), true);
		return userId;
	};
	const passwordOf = async (email: string) => (await store().findUser(email))?.passwordHash;

	it('finds an invitation by its hash with its user, including an expired one', async () => {
		await invite('found@example.org', 'i1', noon - minute);
		const found = await store().findInvitation('i1');
		assert.equal(found?.user.email, 'found@example.org');
		assert.equal(found.expiresAt, noon - minute);
		assert.equal(await store().findInvitation('I1'), undefined);
	});

	it('sets a password with it once, and ends all sessions of the user', async () => {
		const userId = await invite('once@example.org', 'i2');
		await store().addSession(act, { hash: 'is1', userId, passwordHash: '$old', expiresAt: noon + minute });
		assert.equal(await store().acceptInvitation(act, 'i2', '$new'), true);
		assert.equal(await passwordOf('once@example.org'), '$new');
		assert.equal(await store().findSession('is1'), undefined);
		assert.equal(await store().acceptInvitation(act, 'i2', '$again'), false);
		assert.equal(await passwordOf('once@example.org'), '$new');
		assert.equal(await store().findInvitation('i2'), undefined);
	});

	it('lets one of several succeed that use it at the same time', async () => {
		await invite('many@example.org', 'i3');
		const used = await Promise.all(['$1', '$2', '$3', '$4'].map((hash) => store().acceptInvitation(act, 'i3', hash)));
		assert.equal(used.filter(Boolean).length, 1);
		assert.equal(await passwordOf('many@example.org'), `$${used.indexOf(true) + 1}`);
	});

	it('replaces an older one by a newer one', async () => {
		await invite('newer@example.org', 'i4');
		await invite('newer@example.org', 'i5', noon + 2 * minute);
		assert.equal(await store().findInvitation('i4'), undefined);
		assert.equal(await store().acceptInvitation(act, 'i4', '$new'), false);
		assert.equal((await store().findInvitation('i5'))?.expiresAt, noon + 2 * minute);
	});

	it('sets no password once it has expired, nor of a user who is not active', async () => {
		await invite('late@example.org', 'i6', noon);
		assert.equal(await store().acceptInvitation(act, 'i6', '$new'), false);
		const idle = await addUser(store(), 'idle@example.org', { active: false });
		await store().addInvitation(act, { hash: 'i7', userId: idle, expiresAt: noon + minute });
		assert.equal(await store().acceptInvitation(act, 'i7', '$new'), false);
		assert.equal(await passwordOf('idle@example.org'), null);
	});

	it('ends it where its user is deactivated or gets another password', async () => {
		const shut = await invite('shut@example.org', 'i8');
		await store().setActive(act, shut, false);
		await store().setActive(act, shut, true);
		assert.equal(await store().findInvitation('i8'), undefined);
		const changed = await invite('changed@example.org', 'i9');
		await store().setPassword(act, changed, '$other');
		assert.equal(await store().findInvitation('i9'), undefined);
	});

	it('adds none for an unknown user', async () => {
		assert.equal(await store().addInvitation(act, { hash: 'i10', userId: unknownId, expiresAt: noon }), false);
	});
}
