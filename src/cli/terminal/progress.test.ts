// Tests of how progress is shown on a terminal and elsewhere, with a clock that the test moves.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startProgress } from './progress.ts';

function follow(isTTY: boolean, columns = 80) {
	let now = 1_000_000;
	const written: string[] = [];
	const stream = { isTTY, columns, write: (text: string) => written.push(text) };
	const progress = startProgress(stream, 'Loading', () => now);
	return { progress, written, pass: (milliseconds: number) => (now += milliseconds) };
}

const clear = '\r\u001b[K';

describe('progress on a terminal', () => {
	it('is a bar with the share done and the time left, redrawn on one line', () => {
		const { progress, written, pass } = follow(true);
		progress.show(0, 200, '0 links');
		pass(30_000);
		progress.show(50, 200, '50 links');
		assert.deepEqual(written, [
			`${clear}[                        ]    0 %  Loading  0 links`,
			`${clear}[######                  ]   25 %  Loading  50 links  90 s left`,
		]);
	});

	it('has no bar without a total', () => {
		const { progress, written } = follow(true);
		progress.show(50, null, '50 links');
		assert.deepEqual(written, [`${clear}Loading  50 links`]);
	});

	it('is drawn ten times a second at most', () => {
		const { progress, written, pass } = follow(true);
		for (let step = 0; step < 100; step++, pass(10)) progress.show(step, 100, '');
		assert.equal(written.length, 10);
	});

	it('never breaks the line', () => {
		const { progress, written } = follow(true, 40);
		progress.show(1, 2, 'x'.repeat(100));
		assert.equal(written[0]?.slice(clear.length).length, 39);
	});

	it('is cleared at its end, once', () => {
		const { progress, written } = follow(true);
		progress.show(1, 2, '');
		progress.end();
		progress.end();
		assert.deepEqual(written.slice(1), [clear]);
	});
});

describe('progress elsewhere', () => {
	it('is a plain line every five seconds', () => {
		const { progress, written, pass } = follow(false);
		for (let second = 0; second <= 12; second++, pass(1_000)) progress.show(second, 100, `${second} links`);
		progress.end();
		assert.deepEqual(written, ['5 %  Loading  5 links  95 s left\n', '10 %  Loading  10 links  90 s left\n']);
	});

	it('says nothing of a short task', () => {
		const { progress, written } = follow(false);
		progress.show(1, 1, '');
		progress.end();
		assert.deepEqual(written, []);
	});
});
