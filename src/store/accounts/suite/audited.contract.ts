// Suite of the accounts: the entries in the audit.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Audit, AuditEntry } from '../../audit.ts';
import type { Id } from '../../graph.ts';
import { act, by } from '../../suite/audit.fixture.ts';
import type { AccountStore } from '../account-store.ts';
import { tokenScopes } from '../tokens.ts';
import { addUser, minute, noon, unknownId } from './accounts.fixture.ts';

export function describeAudited(store: () => AccountStore, audit: () => Audit): void {
	const all = () => audit().auditEntries({ limit: 1_000 });
	/**
	 * Returns the audit entries of an act, oldest first: what was done, to what, with which detail.
	 */
	const entriesOf = async (work: () => Promise<unknown>): Promise<[string, string | null, AuditEntry['detail']][]> => {
		const [last] = await all();
		await work();
		const fresh = (await all()).filter(({ number }) => number > (last?.number ?? 0)).reverse();
		for (const { at, who, address } of fresh) assert.deepEqual([{ who, address }, at], [by, noon]);
		return fresh.map(({ action, subject, detail }) => [action, subject, detail]);
	};
	const nothing = async (...acts: (() => Promise<unknown>)[]) => {
		for (const work of acts) assert.deepEqual(await entriesOf(work), []);
	};

	it('record a user: created, deactivated, activated', async () => {
		const email = 'Ada@example.org';
		const user = { email, passwordHash: '$hash', active: true };
		let id: Id = 0;
		assert.deepEqual(await entriesOf(async () => (id = (await store().addUser(act, user)) as Id)), [
			['user.created', email, { active: true, password: true }],
		]);
		assert.deepEqual(await entriesOf(() => store().setActive(act, id, false)), [['user.deactivated', email, {}]]);
		assert.deepEqual(await entriesOf(() => store().setActive(act, id, true)), [['user.activated', email, {}]]);
	});

	it('record a role: created, given, taken', async () => {
		const id = await addUser(store(), 'holder@example.org');
		const role = 'curator';
		assert.deepEqual(await entriesOf(() => store().addRole(act, role)), [['role.created', role, {}]]);
		const holder = 'holder@example.org';
		assert.deepEqual(await entriesOf(() => store().giveRole(act, id, role)), [['role.given', holder, { role }]]);
		assert.deepEqual(await entriesOf(() => store().takeRole(act, id, role)), [['role.taken', holder, { role }]]);
	});

	it('record a token, by its number and name: created, revoked', async () => {
		const email = 'owner@example.org';
		const userId = await addUser(store(), email);
		const add = (hash: string, expiresAt: number | null) =>
			store().addToken(act, { hash, userId, name: 'feed', internal: false, scopes: ['submit'], expiresAt });
		const created = await entriesOf(() => add('audited-1', noon + minute));
		const first = created[0]?.[2].token as Id;
		const expires = '2026-01-15T12:01:00.000Z';
		assert.deepEqual(created, [
			['token.created', email, { token: first, name: 'feed', internal: false, scopes: ['submit'], expires }],
		]);
		const second = await add('audited-2', null);
		const third = await add('audited-3', null);
		const revoked = (token: Id) => ['token.revoked', email, { token, name: 'feed' }];
		assert.deepEqual(await entriesOf(() => store().revokeTokens(act, { id: first })), [revoked(first)]);
		const others = await entriesOf(() => store().revokeTokens(act, { userId, name: 'feed' }));
		assert.deepEqual(others.sort(byToken), [revoked(second), revoked(third)]);
	});

	it('record a session: opened, ended, and refused with the reason', async () => {
		const email = 'reader@example.org';
		const passwordHash = '$hash';
		const userId = await addUser(store(), email, { passwordHash });
		const session = { hash: 'audited', userId, passwordHash, expiresAt: noon + minute };
		assert.deepEqual(await entriesOf(() => store().addSession(act, session)), [['session.opened', email, {}]]);
		assert.deepEqual(await entriesOf(() => store().endSession(act, 'audited')), [['session.ended', email, {}]]);
		assert.deepEqual(await entriesOf(() => store().noteRefusedSession(act, userId, 'wrong password')), [
			['session.refused', email, { reason: 'wrong password' }],
		]);
	});

	it('record a change of password', async () => {
		const email = 'careful@example.org';
		const user = await addUser(store(), email, { passwordHash: '$old' });
		assert.deepEqual(await entriesOf(() => store().setPassword(act, user, '$new')), [['password.changed', email, {}]]);
	});

	it('record an invitation, its use, and a deleted user, by number', async () => {
		const email = 'invited@example.org';
		const userId = await addUser(store(), email);
		const invitation = { hash: 'audited-invitation', userId, expiresAt: noon + minute };
		const expires = '2026-01-15T12:01:00.000Z';
		assert.deepEqual(await entriesOf(() => store().addInvitation(act, invitation)), [
			['user.invited', email, { expires }],
		]);
		assert.deepEqual(await entriesOf(() => store().acceptInvitation(act, invitation.hash, '$new')), [
			['password.changed', email, { invited: true }],
		]);
		assert.deepEqual(await entriesOf(() => store().deleteUser(act, userId)), [
			['user.deleted', email, { user: userId }],
		]);
	});

	it('record accounts of another broker, with the roles that came with them', async () => {
		const user = { passwordHash: 'secret', active: true, createdAt: noon - minute, roles: ['r1', 'r2'] };
		await store().importRole(act, { name: 'r1', createdAt: noon });
		const email = 'imported@example.org';
		assert.deepEqual(await entriesOf(() => store().importUser(act, { ...user, email })), [
			['role.imported', 'r2', {}],
			['user.imported', email, { active: true, roles: ['r1', 'r2'] }],
		]);
		const userId = (await store().findUser(email))?.id as Id;
		const times = { scopes: tokenScopes, createdAt: noon, lastUsedAt: null, expiresAt: null, revokedAt: null };
		const token = { hash: 'audited-import', userId, name: 'feed', internal: false, ...times };
		const [entry] = await entriesOf(() => store().importToken(act, token));
		assert.deepEqual(entry?.slice(0, 2), ['token.imported', email]);
		await nothing(
			() => store().importRole(act, { name: 'r1', createdAt: noon }),
			() => store().importUser(act, { ...user, email }),
			() => store().importToken(act, token),
		);
	});

	it('record nothing where nothing is changed', async () => {
		const email = 'steady@example.org';
		const user = await addUser(store(), email);
		await store().addRole(act, 'steady');
		await store().giveRole(act, user, 'steady');
		const feed = { hash: 'steady', userId: user, name: 'feed', internal: false, expiresAt: null };
		const token = await store().addToken(act, feed);
		await store().revokeTokens(act, { id: token });
		await nothing(
			() => store().addUser(act, { email: 'STEADY@example.org', passwordHash: null, active: true }),
			() => store().setActive(act, user, true),
			() => store().setActive(act, unknownId, false),
			() => store().addRole(act, 'steady'),
			() => store().giveRole(act, user, 'steady'),
			() => store().giveRole(act, unknownId, 'steady'),
			() => store().giveRole(act, user, 'no such role'),
			() => store().takeRole(act, user, 'no such role'),
			() => store().revokeTokens(act, { id: token }),
			() => store().endSession(act, 'unknown'),
			() => store().setPassword(act, unknownId, '$new'),
			() => store().setPassword(act, user, '$new', { instead: '$other' }),
			() => store().deleteUser(act, unknownId),
			() => store().deleteUser(act, user, { unlessLastOf: 'steady' }),
			() => store().addInvitation(act, { hash: 'x', userId: unknownId, expiresAt: noon + minute }),
			() => store().acceptInvitation(act, 'unknown', '$new'),
			() => store().addSession(act, { hash: 'x', userId: user, passwordHash: '$none', expiresAt: noon + minute }),
			() => assert.rejects(store().addToken(act, feed)),
		);
	});

	it('contain no secret, and no hash of one', async () => {
		const hash = 'hash-of-a-secret';
		const userId = await addUser(store(), 'secretive@example.org', { passwordHash: hash });
		await store().addToken(act, { hash, userId, name: 'feed', internal: false, expiresAt: null });
		await store().addSession(act, { hash, userId, passwordHash: hash, expiresAt: noon + minute });
		await store().setPassword(act, userId, hash);
		await store().endSession(act, hash);
		await store().addInvitation(act, { hash, userId, expiresAt: noon + minute });
		await store().acceptInvitation(act, hash, hash);
		const roles: string[] = [];
		const user = { email: 'secretive2@example.org', passwordHash: hash, active: true, createdAt: noon, roles };
		await store().importUser(act, user);
		assert.doesNotMatch(JSON.stringify(await all()), /hash-of-a-secret/);
	});
}

function byToken(one: [string, string | null, AuditEntry['detail']], other: typeof one): number {
	return Number(one[2].token) - Number(other[2].token);
}
