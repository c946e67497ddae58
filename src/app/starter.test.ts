// Tests what is taken for the starter of a process.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findStarters, isThere } from './stop.ts';

type Table = Record<number, { name: string; parent: number }>;
const find = (table: Table) => (pid: number) => table[pid];

const login = { 10: { name: 'bash', parent: 1 }, 20: { name: 'npm start', parent: 10 } };
const withShell: Table = { ...login, 30: { name: 'sh', parent: 20 } };

describe('who started a process', () => {
	it('is its parent, where that is no shell', () => {
		assert.deepEqual(findStarters(20, find(login)), [20]);
	});

	it('is npm behind the shell that npm starts commands in', () => {
		assert.deepEqual(findStarters(30, find(withShell)), [30, 20]);
	});

	it('is its parent, where the system shows no more', () => {
		assert.deepEqual(
			findStarters(30, () => undefined),
			[30],
		);
		assert.equal(
			isThere([30], 30, () => undefined),
			true,
		);
		assert.equal(
			isThere([30], 1, () => undefined),
			false,
		);
	});

	it('has ended when one of them has', () => {
		assert.equal(isThere([30, 20], 30, find(withShell)), true);
		assert.equal(isThere([30, 20], 1, find(withShell)), false);
		const orphaned = { ...withShell, 30: { name: 'sh', parent: 1 } };
		assert.equal(isThere([30, 20], 30, find(orphaned)), false);
	});

	it('is still there when the terminal behind npm is closed', () => {
		const background = { ...withShell, 20: { name: 'npm start', parent: 1 } };
		assert.equal(isThere([30, 20], 30, find(background)), true);
	});
});
