// Tests that what accounts follow moves to another broker: it sends nothing that was sent before, and
// reports the gap.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { startEventWorker } from '../app/workers/event-worker.ts';
import { systemClock } from '../clock.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { openAccountStore } from '../store/accounts/account-store.ts';
import { act } from '../store/suite/audit.fixture.ts';
import { newSubscription } from '../store/suite/records.fixture.ts';
import { builtInDefinitions } from './counting/definitions.ts';
import { exportEvents } from './export-events.ts';
import { deliverDue } from './following/deliver.ts';
import { matchChanges } from './following/match-changes.ts';
import { createReceiver } from './following/receiver.fixture.ts';
import { given, send } from './graph.fixture.ts';
import { importEvents } from './import-events.ts';

const signal = new AbortController().signal;
const rules = { origins: ['https://repository.example'], actors: [], networks: ['192.0.2.0/24'] };

describe('what accounts follow', () => {
	let from: TestRecords;
	let to: TestRecords;
	let folder: string;
	let file: string;
	beforeEach(async () => {
		[from, to] = [await openTestRecords(), await openTestRecords()];
		folder = await mkdtemp(join(tmpdir(), 'link-broker-following-'));
		file = join(folder, 'all.jsonl');
		const userId = await openAccountStore(from.database).addUser(act, { ...ada, passwordHash: null, active: true });
		assert.ok(userId !== null);
		await send(from.records, given('B cites A'));
		const { id: log, newest } = await from.records.read((transaction) => transaction.changeLog());
		const place = { log, lastRead: newest, secrets: 'sealed' };
		await from.records.addSubscription(newSubscription({ userId, ...place, task }), []);
		const paused = { task: { ...task, address: 'https://receiver.example/paused' }, state: 'paused' as const };
		await from.records.addSubscription(newSubscription({ userId, ...place, ...paused }), []);
		await from.records.addNotifySender(act, { userId, rules });
		await exportAll();
	});
	afterEach(async () => {
		await Promise.all([from.close(), to.close(), rm(folder, { recursive: true })]);
	});

	const ada = { email: 'ada@example.org' };
	const task = { ...newSubscription().task, filter: { provider: 'Zenodo' } };

	async function exportAll(): Promise<void> {
		const lines: string[] = [];
		const stores = { records: from.records, accounts: openAccountStore(from.database) };
		await exportEvents(stores, act, { withAccounts: true, onProgress: () => undefined }, async (line) => {
			lines.push(`${line}\n`);
		});
		await writeFile(file, lines.join(''));
	}

	const bring = (withSubscriptions: boolean) =>
		importEvents({ records: to.records, accounts: openAccountStore(to.database) }, act, file, {
			withSubscriptions,
			onProgress: () => undefined,
		});

	async function applyAll(): Promise<void> {
		const worker = startEventWorker(to.records, {
			...{ name: 'import', leaseMilliseconds: 60_000, maxAttempts: 1, retryMilliseconds: 1, pollMilliseconds: 60_000 },
			...{ clock: systemClock, log: { info: () => undefined, warn: () => undefined } },
		});
		await worker.idle();
		await worker.stop();
	}

	it('is left out unless asked for, and refused while events wait; senders come with accounts', async () => {
		const { added, known } = await bring(false);
		assert.deepEqual([added.subscriptions, known.subscriptions, added.senders], [0, 2, 1]);
		assert.deepEqual(
			(await to.records.notifySenders()).map((sender) => sender.rules),
			[rules],
		);
		await assert.rejects(bring(true), /Events wait to be applied/);
		assert.deepEqual(await to.records.subscriptions({ size: 9 }), []);
	});

	it('moves once, in its state and with its secret, and its receiver gets the gap and then what is new', async () => {
		await bring(false);
		await applyAll();
		assert.equal((await bring(true)).added.subscriptions, 2);
		assert.equal((await bring(true)).added.subscriptions, 0);
		const moved = await to.records.subscriptions({ size: 9 });
		assert.deepEqual(
			moved.map(({ state, secrets, task: { filter } }) => [state, secrets, filter]),
			['active', 'paused'].map((state) => [state, 'sealed', task.filter]),
		);
		const { sent, sender } = createReceiver();
		const delivering = {
			...{ clock: systemClock, worker: 'worker', leaseMilliseconds: 60_000, senders: { webhook: sender } },
			...{ random: Math.random, definitions: builtInDefinitions },
		};
		const deliver = async () => {
			await matchChanges(to.records, delivering, signal);
			while (await deliverDue(to.records, delivering, signal));
		};
		await deliver();
		assert.deepEqual(
			sent.map(({ id, numbers }) => [/_gap$/.test(id), numbers]),
			[[true, []]],
		);
		await send(to.records, given('C cites A'));
		await deliver();
		const { newest } = await to.records.read((transaction) => transaction.changeLog());
		assert.deepEqual(
			sent.slice(1).flatMap(({ numbers }) => numbers),
			[newest],
		);
	});
});
