// Tests of the crash test's own judge: it notices what a broker must not do.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type HeldEvent, openLedger } from './ledger.ts';

const held = (event_id: string, payload: string, status = 'Done'): HeldEvent => ({
	...{ event_id, payload, status },
	file_name: null,
	encoding: 'text',
});

function ledgerOfThree() {
	const ledger = openLedger();
	ledger.submitted('[1]', 'accepted', 'one');
	ledger.submitted('[2]', 'refused');
	ledger.submitted('[3]', 'unknown');
	return ledger;
}

describe('the ledger of the crash test', () => {
	it('takes what was accepted, and what was not answered either way', () => {
		ledgerOfThree().checkAll([held('one', '[1]')]);
		ledgerOfThree().checkAll([held('one', '[1]'), held('three', '[3]')]);
	});

	it('notices what is lost, refused and there, changed, or from nobody', () => {
		const wrong: readonly [RegExp, HeldEvent[]][] = [
			[/accepted are lost/, []],
			[/was refused and is there/, [held('one', '[1]'), held('two', '[2]')]],
			[/holds what nobody sent/, [held('one', '[1,1]')]],
			[/under another id/, [held('one', '[3]'), held('three', '[1]')]],
			[/one is Error, not Done/, [held('one', '[1]', 'Error')]],
		];
		for (const [words, events] of wrong) assert.throws(() => ledgerOfThree().checkAll(events), words);
	});

	it('notices an event that a withdrawal left as it was, and takes either where that was not answered', () => {
		const certain = ledgerOfThree();
		certain.changed('one', 'Withdrawn', 'accepted');
		certain.checkAll([held('one', '[1]', 'Withdrawn')]);
		assert.throws(() => certain.checkAll([held('one', '[1]')]), /one is Done, not Withdrawn/);
		certain.changed('one', 'Done', 'unknown');
		for (const status of ['Done', 'Withdrawn']) certain.checkAll([held('one', '[1]', status)]);
	});
});
