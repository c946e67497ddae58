// Suite of the records: notifications between processes, on engines that have them.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Topic } from '../sql-database.ts';
import { acceptOne, entryOf, minute, noon, type OpenRecords, recordsForEach } from './records.fixture.ts';

/** Counts calls and lets a test wait for the next one. */
function createListener() {
	let calls = 0;
	let next = Promise.withResolvers<void>();
	return {
		calls: () => calls,
		call: () => {
			calls++;
			next.resolve();
			next = Promise.withResolvers();
		},
		next: () => next.promise,
	};
}

const topics: readonly Topic[] = ['events', 'outbox'];

export function describeNotifications(open: OpenRecords, notifies: boolean): void {
	const opened = recordsForEach(open);
	const records = () => opened().records;

	const leave: Record<Topic, () => Promise<void>> = {
		async events() {
			await acceptOne(await opened().openAnother());
		},
		async outbox() {
			const another = await opened().openAnother();
			const event = await acceptOne(another);
			await another.change((transaction) => transaction.enqueue(event, entryOf({ changed: [1] })));
		},
	};

	if (!notifies) {
		it('never calls where the engine has no notifications', async () => {
			const listener = createListener();
			const stops = topics.map((topic) => records().subscribe?.(topic, listener.call));
			await leave.outbox();
			for (const stop of stops) await stop?.();
			assert.equal(listener.calls(), 0);
		});
		return;
	}

	it('calls when a worker has released events', async () => {
		await acceptOne(records());
		const another = await opened().openAnother();
		const claimed = await another.claim({ worker: 'worker', until: noon + minute }, noon, 1);
		const listener = createListener();
		const stop = records().subscribe?.('events', listener.call);
		await listener.next();
		const called = listener.next();
		await another.release(claimed, 'worker');
		await called;
		await stop?.();
	});

	for (const topic of topics) {
		it(`calls when another handle has added something (${topic}), until it is stopped`, async () => {
			const [listener, other] = [createListener(), createListener()];
			const stop = records().subscribe?.(topic, listener.call);
			// The first call means that nothing is missed from now on.
			await listener.next();
			const called = listener.next();
			await leave[topic]();
			await called;
			await stop?.();
			const before = listener.calls();
			const stopOther = records().subscribe?.(topic, other.call);
			await other.next();
			const calledOther = other.next();
			await leave[topic]();
			await calledOther;
			await stopOther?.();
			assert.equal(listener.calls(), before);
		});
	}
}
