// Suite of the accounts: tokens and sessions.
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Id } from '../../graph.ts';
import { act } from '../../suite/audit.fixture.ts';
import type { AccountStore } from '../account-store.ts';
import type { NewToken, StoredToken } from '../tokens.ts';
import { addUser, minute, noon, unknownId } from './accounts.fixture.ts';

export function describeTokens(store: () => AccountStore): void {
	let owner: Id;
	let other: Id;
	before(async () => {
		owner = await addUser(store(), 'owner@example.org');
		other = await addUser(store(), 'other@example.org', { active: false });
		await store().addRole(act, 'admin');
		await store().giveRole(act, owner, 'admin');
	});
	const add = (hash: string, changes: Partial<NewToken> = {}) =>
		store().addToken(act, { hash, userId: owner, name: 'feed', internal: false, expiresAt: null, ...changes });
	const tokenBy = async (hash: string): Promise<StoredToken | undefined> => (await store().findToken(hash))?.token;

	it('adds a token that is neither used nor revoked and finds it by its hash with its user', async () => {
		const id = await add('h1', { name: 'nightly', internal: true, expiresAt: noon + minute });
		const found = await store().findToken('h1');
		assert.deepEqual(found?.token, {
			id,
			userId: owner,
			name: 'nightly',
			internal: true,
			scopes: ['submit', 'withdraw', 'read', 'subscribe', 'notify'],
			createdAt: noon,
			lastUsedAt: null,
			expiresAt: noon + minute,
			revokedAt: null,
		});
		assert.equal(found.user.email, 'owner@example.org');
		assert.deepEqual(found.user.roles, ['admin']);
	});

	it('stores the scopes of a token, in one order', async () => {
		await add('h14', { scopes: ['read', 'submit'] });
		assert.deepEqual((await tokenBy('h14'))?.scopes, ['submit', 'read']);
	});

	it('finds nothing by an unknown hash', async () => {
		assert.equal(await store().findToken('unknown'), undefined);
		assert.equal(await store().findToken('H1'), undefined);
	});

	it('finds revoked, expired and inactive ones too', async () => {
		const id = await add('h2', { userId: other, expiresAt: noon - minute });
		await store().revokeTokens(act, { id });
		const found = await store().findToken('h2');
		assert.equal(found?.user.active, false);
		assert.equal(found.token.revokedAt, noon);
		assert.equal(found.token.expiresAt, noon - minute);
	});

	it('lists all tokens with the emails of their users, oldest first', async () => {
		const first = await add('h3');
		const second = await add('h4', { userId: other });
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

	it('counts those that expire in a span: not revoked ones, nor those of users who are not active', async () => {
		const day = 1_440 * minute;
		const span = { after: noon + 100 * day, until: noon + 130 * day };
		for (const [hash, days] of Object.entries({ h20: 100, h21: 101, h22: 130, h23: 131 })) {
			await add(hash, { expiresAt: noon + days * day });
		}
		await add('h24', { userId: other, expiresAt: noon + 110 * day });
		const revoked = await add('h25', { expiresAt: noon + 110 * day });
		assert.equal(await store().countExpiring(span), 3);
		await store().revokeTokens(act, { id: revoked });
		assert.equal(await store().countExpiring(span), 2);
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
		assert.equal(await store().revokeTokens(act, { id }), 1);
		assert.equal((await tokenBy('h7'))?.revokedAt, noon);
		assert.equal((await tokenBy('h8'))?.revokedAt, null);
	});

	it('revokes all tokens of one name that a user has, and no others', async () => {
		await add('h9', { name: 'shared' });
		await add('h10', { name: 'shared' });
		await add('h11', { name: 'Shared' });
		await add('h12', { name: 'shared', userId: other });
		assert.equal(await store().revokeTokens(act, { userId: owner, name: 'shared' }), 2);
		const revoked = await Promise.all(
			['h9', 'h10', 'h11', 'h12'].map(async (hash) => (await tokenBy(hash))?.revokedAt),
		);
		assert.deepEqual(revoked, [noon, noon, null, null]);
	});

	it('leaves those that were revoked before their time, and does not count them', async () => {
		const id = await add('h13', { name: 'twice' });
		assert.equal(await store().revokeTokens(act, { id }), 1);
		assert.equal(await store().revokeTokens({ ...act, now: noon + minute }, { id }), 0);
		assert.equal(await store().revokeTokens({ ...act, now: noon + minute }, { userId: owner, name: 'twice' }), 0);
		assert.equal((await tokenBy('h13'))?.revokedAt, noon);
		assert.equal(await store().revokeTokens(act, { id: unknownId }), 0);
	});
}

export function describeSessions(store: () => AccountStore): void {
	const passwordHash = '$reader';
	let user: Id;
	before(async () => {
		user = await addUser(store(), 'reader@example.org', { passwordHash });
		await store().addRole(act, 'reader');
		await store().giveRole(act, user, 'reader');
	});
	const add = (hash: string, expiresAt = noon + minute, now = noon) =>
		store().addSession({ ...act, now }, { hash, userId: user, passwordHash, expiresAt });

	it('adds a session and finds it by its hash with its user', async () => {
		assert.equal(await add('s1'), true);
		const found = await store().findSession('s1');
		assert.deepEqual(found?.session, { userId: user, createdAt: noon, expiresAt: noon + minute });
		assert.equal(found.user.email, 'reader@example.org');
		assert.deepEqual(found.user.roles, ['reader']);
		assert.equal(found.user.active, true);
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

	it('ends a session; a missing one changes nothing', async () => {
		await add('s6');
		await add('s7');
		await store().endSession(act, 's6');
		await store().endSession(act, 's6');
		assert.equal(await store().findSession('s6'), undefined);
		assert.ok(await store().findSession('s7'));
	});

	it('does not restore an ended session by extending it', async () => {
		await add('s8');
		await store().endSession(act, 's8');
		await store().prolongSession('s8', noon + 9 * minute);
		assert.equal(await store().findSession('s8'), undefined);
	});

	it('removes all that have expired when another is added', async () => {
		await add('s9', noon + minute);
		await add('s10', noon + 3 * minute);
		await add('s11', noon + 4 * minute, noon + minute);
		assert.equal(await store().findSession('s9'), undefined);
		assert.ok(await store().findSession('s10'));
		assert.ok(await store().findSession('s11'));
	});

	it('ends all sessions of a user who is deactivated, permanently, and those of no other', async () => {
		const shutOut = await addUser(store(), 'shut-out@example.org', { passwordHash });
		const session = { userId: shutOut, passwordHash, expiresAt: noon + minute };
		for (const hash of ['s12', 's13']) await store().addSession(act, { ...session, hash });
		await add('s14');
		await store().setActive(act, shutOut, false);
		await store().setActive(act, shutOut, true);
		assert.equal(await store().findSession('s12'), undefined);
		assert.equal(await store().findSession('s13'), undefined);
		assert.ok(await store().findSession('s14'));
	});

	it('ends all sessions of a user who gets another password, and those of no other', async () => {
		const changed = await addUser(store(), 'changed@example.org', { passwordHash });
		await store().addSession(act, { hash: 's15', userId: changed, passwordHash, expiresAt: noon + minute });
		await add('s16');
		assert.equal(await store().setPassword(act, changed, '$other'), true);
		assert.equal((await store().findUser('changed@example.org'))?.passwordHash, '$other');
		assert.equal(await store().findSession('s15'), undefined);
		assert.ok(await store().findSession('s16'));
		assert.equal(await store().setPassword(act, unknownId, '$other'), false);
	});

	it('keeps one session through a change of password, on request', async () => {
		const keeper = await addUser(store(), 'keeper@example.org', { passwordHash });
		const session = { userId: keeper, passwordHash, expiresAt: noon + minute };
		for (const hash of ['s18', 's19']) await store().addSession(act, { ...session, hash });
		assert.equal(await store().setPassword(act, keeper, '$other', { keptSession: 's18' }), true);
		assert.ok(await store().findSession('s18'));
		assert.equal(await store().findSession('s19'), undefined);
	});

	it('changes no password but the one that was to be changed', async () => {
		const racer = await addUser(store(), 'racer@example.org', { passwordHash });
		assert.equal(await store().setPassword(act, racer, '$mine', { instead: '$stale' }), false);
		assert.equal(await store().setPassword(act, racer, '$mine', { instead: passwordHash }), true);
		assert.equal((await store().findUser('racer@example.org'))?.passwordHash, '$mine');
	});

	it('adds no session of a user who is not active, or has another password', async () => {
		const session = { userId: user, passwordHash, expiresAt: noon + minute };
		assert.equal(await store().addSession(act, { ...session, hash: 's17', passwordHash: '$other' }), false);
		assert.equal(await store().addSession(act, { ...session, hash: 's17', userId: unknownId }), false);
		await store().setActive(act, user, false);
		assert.equal(await store().addSession(act, { ...session, hash: 's17' }), false);
		await store().setActive(act, user, true);
		assert.equal(await store().findSession('s17'), undefined);
	});

	it('leaves no session where the user is deactivated while it is added', async () => {
		const userId = await addUser(store(), 'racing@example.org', { passwordHash });
		for (let round = 0; round < 10; round++) {
			const session = { hash: `race${round}`, userId, passwordHash, expiresAt: noon + minute };
			await Promise.all([store().addSession(act, session), store().setActive(act, userId, false)]);
			await store().setActive(act, userId, true);
			assert.equal(await store().findSession(session.hash), undefined);
		}
	});
}
