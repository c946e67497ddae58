// Records and an index that follows them, fresh for each test; in the end both are looked at by the
// doctor.

import { afterEach, beforeEach } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../clock.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import { createModelStore, type ModelStore, openModelIndex } from '../ports/search/suite/search-index.model.ts';
import { assertSound } from './doctor/sound.fixture.ts';
import type { GivenEvent } from './graph.model.ts';
import { rebuildIndex } from './indexing/rebuild-index.ts';
import { type UpdateOptions, updateIndex } from './indexing/update-index.ts';

/** Opens records and an index before each test of this file, and closes them after it. */
export function followedIndex() {
	let fresh: TestRecords;
	let kept: ModelStore;
	let worlds = 0;
	beforeEach(async () => {
		fresh = await openTestRecords();
		kept = createModelStore();
	});
	afterEach(async () => {
		await assertSound(fresh.records, openModelIndex(kept));
		await fresh.close();
	});
	/** Delivers some entries; `crashes`: the index has them and the records do not record that. */
	const update = ({ crashes = false, ...options }: UpdateOptions & { crashes?: boolean } = {}): Promise<number> => {
		const { records } = fresh;
		const updated = crashes ? { ...records, acknowledge: async () => undefined } : records;
		return updateIndex(updated, openModelIndex(kept), options);
	};
	const nextWorld = () => ++worlds;
	return {
		get records() {
			return fresh.records;
		},
		get kept() {
			return kept;
		},
		nextWorld,
		update,
		async updateAll(options: UpdateOptions = {}): Promise<void> {
			while ((await update(options)) > 0);
		},
		rebuild: (onProgress = () => {}) =>
			rebuildIndex(fresh.records, openModelIndex(kept), {
				...{ destroy: false, clock: systemClock, leaseMilliseconds: 1_000 },
				onProgress,
			}),
		/** Gives each run a world of its own in the same records. */
		holds: <Given>(
			given: fc.Arbitrary<Given>,
			property: (world: number, given: Given) => Promise<void>,
			numRuns = 60,
		): Promise<void> =>
			fc.assert(
				fc.asyncProperty(given, (anything) => property(nextWorld(), anything)),
				{ numRuns },
			),
	};
}

/** Makes all events such that may be found. */
export const allIndexed = (given: readonly GivenEvent[]) => given.map((event) => ({ ...event, noindex: false }));
