import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, it } from 'node:test';

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

/**
 * Starts a process that says when it is asked to stop, and ends a minute later; waits until it
 * listens.
 */
async function startProcess(then = ''): Promise<{ process: ChildProcess; printed(): Promise<string> }> {
	const script = `
		import { untilStopRequested } from ${JSON.stringify(new URL('./stop.ts', import.meta.url).href)};
		const stop = untilStopRequested();
		stop.requested.then(() => console.log('asked'));
		setTimeout(() => undefined, 60_000);
		console.log('ready');
		${then}`;
	const started = spawn(process.execPath, ['--input-type=module', '--eval', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	child = started;
	let text = '';
	started.stdout.on('data', (more) => {
		text += more;
	});
	const printed = async () => {
		while (!text.includes('\n')) await once(started.stdout, 'data');
		const [line = ''] = text.split('\n');
		text = text.slice(line.length + 1);
		return line;
	};
	assert.equal(await printed(), 'ready');
	return { process: started, printed };
}

describe('a process that is asked to stop', () => {
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
		it(`stops at ${signal}`, async () => {
			const started = await startProcess();
			started.process.kill(signal);
			assert.equal(await started.printed(), 'asked');
			assert.equal(started.process.exitCode, null);
		});
	}

	for (const signal of ['SIGTERM', 'SIGINT'] as const) {
		it(`takes a ${signal} that comes twice at once for one, and ends with status 1 at a later one`, async () => {
			const started = await startProcess();
			const ended = once(started.process, 'exit');
			const begin = performance.now();
			const press = setInterval(() => started.process.kill(signal), 20);
			assert.equal(await started.printed(), 'asked');
			assert.deepEqual(await ended, [1, null]);
			clearInterval(press);
			assert.ok(performance.now() - begin > 400);
		});
	}

	it('stops where the program itself asks for it', async () => {
		const { printed } = await startProcess('stop.now();');
		assert.equal(await printed(), 'asked');
	});
});
