// Tests subscriptions over HTTP, on real records.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createReceiver } from '../../broker/following/receiver.fixture.ts';
import { createTestSubscriptions, testHooks } from '../../broker/following/subscriptions.fixture.ts';
import { given, send } from '../../broker/graph.fixture.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { mostFollowed } from '../../links/identifier-list.ts';
import { by } from '../../store/suite/audit.fixture.ts';
import { openTestApp, problemOf, type TestApp } from '../server/app.fixture.ts';
import {
	deliveryListSchema,
	newSubscriptionSchema,
	subscriptionListSchema,
	subscriptionSchema,
} from './subscription-schemas.ts';

const wanted = {
	kind: 'webhook',
	address: 'https://receiver.example/hook',
	filter: { ids: ['10.5555/a', '10.5555/b'] },
};

let records: TestRecords;
let test: TestApp;
let token: string;
let made = 0;
const receiver = createReceiver();
before(async () => {
	records = await openTestRecords();
	const subscriptions = createTestSubscriptions(records.records, {
		...{ kinds: { webhook: { ...testHooks, makeSecret: () => `whsec_${++made}` } }, mostOfAccount: 50 },
		senders: { webhook: receiver.sender },
	});
	test = await openTestApp({}, {}, { subscriptions });
});
after(async () => {
	await test.close();
	await records.close();
});

let accounts = 0;
beforeEach(async () => {
	token = await test.token(`reader-${++accounts}@example.org`);
});

const ask = (method: string, path: string, body?: unknown, as = token) =>
	test.app.request(`/api/subscriptions${path}`, {
		method,
		headers: { Authorization: `Bearer ${as}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
const create = async (more = {}, as = token) => {
	const response = await ask('POST', '', { ...wanted, ...more }, as);
	assert.equal(response.status, 201, await response.clone().text());
	return newSubscriptionSchema.parse(await response.json());
};
const show = async (id: number) => subscriptionSchema.parse(await (await ask('GET', `/${id}`)).json());
const refused = async (response: Response) => {
	const { type, ...problem } = await problemOf(response);
	return [response.status, type.split('/').at(-1), problem] as const;
};

describe('POST /subscriptions', () => {
	it('answers the subscription, with its secret for once', async () => {
		const { secret, ...created } = await create({ name: 'Mine', pace: 'daily' });
		assert.equal(secret, `whsec_${made}`);
		assert.deepEqual(created, {
			...{ id: created.id, kind: 'webhook', address: wanted.address, pace: 'daily', name: 'Mine', state: 'active' },
			filter: { kind: 'asserted', entries: 'first', ids: '10.5555/a\n10.5555/b' },
			...{
				cursor: created.cursor,
				lag: { changes: 0, seconds: 0 },
				may_have_more: true,
				next: '2026-02-01T00:00:00.000Z',
			},
			...{ last_success: null, last_failure: null, failures: 0, created: '2026-01-31T00:00:00.000Z' },
		});
		assert.deepEqual(await show(created.id), created);
	});

	it('refuses what is wrong, with its place', async () => {
		const places = async (body: object) => {
			const [status, code, { errors }] = await refused(await ask('POST', '', body));
			assert.deepEqual([status, code], [422, 'invalid-body']);
			return errors?.map(({ pointer, message }) => `${pointer} ${message}`).join() ?? '';
		};
		assert.match(await places({ ...wanted, kind: 'fax' }), /^\/kind /);
		assert.match(await places({ ...wanted, kind: 'email' }), /^\/kind This broker sends no messages of the kind email/);
		assert.match(await places({ ...wanted, filter: { colour: 'red' } }), /^\/filter\/colour /);
		assert.match(await places({ ...wanted, filter: { prefix: 'zenodo' } }), /^\/filter\/prefix .* prefix of DOIs/);
		assert.match(await places({ ...wanted, filter: { ids: ['A'], kind: 'neither' } }), /^\/filter\/kind /);
		assert.match(await places({ ...wanted, filter: {} }), /^\/filter filter must have one of id, ids/);
		assert.match(await places({ ...wanted, since: 'yesterday' }), /^\/since /);
		const { id } = await records.records.read((transaction) => transaction.changeLog());
		assert.match(await places({ ...wanted, since: `${id}-zzzz` }), /^\/since since is not a cursor of this log/);
		for (const text of ['a\0b', 'a\ud800b']) {
			assert.match(await places({ ...wanted, address: `https://a.example/${text}` }), /^\/address must be text/);
			assert.match(await places({ ...wanted, name: text }), /^\/name must be text/);
			assert.match(await places({ ...wanted, filter: { provider: text } }), /^\/filter\/provider must be text/);
			assert.match(await places({ ...wanted, filter: { ids: ['A', text] } }), /^\/filter\/ids/);
		}
		const { subscriptions } = subscriptionListSchema.parse(await (await ask('GET', '')).json());
		assert.deepEqual(subscriptions, []);
	});

	it('takes as many works as a subscription may follow', async () => {
		const ids = Array.from(
			{ length: mostFollowed },
			(_, number) => `10.5555/with-a-long-ending/${'n'.repeat(90)}.${number}`,
		);
		assert.equal((await create({ filter: { ids } })).filter.ids, ids.join('\n'));
	});

	it('lets administrators follow everything', async () => {
		const admin = await test.token('admin@example.org', 'admin');
		assert.deepEqual((await create({ filter: {} }, admin)).filter, { kind: 'asserted', entries: 'first' });
	});
});

