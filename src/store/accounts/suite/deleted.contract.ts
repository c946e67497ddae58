// Suite of the accounts: deleted users.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Audit } from '../../audit.ts';
import type { Id } from '../../graph.ts';
import type { Records } from '../../records.ts';
import { act } from '../../suite/audit.fixture.ts';
import { newSubscription } from '../../suite/records.fixture.ts';
import type { AccountStore } from '../account-store.ts';
import { addUser, minute, noon, unknownId } from './accounts.fixture.ts';

export function describeDeleted(store: () => AccountStore, _: () => Audit, records: () => Records): void {
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

	const newDelivery = {
		...{ firstEntry: 11, lastEntry: 12, entries: 2, tries: 1, triedAt: noon },
		...{ status: 204, failure: null },
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

	it('removes what the user follows, with its messages and questions, and what the user sends as', async () => {
		const user = await addAll();
		const other = await addUser(store(), 'other@example.org');
		const [followed, kept] = [
			await records().addSubscription(newSubscription({ userId: user }), ['10.1234/a']),
			await records().addSubscription(newSubscription({ userId: other }), ['10.1234/a']),
		];
		await records().noteResent(followed.number, newDelivery);
		await records().noteResent(kept.number, newDelivery);
		const ask = (userId: Id, codeHash: string) =>
			records().addConfirmation(
				{ subscription: followed.number, userId, address: `${codeHash}@example.org`, codeHash, askedAt: noon },
				{ since: noon - minute, ofAddress: 1, ofUser: 1, keptSince: noon - minute },
			);
		await ask(user, 'one');
		await records().addNotifySender(act, { userId: user, rules: { origins: [], actors: [], networks: [] } });
		await store().deleteUser(act, user);
		assert.deepEqual(await records().subscriptions({ size: 9 }), [kept]);
		assert.deepEqual(await records().deliveries(followed.number), []);
		assert.deepEqual(await records().deliveries(kept.number), [newDelivery]);
		assert.deepEqual(await records().notifySenders(), []);
		assert.equal(await ask(user, 'two'), 'added', 'the questions of the user no longer count');
		await store().deleteUser(act, other);
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
