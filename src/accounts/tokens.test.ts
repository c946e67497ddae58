// Tests of the use cases of tokens on a real store.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { AccountStore } from '../store/accounts/account-store.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { openAccounts, rejects } from './accounts.fixture.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import type { WantedToken } from './tokens.ts';

const start = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;

let now = start;
let opened: Awaited<ReturnType<typeof openAccounts>>;
let accounts: Accounts;

beforeEach(async () => {
	now = start;
	opened = await openAccounts(() => now);
	accounts = opened.accounts;
});
afterEach(() => opened.close());

describe('tokens', () => {
	beforeEach(async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
	});
	const create = (changes: Partial<WantedToken> = {}) =>
		accounts.createToken(by, { name: 'feed', email: 'ada@example.org', internal: false, ...changes });

	it('are shown once and stored as a hash', async () => {
		const token = await create();
		assert.match(token, /^lb_[0-9A-Za-z]{40}$/);
		const everything = JSON.stringify([await accounts.listTokens(), await opened.store.tokens()]);
		assert.equal(everything.includes(token.slice(3)), false);
	});

	it('are listed with name, user, whether internal, and their times', async () => {
		await accounts.createToken(by, {
			name: 'nightly',
			email: 'ADA@example.org',
			internal: true,
			expiresAt: start + minute,
		});
		const [token] = await accounts.listTokens();
		assert.deepEqual(token, {
			id: token?.id,
			name: 'nightly',
			email: 'ada@example.org',
			internal: true,
			scopes: ['submit', 'withdraw', 'read', 'subscribe', 'notify'],
			createdAt: start,
			lastUsedAt: null,
			expiresAt: start + minute,
			revokedAt: null,
			endsSoon: true,
		});
	});

	it('may have the same name, and then are revoked together by name and email', async () => {
		const tokens = [await create(), await create()];
		const other = await create({ name: 'other' });
		assert.equal(await accounts.revokeToken(by, { name: 'feed', email: 'ada@example.org' }), 2);
		assert.deepEqual(await Promise.all(tokens.map(accounts.authenticate)), [undefined, undefined]);
		assert.notEqual(await accounts.authenticate(other), undefined);
	});

	it('are revoked one by one by id', async () => {
		const [first, second] = [await create(), await create()];
		const [listed] = await accounts.listTokens();
		assert.ok(listed);
		assert.equal(await accounts.revokeToken(by, listed.id), 1);
		assert.equal(await accounts.authenticate(first), undefined);
		assert.notEqual(await accounts.authenticate(second), undefined);
	});

	it('that cannot be revoked are reported with what to do', async () => {
		await create();
		await accounts.revokeToken(by, { name: 'feed', email: 'ada@example.org' });
		await rejects(accounts.revokeToken(by, { name: 'feed', email: 'ada@example.org' }), 'not-found', /no valid token/);
		await rejects(accounts.revokeToken(by, 4_711), 'not-found', /no valid token 4711/);
		await rejects(accounts.revokeToken(by, { name: 'feed', email: 'nobody@example.org' }), 'not-found', /no user/);
	});

	it('need a user, a name, and an expiry that lies ahead', async () => {
		await rejects(create({ email: 'nobody@example.org' }), 'not-found', /users create/);
		await rejects(create({ name: '' }), 'bad-usage', /name of a token/);
		await rejects(create({ expiresAt: start }), 'bad-usage', /in the past/);
		await rejects(create({ expiresAt: Number.NaN }), 'bad-usage', /in the past/);
		await create({ expiresAt: start + 1 });
	});

	it('have all scopes, or those that were asked for', async () => {
		await create();
		await create({ scopes: ['read'] });
		await rejects(create({ scopes: [] }), 'bad-usage', /at least one scope/);
		assert.deepEqual(
			(await accounts.listTokens()).map(({ scopes }) => scopes),
			[['submit', 'withdraw', 'read', 'subscribe', 'notify'], ['read']],
		);
	});

	it('end after a year, unless something else is asked for, and say so for their last thirty days', async () => {
		const token = await create();
		await create({ expiresAt: null });
		const year = start + 365 * 24 * 60 * minute;
		const listed = () => accounts.listTokens();
		assert.deepEqual(
			(await listed()).map(({ expiresAt }) => expiresAt),
			[year, null],
		);
		now = year - 30 * 24 * 60 * minute - 1;
		assert.deepEqual([(await accounts.authenticate(token))?.endsSoonAt, (await listed())[0]?.endsSoon], [null, false]);
		now++;
		assert.deepEqual([(await accounts.authenticate(token))?.endsSoonAt, (await listed())[0]?.endsSoon], [year, true]);
		now = year;
		assert.deepEqual([await accounts.authenticate(token), (await listed())[0]?.endsSoon], [undefined, false]);
	});
});