describe('GET /subscriptions', () => {
	it('lists those of the account by number, page by page', async () => {
		const ids = [(await create()).id, (await create()).id, (await create()).id];
		const page = async (query: string) => subscriptionListSchema.parse(await (await ask('GET', query)).json());
		const first = await page('?size=2');
		assert.deepEqual(
			first.subscriptions.map(({ id }) => id),
			ids.slice(0, 2),
		);
		const rest = await page(`?size=2&after=${first.next}`);
		assert.deepEqual([rest.subscriptions.map(({ id }) => id), rest.next], [ids.slice(2), null]);
	});

	it('lists all for administrators who ask for all, and for no one else', async () => {
		const { id } = await create();
		const admin = await test.token('admin@example.org', 'admin');
		const listed = async (query: string, as: string) => {
			const { subscriptions } = subscriptionListSchema.parse(await (await ask('GET', query, undefined, as)).json());
			return subscriptions.some((one) => one.id === id);
		};
		assert.equal(await listed('?all=1&size=200', admin), true);
		assert.equal(await listed('?size=200', admin), false);
		const other = await test.token('other@example.org');
		assert.equal(await listed('?all=1&size=200', other), false);
	});
});

describe('a subscription', () => {
	it('is hidden from other accounts', async () => {
		const { id } = await create();
		const other = await test.token('other@example.org');
		for (const [method, path, body] of [
			['GET', `/${id}`],
			['GET', `/${id}/deliveries`],
			['PATCH', `/${id}`, { paused: true }],
			['POST', `/${id}/rotate`],
			['DELETE', `/${id}`],
		] as const)
			assert.equal((await ask(method, path, body, other)).status, 404, `${method} ${path}`);
		assert.equal((await show(id)).state, 'active');
	});

	it('needs the scope subscribe', async () => {
		const account = { name: 'other', email: `reader-${accounts}@example.org`, internal: false };
		const reading = await test.accounts.createToken(by, { ...account, scopes: ['submit', 'withdraw', 'read'] });
		assert.equal((await ask('GET', '', undefined, reading)).status, 403);
		const following = await test.accounts.createToken(by, { ...account, scopes: ['subscribe'] });
		assert.equal((await ask('GET', '', undefined, following)).status, 200);
		assert.equal((await test.app.request('/api/subscriptions')).status, 401);
	});

	it('is changed, paused and continued', async () => {
		const { id } = await create();
		const change = async (body: object) => subscriptionSchema.parse(await (await ask('PATCH', `/${id}`, body)).json());
		assert.equal((await change({ paused: true })).state, 'paused');
		const changed = await change({ paused: false, name: 'Ours', filter: { prefix: '10.5281', entries: 'all' } });
		assert.deepEqual(
			[changed.state, changed.name, changed.filter],
			['active', 'Ours', { kind: 'asserted', entries: 'all', prefix: '10.5281' }],
		);
		await send(records.records, given('A cites B'));
		assert.equal((await show(id)).lag.changes, 1);
		const skipped = await change({ since: 'now' });
		assert.notEqual(skipped.cursor, changed.cursor);
		assert.deepEqual(skipped.lag, { changes: 0, seconds: 0 });
		assert.equal((await change({ name: null })).name, null);
		assert.equal((await ask('PATCH', `/${id}`, { state: 'active' })).status, 422);
	});

	it('gets another secret', async () => {
		const { id, secret } = await create();
		const response = await ask('POST', `/${id}/rotate`);
		assert.equal(response.status, 200);
		assert.notEqual(((await response.json()) as { secret: string }).secret, secret);
	});

	it('shows its messages, and what came of them', async () => {
		const { id } = await create();
		const claim = { worker: 'worker', now: Date.UTC(2026, 1, 1), until: Date.UTC(2026, 1, 2) };
		for (let one = await records.records.claimSubscription(claim); one?.number !== id; )
			one = await records.records.claimSubscription(claim);
		const delivery = {
			...{ firstEntry: 3, lastEntry: 5, entries: 2, tries: 1, triedAt: claim.now },
			...{ status: 500, failure: 'It answered 500.' },
		};
		await records.records.noteDelivery(id, 'worker', { delivery, isOver: true });
		const { deliveries } = deliveryListSchema.parse(await (await ask('GET', `/${id}/deliveries`)).json());
		assert.deepEqual(deliveries, [
			{
				...{ message: `msg_${id}_3`, entries: 2, first: 3, last: 5, tries: 1, tried: '2026-02-01T00:00:00.000Z' },
				...{ status: 500, failure: 'It answered 500.' },
			},
		]);
	});

	it('is tried ten times a minute', async () => {
		const { id } = await create();
		const statuses = await Array.fromAsync({ length: 11 }, async () => (await ask('POST', `/${id}/test`)).status);
		assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429]);
	});

	it('is tried, and has a message sent again', async () => {
		const { id } = await create({ filter: { ids: 'T' } });
		const tried = (await (await ask('POST', `/${id}/test`)).json()) as object;
		assert.deepEqual(
			{ ...tried, milliseconds: 0 },
			{ ...{ accepted: true, status: 204 }, message: null, excerpt: 'thanks', milliseconds: 0 },
		);
		await send(records.records, given('S cites T'));
		const { newest } = await records.records.read((transaction) => transaction.changeLog());
		const delivery = {
			firstEntry: newest,
			lastEntry: newest,
			entries: 1,
			tries: 1,
			triedAt: 0,
			status: 204,
			failure: null,
		};
		await records.records.noteResent(id, delivery);
		const path = `/${id}/deliveries/msg_${id}_${newest}/resend`;
		const again = (await (await ask('POST', path)).json()) as { tries: number };
		assert.deepEqual([again.tries, receiver.sent.at(-1)?.id], [2, `msg_${id}_${newest}`]);
		for (const message of [`msg_${id}_999999`, 'msg_1', `msg_${id + 1}_${newest}`])
			assert.equal((await ask('POST', `/${id}/deliveries/${message}/resend`)).status, 404, message);
	});

	it('ends, and is unknown from then on', async () => {
		const { id } = await create();
		assert.equal((await ask('DELETE', `/${id}`)).status, 204);
		for (const method of ['GET', 'DELETE']) assert.equal((await ask(method, `/${id}`)).status, 404);
	});
});
