// Tests the order in which the nodes of a cluster are asked, with a clock of its own.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createNodeChoice } from './nodes.ts';

describe('the choice of a node', () => {
	let time = 0;
	let choice: ReturnType<typeof createNodeChoice<string>>;
	beforeEach(() => {
		time = 0;
		choice = createNodeChoice(['a', 'b', 'c'], () => time);
	});
	const firsts = (count: number) => Array.from({ length: count }, () => choice.order()[0]).join('');

	it('lets all of them take turns', () => {
		assert.equal(firsts(6), 'abcabc');
		assert.deepEqual(choice.order(), ['a', 'b', 'c']);
		assert.deepEqual(choice.order(), ['b', 'c', 'a']);
	});

	it('passes over one that is away, and keeps it for the end', () => {
		choice.isAway('b');
		assert.doesNotMatch(firsts(6), /b/);
		assert.equal(choice.order().at(-1), 'b');
	});

	it('tries one that was away after a pause that doubles up to half a minute', () => {
		for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
			choice.isAway('b');
			// Others that failed at the same moment.
			choice.isAway('b');
			time += pause - 1;
			assert.doesNotMatch(firsts(3), /b/);
			time += 1;
			assert.match(firsts(3), /b/);
		}
	});

	it('takes one that has answered for there, and begins with a short pause the next time', () => {
		choice.isAway('b');
		time += 1_000;
		choice.isAway('b');
		choice.isBack('b');
		assert.match(firsts(3), /b/);
		choice.isAway('b');
		time += 1_000;
		assert.match(firsts(3), /b/);
	});

	it('begins with the one that may be back soonest where all are away', () => {
		for (const node of ['c', 'a', 'b']) {
			choice.isAway(node);
			time += 10;
		}
		assert.deepEqual(choice.order(), ['c', 'a', 'b']);
	});
});
