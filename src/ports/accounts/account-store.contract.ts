// The test suite of the accounts' storage, run on every engine: one test for each sentence of account-store.ts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Id } from '../records/link-store.ts';
import type { AccountStore, NewToken, StoredToken, StoredUser } from './account-store.ts';

/** An empty store, with what ends it. */
export type OpenedAccountStore = { store: AccountStore; close(): Promise<void> };

const unknownId = 987_654_321;
const noon = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;

/** Describes what every accounts' storage does. `open` is called once for each group of tests and gives an empty store; `skip` says why there is none. */
export function describeAccountStore(
	name: string,
	open: () => Promise<OpenedAccountStore>,
	options: { skip?: string | false } = {},
): void {
	describe(`AccountStore on ${name}`, { skip: options.skip ?? false }, () => {
		describe('users', () => withStore(open, usersAreKept));
		describe('roles', () => withStore(open, rolesAreKept));
		describe('tokens', () => withStore(open, tokensAreKept));
		describe('accounts of another broker', () => withStore(open, accountsAreHandedOver));
		describe('sessions', () => withStore(open, sessionsAreKept));
	});
}

function withStore(open: () => Promise<OpenedAccountStore>, suite: (current: () => AccountStore) => void): void {
	let opened: OpenedAccountStore | undefined;
	before(async () => {
		opened = await open();
	});
	after(() => opened?.close());
	suite(() => {
		assert.ok(opened);
		return opened.store;
	});
}

