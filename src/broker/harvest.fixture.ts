// A harvest for tests of those who show it.
import type { Harvest, HarvestResult } from './harvests.ts';

const noon = Date.UTC(2026, 0, 15, 12);
const counts = { pages: 3, records: 1_200, links: 5_000, refused: 2, events: 4 };

const complete: HarvestResult = {
	...{ ...counts, load: '5f0c2a6e-7a4d-4c58-9a35-0d6d1b3c9e21' },
	...{ outcome: 'complete', beganAt: noon - 61_000, endedAt: noon, notes: [], problem: null, notBefore: null },
};

/** Makes a harvest that was complete at noon; `last` and `more` replace parts of it. */
export function testHarvest(last: Partial<HarvestResult> = {}, more: Partial<Harvest> = {}): Harvest {
	return {
		number: 3,
		name: 'datacite --prefix 10.1234',
		task: { service: 'datacite', filters: { prefix: '10.1234' }, address: null, provider: null },
		state: {
			...{ from: null, run: null, completeFrom: noon, succeededAt: noon },
			last: { ...complete, ...last },
			totals: { ...counts, failures: 0 },
		},
		...{ everySeconds: null, nextAt: null, claimedUntil: null },
		...more,
	};
}
