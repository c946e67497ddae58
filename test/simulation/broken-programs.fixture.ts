// Programs that are wrong on purpose, each by what it takes for the records: a simulation that
// finds nothing wrong with them proves nothing.
import type { Records } from '../../src/store/records.ts';

/** What is wrong with each, and the records that it works on. */
export function brokenPrograms(): Record<string, (records: Records) => Records> {
	return {
		'acknowledges changes before the index has them': (records) => ({
			...records,
			async claimEntries(...wanted) {
				const entries = await records.claimEntries(...wanted);
				const ids = entries.map(({ id }) => id);
				await records.acknowledge(ids, await records.currentGeneration(), '');
				return entries;
			},
		}),
		'loses what changes while the index is built anew': (records) => ({
			...records,
			async finishRebuild(generation, syncToken, coverage, onSearchable) {
				// Others have time to change something.
				for (let turn = 0; turn < 100; turn++) await records.currentGeneration();
				const entries = Array.from({ length: 10_000 }, (_, at) => at);
				return records.finishRebuild(generation, syncToken, { ...coverage, entries }, onSearchable);
			},
		}),
		'applies events that another worker has taken over': (records) => ({
			...records,
			change: (work, options) =>
				records.change(
					(transaction, snapshot) =>
						work(
							{ ...transaction, finish: async (...event) => (await transaction.finish(...event)) || true },
							snapshot,
						),
					options,
				),
		}),
		'answers 202 before the event is stored': (records) => ({
			...records,
			async accept(events) {
				records.accept(events).catch(() => undefined);
				return events.map((_, at) => at);
			},
		}),
	};
}
