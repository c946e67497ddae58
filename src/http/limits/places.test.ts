// Tests who goes next and who is refused, without a clock: a sender is a letter, in capitals an
// account.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CountedSender } from './admission.ts';
import { createPlaces } from './places.ts';

const sender = (name: string): CountedSender => ({ kind: /[A-Z]/.test(name) ? 'account' : 'address', key: name });

/**
 * Opens places with the steps of a story; the log has what began (a1) and what was refused (!a1).
 */
function open(bounds: { mostWorking?: number; mostQueued?: number } = {}) {
	const places = createPlaces({ mostWorking: 8, mostQueued: 100, ...bounds });
	const log: string[] = [];
	let time = 0;
	const ask = (names: string, isNew = true): void => {
		for (const name of names.split(' ')) {
			const by = sender(name.charAt(0));
			if (isNew && places.tryBegin(by)) log.push(name);
			else {
				const queued = { since: ++time, isNew, begin: () => log.push(name), refuse: () => log.push(`!${name}`) };
				places.enqueue(by, queued)?.refuse(new Error('full'));
			}
		}
	};
	return {
		places,
		log,
		/** Requests of senders, which queue where they may not begin: `a1 a2 b1`. */
		ask: (names: string) => ask(names),
		/** Requests that return from a rest. */
		resume: (names: string) => ask(names, false),
		/** Ends one request of a sender, and begins what may begin. */
		end(name: string): void {
			places.end(sender(name));
			for (let next = places.next(); next; next = places.next()) next.begin();
		},
	};
}

describe('the places of requests that work', () => {
	it('are to half for a sender that is alone', () => {
		const { ask, log } = open();
		ask('a1 a2 a3 a4 a5 a6');
		assert.deepEqual(log, ['a1', 'a2', 'a3', 'a4']);
	});

	it('are for each of n senders to a part of n + 1, so that another one finds a free place', () => {
		const { ask, log } = open();
		ask('a1 a2 a3 a4 b1 b2 b3 b4');
		assert.deepEqual(log, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
		ask('C1');
		assert.equal(log.at(-1), 'C1');
	});

	it('are so for accounts, too, which may use all places', () => {
		const { ask, log } = open();
		ask('A1 A2 A3 A4 B1 B2 B3 B4');
		assert.deepEqual(log, ['A1', 'A2', 'A3', 'A4', 'B1', 'B2']);
	});

	it('are at least one for each sender while there are any', () => {
		const { ask, log } = open({ mostWorking: 4 });
		ask('A1 B1 C1 D1 E1 A2');
		assert.deepEqual(log, ['A1', 'B1', 'C1', 'D1']);
	});

	it('are kept for accounts to a quarter, however many addresses ask', () => {
		const { ask, log } = open();
		ask('a1 b1 c1 d1 e1 f1 g1 h1');
		assert.deepEqual(log, ['a1', 'b1', 'c1', 'd1', 'e1', 'f1']);
		ask('X1 Y1');
		assert.deepEqual(log.slice(6), ['X1', 'Y1']);
	});
});

describe('a place that is free again', () => {
	it('is for the sender with the fewest requests at work', () => {
		const story = open({ mostWorking: 4 });
		story.ask('A1 A2 B1 C1 A3 A4 D1');
		story.end('B');
		assert.deepEqual(story.log, ['A1', 'A2', 'B1', 'C1', 'D1']);
	});

	it('is of several such senders for the one that came or was served longest ago', () => {
		const story = open({ mostWorking: 2 });
		story.ask('A1 B1 B2 A2 C1');
		for (const name of 'ABA') story.end(name);
		assert.deepEqual(story.log, ['A1', 'B1', 'A2', 'B2', 'C1']);
	});

	it('is in turn for requests of accounts, of addresses, and those that return from a rest', () => {
		const story = open({ mostWorking: 2 });
		story.ask('Z1 Y1');
		story.resume('A1 B1 c1');
		story.ask('D1 E1 f1 g1');
		for (const name of 'ZDfAEgB') story.end(name);
		assert.deepEqual(story.log.slice(2), ['D1', 'f1', 'A1', 'E1', 'g1', 'B1', 'c1']);
	});
});

describe('a full queue', () => {
	it('refuses the newest request of the sender with the most', () => {
		const { ask, log } = open({ mostWorking: 2, mostQueued: 3 });
		ask('A1 B1');
		ask('a1 a2 a3 b1 c1');
		assert.deepEqual(log.slice(2), ['!a3', '!a2']);
	});

	it('refuses an address before an account that has as many', () => {
		const { ask, log } = open({ mostWorking: 2, mostQueued: 2 });
		ask('X1 Y1');
		ask('a1 b1 c1 Z1');
		assert.deepEqual(log.slice(2), ['!c1', '!a1']);
	});

	it('refuses no request that returns from a rest', () => {
		const { ask, resume, log, places } = open({ mostWorking: 2, mostQueued: 1 });
		ask('A1 B1');
		resume('a1 a2 a3');
		ask('c1');
		assert.deepEqual(log, ['A1', 'B1']);
		assert.equal(places.counts().queued, 1);
	});

	it('gives up those that have waited too long', () => {
		const { ask, places } = open({ mostWorking: 2 });
		ask('A1 B1 c1 d1');
		assert.equal(places.oldest(), 1);
		assert.equal(places.takeBefore(2).length, 1);
		assert.equal(places.oldest(), 2);
	});
});

describe('senders without requests', () => {
	it('leave nothing behind', () => {
		const { ask, end, places } = open({ mostWorking: 2 });
		ask('A1 B1 c1');
		end('A');
		end('B');
		end('c');
		assert.deepEqual(places.counts(), { working: 0, queued: 0 });
		assert.equal(places.senders(), 0);
	});
});
