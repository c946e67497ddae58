// Tests that receivers that never answer hold up neither others nor the records.
import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { matchChanges } from '../broker/following/match-changes.ts';
import { given, send } from '../broker/graph.fixture.ts';
import { systemClock } from '../clock.ts';
import { openTestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { openDelivery, openSubscriptions } from './subscriptions.ts';
import { startDelivery } from './workers/side-work.ts';

async function listen(answer: RequestListener): Promise<{ server: Server; address: string }> {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

it('many subscribers behind a host that hangs have four connections, and others get their messages', async () => {
	const { records, close } = await openTestRecords();
	let hanging = 0;
	let received = Promise.withResolvers<void>();
	const hang = await listen(() => void hanging++);
	const good = await listen((_, response) => {
		response.writeHead(204).end();
		received.resolve();
	});
	const settings = readSettings({ SECRET_KEY: 'k'.repeat(32), SUBSCRIBER_PRIVATE_HOSTS: '127.0.0.1' });
	const subscriptions = openSubscriptions(settings, records);
	const follow = (address: string) =>
		subscriptions.create(
			{ by, now: Date.now() },
			{ userId: 1, isAdmin: false },
			{ kind: 'webhook', address, filter: { ids: 'A' } },
		);
	for (let number = 0; number < 30; number++) await follow(hang.address);
	await follow(good.address);
	const log = createLog('silent', 'test');
	const accounts = { emails: async () => new Map() };
	const delivery = openDelivery(settings, { records, accounts, log });
	const matching = { clock: systemClock, worker: 'matching', leaseMilliseconds: 60_000 };
	const following = {
		match: (signal: AbortSignal) => matchChanges(records, matching, signal),
		openDelivery: async () => delivery,
	};
	const loop = startDelivery(records, following, {
		...{ clock: systemClock, pollMilliseconds: 20, log },
	});
	try {
		for (const link of ['B cites A', 'C cites A', 'D cites A']) {
			await send(records, given(link));
			loop.wake();
			await received.promise;
			received = Promise.withResolvers();
		}
		assert.ok(hanging > 0 && hanging <= 4, `${hanging} connections`);
	} finally {
		await loop.stop();
		for (const { server } of [hang, good]) server.close().closeAllConnections();
		await close();
	}
});
