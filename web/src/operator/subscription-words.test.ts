// Tests the texts of the pages about subscriptions.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Subscription } from '../../../clients/typescript/src/schemas.ts';
import { failureText, filterText, lagText, paceText } from './subscription-words.ts';

const subscription = (more: Partial<Subscription>): Subscription => ({
	...{ id: 7, kind: 'webhook', address: 'https://example.org/hook', filter: {}, pace: 'each', name: null },
	...{ state: 'active', cursor: '3f9a0b12cd-2f', may_have_more: false, next: null, last_success: null },
	...{ lag: { changes: 0, seconds: 0 } },
	...{ last_failure: null, failures: 0, created: '2026-01-31T12:00:00Z', ...more },
});

describe('a subscription in words', () => {
	it('says what is sent of which works', () => {
		const wordsOf = (filter: Subscription['filter'], kind: Subscription['kind'] = 'webhook') =>
			filterText(subscription({ filter, kind }));
		const of = { kind: 'asserted', entries: 'first' };
		assert.equal(wordsOf({ ...of, id: '10.5072/a' }), 'New links of 10.5072/a');
		assert.equal(wordsOf({ id: '10.5072/a' }, 'email'), 'New citations of 10.5072/a');
		assert.equal(
			wordsOf({ ids: '10.5072/a\n10.5072/b', group_by: 'version', entries: 'citations' }),
			'New citations of 10.5072/a and 10.5072/b with all versions',
		);
		assert.equal(wordsOf({ ids: 'a\nb\nc', kind: 'withdrawn' }), 'Withdrawn links of 3 works');
		assert.equal(
			wordsOf({ prefix: '10.5072', provider: 'Zenodo', relation: 'cites', type: 'dataset', kind: 'both' }),
			'New and withdrawn links of works with DOIs that begin with 10.5072 from Zenodo (relation: Cites) (type: Dataset)',
		);
		assert.equal(
			wordsOf({ kind: 'asserted', entries: 'all', type: 'new one' }),
			'Changes (all, asserted) (type: new one)',
		);
		assert.equal(
			wordsOf({ id: '10.5072/a', definition: 'strict', exclude: 'self' }),
			'New links of 10.5072/a (definition: strict) (without: self)',
		);
	});

	it('says how much may wait, how long, and when a message comes', () => {
		const next = '2026-01-31T13:00:00Z';
		assert.equal(lagText(subscription({ next })), 'Up to date');
		assert.equal(lagText(subscription({ next, may_have_more: true })), 'Next message 31 Jan 2026, 13:00:00 UTC');
		const waiting = { may_have_more: true, lag: { changes: 1_200, seconds: 600 } };
		assert.equal(
			lagText(subscription({ ...waiting, next })),
			'Up to 1,200 changes (10 min). Next message 31 Jan 2026, 13:00:00 UTC',
		);
		assert.equal(lagText(subscription({ ...waiting, state: 'paused' })), 'Up to 1,200 changes (10 min)');
	});

	it('says the time of its digests, and of no other messages', () => {
		const at = 'monday 06:00';
		assert.equal(paceText({ pace: 'weekly', at }), 'once a week, monday 06:00 UTC');
		assert.equal(paceText({ pace: 'each', at }), 'as changes come');
	});

	it('says why the last try failed, and how often since the last success', () => {
		const failure = { time: '2026-01-31T13:00:00Z', status: 500, message: 'It answered 500.' };
		const wordsOf = (failures: number) => failureText(subscription({ last_failure: failure, failures }));
		assert.equal(wordsOf(1), '31 Jan 2026, 13:00:00 UTC: It answered 500.');
		assert.equal(wordsOf(3), '31 Jan 2026, 13:00:00 UTC: It answered 500. (3 failures since the last success)');
		assert.equal(failureText(subscription({})), 'None');
	});
});
