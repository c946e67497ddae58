// Holds a broker that was killed again and again against one that never was: the same events, graph
// and index, and files that are whole. It does not know how the broker was killed.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStores } from '../../src/app/open.ts';
import { readGraph } from '../../src/broker/graph.fixture.ts';
import { faultsOfSqliteFile } from '../../src/engines/sqlite/records/copy-file.ts';
import { readSettings } from '../../src/settings.ts';
import { eventually, openProgram, type Program } from '../end-to-end/program.ts';
import type { HeldEvent, Ledger } from './ledger.ts';

/** Works off all that was accepted, then checks everything; answers the number of events. */
export async function checkEverything(program: Program, ledger: Ledger): Promise<number> {
	await untilQuiet(program);
	const exported = join(program.folder, 'all.jsonl');
	await program.output('export', exported, '--with-accounts');
	const lines = (await readFile(exported, 'utf8')).trimEnd().split('\n');
	const held = lines.map((line) => JSON.parse(line) as HeldEvent).filter((line) => line.event_id !== undefined);
	ledger.checkAll(held);
	await checkSound(program);
	await checkGraph(program, exported);
	return held.length;
}

/** Waits until every event is at its end and can be found. */
async function untilQuiet(program: Program): Promise<void> {
	const worker = await program.work();
	const { records, close } = await openStores(readSettings(program.environment));
	const left = async () => {
		const { New, Processing, Error: failed } = (await records.size()).events;
		return { New, Processing, failed, toIndex: (await records.indexLag()).entries };
	};
	const isNothing = (counts: Awaited<ReturnType<typeof left>>) => Object.values(counts).every((count) => count === 0);
	try {
		await eventually(left, isNothing, { timeoutSeconds: 600 });
	} catch (error) {
		// A worker that stayed would keep this process.
		await worker.stop('SIGKILL');
		throw error;
	} finally {
		await close();
	}
	assert.equal(await worker.stop(), 0);
}

/** The doctor holds the index against what a reindex would write. */
async function checkSound(program: Program): Promise<void> {
	const { output } = await program.run('doctor', '--json');
	const diagnosis = JSON.parse(output) as { sound?: boolean; index_left_out?: string | null };
	assert.deepEqual([diagnosis.sound, diagnosis.index_left_out], [true, null], output);
	for (const address of [program.environment.DATABASE_URL, program.environment.SEARCH_URL]) {
		const [, path] = /^sqlite:(.+)$/.exec(address ?? '') ?? [];
		if (path !== undefined) assert.deepEqual(faultsOfSqliteFile(path), [], path);
	}
}

/** The same events, given to a broker that nobody disturbs, make the same graph. */
async function checkGraph(program: Program, exported: string): Promise<void> {
	const undisturbed = await openProgram({ LOG_LEVEL: 'error' });
	try {
		await undisturbed.output('events', 'import', exported);
		await untilQuiet(undisturbed);
		assert.deepEqual(await graphOf(program), await graphOf(undisturbed));
	} finally {
		await undisturbed.remove();
	}
}

async function graphOf({ environment }: Program): Promise<string[]> {
	const { records, close } = await openStores(readSettings(environment));
	try {
		const graph = await readGraph(records, 'everything');
		// Lines, since a difference is to be found among thousands.
		return Object.entries(graph).flatMap(([kind, entries]) =>
			Object.entries(entries)
				.map(([name, value]) => `${kind}: ${name}: ${JSON.stringify(value)}`)
				.sort(),
		);
	} finally {
		await close();
	}
}
