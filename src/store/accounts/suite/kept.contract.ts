// Suite of the accounts: a role that somebody must have.
import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { Id } from '../../graph.ts';
import { act } from '../../suite/audit.fixture.ts';
import type { AccountStore } from '../account-store.ts';
import { addUser } from './accounts.fixture.ts';

export function describeKept(store: () => AccountStore): void {
	const keeping = { unlessLastOf: 'admin' };
	const ways = {
		deleted: (user: Id) => store().deleteUser(act, user, keeping),
		'shut out': (user: Id) => store().setActive(act, user, false, keeping),
		'without the role': (user: Id) => store().takeRole(act, user, 'admin', keeping),
	};
	let [one, other, idle]: Id[] = [];
	beforeEach(async () => {
		await store().addRole(act, 'admin');
		for (const { id } of await store().users()) await store().deleteUser(act, id);
		one = await addUser(store(), 'one@example.org');
		other = await addUser(store(), 'other@example.org');
		idle = await addUser(store(), 'idle@example.org', { active: false });
		for (const user of [one, other, idle]) await store().giveRole(act, user, 'admin');
	});
	const active = async () => {
		const holders = (await store().users()).filter((user) => user.active && user.roles.includes('admin'));
		return holders.map(({ id }) => id);
	};

	for (const [name, go] of Object.entries(ways)) {
		for (const [otherName, otherGo] of Object.entries(ways)) {
			it(`keeps one active user where one is to be ${name} and the other ${otherName} at once`, async () => {
				const became = await Promise.all([go(one as Id), otherGo(other as Id)]);
				assert.equal(became.filter((word) => word === 'last').length, 1, became.join());
				assert.deepEqual(await active(), [became[0] === 'last' ? one : other]);
			});
		}
		it(`lets users be ${name} who do not have it, or are not active`, async () => {
			await store().deleteUser(act, other as Id);
			const without = await addUser(store(), 'without@example.org');
			for (const user of [idle, without]) assert.notEqual(await go(user as Id), 'last');
			assert.equal(await go(one as Id), 'last');
			assert.deepEqual(await active(), [one]);
		});
	}

	it('is not checked without a request for it', async () => {
		await store().deleteUser(act, other as Id);
		assert.equal(await store().takeRole(act, one as Id, 'admin'), 'taken');
		assert.deepEqual(await active(), []);
	});
}
