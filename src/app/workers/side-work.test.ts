// Tests that the change log is kept as short as it is to be, registries are asked as often, and
// subscriptions are matched now and then.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../clock.ts';
import type { DescribeListener } from '../../harvest/describing/describe-works.ts';
import { startChangeTrimmer, startDelivery, startDescribeLoop } from './side-work.ts';

const log = { info: () => undefined, warn: () => undefined };
const clock = { ...systemClock, now: () => Date.UTC(2026, 0, 31, 12) };

/** Returns with which times trimming was asked for, until the trimmer was stopped. */
async function trimmed(changesDays: number | null): Promise<string[]> {
	const asked: string[] = [];
	const trimChanges = async (before: number) => {
		asked.push(new Date(before).toISOString());
		return 1;
	};
	const trimmer = startChangeTrimmer({ trimChanges }, changesDays, { clock, log });
	await new Promise((resolve) => setTimeout(resolve, 20));
	await trimmer.stop();
	return asked;
}

describe('the trimmer of the change log', () => {
	it('removes entries that are older than so many days, as it starts', async () => {
		assert.deepEqual(await trimmed(30), ['2026-01-01T12:00:00.000Z']);
	});

	it('removes nothing where entries are kept permanently', async () => {
		assert.deepEqual(await trimmed(null), []);
	});
});

describe('the loop that asks registries for descriptions', () => {
	const counts = { asked: 2, described: 1, unknown: 1, others: 0, events: 1, problem: null };
	const summary = {
		outcome: 'complete',
		works: 2,
		described: 1,
		services: [{ service: 'crossref', ...counts }],
	} as const;
	const noProgress = { works: 1, described: 1, services: [] };

	/** Returns what the loop asked for, stored and logged until it first rested. */
	async function asked(everySeconds: number | null) {
		const all: unknown[] = [];
		const rested = Promise.withResolvers<void>();
		const open = async () => ({
			async describeDue(every: number, { onProgress }: DescribeListener) {
				all.push(every);
				onProgress(noProgress, 1);
				return summary;
			},
		});
		const loop = startDescribeLoop(open, everySeconds, {
			clock: {
				...clock,
				sleep(_, signal) {
					rested.resolve();
					return systemClock.sleep(60_000, signal);
				},
			},
			log: { ...log, info: (fields) => void all.push(fields) },
			pollMilliseconds: 1,
			onStored: (links) => void all.push(links),
		});
		if (everySeconds !== null) await rested.promise;
		await loop.stop();
		return all;
	}

	it('asks for what is due by its schedule, and logs what came', async () => {
		assert.deepEqual(await asked(3_600), [3_600_000, 1, { outcome: 'complete', works: 2, described: 1 }]);
	});

	it('asks for nothing where it has no schedule', async () => {
		assert.deepEqual(await asked(null), []);
	});
});

describe('the loop that matches the log with subscriptions', () => {
	it('does so at once, and while a load goes on, once a second at most', async () => {
		let [milliseconds, left, opened] = [0, 30, 0];
		const matchedAt: number[] = [];
		const ended = Promise.withResolvers<void>();
		const loop = startDelivery(
			{ subscriptionWork: async () => ({ isUnmatched: left > 0, isDue: false }) },
			{
				async match() {
					matchedAt.push(milliseconds);
					milliseconds += 100;
					if (--left === 0) ended.resolve();
					return true;
				},
				async openDelivery() {
					opened++;
					return async () => false;
				},
			},
			{
				...{ log, pollMilliseconds: 60_000 },
				clock: {
					...clock,
					elapsed: () => milliseconds,
					sleep(wait, signal) {
						// Others wait here for good: senders, and a loop without work.
						if (wait >= 10_000) return clock.sleep(wait, signal);
						milliseconds += wait;
						return Promise.resolve();
					},
				},
			},
		);
		await ended.promise;
		await loop.stop();
		assert.deepEqual(
			matchedAt,
			Array.from({ length: 30 }, (_, at) => at * 1_100),
		);
		assert.equal(opened, 0, 'what sends is loaded once something is due');
	});
});
