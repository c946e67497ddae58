// Tests of the question for a secret, on an input that behaves like a terminal's and on a pipe.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { askSecret } from './terminal.ts';

function keyboard(isTTY: boolean) {
	const raw: boolean[] = [];
	const input = Object.assign(new PassThrough(), { isTTY, setRawMode: (on: boolean) => raw.push(on) });
	const shown: string[] = [];
	let interrupts = 0;
	const ask = () =>
		askSecret(
			input,
			(text) => shown.push(text),
			'Password: ',
			() => interrupts++,
		);
	return { input, raw, shown, ask, interrupts: () => interrupts };
}

describe('a secret asked on a terminal', () => {
	it('is what was typed, and nothing of it is shown', async () => {
		const { input, raw, shown, ask } = keyboard(true);
		const answer = ask();
		for (const key of ['s', 'é', '天', '\r']) input.write(key);
		assert.equal(await answer, 'sé天');
		assert.equal(shown.join(''), 'Password: \n');
		assert.deepEqual(raw, [true, false]);
	});

	it('can be corrected', async () => {
		const { input, ask } = keyboard(true);
		const answer = ask();
		input.write('wrong\u0015secrex\u007ft\u001b');
		input.write('\u001b[A');
		input.write('\n');
		assert.equal(await answer, 'secret');
	});

	it('ends with Ctrl-D too', async () => {
		const { input, ask } = keyboard(true);
		const answer = ask();
		input.write('secret\u0004');
		assert.equal(await answer, 'secret');
	});

	it('is given up with Ctrl-C, and the terminal is as before', async () => {
		const { input, raw, ask, interrupts } = keyboard(true);
		const answer = ask();
		input.write('sec\u0003');
		input.end();
		await answer;
		assert.equal(interrupts(), 1);
		assert.equal(raw.at(-1), false);
	});

	it('leaves further pasted lines to the next question', async () => {
		const { input, ask } = keyboard(true);
		const first = ask();
		input.write('one\rtwo\r');
		assert.equal(await first, 'one');
		assert.equal(await ask(), 'two');
	});
});

describe('a secret on a pipe', () => {
	it('is the next line, and nothing is asked', async () => {
		const { input, raw, shown, ask } = keyboard(false);
		const answer = ask();
		input.end('sec');
		assert.equal(await answer, 'sec');
		assert.deepEqual([raw, shown], [[], []]);
	});

	it('ends at the end of its line', async () => {
		const { input, ask } = keyboard(false);
		const answer = ask();
		input.write('secret\nmore');
		assert.equal(await answer, 'secret');
	});

	it('is empty without input', async () => {
		const { input, ask } = keyboard(false);
		const answer = ask();
		input.end();
		assert.equal(await answer, '');
	});
});
