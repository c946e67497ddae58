// What the program has Node.js do from its start on, which nobody who runs it need know of.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { openProgram, type Program } from './program.ts';

function helpersOf(pid: number): number {
	const names = readdirSync(`/proc/${pid}/task`).map((thread) =>
		readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8'),
	);
	return names.filter((name) => name.includes('V8Worker')).length;
}

function wordsOf(pid: number): string[] {
	return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, -1);
}

describe('a command that works with several threads', { skip: process.platform !== 'linux' }, () => {
	let program: Program;
	before(async () => {
		program = await openProgram();
	});
	after(() => program.remove());

	it("stays the process that was started, and leaves a core to others than V8's helpers", async () => {
		const server = await program.serve();
		const pid = server.process.pid as number;
		assert.equal(helpersOf(pid), Math.min(4, Math.max(1, availableParallelism() - 1)));
		const flags = [
			'--max-semi-space-size=8',
			'--heap-growing-percent=50',
			'--no-allocation-site-pretenuring',
			'--expose-gc',
		];
		for (const flag of flags) assert.ok(wordsOf(pid).includes(flag), flag);
		assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
		assert.equal(await server.stop(), 0);
	});

	it('takes the flags that somebody has set', async () => {
		const server = await program.serve({ NODE_OPTIONS: '--v8-pool-size=3 --max-semi-space-size=4' });
		const pid = server.process.pid as number;
		assert.equal(helpersOf(pid), 3);
		assert.ok(!wordsOf(pid).some((word) => /^--(?:v8-pool|max-semi)/.test(word)));
		assert.ok(wordsOf(pid).includes('--expose-gc'));
		await server.stop();
	});
});
