import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventsText, isLoadUnfinished, progressOf, progressText } from './load-words.ts';

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
		const load = { events: events({ new: 56, processing: 1, done: 117, error: 2, withdrawn: 1 }) };
		assert.equal(progressText(progressOf(load)), '120 of 177 events processed');
		assert.equal(progressText({ done: 0, total: 1 }), '0 of 1 event processed');
		assert.equal(isLoadUnfinished(load), true);
		assert.equal(isLoadUnfinished({ events: events({ done: 1, error: 1, withdrawn: 1 }) }), false);
	});
});
