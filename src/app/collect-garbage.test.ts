// Tests what collects the garbage of a thread; in a process of its own, which is started as the program starts itself.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

const prelude = `
	import { getHeapStatistics } from 'node:v8';
	import { setTimeout as pause } from 'node:timers/promises';
	import { createGarbageCollector } from ${JSON.stringify(new URL('./collect-garbage.ts', import.meta.url).href)};
	const mebibytes = (bytes) => bytes / 2 ** 20;
	const used = () => mebibytes(getHeapStatistics().used_heap_size);
	const held = () => mebibytes(getHeapStatistics().total_heap_size);
	// Outlives young collections while it is made.
	const work = (count) => Array.from({ length: count }, (_, number) => ({ number, text: 'text ' + number })).length;
`;

/** Runs a script with the flags of the program; answers what it prints as JSON. */
function run(script: string, flags: readonly string[] = ['--expose-gc']): Record<string, unknown> {
	const node = spawnSync(
		process.execPath,
		[...flags, '--max-semi-space-size=8', '--input-type=module', '-e', `${prelude}${script}`],
		{ encoding: 'utf8', timeout: 60_000 },
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
		// One and a half times the room for young objects.
		assert.ok(most < least + 14, `${least} to ${most} MiB`);
	});

	it('gives back what is not in use when the thread rests, and not again as long as it does nothing', () => {
		const { worked, rested, collected } = run(`
			import { PerformanceObserver } from 'node:perf_hooks';
			createGarbageCollector({ youngMebibytes: 8, lookMilliseconds: 50 });
			const kept = [];
			for (let piece = 0; piece < 30; piece++) kept[piece % 3] = work(100_000);
			const worked = held();
			const deadline = Date.now() + 10_000;
			while (held() > worked / 2 && Date.now() < deadline) await pause(20);
			const rested = held();
			let collected = 0;
			new PerformanceObserver((list) => { collected += list.getEntries().length; }).observe({ entryTypes: ['gc'] });
			await pause(400);
			console.log(JSON.stringify({ worked, rested, collected }));
		`) as { worked: number; rested: number; collected: number };
		assert.ok(rested < worked / 2, `${worked} MiB, then ${rested}`);
		assert.equal(collected, 0);
	});

	it('collects again when V8 has done so meanwhile', () => {
		const { most } = run(`
			const { betweenPieces } = createGarbageCollector({ youngMebibytes: 8 });
			let large = Array.from({ length: 1_000_000 }, (_, number) => ({ number }));
			betweenPieces();
			large = undefined;
			gc();
			betweenPieces();
			let most = 0;
			const least = used();
			for (let piece = 0; piece < 10; piece++) {
				work(100_000);
				betweenPieces();
				most = Math.max(most, used() - least);
			}
			console.log(JSON.stringify({ most }));
		`) as { most: number };
		assert.ok(most < 14, `${most} MiB`);
	});

	it('finds in every thread what it collects by, where the program was started with the flag', () => {
		const { main, thread } = run(`
			import { Worker } from 'node:worker_threads';
			const told = new Worker('process.getBuiltinModule("node:worker_threads").parentPort.postMessage(typeof gc)', { eval: true });
			const thread = await new Promise((resolve) => told.on('message', resolve));
			console.log(JSON.stringify({ main: typeof gc, thread }));
		`);
		assert.deepEqual([main, thread], ['function', 'function']);
	});

	it('leaves garbage to V8 where the program was not', () => {
		const { before, after } = run(
			`
			const { betweenPieces } = createGarbageCollector({ youngMebibytes: 8 });
			const kept = work(300_000);
			const before = used();
			betweenPieces();
			console.log(JSON.stringify({ before, after: used() }));
		`,
			[],
		) as { before: number; after: number };
		assert.ok(Math.abs(after - before) < 0.5, `${before} MiB, then ${after}`);
	});

	it('keeps no process from ending', () => {
		assert.deepEqual(run(`createGarbageCollector({ youngMebibytes: 8 }); console.log('{}');`), {});
	});
});
