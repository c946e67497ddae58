import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { BrokerError } from '../errors.ts';
import { noCounts } from '../links/link-event.ts';
import { minute, newEvent, noon, worker } from '../store/suite/records.fixture.ts';
import { createWaitingBound } from './accept-event.ts';

let fresh: TestRecords;
let now: number;
let counts: number;
beforeEach(async () => {
	fresh = await openTestRecords();
	now = 0;
	counts = 0;
});
afterEach(() => fresh.close());

/** Creates a bound on the records, and what submits events under it. */
function bounded(bounds: { maxEvents?: number; maxBytes?: number }) {
	const waiting = () => {
		counts++;
		return fresh.records.waiting();
	};
	const clock = { elapsed: () => now };
	const admit = createWaitingBound({ waiting }, { maxEvents: 1_000, maxBytes: 1_000_000, clock, ...bounds });
	return async (payload: Uint8Array = newEvent().payload) => {
		await admit(payload.byteLength);
		await fresh.records.accept([newEvent({ payload })]);
	};
}

async function applyOldest(): Promise<void> {
	const [event] = await fresh.records.claim({ worker, until: noon + minute }, noon, 1);
	await fresh.records.change((transaction) => transaction.finish([[event ?? assert.fail(), noCounts]], worker, noon));
}

const isRefused = (error: unknown) => {
	assert.ok(error instanceof BrokerError);
	assert.equal(error.code, 'unavailable');
	assert.match(error.message, /wait to be applied.*send it again later/i);
	return (error.retryAfterSeconds ?? 0) > 0;
};

describe('the bound of events that wait', () => {
	it('refuses more than so many, with words and a time, until some are applied', async () => {
		const submit = bounded({ maxEvents: 2 });
		await submit();
		await submit();
		await assert.rejects(submit(), isRefused);
		await applyOldest();
		now += 2_000;
		await submit();
		now += 2_000;
		await assert.rejects(submit(), isRefused);
	});

	it('refuses more than so many bytes', async () => {
		const submit = bounded({ maxBytes: 3_000 });
		const payload = crypto.getRandomValues(new Uint8Array(2_000));
		await submit(payload);
		await submit(payload);
		await assert.rejects(submit(payload), isRefused);
	});

	it('sees what others accepted', async () => {
		const submit = bounded({ maxEvents: 3 });
		await submit();
		await fresh.records.accept([newEvent(), newEvent()]);
		now += 6_000;
		await assert.rejects(submit(), isRefused);
	});

	it('does not count at every submission', async () => {
		const submit = bounded({});
		for (let event = 0; event < 50; event++) await submit();
		assert.equal(counts, 1);
	});
});
