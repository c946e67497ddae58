// Tests what becomes of events that withdraw, and of events that are withdrawn, while workers fail,
// end and take over from each other.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { accept, given, readGraph } from '../../broker/graph.fixture.ts';
import { restoreEvent, withdrawEvent } from '../../broker/withdrawing/withdraw-event.ts';
import { hasCode } from '../../errors.ts';
import type { EventAction } from '../../links/link-event.ts';
import type { Records } from '../../store/records.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import {
	changedBy,
	failingOn,
	leaseMilliseconds,
	openTestWorkers,
	retryMilliseconds,
	type TestWorkers,
} from './event-worker.fixture.ts';

let test: TestWorkers;
let records: Records;

beforeEach(async () => {
	test = await openTestWorkers();
	records = test.records;
});
afterEach(() => test.close());

async function acceptOne(action: EventAction, ...texts: string[]): Promise<string> {
	const [eventId] = await accept(records, [{ action, takesAll: true, links: given(...texts), noindex: false }]);
	return eventId as string;
}

const withdraw = (eventId: string) => withdrawEvent(records, { eventId, userId: null, reason: null, act });
const links = async () => Object.keys((await readGraph(records)).betweenWorks).sort();

describe('an event that withdraws', () => {
	it('withdraws nothing as long as it fails, and all of it once', async () => {
		await acceptOne('assert', 'A cites B', 'A cites C');
		const taking = await acceptOne('withdraw', 'A cites B');
		let fails = true;
		const worker = test.start(
			changedBy(records, ({ withdrawAssertions }) => ({
				withdrawAssertions: (rows) => (fails ? Promise.reject(new Error('no luck')) : withdrawAssertions(rows)),
			})),
		);
		await worker.idle();
		assert.deepEqual(await links(), ['a Cites b', 'a Cites c']);
		assert.equal((await test.find(taking)).state, 'New');
		fails = false;
		test.clock.now += retryMilliseconds;
		await worker.idle();
		assert.deepEqual(await links(), ['a Cites c']);
		assert.equal((await test.find(taking)).counts?.withdrawn, 1);
	});

	it('also withdraws what is applied after it, if that was accepted before it', async () => {
		const asserted = await acceptOne('assert', 'A cites B');
		const taking = await acceptOne('withdraw', 'A cites B');
		await test.start(failingOn(records, 'b')).idle();
		assert.deepEqual(await test.statesOf([asserted, taking]), ['New', 'Done']);
		test.clock.now += retryMilliseconds;
		await test.start().idle();
		assert.deepEqual(await test.statesOf([asserted, taking]), ['Done', 'Done']);
		assert.deepEqual(await links(), []);
	});

	it('is applied by another worker where the first one ended', async () => {
		await acceptOne('assert', 'A cites B');
		await test.start().idle();
		await acceptOne('replace', 'A cites C');
		await records.claim(test.leaseOf('killed'), test.clock.now, 1);
		test.clock.now += leaseMilliseconds + 1;
		await test.start().idle();
		assert.deepEqual(await links(), ['a Cites c']);
	});
});

describe('an event that is withdrawn', () => {
	it('before it was applied, or between two tries, is not tried', async () => {
		const waiting = await acceptOne('assert', 'A cites B');
		const failed = await acceptOne('assert', 'A cites C');
		await withdraw(waiting);
		await test.start(failingOn(records, 'c')).idle();
		await withdraw(failed);
		test.clock.now += 10 * retryMilliseconds;
		await test.start().idle();
		assert.deepEqual(await test.statesOf([waiting, failed]), ['Withdrawn', 'Withdrawn']);
		assert.deepEqual(await links(), []);
	});

	it('is not under way: what a dead worker holds can be withdrawn once another has applied it', async () => {
		const eventId = await acceptOne('assert', 'A cites B');
		await records.claim(test.leaseOf('killed'), test.clock.now, 1);
		await assert.rejects(withdraw(eventId), (error) => hasCode(error, 'conflict'));
		test.clock.now += leaseMilliseconds + 1;
		await test.start().idle();
		await withdraw(eventId);
		assert.deepEqual(await links(), []);
	});

	it('is applied again when it is restored, at its old place', async () => {
		const eventId = await acceptOne('assert', 'A cites B', 'A cites C');
		await acceptOne('withdraw', 'A cites B');
		await test.start().idle();
		await withdraw(eventId);
		await restoreEvent(records, { eventId, act });
		assert.equal((await test.find(eventId)).attempts, 0);
		await test.start().idle();
		assert.deepEqual(await test.statesOf([eventId]), ['Done']);
		assert.deepEqual(await links(), ['a Cites c']);
	});
});
