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

	it('skips one that is unavailable, and keeps it for the end', () => {
		choice.noteFailure('b');
		assert.doesNotMatch(firsts(6), /b/);
		assert.equal(choice.order().at(-1), 'b');
	});

	it('tries an unavailable one again after a pause that doubles up to half a minute', () => {
		for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
			choice.noteFailure('b');
			// Others that failed at the same moment.
			choice.noteFailure('b');
			time += pause - 1;
			assert.doesNotMatch(firsts(3), /b/);
			time += 1;
			assert.match(firsts(3), /b/);
		}
	});

	it('treats one that has answered as available, and begins with a short pause the next time', () => {
		choice.noteFailure('b');
		time += 1_000;
		choice.noteFailure('b');
		choice.noteResponse('b');
		assert.match(firsts(3), /b/);
		choice.noteFailure('b');
		time += 1_000;
		assert.match(firsts(3), /b/);
	});

	it('begins with the one that may recover soonest where all are unavailable', () => {
		for (const node of ['c', 'a', 'b']) {
			choice.noteFailure(node);
			time += 10;
		}
		assert.deepEqual(choice.order(), ['c', 'a', 'b']);
	});
});
