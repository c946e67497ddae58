// Lets tests end with a look at everything that they left.
import assert from 'node:assert/strict';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import type { Records } from '../../store/records.ts';
import { examine } from './doctor.ts';

/**
 * Asserts that all that is stored agrees with itself; the index, where there is one, as far as it
 * has learned everything.
 */
export async function assertSound(records: Records, index?: SearchIndex): Promise<void> {
	const { faults } = await examine({ records, index: index ?? openModelIndex(createModelStore()) }, () => undefined);
	const ofRecords = faults.filter(({ kind }) => index !== undefined || !kind.startsWith('index-'));
	assert.deepEqual(ofRecords, []);
}
