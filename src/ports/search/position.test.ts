// Tests how positions in a result compare, and how cursors are written and read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../errors.ts';
import { searchRelations } from '../../links/relation.ts';
import {
	comparePositions,
	type LinkOrder,
	linkOrders,
	type Position,
	readCursor,
	titleOrderLength,
	titleOrderOf,
	writeCursor,
} from './position.ts';

const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e11, max: 1e11 }));
const text = fc.string({ unit: fc.constantFrom('\0', ' ', 'a', 'é', '\u{1f600}') });
const valuesOf = { link: number, published: fc.option(number), title: fc.option(text), cited: fc.nat() };

/** Draws an order and positions in it. */
const ordered = fc.constantFrom(...(Object.keys(linkOrders) as LinkOrder[])).chain((order) => {
	const value: fc.Arbitrary<Position['value']> = valuesOf[linkOrders[order].by];
	const position = fc.record({ value, sortKey: text, relation: fc.nat(searchRelations.length - 1) });
	return fc.record({ order: fc.constant(order), one: position, other: position });
});

const place = (value: Position['value'], sortKey = 'a', relation = 0): Position => ({ value, sortKey, relation });
const sorted = (order: LinkOrder, positions: readonly Position[]) =>
	positions.toReversed().sort((one, other) => comparePositions(order, one, other));

describe('comparePositions', () => {
	it('puts later before earlier, then smaller keys, then relations in their order', () => {
		const positions = [place(9, 'z', 4), place(5, 'a', 2), place(5, 'b', 0), place(5, 'b', 1)];
		for (const order of ['newest', 'latestPublished', 'mostCited'] as const) {
			assert.deepEqual(sorted(order, positions), positions, order);
		}
	});

	it('puts titles from A to Z, those that begin others first', () => {
		const positions = [place('10'), place('corner'), place('corner py'), place('cornered'), place('機')];
		assert.deepEqual(sorted('title', positions), positions);
	});

	it('puts what has no value last in either direction', () => {
		for (const order of ['latestPublished', 'firstPublished'] as const) {
			assert.deepEqual(sorted(order, [place(null), place(-5)]), [place(-5), place(null)], order);
		}
		for (const order of ['title', 'titleReversed'] as const) {
			assert.deepEqual(sorted(order, [place(null), place('x')]), [place('x'), place(null)], order);
		}
	});

	it('is the exact reverse for what has values, and for ties', () => {
		const reverseOf = (order: LinkOrder) =>
			(Object.keys(linkOrders) as LinkOrder[]).find(
				(one) => one !== order && linkOrders[one].by === linkOrders[order].by,
			) as LinkOrder;
		fc.assert(
			fc.property(ordered, ({ order, one, other }) => {
				if ((one.value === null) !== (other.value === null)) return;
				const forward = Math.sign(comparePositions(order, one, other));
				assert.equal(Math.sign(comparePositions(reverseOf(order), other, one)), forward);
			}),
		);
	});
});

describe('the place of a title', () => {
	it('is that of its first words; none without a word', () => {
		assert.equal(titleOrderOf(['corner py', 'another title']), 'corner py');
		assert.equal(titleOrderOf([]), null);
	});

	it('is decided by a bounded number of characters, none of which is cut', () => {
		const wide = '\u{20bb7}'.repeat(2 * titleOrderLength);
		assert.equal(titleOrderOf([wide]), '\u{20bb7}'.repeat(titleOrderLength));
		assert.equal(titleOrderOf([`a${wide}`]), `a${'\u{20bb7}'.repeat(titleOrderLength - 1)}`);
	});
});

describe('a cursor', () => {
	it('restores the position it was written from', () => {
		fc.assert(
			fc.property(ordered, ({ order, one }) => {
				const cursor = writeCursor(order, one);
				assert.match(cursor, /^[\w-]+$/);
				assert.equal(comparePositions(order, readCursor(order, cursor), one), 0);
			}),
		);
	});

	const assertRefused = (order: LinkOrder, cursor: string) =>
		assert.throws(
			() => readCursor(order, cursor),
			(error: unknown) => error instanceof BrokerError && error.code === 'bad-query',
			`${order} ${cursor}`,
		);

	it('of an order by something else is refused', () => {
		const values = { link: 1, published: 1, title: 'a', cited: 1 };
		for (const order of Object.keys(linkOrders) as LinkOrder[]) {
			for (const other of Object.keys(linkOrders) as LinkOrder[]) {
				if (linkOrders[order].by === linkOrders[other].by) continue;
				assertRefused(order, writeCursor(other, place(values[linkOrders[other].by])));
			}
		}
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
			[1, 'a', 0, 0],
			['1', 'a', 0],
			[1, 2, 0],
			[null, 'a', 0],
			['title', 1, 'a', 0],
			['published', '1', 'a', 0],
			['cited', null, 'a', 0],
			['cited', 1, 'a', 9],
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
			for (const order of Object.keys(linkOrders) as LinkOrder[]) assertRefused(order, cursor);
		}
	});
});
