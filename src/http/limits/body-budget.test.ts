// Tests how senders share the memory for bodies.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrokerError } from '../../errors.ts';
import { createBodyBudget } from './body-budget.ts';

const isOf = (code: string) => (error: unknown) => (error as BrokerError).code === code;

function open() {
	const openBody = createBodyBudget({ allBytes: 100, senderBytes: 60, stalledSeconds: 1 });
	const ended: string[] = [];
	/** A body of so many bytes that is arriving. */
	const arrive = (name: string, bytes: number) => {
		const body = openBody(name.charAt(0));
		body.take(bytes);
		body.arrives(() => ended.push(name));
		return body;
	};
	return { arrive, ended };
}

describe('the memory for bodies', () => {
	it('is bounded for one sender', () => {
		const { arrive } = open();
		arrive('a1', 50);
		assert.throws(() => arrive('a2', 20), isOf('too-many-requests'));
	});

	it('is taken from the largest body of the sender with the most, for another with less', () => {
		const { arrive, ended } = open();
		arrive('a1', 20);
		arrive('a2', 40);
		arrive('b1', 40);
		arrive('c1', 10);
		assert.deepEqual(ended, ['a2']);
		arrive('d1', 30);
		assert.deepEqual(ended, ['a2']);
	});

	it('is not taken for the sender with the most', () => {
		const { arrive, ended } = open();
		arrive('a1', 50);
		arrive('b1', 50);
		assert.throws(() => arrive('a2', 1), isOf('unavailable'));
		assert.deepEqual(ended, []);
	});

	it('is not taken from bodies that have arrived', () => {
		const { arrive } = open();
		arrive('a1', 50).hasArrived();
		const other = arrive('b1', 50);
		other.hasArrived();
		assert.throws(() => arrive('c1', 1), isOf('unavailable'));
		other.release();
		arrive('c2', 50);
	});
});
