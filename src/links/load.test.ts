// Tests of the status of a load.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Load, type LoadStatus, statusOfLoad } from './load.ts';

const none: Load['events'] = { New: 0, Processing: 0, Done: 0, Error: 0, Withdrawn: 0 };

describe('the status of a load', () => {
	const cases: [events: Partial<Load['events']>, status: LoadStatus][] = [
		[{ New: 2 }, 'New'],
		[{ New: 2, Withdrawn: 1 }, 'New'],
		[{ New: 1, Done: 1 }, 'Processing'],
		[{ New: 1, Error: 1 }, 'Processing'],
		[{ Processing: 1, Withdrawn: 1 }, 'Processing'],
		[{ Done: 3 }, 'Done'],
		[{ Done: 3, Error: 1, Withdrawn: 1 }, 'Error'],
		[{ Withdrawn: 2 }, 'Withdrawn'],
		[{ Done: 1, Withdrawn: 1 }, 'Partly withdrawn'],
	];
	it('is Withdrawing until all events are withdrawn', () => {
		assert.equal(statusOfLoad({ events: { ...none, Done: 1, Withdrawn: 1 }, isWithdrawing: true }), 'Withdrawing');
	});
	for (const [events, status] of cases) {
		it(`is ${status} with ${JSON.stringify(events)}`, () => {
			assert.equal(statusOfLoad({ events: { ...none, ...events }, isWithdrawing: false }), status);
		});
	}
});
