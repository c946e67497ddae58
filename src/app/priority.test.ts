// Says who goes before whom on a machine where each thread has a priority of its own.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

/** Answers the priorities of the threads of a process; the higher the number, the later it comes. */
function prioritiesOf(whoGivesWay: 'threads' | 'process' | 'helpers'): unknown {
	const fixture = join(import.meta.dirname, 'priority.fixture.ts');
	return JSON.parse(execFileSync(process.execPath, [fixture, whoGivesWay], { encoding: 'utf8' }));
}

type Priorities = Record<'own' | 'records' | 'submissions' | 'load' | 'index', number>;

// Elsewhere a process has one, which whoever answers would share; and where the tests themselves have another priority than usual, so have all.
describe('priorities', { skip: process.platform !== 'linux' || getPriority() !== 0 }, () => {
	it('put what changes the records or reads submissions behind who answers, and what reads for a load, or indexes, behind both', () => {
		const { own, records, submissions, load, index } = prioritiesOf('threads') as Priorities;
		assert.ok(own < records && own < submissions, JSON.stringify({ own, records, submissions }));
		assert.ok(Math.max(records, submissions) < Math.min(load, index), JSON.stringify({ load, index }));
	});

	it("put V8's helpers behind who answers and the records, before the index", () => {
		const threads = prioritiesOf('helpers') as [name: string, priority: number][];
		const helpers = threads.filter(([name]) => name.endsWith('V8Worker')).map(([, priority]) => priority);
		const others = threads.filter(([name]) => !name.endsWith('V8Worker')).map(([, priority]) => priority);
		const { own, records, index } = prioritiesOf('threads') as Priorities;
		assert.ok(helpers.length > 0, JSON.stringify(threads));
		assert.ok(
			helpers.every((priority) => records < priority && priority < index),
			JSON.stringify(threads),
		);
		assert.deepEqual([...new Set(others)], [own]);
	});

	it('of a process that gives way are the same for all its threads, those of Node.js too', () => {
		const priorities = prioritiesOf('process') as number[];
		assert.ok(priorities.length > 4);
		assert.deepEqual([...new Set(priorities)], [10]);
	});
});
