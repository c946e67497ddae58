// Lets tests end with a look at everything that they left.
import assert from 'node:assert/strict';
import { type Clock, systemClock } from '../../clock.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Records } from '../../store/records.ts';
import { examine } from './doctor.ts';

/** Lets an index that is not up to date be left out at once. */
export const impatientClock: Clock = { ...systemClock, sleep: async () => undefined };

/**
 * Asserts that all that is stored agrees with itself; the index, where there is one, as far as it
 * is up to date.
 */
export async function assertSound(records: Records, index?: SearchIndex): Promise<void> {
	const { faults } = await examine({ records, index }, { clock: impatientClock, onProgress: () => undefined });
	assert.deepEqual(faults, []);
}
