// Says what becomes of memory that was freed, where glibc keeps it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, it } from 'node:test';

type Run = { pieceBytes: number; milliseconds: number; environment?: Record<string, string>; flags?: string[] };

/** Answers how much of 100 MB that were taken and freed a process still has; fails where it says anything else. */
function megabytesLeft(
	doing: 'keep' | 'return' | 'return at once',
	{ pieceBytes, milliseconds, environment = {}, flags = [] }: Run,
): number {
	const fixture = join(import.meta.dirname, 'native-memory.fixture.ts');
	const words = ['--expose-gc', '--single-threaded', ...flags, fixture, doing, `${pieceBytes}`, `${milliseconds}`];
	const { stdout, stderr } = spawnSync(process.execPath, words, {
		encoding: 'utf8',
		env: { PATH: process.env.PATH, ...environment },
	});
	assert.equal(stderr, '');
	return Number(stdout);
}

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
const callsGlibc = header.glibcVersionRuntime !== undefined && isBuiltin('node:ffi');

/** Answers how many megabytes of Node.js's program a process has in memory at first, and after so many milliseconds of work. */
function megabytesOfProgram(milliseconds: number): number[] {
	const fixture = join(import.meta.dirname, 'native-memory-program.fixture.ts');
	const { stdout, stderr } = spawnSync(process.execPath, [fixture, `${milliseconds}`], { encoding: 'utf8' });
	assert.equal(stderr, '');
	return JSON.parse(stdout) as number[];
}

describe("Node.js's own program", { skip: !callsGlibc && 'Node.js cannot call glibc here' }, () => {
	it('stays in memory no more than it is run', () => {
		const [first, later] = megabytesOfProgram(2_500) as [number, number];
		assert.ok(first > 30 && later < first / 2, `${first}, ${later}`);
	});
});

/** Answers in how many rooms of glibc's the memory of eight threads lies. */
function roomsOf(doing: 'share' | 'nothing', environment: Record<string, string> = {}): number {
	const fixture = join(import.meta.dirname, 'native-memory-rooms.fixture.ts');
	const env = { PATH: process.env.PATH, ...environment };
	const { stdout, stderr } = spawnSync(process.execPath, [fixture, doing], { encoding: 'utf8', env });
	assert.equal(stderr, '');
	return Number(stdout);
}

describe('the rooms of threads', { skip: !callsGlibc && 'Node.js cannot call glibc here' }, () => {
	it('are shared', () => {
		// On few processors there would be few rooms anyhow.
		const environment = { MALLOC_ARENA_TEST: '100' };
		const [own, shared] = [roomsOf('nothing', environment), roomsOf('share', environment)];
		assert.ok(shared <= own - 4, `${own}, ${shared}`);
	});

	it('are as many as the environment says', () => {
		assert.ok(roomsOf('share', { MALLOC_ARENA_MAX: '100' }) >= roomsOf('share') + 4);
	});
});

describe('freed memory', { skip: !callsGlibc && 'Node.js cannot call glibc here' }, () => {
	it('of small pieces goes back to the system within seconds', () => {
		const run = { pieceBytes: 8_000, milliseconds: 2_500 };
		assert.ok(megabytesLeft('keep', run) > 80);
		assert.ok(megabytesLeft('return', run) < 30);
	});

	it('of large pieces goes back within seconds too', () => {
		const run = { pieceBytes: 100_000, milliseconds: 2_500 };
		assert.ok(megabytesLeft('keep', run) > 80);
		assert.ok(megabytesLeft('return', run) < 30);
	});

	it('of large pieces goes back at once where that is wanted', () => {
		const run = { pieceBytes: 100_000, milliseconds: 0 };
		assert.ok(megabytesLeft('return', run) > 80);
		assert.ok(megabytesLeft('return at once', run) < 30);
	});

	it('of large pieces stays where the environment says from which size on they go back', () => {
		const run = { pieceBytes: 100_000, milliseconds: 0, environment: { MALLOC_MMAP_THRESHOLD_: '1000000' } };
		assert.ok(megabytesLeft('return at once', run) > 80);
	});

	it('stays, without a word, where Node.js may not call libraries', () => {
		const run = { pieceBytes: 8_000, milliseconds: 1_500, flags: ['--permission', '--allow-fs-read=*'] };
		assert.ok(megabytesLeft('return', run) > 80);
	});
});
