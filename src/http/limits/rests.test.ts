// Tests which rests make way for others, and which are refused: a sender is a letter, in capitals an
// account.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRests, type Resting } from './rests.ts';

/** Begins rests, as `a1 a2 b1`; the log has what makes way (-a1) and what is refused (!a1). */
function open(most: number) {
	const rests = createRests(most);
	const log: string[] = [];
	const begun = new Map<string, Resting>();
	const senderOf = (name: string) => {
		const kind = /[A-Z]/.test(name) ? ('account' as const) : ('address' as const);
		return { kind, key: name.charAt(0) };
	};
	return {
		rests,
		log,
		begin(names: string, isAnswer = false): void {
			for (const name of names.split(' ')) {
				const resting = { isAnswer, end: () => log.push(`-${name}`) };
				begun.set(name, resting);
				if (!rests.begin(senderOf(name), resting)) log.push(`!${name}`);
			}
		},
		end: (name: string): void => rests.end(senderOf(name), begun.get(name) as Resting),
	};
}

describe('requests that rest', () => {
	it('are to an eighth of one sender, whose further ones are refused', () => {
		const { begin, log } = open(16);
		begin('a1 a2 a3 b1');
		assert.deepEqual(log, ['!a3']);
	});

	it('make way, where there is no room, for a sender that has fewer: the oldest of the one with the most', () => {
		const { begin, log } = open(16);
		begin('a1 b1 b2 c1 c2 d1 d2 e1 e2 f1 f2 g1');
		begin('h1');
		assert.deepEqual(log, ['-b1']);
		for (const name of ['i1', 'j1', 'k1', 'l1', 'm1', 'n1']) begin(name);
		assert.deepEqual(log.slice(1), ['-c1', '-d1', '-e1', '-f1', '-a1', '-b2']);
		begin('n2');
		assert.equal(log.at(-1), '!n2');
	});

	it('of addresses leave a quarter to accounts', () => {
		const { begin, log, rests } = open(16);
		for (const name of 'abcdefghijkl') begin(`${name}1`);
		begin('A1 B1 C1 D1');
		assert.deepEqual(log, []);
		assert.equal(rests.count(), 16);
	});

	it('include answers being sent, which are not refused: the oldest rest of their sender makes way', () => {
		const { begin, log } = open(16);
		begin('a1 a2');
		begin('a3', true);
		assert.deepEqual(log, ['-a1']);
	});

	it('leave nothing behind when they end', () => {
		const { begin, end, rests } = open(16);
		begin('a1 B1');
		for (const name of ['a1', 'a1', 'B1']) end(name);
		assert.equal(rests.count(), 0);
		assert.equal(rests.senders(), 0);
	});
});
