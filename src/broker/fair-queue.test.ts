// Tests whose work is next: `a5` is work of sender a that costs 5.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFairQueue } from './fair-queue.ts';

type Named = { sender: string; cost: number; name: string };

const work = (name: string): Named => ({ sender: name.charAt(0), cost: Number(name.slice(1)), name });

function open(names: string) {
	const queue = createFairQueue<Named>();
	const add = (more: string): void => {
		for (const name of more.split(' ')) queue.add(work(name));
	};
	/** Takes so many, each of which ends before the next one begins. */
	const take = (count = Number.POSITIVE_INFINITY, mostCost = Number.POSITIVE_INFINITY): string => {
		const taken: string[] = [];
		for (let left = count; left > 0; left--) {
			const next = queue.next(mostCost);
			if (next === undefined) break;
			taken.push(next.name);
			queue.done(next);
		}
		return taken.join(' ');
	};
	add(names);
	return { queue, add, take };
}

describe('a fair queue', () => {
	it('begins with the cheapest work of a sender that is alone', () => {
		assert.equal(open('a9 a1 a5').take(), 'a1 a5 a9');
	});

	it('puts the second work of a sender behind the first of every other', () => {
		assert.equal(open('a1 a2 a3 b8 b9 c4').take(), 'a1 c4 b8 a2 b9 a3');
	});

	it('does so also for a sender that comes late', () => {
		const { add, take } = open('a1 a2 a3 a4');
		assert.equal(take(2), 'a1 a2');
		add('b9');
		assert.equal(take(), 'b9 a3 a4');
	});

	it('puts the second work of a sender whose first is being done behind that of another', () => {
		const { add, take, queue } = open('a1');
		assert.equal(queue.next(9)?.name, 'a1');
		add('a2 a3 b9');
		assert.equal(take(), 'b9 a2 a3');
	});

	it('gives a sender that has come back no turns for the time it was away', () => {
		const { add, take } = open('b1 a1 a2 a3');
		assert.equal(take(4), 'b1 a1 a2 a3');
		add('a5 a6 b7 b8 b9');
		assert.equal(take(), 'a5 b7 a6 b8 b9');
	});

	it('serves a sender with costly work while others return as soon as they are served', () => {
		const { queue, add } = open('c9 c9 c9 c9 a1 b1');
		const taken = Array.from({ length: 12 }, () => {
			const { sender, ...ended } = queue.next(9) as Named;
			queue.done({ sender, ...ended });
			if (sender !== 'c') add(`${sender}1`);
			return sender;
		});
		assert.equal(taken.join(''), 'abcabcabcabc');
	});

	it('serves a sender that had its turn while new ones keep coming', () => {
		const { queue, add } = open('z9 z9 z9');
		const taken: string[] = [];
		for (const fresh of 'abcdefghijkl') {
			add(`${fresh}1`);
			const next = queue.next(9) as Named;
			queue.done(next);
			taken.push(next.sender);
		}
		assert.ok(taken.filter((sender) => sender === 'z').length >= 2, taken.join(''));
	});

	it('takes only work that costs at most so much, if asked', () => {
		const { take } = open('a9 b5 c1');
		assert.equal(take(9, 5), 'c1 b5');
		assert.equal(take(), 'a9');
	});

	it('names the dearest work of the sender with the most', () => {
		const { queue } = open('a1 a7 a3 b9');
		const newest = work('b10');
		queue.add(newest);
		assert.equal(queue.dearestOfMost(newest).name, 'a7');
	});

	it('has others when another sender waits', () => {
		const { queue } = open('a1 b1');
		assert.ok(queue.hasOthers('a'));
		queue.next(9);
		queue.next(9);
		assert.ok(!queue.hasOthers('a'));
		assert.equal(queue.size(), 0);
	});
});
