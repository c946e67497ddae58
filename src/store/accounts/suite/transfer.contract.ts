// Suite of the accounts: accounts of another broker.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { act } from '../../suite/audit.fixture.ts';
import type { AccountStore } from '../account-store.ts';
import type { StoredToken } from '../tokens.ts';
import type { StoredUser } from '../users.ts';
import { addUser, minute, noon } from './accounts.fixture.ts';

export function describeTransfer(store: () => AccountStore): void {
	const foreign = { passwordHash: 'hash', active: true, createdAt: noon - minute, roles: ['reader', 'writer'] };
	const token = {
		name: 'feed',
		internal: true,
		scopes: ['submit', 'read'] as const,
		createdAt: noon - 3,
		lastUsedAt: noon - 2,
		expiresAt: noon + minute,
		revokedAt: noon - 1,
	};

	it('adds a user with its password, its time and its roles, known or not', async () => {
		await store().addRole(act, 'reader');
		assert.equal(await store().importUser(act, { ...foreign, email: 'Ada@example.org' }), true);
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

	it('changes nothing where the email exists, regardless of letter case', async () => {
		await addUser(store(), 'taken@example.org', { active: false });
		const before = await store().findUser('taken@example.org');
		assert.equal(await store().importUser(act, { ...foreign, email: 'TAKEN@example.org' }), false);
		assert.deepEqual(await store().findUser('taken@example.org'), before);
	});

	it('adds a user without password and roles', async () => {
		const nobody = { email: 'nobody@example.org', passwordHash: null, active: false, createdAt: noon, roles: [] };
		assert.equal(await store().importUser(act, nobody), true);
		const { id, ...user } = (await store().findUser('nobody@example.org')) as StoredUser;
		assert.deepEqual(user, nobody);
	});

	it('adds a token unchanged; changes nothing where its hash exists', async () => {
		const userId = await addUser(store(), 'imported-token@example.org');
		assert.equal(await store().importToken(act, { ...token, userId, hash: 'imported' }), true);
		assert.equal(await store().importToken(act, { ...token, userId, hash: 'imported', name: 'other' }), false);
		const found = (await store().findToken('imported')) as { token: StoredToken };
		assert.deepEqual(found.token, { ...token, id: found.token.id, userId });
	});

	it('lists all tokens with their hashes and emails, oldest first, as needed to add them elsewhere', async () => {
		const userId = await addUser(store(), 'exported-token@example.org');
		const ids = [];
		for (const hash of ['z', 'a']) ids.push(await store().addToken(act, { ...token, userId, hash }));
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
