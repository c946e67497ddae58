// Suite of the accounts: users and their roles.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Audit } from '../../audit.ts';
import type { Records } from '../../records.ts';
import { act } from '../../suite/audit.fixture.ts';
import { newSubscription } from '../../suite/records.fixture.ts';
import type { AccountStore } from '../account-store.ts';
import { addUser, minute, noon, unknownId } from './accounts.fixture.ts';

export function describeUsers(store: () => AccountStore, _: () => Audit, records: () => Records): void {
	it('adds a user without roles and returns its id', async () => {
		const id = await addUser(store(), 'Ada@example.org', { passwordHash: '$hash', active: true });
		assert.deepEqual(await store().findUser('Ada@example.org'), {
			id,
			email: 'Ada@example.org',
			passwordHash: '$hash',
			active: true,
			createdAt: noon,
			roles: [],
		});
	});

	it('stores that a user has no password and is not active', async () => {
		await addUser(store(), 'idle@example.org', { passwordHash: null, active: false });
		const user = await store().findUser('idle@example.org');
		assert.equal(user?.passwordHash, null);
		assert.equal(user?.active, false);
	});

	it('returns null where the email exists, regardless of letter case, and changes nothing', async () => {
		await addUser(store(), 'taken@example.org', { passwordHash: '$first' });
		assert.equal(await store().addUser(act, { email: 'TAKEN@Example.ORG', passwordHash: null, active: true }), null);
		assert.equal((await store().findUser('taken@example.org'))?.passwordHash, '$first');
	});

	it('ignores letter case in any script', async () => {
		const id = await addUser(store(), 'Éloïse.Østergård@example.org');
		assert.equal((await store().findUser('éLOÏSE.øSTERGÅRD@example.org'))?.id, id);
		const again = { email: 'éloïse.østergård@example.org', passwordHash: null, active: true };
		assert.equal(await store().addUser(act, again), null);
	});

	it('ignores the Unicode form', async () => {
		const id = await addUser(store(), 'caf\u00e9@example.org');
		assert.equal((await store().findUser('cafe\u0301@example.org'))?.id, id);
	});

	it('lets one of several succeed that come at the same time', async () => {
		const spellings = ['race@example.org', 'Race@example.org', 'RACE@example.org', 'race@Example.org'];
		const ids = await Promise.all(
			spellings.map((email) => store().addUser(act, { email, passwordHash: null, active: true })),
		);
		assert.equal(ids.filter((id) => id !== null).length, 1);
	});

	it('finds a user by email, regardless of letter case, and nobody by an unknown one', async () => {
		const id = await addUser(store(), 'grace@example.org');
		assert.equal((await store().findUser('GRACE@example.org'))?.id, id);
		assert.equal(await store().findUser('grace@example.com'), undefined);
		assert.equal(await store().findUser('%'), undefined);
	});

	it('lists all users by email, in byte order of the lower-cased address', async () => {
		for (const email of ['list_b@example.org', 'LIST-C@example.org', 'Lista@example.org', 'listé@example.org']) {
			await addUser(store(), email);
		}
		const emails = (await store().users()).map(({ email }) => email);
		assert.deepEqual(
			emails.filter((email) => /^list/i.test(email)),
			['LIST-C@example.org', 'list_b@example.org', 'Lista@example.org', 'listé@example.org'],
		);
		assert.equal(new Set(emails).size, emails.length);
	});

	it('lists the emails of users, as they were given, and leaves out unknown users', async () => {
		const one = await addUser(store(), 'Listed@example.org');
		const other = await addUser(store(), 'listed-too@example.org');
		const emails = await store().emails([other, unknownId, one]);
		assert.deepEqual(Object.fromEntries(emails), { [one]: 'Listed@example.org', [other]: 'listed-too@example.org' });
		assert.equal((await store().emails([])).size, 0);
	});

	it('makes a user active and inactive again', async () => {
		const id = await addUser(store(), 'switch@example.org', { active: false });
		assert.equal(await store().setActive(act, id, true), 'set');
		assert.equal((await store().findUser('switch@example.org'))?.active, true);
		assert.equal(await store().setActive(act, id, false), 'set');
		assert.equal((await store().findUser('switch@example.org'))?.active, false);
	});

	it('sends nothing that an inactive user follows, until the user is active again', async () => {
		const userId = await addUser(store(), 'follower@example.org');
		const { number } = await records().addSubscription(newSubscription({ userId }), []);
		const claim = { worker: 'worker', now: noon, until: noon + minute };
		await store().setActive(act, userId, false);
		assert.equal((await records().subscriptionWork(noon)).isDue, false);
		assert.equal(await records().claimSubscription(claim), undefined);
		await store().setActive(act, userId, true);
		assert.equal((await records().subscriptionWork(noon)).isDue, true);
		assert.equal((await records().claimSubscription(claim))?.number, number);
	});

	it('returns true where a user is already as wanted, and false where there is no such user', async () => {
		const id = await addUser(store(), 'steady@example.org', { active: true });
		assert.equal(await store().setActive(act, id, true), 'set');
		assert.equal(await store().setActive(act, unknownId, true), 'no-such-user');
	});
}

