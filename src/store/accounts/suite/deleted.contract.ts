// Suite of the accounts: deleted users.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Id } from '../../graph.ts';
import { act } from '../../suite/audit.fixture.ts';
import type { AccountStore } from '../account-store.ts';
import { addUser, minute, noon, unknownId } from './accounts.fixture.ts';

export function describeDeleted(store: () => AccountStore): void {
	const email = 'deleted@example.org';
	const addAll = async (): Promise<Id> => {
		const passwordHash = '$hash';
		const userId = await addUser(store(), email, { passwordHash });
		await store().addRole(act, 'reader');
		await store().giveRole(act, userId, 'reader');
		const expiresAt = noon + minute;
		await store().addToken(act, { hash: `token ${userId}`, userId, name: 'feed', internal: false, expiresAt });
		await store().addSession(act, { hash: `session ${userId}`, userId, passwordHash, expiresAt });
		await store().addInvitation(act, { hash: `invitation ${userId}`, userId, expiresAt });
		return userId;
	};

	it('removes roles, tokens, sessions and invitation', async () => {
		const user = await addAll();
		assert.equal(await store().deleteUser(act, user), 'deleted');
		assert.equal(await store().findUser(email), undefined);
		assert.deepEqual(await store().users(), []);
		assert.deepEqual(await store().tokens(), []);
		assert.deepEqual(await store().exportTokens(), []);
		assert.deepEqual(
			(await store().roles()).map(({ users }) => users),
			[0],
		);
		assert.equal(await store().findToken(`token ${user}`), undefined);
		assert.equal(await store().findSession(`session ${user}`), undefined);
		assert.equal(await store().findInvitation(`invitation ${user}`), undefined);
	});

	it('frees the email, for a user of another number; the old number still names the deleted user', async () => {
		const first = await addAll();
		await store().deleteUser(act, first);
		const second = await addAll();
		assert.notEqual(second, first);
		assert.deepEqual(Object.fromEntries(await store().emails([first, second])), {
			[first]: `user ${first}`,
			[second]: email,
		});
		assert.equal(await store().findUser(`user ${first}`), undefined);
		await store().deleteUser(act, second);
	});

	it('leaves nothing to change', async () => {
		const user = await addAll();
		await store().deleteUser(act, user);
		assert.equal(await store().deleteUser(act, user), 'no-such-user');
		assert.equal(await store().deleteUser(act, unknownId), 'no-such-user');
		assert.equal(await store().setActive(act, user, true), 'no-such-user');
		assert.equal(await store().setPassword(act, user, '$new'), false);
		assert.equal(await store().giveRole(act, user, 'reader'), 'no-such-user');
		assert.equal(await store().takeRole(act, user, 'reader'), 'not-held');
		assert.equal(await store().addInvitation(act, { hash: 'late', userId: user, expiresAt: noon }), false);
		const session = { hash: 'late', userId: user, passwordHash: '$hash', expiresAt: noon + minute };
		assert.equal(await store().addSession(act, session), false);
	});
}
