// Tests how positions in a result compare, and how cursors are written and read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { searchRelations } from '../../links/relation.ts';
import { comparePositions, type Position, readCursor, writeCursor } from './position.ts';

const positions = fc.record({
	latest: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e11, max: 1e11 })),
	sortKey: fc.string({ unit: fc.constantFrom('\0', ' ', 'a', 'é', '\u{1f600}') }),
	relation: fc.nat(searchRelations.length - 1),
});

describe('comparePositions', () => {
	const place = (latest: number, sortKey: string, relation: number): Position => ({ latest, sortKey, relation });

	it('puts later before earlier, then smaller keys, then relations in their order', () => {
		const ordered = [place(9, 'z', 4), place(5, 'a', 2), place(5, 'b', 0), place(5, 'b', 1)];
		assert.deepEqual(
			ordered.toReversed().sort((one, other) => comparePositions('newest', one, other)),
			ordered,
		);
	});

	it('is the exact reverse for oldest', () => {
		fc.assert(
			fc.property(positions, positions, (one, other) => {
				const newest = Math.sign(comparePositions('newest', one, other));
				assert.equal(Math.sign(comparePositions('oldest', other, one)), newest);
			}),
		);
	});
});

describe('a cursor', () => {
	it('restores the position it was written from', () => {
		fc.assert(
			fc.property(positions, (position) => {
				const cursor = writeCursor(position);
				assert.match(cursor, /^[\w-]+$/);
				assert.equal(comparePositions('newest', readCursor(cursor), position), 0);
			}),
		);
	});

	it('in another spelling is refused', () => {
		const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
		const wrong = [
			null,
			{},
			[],
			[1, 'a'],
			[1, 'a', 5],
			[1, 'a', -1],
			[1, 'a', 0.5],
			['1', 'a', 0],
			[1, 2, 0],
			[null, 'a', 0],
		];
		const cursors = [
			...wrong.map(made),
			'e30',
			'{',
			'ÿ',
			`${made([1, 'a', 0])}==`,
			Buffer.from('[1, "a", 0]').toString('base64url'),
		];
		for (const cursor of cursors) {
			assert.throws(
				() => readCursor(cursor),
				(error: unknown) => error instanceof BrokerError && error.code === 'bad-query',
			);
		}
	});
});