export function describeRoles(store: () => AccountStore): void {
	it('adds a role and returns its id', async () => {
		const id = await store().addRole(act, 'admin');
		assert.deepEqual(
			(await store().roles()).find(({ name }) => name === 'admin'),
			{ id, name: 'admin', createdAt: noon, users: 0 },
		);
	});

	it('returns null where the name exists', async () => {
		assert.notEqual(await store().addRole(act, 'curator'), null);
		assert.equal(await store().addRole(act, 'curator'), null);
	});

	it('compares names regardless of letter case and Unicode form', async () => {
		const user = await addUser(store(), 'ada@example.org');
		assert.notEqual(await store().addRole(act, 'Éditeurs'), null);
		for (const same of ['éditeurs', 'E\u0301DITEURS']) {
			assert.equal(await store().addRole(act, same), null);
			assert.equal(await store().importRole(act, { name: same, createdAt: noon }), false);
			assert.equal(await store().giveRole(act, user, same), 'given');
			assert.equal(await store().giveRole(act, user, 'Éditeurs'), 'already');
			assert.equal(await store().takeRole(act, user, same), 'taken');
		}
		assert.equal((await store().roles()).filter(({ name }) => /diteurs$/i.test(name)).length, 1);
	});

	it('gives a user of another broker no role that only looks like a built-in one', async () => {
		await store().addRole(act, 'admin');
		const user = { email: 'eve@example.org', passwordHash: null, active: true, createdAt: noon, roles: ['Admin', 'x'] };
		await store().importUser(act, user);
		assert.deepEqual((await store().findUser('eve@example.org'))?.roles, ['x']);
	});

	it('lists all roles by name, in byte order, with the number of their users', async () => {
		for (const name of ['z-b', 'z_c', 'Z-a', 'z-é']) await store().addRole(act, name);
		for (const email of ['one@example.org', 'two@example.org']) {
			await store().giveRole(act, await addUser(store(), email), 'z-b');
		}
		const roles = (await store().roles()).filter(({ name }) => /^z/i.test(name));
		assert.deepEqual(
			roles.map(({ name, users }) => [name, users]),
			[
				['Z-a', 0],
				['z-b', 2],
				['z-é', 0],
				['z_c', 0],
			],
		);
	});

	it('gives roles to a user, whose names are then found with the user in byte order', async () => {
		const user = await addUser(store(), 'holder@example.org');
		for (const role of ['beta', 'Gamma', 'alpha']) {
			await store().addRole(act, role);
			assert.equal(await store().giveRole(act, user, role), 'given');
		}
		assert.deepEqual((await store().findUser('holder@example.org'))?.roles, ['Gamma', 'alpha', 'beta']);
		const listed = (await store().users()).find(({ id }) => id === user);
		assert.deepEqual(listed?.roles, ['Gamma', 'alpha', 'beta']);
	});

	it('changes nothing when the same role is given again', async () => {
		const user = await addUser(store(), 'again@example.org');
		await store().addRole(act, 'given-twice');
		assert.equal(await store().giveRole(act, user, 'given-twice'), 'given');
		assert.equal(await store().giveRole(act, user, 'given-twice'), 'already');
		assert.deepEqual((await store().findUser('again@example.org'))?.roles, ['given-twice']);
	});

	it('takes a role from a user, and returns false where the user did not have it', async () => {
		const user = await addUser(store(), 'former@example.org');
		const other = await addUser(store(), 'keeper@example.org');
		await store().addRole(act, 'taken');
		await store().addRole(act, 'kept');
		for (const [who, role] of [
			[user, 'taken'],
			[user, 'kept'],
			[other, 'taken'],
		] as const) {
			await store().giveRole(act, who, role);
		}
		assert.equal(await store().takeRole(act, user, 'taken'), 'taken');
		assert.deepEqual((await store().findUser('former@example.org'))?.roles, ['kept']);
		assert.deepEqual((await store().findUser('keeper@example.org'))?.roles, ['taken']);
		assert.equal(await store().takeRole(act, user, 'taken'), 'not-held');
		assert.equal(await store().takeRole(act, user, 'no such role'), 'not-held');
		assert.equal(await store().takeRole(act, unknownId, 'taken'), 'not-held');
	});

	it('reports where there is no such user or no such role', async () => {
		const user = await addUser(store(), 'roleless@example.org');
		await store().addRole(act, 'existing');
		assert.equal(await store().giveRole(act, unknownId, 'existing'), 'no-such-user');
		assert.equal(await store().giveRole(act, user, 'missing'), 'no-such-role');
	});
}
