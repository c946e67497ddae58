// Tests notifications from the settings to the inbox of a repository: which links are announced, as
// what, and which are not sent back.
import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Delivering, deliverDue } from '../broker/following/deliver.ts';
import { matchChanges } from '../broker/following/match-changes.ts';
import type { Subscriptions } from '../broker/following/subscriptions.ts';
import { given, receive, send } from '../broker/graph.fixture.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../errors.ts';
import type { Link } from '../links/link.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { openDelivering, openSubscriptions } from './subscriptions.ts';

const owner = { userId: 1, isAdmin: false };
const stranger = 2;
const act = { by, now: Date.now() };
const never = new AbortController().signal;
const inboxRelation = 'http://www.w3.org/ns/ldp#inbox';

type Received = { path: string; headers: IncomingHttpHeaders; body: Record<string, never> };
type Notified = {
	object: Record<string, string>;
	context: Record<string, string>;
	id: string;
	type: string | string[];
};

let server: Server;
let site: string;
let received: Received[];
let status: number;
before(async () => {
	server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		if (request.method === 'GET') {
			const link = request.url === '/items/1' ? { Link: `</of-item>; rel="${inboxRelation}"` } : {};
			const html = request.url === '/items/' ? `<a rel="${inboxRelation}" href="/of-site">Inbox</a>` : '';
			response.writeHead(200, link).end(html);
			return;
		}
		received.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body) });
		response.writeHead(status).end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close().closeAllConnections());

let opened: TestRecords;
let subscriptions: Subscriptions;
let delivering: Delivering;
const settings = (more: Record<string, string> = {}) =>
	readSettings({ SECRET_KEY: 'k'.repeat(32), SUBSCRIBER_PRIVATE_HOSTS: '127.0.0.1', ...more });
async function open() {
	[received, status] = [[], 201];
	opened = await openTestRecords();
	const all = settings({ PUBLIC_URL: 'https://links.example/api', NOTIFY_NAME: 'Links of Example' });
	subscriptions = openSubscriptions(all, opened.records);
	const accounts = { emails: async () => new Map<number, string>() };
	delivering = openDelivering(all, { records: opened.records, accounts, log: createLog('silent', 'test') });
}
beforeEach(open);
afterEach(() => opened.close());

const follow = async (filter: object = { ids: '10.5555/mine' }, more: { address?: string; token?: string } = {}) =>
	(
		await subscriptions.create(act, owner, {
			...{ kind: 'coar-notify', address: `${site}/inbox`, filter },
			...more,
		})
	).subscription;

async function deliver(): Promise<Notified[]> {
	await matchChanges(opened.records, delivering, never);
	while (await deliverDue(opened.records, delivering, never));
	return received.splice(0).map(({ body }) => body as unknown as Notified);
}

/** Keeps that the newest event was received as a notification, by default of the owner's account. */
async function asNotification({ userId = owner.userId as number | null, inbox = 'https://other.example/inbox' } = {}) {
	const [event] = await opened.records.events({ limit: 1 });
	const uuid = event?.eventId as string;
	const body = JSON.stringify({ origin: { id: 'https://other.example', inbox } });
	await opened.records.keepNotification(
		act,
		{
			...{ uuid, eventId: uuid, sender: `account ${userId}`, userId, sentId: uuid, digest: '', types: ['Announce'] },
			...{ body, outcome: 'accepted', note: null, answer: null },
		},
		null,
	);
}

const withdraw = (...links: string[]) =>
	receive(opened.records, [{ links: given(...links), action: 'withdraw', takesAll: true, noindex: false }]);

