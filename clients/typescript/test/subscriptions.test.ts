// Tests the subscriptions of the client with a real server and a receiver of its messages.
import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { eventually, openProgram, type Program } from '../../../test/end-to-end/program.ts';
import { LinkBroker, type WantedSubscription } from '../src/index.ts';
import { citations, cited } from './works.fixture.ts';

const host = '127.0.0.1';

let program: Program;
let broker: LinkBroker;
let receiver: HttpServer;
let received: { type: string }[];
let wanted: WantedSubscription;
before(async () => {
	received = [];
	receiver = createServer(async (request, response) => {
		received.push((await json(request)) as { type: string });
		response.end('thanks');
	});
	await new Promise<void>((resolve) => receiver.listen(0, host, resolve));
	const address = `http://${host}:${(receiver.address() as AddressInfo).port}/hook`;
	wanted = { kind: 'webhook', address, filter: { ids: [cited] } };
	program = await openProgram();
	const token = await program.token();
	const { url } = await program.serve({ SUBSCRIBER_PRIVATE_HOSTS: host });
	broker = new LinkBroker(url, { token });
});
after(async () => {
	await program.remove();
	receiver.close().closeAllConnections();
});

describe('a subscription', () => {
	it('is created with a secret, listed, shown, and deleted', async () => {
		const created = await broker.subscriptions.create(wanted);
		assert.match(created.secret ?? '', /^whsec_/);
		const other = await broker.subscriptions.create({ ...wanted, filter: { prefix: '10.5281' } });
		const listed = await broker.subscriptions.list({ size: 1 }).toArray();
		assert.deepEqual(
			listed.map(({ id }) => id),
			[created.id, other.id],
		);
		assert.deepEqual((await broker.subscriptions.show(created.id)).filter, created.filter);
		for (const { id } of listed) await broker.subscriptions.delete(id);
		await assert.rejects(broker.subscriptions.show(created.id), { code: 'not-found', status: 404 });
	});

	it('is refused with the place that is wrong', async () => {
		const wrong = broker.subscriptions.create({ ...wanted, filter: { prefix: 'zenodo' } });
		await assert.rejects(wrong, { code: 'invalid-body', message: /10\.5281/ });
	});

	it('brings changes to a webhook, is tried, and has messages sent again', async () => {
		const { id } = await broker.subscriptions.create(wanted);
		const { milliseconds, ...tried } = await broker.subscriptions.test(id);
		assert.deepEqual(tried, { accepted: true, status: 200, message: null, excerpt: 'thanks' });
		await broker.submit(citations(1));
		const delivered = () => broker.subscriptions.deliveries(id);
		const [delivery] = await eventually(delivered, ([newest]) => newest?.status === 200);
		assert.equal((await broker.subscriptions.resend(id, delivery?.message ?? '')).tries, 2);
		assert.deepEqual(
			received.map(({ type }) => type),
			['subscription.test', 'links.changed', 'links.changed'],
		);
	});

	it('is paused and continued, and has its secret replaced', async () => {
		const { id, secret } = await broker.subscriptions.create(wanted);
		assert.equal((await broker.subscriptions.change(id, { paused: true })).state, 'paused');
		assert.equal((await broker.subscriptions.change(id, { paused: false, name: 'Mine' })).name, 'Mine');
		const replaced = await broker.subscriptions.rotate(id);
		assert.match(replaced, /^whsec_/);
		assert.notEqual(replaced, secret);
	});
});