describe('authentication by token', () => {
	let token: string;
	beforeEach(async () => {
		await accounts.createUser(by, 'ada@example.org', null, true);
		await accounts.createRole(by, 'admin');
		await accounts.addRole(by, 'ada@example.org', 'admin');
		token = await accounts.createToken(by, {
			name: 'feed',
			email: 'ada@example.org',
			internal: false,
			expiresAt: start + 60 * minute,
		});
	});
	const lastUsedAt = async () => {
		await accounts.idle();
		return (await accounts.listTokens())[0]?.lastUsedAt;
	};

	it('returns user, roles and token', async () => {
		const [user] = await accounts.listUsers();
		const [listed] = await accounts.listTokens();
		assert.deepEqual(await accounts.authenticate(token), {
			userId: user?.id,
			email: 'ada@example.org',
			roles: ['admin'],
			tokenId: listed?.id,
			scopes: ['submit', 'withdraw', 'read', 'subscribe', 'notify'],
			endsSoonAt: start + 60 * minute,
		});
	});

	it('refuses what is malformed or unknown', async () => {
		const unknown = `lb_${'0'.repeat(40)}`;
		for (const text of ['', 'lb_', token.slice(3), `${token} `, token.toLowerCase(), unknown]) {
			assert.equal(await accounts.authenticate(text), undefined);
		}
	});

	it('refuses an expired token from the moment of its expiry', async () => {
		now = start + 60 * minute - 1;
		assert.notEqual(await accounts.authenticate(token), undefined);
		now = start + 60 * minute;
		assert.equal(await accounts.authenticate(token), undefined);
	});

	it('refuses a token that was used after its expiry, also after the clock is set back', async () => {
		now = start + 60 * minute;
		assert.equal(await accounts.authenticate(token), undefined);
		now = start;
		assert.equal(await accounts.authenticate(token), undefined);
	});

	it('refuses a revoked token', async () => {
		await accounts.revokeToken(by, { name: 'feed', email: 'ada@example.org' });
		assert.equal(await accounts.authenticate(token), undefined);
	});

	it('refuses the tokens of a user who is not active', async () => {
		await accounts.deactivateUser(by, 'ada@example.org');
		assert.equal(await accounts.authenticate(token), undefined);
		await accounts.activateUser(by, 'ada@example.org');
		assert.notEqual(await accounts.authenticate(token), undefined);
	});

	it('notes the use of a token at most once a minute', async () => {
		assert.equal(await lastUsedAt(), null);
		await Promise.all([accounts.authenticate(token), accounts.authenticate(token)]);
		assert.equal(await lastUsedAt(), start);
		now = start + minute - 1;
		await accounts.authenticate(token);
		assert.equal(await lastUsedAt(), start);
		now = start + minute;
		await accounts.authenticate(token);
		assert.equal(await lastUsedAt(), start + minute);
	});

	it('notes the use once where many requests come at the same time', async () => {
		let notes = 0;
		const counting: AccountStore = {
			...opened.store,
			noteTokenUse: (id, usedAt) => {
				notes++;
				return opened.store.noteTokenUse(id, usedAt);
			},
		};
		const busy = createAccounts(counting, () => now);
		await Promise.all(Array.from({ length: 10 }, () => busy.authenticate(token)));
		await busy.idle();
		assert.equal(notes, 1);
	});

	it('notes no use of a token that it refuses', async () => {
		await accounts.deactivateUser(by, 'ada@example.org');
		await accounts.authenticate(token);
		assert.equal(await lastUsedAt(), null);
	});

	it('neither waits for nor fails with the note of a use, and notes the next use instead', async () => {
		const notes: number[] = [];
		const failures: ((reason: Error) => void)[] = [];
		const noteTokenUse = (_: number, usedAt: number) => {
			notes.push(usedAt);
			return new Promise<never>((_, reject) => failures.push(reject));
		};
		const others = createAccounts({ ...opened.store, noteTokenUse }, () => now);
		assert.notEqual(await others.authenticate(token), undefined);
		failures[0]?.(new Error('the disk is full'));
		await others.idle();
		now = start + 1;
		assert.notEqual(await others.authenticate(token), undefined);
		assert.deepEqual(notes, [start, start + 1]);
	});
});