describe('a repository', () => {
	it('is announced a link to its work, and that it no longer holds, by the same id', async () => {
		await follow();
		await send(opened.records, given('10.5555/theirs cites 10.5555/mine'));
		const [announcement, ...others] = await deliver();
		assert.deepEqual(others, []);
		assert.equal(announcement?.context.id, 'https://doi.org/10.5555/mine');
		assert.equal(announcement?.object['as:subject'], 'https://doi.org/10.5555/theirs');
		assert.equal(announcement?.object['as:relationship'], 'http://purl.org/spar/cito/cites');
		await withdraw('10.5555/theirs cites 10.5555/mine');
		const [undo] = await deliver();
		assert.equal(undo?.type, 'Undo');
		const { '@context': _, ...whole } = announcement as Notified & { '@context': unknown };
		assert.deepEqual(undo?.object, whole);
		await send(opened.records, given('10.5555/theirs cites 10.5555/mine'));
		const [again] = await deliver();
		assert.notEqual(again?.id, announcement?.id, 'another assertion is another announcement');
	});

	it('is announced a link that counts from a later assertion on, and its end by the same id', async () => {
		await follow({ ids: '10.5555/mine', definition: 'strict' });
		const [link] = given('10.5555/theirs cites 10.5555/mine by Miner') as [Link];
		const provenances = link.provenances.map((one) => ({ ...one, subType: 'tm_accession' }));
		await send(opened.records, [{ ...link, provenances }]);
		assert.deepEqual(await deliver(), []);
		await send(opened.records, given('10.5555/theirs cites 10.5555/mine'));
		const [announcement, ...others] = await deliver();
		assert.deepEqual(others, []);
		assert.equal(announcement?.object['as:subject'], 'https://doi.org/10.5555/theirs');
		await withdraw('10.5555/theirs cites 10.5555/mine', '10.5555/theirs cites 10.5555/mine by Miner');
		const [undo] = await deliver();
		assert.deepEqual([undo?.type, undo?.object.id], ['Undo', announcement?.id]);
	});

	it('is announced the end of a link without direction, from whichever end it is withdrawn', async () => {
		await follow();
		const one = '10.5555/theirs relatesTo 10.5555/mine';
		const reversed = '10.5555/mine relatesTo 10.5555/theirs by Two on 2018';
		await send(opened.records, given(one, reversed));
		await withdraw(one);
		await withdraw(reversed);
		const [announcement, undo, ...others] = await deliver();
		assert.deepEqual(others, []);
		assert.deepEqual([undo?.type, undo?.object.id], ['Undo', announcement?.id]);
	});

	it('is sent what it accepts with any 2xx, and the same notification until it does', async () => {
		await follow();
		await send(opened.records, given('10.5555/theirs cites 10.5555/mine'));
		status = 500;
		const [failed] = await deliver();
		status = 202;
		const [subscription] = await subscriptions.list(owner, { size: 1, all: false });
		await opened.records.changeSubscription(subscription?.number as number, { dueAt: 0 });
		const [again] = await deliver();
		assert.deepEqual(again, failed);
		assert.deepEqual(await deliver(), []);
	});

	it('gets nothing twice: not by further providers, not of identities of identifiers', async () => {
		await follow();
		await send(opened.records, given('10.5555/theirs cites 10.5555/mine', '10.5555/mine = 10.5555/alias'));
		assert.equal((await deliver()).length, 1);
		await send(opened.records, given('10.5555/theirs cites 10.5555/mine by Crossref'));
		await withdraw('10.5555/theirs cites 10.5555/mine by Crossref');
		assert.deepEqual(await deliver(), []);
	});

	it('gets its own work as the object, at its own page, whichever end the work is', async () => {
		await follow({ prefix: '10.5555', group_by: 'version' });
		await send(opened.records, given(`10.5555/mine=${site}/items/1@url cites 10.9999/theirs`));
		const [{ object, context } = {} as Notified] = await deliver();
		assert.equal(object['as:relationship'], 'http://purl.org/spar/cito/isCitedBy');
		assert.deepEqual(
			[object['as:subject'], object['as:object'], context.id, context['ietf:cite-as']],
			['https://doi.org/10.9999/theirs', `${site}/items/1`, `${site}/items/1`, 'https://doi.org/10.5555/mine'],
		);
	});

	it('is sent to the inbox that the page of the work names, or else the page above', async () => {
		await follow({ prefix: '10.5555' }, { address: `${site}/items/*` });
		await send(opened.records, given(`10.9999/a cites 10.5555/one=${site}/items/1@url`, '10.9999/a cites 10.5555/two'));
		await matchChanges(opened.records, delivering, never);
		while (await deliverDue(opened.records, delivering, never));
		const inboxes = received.map(({ path, body }) => [
			...[path, (body as unknown as { target: { inbox: string } }).target.inbox],
		]);
		assert.deepEqual(inboxes.toSorted(), [
			['/of-item', `${site}/of-item`],
			['/of-site', `${site}/of-site`],
		]);
	});

	it('gets the token that it gave, which nobody is shown', async () => {
		const { number } = await follow({ ids: '10.5555/mine' }, { token: 'the-token' });
		await send(opened.records, given('10.5555/theirs cites 10.5555/mine'));
		await matchChanges(opened.records, delivering, never);
		while (await deliverDue(opened.records, delivering, never));
		assert.equal(received[0]?.headers.authorization, 'Bearer the-token');
		assert.match(received[0]?.headers['content-type'] ?? '', /^application\/ld\+json/);
		const { subscription } = await subscriptions.show(owner, number);
		assert.doesNotMatch(JSON.stringify(subscription), /the-token/);
		assert.notEqual(subscription.secrets, null);
		const moved = await subscriptions.change(act, owner, number, { address: `${site}/another` });
		assert.equal(moved.secrets, null, 'another address does not get it');
	});

	it('is not sent what it announced first, by the account of the subscription or from the inbox itself', async () => {
		await follow();
		await send(opened.records, given('10.5555/a cites 10.5555/mine'));
		await asNotification();
		await send(opened.records, given('10.5555/b cites 10.5555/mine'));
		await asNotification({ userId: stranger, inbox: `${site}/inbox` });
		await send(opened.records, given('10.5555/c cites 10.5555/mine'));
		await asNotification({ userId: stranger });
		const sent = (await deliver()).map(({ object }) => object['as:subject']);
		assert.deepEqual(sent, ['https://doi.org/10.5555/c']);
		await withdraw('10.5555/a cites 10.5555/mine', '10.5555/b cites 10.5555/mine');
		assert.deepEqual(await deliver(), [], 'what was not announced is not undone');
	});

	it('knows of each link that somebody else asserted first, as long as anybody asserts it', async () => {
		const links = ['10.5555/a cites 10.5555/mine', '10.5555/mine relatesTo 10.5555/b'];
		const providers = ['Zenodo', 'Crossref', 'Repository'];
		const step = fc.record({
			...{ link: fc.constantFrom(...links), provider: fc.constantFrom(...providers) },
			isWithdrawn: fc.boolean(),
		});
		const run = async (steps: readonly { link: string; provider: string; isWithdrawn: boolean }[]) => {
			await opened.close();
			await open();
			await follow();
			const asserted = new Map(links.map((link) => [link, new Set<string>()]));
			const expected = new Set<string>();
			const known = new Set<string>();
			for (const { link, provider, isWithdrawn } of steps) {
				const own = asserted.get(link) as Set<string>;
				if (isWithdrawn) await withdraw(`${link} by ${provider}`);
				else await send(opened.records, given(`${link} by ${provider}`));
				if (!isWithdrawn && provider === 'Repository') await asNotification();
				if (!isWithdrawn && own.size === 0 && provider !== 'Repository') expected.add(link);
				if (isWithdrawn) own.delete(provider);
				else own.add(provider);
				if (own.size === 0) expected.delete(link);
				for (const { type, id, object } of await deliver())
					if (type === 'Undo') assert.ok(known.delete(object.id as string), 'what is undone was announced');
					else known.add(id);
				assert.equal(known.size, expected.size);
			}
		};
		await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), run), { numRuns: 25 });
	});
});

describe('a subscription to notifications', () => {
	it('needs the address of the broker, an inbox that can be reached, and each change at once', async () => {
		const refused = async (of: Subscriptions, more: object, field: string) =>
			assert.rejects(
				of.create(act, owner, { kind: 'coar-notify', address: `${site}/in`, filter: { ids: 'A' }, ...more }),
				(error) => {
					assert.ok(error instanceof BrokerError);
					assert.equal(error.problems[0]?.field, field, error.message);
					return true;
				},
			);
		await refused(openSubscriptions(settings(), opened.records), {}, 'kind');
		await refused(subscriptions, { address: 'ftp://repository.example/inbox' }, 'address');
		await refused(subscriptions, { address: 'http://repository.example/items/*' }, 'address');
		await refused(subscriptions, { pace: 'daily' }, 'pace');
		await refused(subscriptions, { kind: 'webhook', token: 'x' }, 'token');
	});
});
