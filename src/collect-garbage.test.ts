// Tests what collects the garbage of a thread; in a process of its own, which is started as the program starts itself.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { createGarbageCollector, leaveGarbage } from './collect-garbage.ts';

const prelude = `
	import { getHeapStatistics } from 'node:v8';
	import { setTimeout as pause } from 'node:timers/promises';
	import { createGarbageCollector } from ${JSON.stringify(new URL('collect-garbage.ts', import.meta.url).href)};
	const mebibytes = (bytes) => bytes / 2 ** 20;
	const used = () => mebibytes(getHeapStatistics().used_heap_size);
	const held = () => mebibytes(getHeapStatistics().total_heap_size);
	// Outlives young collections while it is made.
	const work = (count) => Array.from({ length: count }, (_, number) => ({ number, text: 'text ' + number })).length;
`;

/** Runs a script with the flags of the program; answers what it prints as JSON. */
function run(script: string, flags: readonly string[] = ['--expose-gc']): Record<string, number> {
	const node = spawnSync(
		process.execPath,
		[...flags, '--max-semi-space-size=8', '--input-type=module', '-e', `${prelude}${script}`],
		{ encoding: 'utf8' },
	);
	assert.equal(node.status, 0, node.stderr);
	return JSON.parse(node.stdout);
}

describe('what collects garbage', () => {
	it('leaves little between pieces of work, however many there are', () => {
		const { most, least } = run(`
			const { betweenPieces } = createGarbageCollector({ youngMebibytes: 8 });
			work(100_000);
			betweenPieces();
			const after = [];
			for (let piece = 0; piece < 30; piece++) {
				work(100_000);
				betweenPieces();
				after.push(used());
			}
			console.log(JSON.stringify({ most: Math.max(...after), least: Math.min(...after) }));
		`) as { most: number; least: number };
		// Twice the room for young objects.
		assert.ok(most < least + 18, `${least} to ${most} MiB`);
	});

	it('gives back what is not in use when the thread rests, once', () => {
		const { worked, rested, again } = run(`
			createGarbageCollector({ youngMebibytes: 8, lookMilliseconds: 50 });
			const kept = [];
			for (let piece = 0; piece < 30; piece++) kept[piece % 3] = work(100_000);
			const worked = held();
			const deadline = Date.now() + 10_000;
			while (held() > worked / 2 && Date.now() < deadline) await pause(20);
			const rested = held();
			await pause(200);
			console.log(JSON.stringify({ worked, rested, again: held() }));
		`) as { worked: number; rested: number; again: number };
		assert.ok(rested < worked / 2, `${worked} MiB, then ${rested}`);
		assert.ok(again < worked / 2);
	});

	it('does nothing where Node.js was not started for it', () => {
		const { collected } = run(
			`
			const { betweenPieces, stop } = createGarbageCollector({ youngMebibytes: 8 });
			for (let piece = 0; piece < 3; piece++) { work(100_000); betweenPieces(); }
			stop();
			console.log(JSON.stringify({ collected: 0 }));
		`,
			[],
		);
		assert.equal(collected, 0);
		if (!globalThis.gc) assert.equal(createGarbageCollector({ youngMebibytes: 8 }), leaveGarbage);
	});

	it('keeps no process from ending', () => {
		assert.deepEqual(run(`createGarbageCollector({ youngMebibytes: 8 }); console.log('{}');`), {});
	});
});