function usersAreKept(store: () => AccountStore): void {
	it('adds a user without roles and answers its id', async () => {
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

	it('keeps that a user has no password and is not active', async () => {
		await addUser(store(), 'idle@example.org', { passwordHash: null, active: false });
		const user = await store().findUser('idle@example.org');
		assert.equal(user?.passwordHash, null);
		assert.equal(user?.active, false);
	});

	it('answers null where the email is taken, letter case aside, and changes nothing', async () => {
		await addUser(store(), 'taken@example.org', { passwordHash: '$first' });
		assert.equal(
			await store().addUser({ email: 'TAKEN@Example.ORG', passwordHash: null, active: true, now: noon }),
			null,
		);
		assert.equal((await store().findUser('taken@example.org'))?.passwordHash, '$first');
	});

	it('takes letter case aside in any script', async () => {
		const id = await addUser(store(), 'Éloïse.Østergård@example.org');
		assert.equal((await store().findUser('éLOÏSE.øSTERGÅRD@example.org'))?.id, id);
		const again = { email: 'éloïse.østergård@example.org', passwordHash: null, active: true, now: noon };
		assert.equal(await store().addUser(again), null);
	});

	it('takes the Unicode form aside', async () => {
		const id = await addUser(store(), 'caf\u00e9@example.org');
		assert.equal((await store().findUser('cafe\u0301@example.org'))?.id, id);
	});

	it('lets one of several win that come at the same time', async () => {
		const spellings = ['race@example.org', 'Race@example.org', 'RACE@example.org', 'race@Example.org'];
		const ids = await Promise.all(
			spellings.map((email) => store().addUser({ email, passwordHash: null, active: true, now: noon })),
		);
		assert.equal(ids.filter((id) => id !== null).length, 1);
	});

	it('finds a user by email, letter case aside, and nobody by an unknown one', async () => {
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

	it('makes a user active and inactive again', async () => {
		const id = await addUser(store(), 'switch@example.org', { active: false });
		assert.equal(await store().setActive(id, true), true);
		assert.equal((await store().findUser('switch@example.org'))?.active, true);
		assert.equal(await store().setActive(id, false), true);
		assert.equal((await store().findUser('switch@example.org'))?.active, false);
	});

	it('answers true where a user is already as wanted, and false where there is no such user', async () => {
		const id = await addUser(store(), 'steady@example.org', { active: true });
		assert.equal(await store().setActive(id, true), true);
		assert.equal(await store().setActive(unknownId, true), false);
	});
}

function rolesAreKept(store: () => AccountStore): void {
	it('adds a role and answers its id', async () => {
		const id = await store().addRole('admin', noon);
		assert.deepEqual(
			(await store().roles()).find(({ name }) => name === 'admin'),
			{ id, name: 'admin', createdAt: noon, users: 0 },
		);
	});

	it('answers null where the name is taken', async () => {
		assert.notEqual(await store().addRole('curator', noon), null);
		assert.equal(await store().addRole('curator', noon), null);
	});

	it('tells names apart by letter case', async () => {
		assert.notEqual(await store().addRole('reader', noon), null);
		assert.notEqual(await store().addRole('Reader', noon), null);
	});

	it('lists all roles by name, in byte order, with the number of their users', async () => {
		for (const name of ['z-b', 'z_c', 'Z-a', 'z-é']) await store().addRole(name, noon);
		for (const email of ['one@example.org', 'two@example.org']) {
			await store().giveRole(await addUser(store(), email), 'z-b');
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
			await store().addRole(role, noon);
			assert.equal(await store().giveRole(user, role), 'given');
		}
		assert.deepEqual((await store().findUser('holder@example.org'))?.roles, ['Gamma', 'alpha', 'beta']);
		const listed = (await store().users()).find(({ id }) => id === user);
		assert.deepEqual(listed?.roles, ['Gamma', 'alpha', 'beta']);
	});

	it('changes nothing when the same role is given again', async () => {
		const user = await addUser(store(), 'again@example.org');
		await store().addRole('given-twice', noon);
		assert.equal(await store().giveRole(user, 'given-twice'), 'given');
		assert.equal(await store().giveRole(user, 'given-twice'), 'already');
		assert.deepEqual((await store().findUser('again@example.org'))?.roles, ['given-twice']);
	});

	it('takes a role from a user, and answers false where the user did not have it', async () => {
		const user = await addUser(store(), 'former@example.org');
		const other = await addUser(store(), 'keeper@example.org');
		await store().addRole('taken', noon);
		await store().addRole('kept', noon);
		for (const [who, role] of [
			[user, 'taken'],
			[user, 'kept'],
			[other, 'taken'],
		] as const) {
			await store().giveRole(who, role);
		}
		assert.equal(await store().takeRole(user, 'taken'), true);
		assert.deepEqual((await store().findUser('former@example.org'))?.roles, ['kept']);
		assert.deepEqual((await store().findUser('keeper@example.org'))?.roles, ['taken']);
		assert.equal(await store().takeRole(user, 'taken'), false);
		assert.equal(await store().takeRole(user, 'no such role'), false);
		assert.equal(await store().takeRole(unknownId, 'taken'), false);
	});

	it('says where there is no such user or no such role', async () => {
		const user = await addUser(store(), 'roleless@example.org');
		await store().addRole('existing', noon);
		assert.equal(await store().giveRole(unknownId, 'existing'), 'no-such-user');
		assert.equal(await store().giveRole(user, 'EXISTING'), 'no-such-role');
	});
}

function tokensAreKept(store: () => AccountStore): void {
	let owner: Id;
	let other: Id;
	before(async () => {
		owner = await addUser(store(), 'owner@example.org');
		other = await addUser(store(), 'other@example.org', { active: false });
		await store().addRole('admin', noon);
		await store().giveRole(owner, 'admin');
	});
	const add = (hash: string, changes: Partial<NewToken> = {}) =>
		store().addToken({ hash, userId: owner, name: 'feed', internal: false, expiresAt: null, now: noon, ...changes });
	const tokenBy = async (hash: string): Promise<StoredToken | undefined> => (await store().findToken(hash))?.token;

	it('adds a token that is neither used nor revoked and finds it by its hash with its user', async () => {
		const id = await add('h1', { name: 'nightly', internal: true, expiresAt: noon + minute });
		const found = await store().findToken('h1');
		assert.deepEqual(found?.token, {
			id,
			userId: owner,
			name: 'nightly',
			internal: true,
			createdAt: noon,
			lastUsedAt: null,
			expiresAt: noon + minute,
			revokedAt: null,
		});
		assert.equal(found.user.email, 'owner@example.org');
		assert.deepEqual(found.user.roles, ['admin']);
	});

	it('finds nothing by an unknown hash', async () => {
		assert.equal(await store().findToken('unknown'), undefined);
		assert.equal(await store().findToken('H1'), undefined);
	});

	it('finds revoked, expired and inactive ones too', async () => {
		const id = await add('h2', { userId: other, expiresAt: noon - minute });
		await store().revokeTokens({ id }, noon);
		const found = await store().findToken('h2');
		assert.equal(found?.user.active, false);
		assert.equal(found.token.revokedAt, noon);
		assert.equal(found.token.expiresAt, noon - minute);
	});

	it('lists all tokens with the emails of their users, oldest first', async () => {
		const first = await add('h3', { now: noon });
		const second = await add('h4', { now: noon, userId: other });
		const listed = (await store().tokens()).filter(({ id }) => id === first || id === second);
		assert.deepEqual(
			listed.map(({ id, email }) => [id, email]),
			[
				[first, 'owner@example.org'],
				[second, 'other@example.org'],
			],
		);
		assert.deepEqual({ ...listed[0], email: undefined }, { ...(await tokenBy('h3')), email: undefined });
	});

	it('notes when a token was used; an earlier time than the one noted changes nothing', async () => {
		const id = await add('h5');
		const neighbour = await add('h6');
		await store().noteTokenUse(id, noon + 2 * minute);
		assert.equal((await tokenBy('h5'))?.lastUsedAt, noon + 2 * minute);
		await store().noteTokenUse(id, noon + minute);
		assert.equal((await tokenBy('h5'))?.lastUsedAt, noon + 2 * minute);
		assert.equal((await store().tokens()).find((token) => token.id === neighbour)?.lastUsedAt, null);
	});

	it('revokes one token by its id', async () => {
		const id = await add('h7', { name: 'one of two' });
		await add('h8', { name: 'one of two' });
		assert.equal(await store().revokeTokens({ id }, noon), 1);
		assert.equal((await tokenBy('h7'))?.revokedAt, noon);
		assert.equal((await tokenBy('h8'))?.revokedAt, null);
	});

	it('revokes all tokens of one name that a user has, and no others', async () => {
		await add('h9', { name: 'shared' });
		await add('h10', { name: 'shared' });
		await add('h11', { name: 'Shared' });
		await add('h12', { name: 'shared', userId: other });
		assert.equal(await store().revokeTokens({ userId: owner, name: 'shared' }, noon), 2);
		const revoked = await Promise.all(
			['h9', 'h10', 'h11', 'h12'].map(async (hash) => (await tokenBy(hash))?.revokedAt),
		);
		assert.deepEqual(revoked, [noon, noon, null, null]);
	});

	it('leaves those that were revoked before their time, and does not count them', async () => {
		const id = await add('h13', { name: 'twice' });
		assert.equal(await store().revokeTokens({ id }, noon), 1);
		assert.equal(await store().revokeTokens({ id }, noon + minute), 0);
		assert.equal(await store().revokeTokens({ userId: owner, name: 'twice' }, noon + minute), 0);
		assert.equal((await tokenBy('h13'))?.revokedAt, noon);
		assert.equal(await store().revokeTokens({ id: unknownId }, noon), 0);
	});
}

function sessionsAreKept(store: () => AccountStore): void {
	let user: Id;
	before(async () => {
		user = await addUser(store(), 'reader@example.org', { active: false });
		await store().addRole('reader', noon);
		await store().giveRole(user, 'reader');
	});
	const add = (hash: string, expiresAt = noon + minute, now = noon) =>
		store().addSession({ hash, userId: user, expiresAt, now });

	it('adds a session and finds it by its hash with its user, who may be inactive', async () => {
		await add('s1');
		const found = await store().findSession('s1');
		assert.deepEqual(found?.session, { userId: user, createdAt: noon, expiresAt: noon + minute });
		assert.equal(found.user.email, 'reader@example.org');
		assert.deepEqual(found.user.roles, ['reader']);
		assert.equal(found.user.active, false);
	});

	it('finds expired ones too', async () => {
		await add('s2', noon - minute);
		assert.equal((await store().findSession('s2'))?.session.expiresAt, noon - minute);
	});

	it('finds nothing by an unknown hash', async () => {
		await add('s3');
		assert.equal(await store().findSession('S3'), undefined);
	});

	it('lets a session last longer, never shorter', async () => {
		await add('s4');
		await add('s5');
		await store().prolongSession('s4', noon + 2 * minute);
		assert.equal((await store().findSession('s4'))?.session.expiresAt, noon + 2 * minute);
		await store().prolongSession('s4', noon + minute);
		assert.equal((await store().findSession('s4'))?.session.expiresAt, noon + 2 * minute);
		assert.equal((await store().findSession('s5'))?.session.expiresAt, noon + minute);
	});

	it('ends a session; one that is not there changes nothing', async () => {
		await add('s6');
		await add('s7');
		await store().endSession('s6');
		await store().endSession('s6');
		assert.equal(await store().findSession('s6'), undefined);
		assert.ok(await store().findSession('s7'));
	});

	it('does not bring an ended session back by letting it last longer', async () => {
		await add('s8');
		await store().endSession('s8');
		await store().prolongSession('s8', noon + 9 * minute);
		assert.equal(await store().findSession('s8'), undefined);
	});

	it('forgets all that have expired when another is added', async () => {
		await add('s9', noon + minute);
		await add('s10', noon + 3 * minute);
		await add('s11', noon + 4 * minute, noon + minute);
		assert.equal(await store().findSession('s9'), undefined);
		assert.ok(await store().findSession('s10'));
		assert.ok(await store().findSession('s11'));
	});
}

async function addUser(
	store: AccountStore,
	email: string,
	changes: { passwordHash?: string | null; active?: boolean } = {},
): Promise<Id> {
	const id = await store.addUser({ email, passwordHash: null, active: true, now: noon, ...changes });
	assert.ok(id !== null, `${email} was taken`);
	return id;
}

function accountsAreHandedOver(store: () => AccountStore): void {
	const foreign = { passwordHash: 'hash', active: true, createdAt: noon - minute, roles: ['reader', 'writer'] };
	const token = {
		name: 'feed',
		internal: true,
		createdAt: noon - 3,
		lastUsedAt: noon - 2,
		expiresAt: noon + minute,
		revokedAt: noon - 1,
	};

	it('adds a user with its password, its time and its roles, known or not', async () => {
		await store().addRole('reader', noon);
		assert.equal(await store().importUser({ ...foreign, email: 'Ada@example.org' }), true);
		const { id, ...user } = (await store().findUser('ada@example.org')) as StoredUser;
		assert.deepEqual(user, { ...foreign, email: 'Ada@example.org' });
		const roles = await store().roles();
		assert.deepEqual(
			roles.filter(({ users }) => users === 1).map(({ name, createdAt }) => [name, createdAt]),
			[
				['reader', noon],
				['writer', noon - minute],
			],
		);
	});

	it('changes nothing where the email is taken, letter case aside', async () => {
		await addUser(store(), 'taken@example.org', { active: false });
		const before = await store().findUser('taken@example.org');
		assert.equal(await store().importUser({ ...foreign, email: 'TAKEN@example.org' }), false);
		assert.deepEqual(await store().findUser('taken@example.org'), before);
	});

	it('adds a user without password and roles', async () => {
		const nobody = { email: 'nobody@example.org', passwordHash: null, active: false, createdAt: noon, roles: [] };
		assert.equal(await store().importUser(nobody), true);
		const { id, ...user } = (await store().findUser('nobody@example.org')) as StoredUser;
		assert.deepEqual(user, nobody);
	});

	it('adds a token as it was; changes nothing where its hash is known', async () => {
		const userId = await addUser(store(), 'imported-token@example.org');
		assert.equal(await store().importToken({ ...token, userId, hash: 'imported' }), true);
		assert.equal(await store().importToken({ ...token, userId, hash: 'imported', name: 'other' }), false);
		const found = (await store().findToken('imported')) as { token: StoredToken };
		assert.deepEqual(found.token, { ...token, id: found.token.id, userId });
	});

	it('lists all tokens with their hashes and emails, oldest first, such that they can be added elsewhere', async () => {
		const userId = await addUser(store(), 'exported-token@example.org');
		const ids = [];
		for (const hash of ['z', 'a']) ids.push(await store().addToken({ ...token, userId, hash, now: noon }));
		const listed = (await store().exportTokens()).filter((one) => one.userId === userId);
		assert.deepEqual(
			listed.map(({ id, hash, email, name, internal }) => [id, hash, email, name, internal]),
			[
				[ids[0], 'z', 'exported-token@example.org', 'feed', true],
				[ids[1], 'a', 'exported-token@example.org', 'feed', true],
			],
		);
		const { hash, email, ...stored } = (await store().exportTokens()).find(
			(one) => one.hash === 'imported',
		) as StoredToken & { hash: string; email: string };
		assert.deepEqual(stored, (await store().findToken('imported'))?.token);
	});
}
