// Tests how many messages a host is sent at the same time, and how it rests after failures.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createHostGate, type HostOutcome } from './host-gate.ts';

let now: number;
let gate: ReturnType<typeof createHostGate>;
beforeEach(() => {
	now = 0;
	gate = createHostGate({ now: () => now });
});

/** Begins to send; the returned function ends it. */
function begin(host = 'a.example'): (outcome: HostOutcome) => Promise<void> {
	const { promise, resolve } = Promise.withResolvers<HostOutcome>();
	const sent = gate.through(
		host,
		() => promise,
		(outcome) => outcome,
	);
	return async (outcome) => {
		resolve(outcome);
		await sent;
	};
}

describe('a host', () => {
	it('is sent four messages at the same time, whatever others are sent', async () => {
		const ends = Array.from({ length: 4 }, () => begin());
		assert.ok(gate.waitFor('a.example') > 0);
		assert.equal(
			await gate.through('a.example', assert.fail, () => 'answered'),
			undefined,
			'nor a fifth one by chance',
		);
		assert.equal(gate.waitFor('b.example'), 0);
		await ends[0]?.('answered');
		assert.equal(gate.waitFor('a.example'), 0);
	});

	it('rests after a failure, longer after each, up to five minutes', async () => {
		const rests: number[] = [];
		for (let failure = 0; failure < 8; failure++) {
			await begin()('down');
			rests.push(gate.waitFor('a.example'));
			now += rests.at(-1) as number;
			assert.equal(gate.waitFor('a.example'), 0);
		}
		assert.deepEqual(rests, [5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000]);
	});

	it('is tried by one message after its rest, and by all once that is answered', async () => {
		await begin()('down');
		now += 5_000;
		const end = begin();
		assert.ok(gate.waitFor('a.example') > 0);
		await end('answered');
		assert.equal(gate.waitFor('a.example'), 0);
		begin();
		assert.equal(gate.waitFor('a.example'), 0);
	});

	it('has its place again where sending throws', async () => {
		const failing = () => Promise.reject(new Error('no'));
		for (let at = 0; at < 5; at++) await assert.rejects(gate.through('a.example', failing, () => 'answered'));
		assert.equal(gate.waitFor('a.example'), 0);
	});

	it('is remembered as long as few others have failed', async () => {
		await begin('a.example')('down');
		const end = begin('b.example');
		for (let other = 0; other < 9_998; other++) await begin(`${other}.example`)('down');
		assert.ok(gate.waitFor('a.example') > 0);
		await begin('one-more.example')('down');
		assert.equal(gate.waitFor('a.example'), 0);
		assert.ok(gate.waitFor('0.example') > 0);
		await end('down');
		assert.ok(gate.waitFor('b.example') > 0, 'not while something is sent to it');
	});
});
