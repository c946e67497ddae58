import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Load } from '../../../clients/typescript/src/schemas.ts';
import { eventsText, isLoadUnfinished, loadActions, progressOf } from './load-words.ts';

const status = 'Processing';
const events = (states: Partial<Record<'new' | 'processing' | 'done' | 'error' | 'withdrawn', number>>) => {
	const all = { new: 0, processing: 0, done: 0, error: 0, withdrawn: 0, ...states };
	return { total: Object.values(all).reduce((sum, count) => sum + count), ...all };
};

describe('the words about a load', () => {
	it('count its events, by state where they have several', () => {
		assert.equal(eventsText(events({ done: 1_177 })), '1,177');
		assert.equal(eventsText(events({ new: 1, error: 2, done: 1_000 })), '1,003: 1 new, 1,000 done, 2 error');
	});

	it('show how far it is until no event waits', () => {
		const load = { events: events({ new: 56, processing: 1, done: 117, error: 2, withdrawn: 1 }), status } as const;
		assert.deepEqual(progressOf(load), { done: 120, total: 177, text: '120 of 177 events processed' });
		assert.equal(progressOf({ events: events({ new: 1 }), status }).text, '0 of 1 event processed');
		assert.equal(isLoadUnfinished(load), true);
		assert.equal(isLoadUnfinished({ events: events({ done: 1, error: 1, withdrawn: 1 }), status: 'Error' }), false);
	});

	it('show how far its withdrawal is', () => {
		const load = { events: events({ done: 117, withdrawn: 60 }), status: 'Withdrawing' } as const;
		assert.equal(progressOf(load).text, '60 of 177 events withdrawn');
		assert.equal(isLoadUnfinished(load), true);
	});

	it('offer what its state allows', () => {
		const withdrawn = { at: '2026-01-31T12:00:00.000Z', by: null, reason: null };
		const offered = (status: Load['status'], given: Load['withdrawn'] = null) =>
			Object.entries(loadActions({ status, withdrawn: given })).flatMap(([name, isOffered]) =>
				isOffered ? [name] : [],
			);
		assert.deepEqual(offered('Processing'), ['withdraw']);
		assert.deepEqual(offered('Done'), ['rerun', 'withdraw']);
		assert.deepEqual(offered('Withdrawing', withdrawn), []);
		assert.deepEqual(offered('Withdrawn', withdrawn), ['restore']);
		assert.deepEqual(offered('Partly withdrawn'), ['rerun', 'withdraw']);
	});
});
