// Tests that the change log is kept as short as it is to be.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../clock.ts';
import { startChangeTrimmer } from './side-work.ts';

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
