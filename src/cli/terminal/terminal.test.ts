// Tests of what goes to which stream, and of when a terminal is dressed up.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { openTerminal } from './terminal.ts';

function open(options: { isTTY?: boolean; columns?: number; environment?: Record<string, string> }) {
	const { environment = {}, ...stream } = options;
	const out: string[] = [];
	const err: string[] = [];
	const terminal = openTerminal({
		stdin: new PassThrough(),
		stdout: { ...stream, write: (text) => out.push(text) },
		stderr: { ...stream, write: (text) => err.push(text) },
		environment,
		now: () => 0,
		interrupt: () => undefined,
	});
	return { terminal, out, err };
}

const columns = [{ title: 'TITLE', of: (text: string) => text }];
const rows = ['x'.repeat(100)];

describe('a terminal', () => {
	it('gets results on standard output and notes on standard error', () => {
		const { terminal, out, err } = open({});
		terminal.write('a');
		terminal.print('b');
		terminal.note('c');
		assert.deepEqual([out, err], [['a', 'b\n'], ['c\n']]);
	});

	it('has tables that fit its width, with bold titles', () => {
		const { terminal } = open({ isTTY: true, columns: 60 });
		const [titles, row] = terminal.table(columns, rows).split('\n');
		assert.equal(titles, '\u001b[1mTITLE\u001b[22m');
		assert.equal(row?.length, 60);
	});

	it('uses a minimum width for a terminal that is very narrow or has no width', () => {
		assert.equal(open({ isTTY: true, columns: 3 }).terminal.width, 40);
		assert.equal(open({ isTTY: true }).terminal.width, 80);
	});

	it('is not dressed up with NO_COLOR, with TERM=dumb, and on a pipe', () => {
		for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
			const { terminal } = open({ isTTY: true, columns: 60, environment });
			assert.ok(terminal.table(columns, rows).startsWith('TITLE\n'));
		}
		assert.equal(open({}).terminal.table(columns, rows), `TITLE\n${'x'.repeat(100)}`);
	});

	it('on a pipe has no width, and is not interactive', () => {
		const { terminal } = open({});
		assert.equal(terminal.width, null);
		assert.equal(terminal.interactive, false);
	});

	it('waits for a slow stream if asked to', async () => {
		let drain: () => void = () => undefined;
		const slow = { write: () => false, once: (_: 'drain', listener: () => void) => (drain = listener) };
		const fast = { write: () => true };
		const parts = { stdin: new PassThrough(), stderr: fast, environment: {}, now: () => 0, interrupt: () => undefined };
		await openTerminal({ ...parts, stdout: fast }).writeWaiting('a');
		let isTaken = false;
		const waiting = openTerminal({ ...parts, stdout: slow })
			.writeWaiting('a')
			.then(() => (isTaken = true));
		await new Promise(setImmediate);
		assert.equal(isTaken, false);
		drain();
		await waiting;
	});
});
