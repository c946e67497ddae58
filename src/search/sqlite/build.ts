// Builds a generation of the index: in the caller's thread while it is small, then in one of its own; knows no table.
import { Worker } from 'node:worker_threads';
import { threadHeap } from '../../heap.ts';
import { threadFile } from '../../project-folder.ts';
import { callThread } from '../../thread-calls.ts';
import type { IndexBuilder } from '../search-index.ts';
import { type Filling, openFilling } from './fill.ts';
import type { FillingCalls } from './fill-thread.ts';
import { createGenerationFile, removeGeneration } from './generation-files.ts';
import { createLinkPacker, packObjects } from './packed-rows.ts';

// A thread gains nothing below. With ten times as many, written by the thread that also derives, building a million links took a tenth longer.
const fewestObjectsOfThread = 2_000;

/** Takes what is to be written; resolves when it may be given more. */
type Writing = {
	[Name in 'addObjects' | 'addLinks']: (rows: Parameters<Filling[Name]>[0]) => Promise<void>;
} & Record<'endObjects' | 'finish' | 'close', () => Promise<void>>;

/**
 * Begins a generation; its number must not answer already. Of a large one the caller derives the next rows while a thread writes the last
 * ones: building 300,000 links takes 5 instead of 8 seconds.
 */
export function buildGeneration(path: string, generation: number, fewestObjects = fewestObjectsOfThread): IndexBuilder {
	removeGeneration(path, generation);
	createGenerationFile(path, generation).close();
	let writing: Writing | undefined = writeHere(path, generation);
	let packLinks = createLinkPacker();
	let inThread = false;
	let objects = 0;
	const current = (): Writing => {
		if (!writing) throw new Error(`generation ${generation} of ${path} is no longer being built`);
		return writing;
	};
	const end = async (last: (ending: Writing) => Promise<void>): Promise<void> => {
		const ending = writing;
		writing = undefined;
		if (ending) await last(ending);
	};
	// After what could not be written nothing may be, or the file would be finished without it.
	let failed: { error: unknown } | undefined;
	const unlessFailed = async (write: () => Promise<void>): Promise<void> => {
		if (failed) throw failed.error;
		try {
			await write();
		} catch (error) {
			failed = { error };
			throw error;
		}
	};
	return {
		mixes: true,
		addObjects: (added) =>
			unlessFailed(async () => {
				objects += added.length;
				if (!inThread && objects >= fewestObjects) {
					await end(({ close }) => close());
					writing = writeInThread(path, generation);
					packLinks = createLinkPacker();
					inThread = true;
				}
				await current().addObjects(packObjects(added));
			}),
		endObjects: () => unlessFailed(() => current().endObjects()),
		addLinks: (added) => unlessFailed(() => current().addLinks(packLinks(added))),
		finish: () =>
			unlessFailed(async () => {
				await current().finish();
				writing = undefined;
			}),
		async abandon() {
			await end(({ close }) => close()).catch(() => undefined);
			removeGeneration(path, generation);
		},
	};
}

function writeHere(path: string, generation: number): Writing {
	const filling = openFilling(path, generation);
	return {
		addObjects: async (rows) => filling.addObjects(rows),
		endObjects: async () => filling.endObjects(),
		addLinks: async (rows) => filling.addLinks(rows),
		finish: filling.finish,
		close: async () => filling.close(),
	};
}

// So many steps are written while the next is derived; more are not held in memory. Objects take the longer to write, links to derive: with
// one step ahead, each would wait for the other.
const stepsAhead = 4;

function writeInThread(path: string, generation: number): Writing {
	const thread = new Worker(threadFile('src/search/sqlite/fill-thread.ts'), {
		workerData: { path, generation },
		resourceLimits: threadHeap(),
	});
	// Calls fail with what made the thread fail; nobody else needs to hear of it.
	thread.on('error', () => undefined);
	const calls = callThread<FillingCalls>(thread);
	const underWay: Promise<void>[] = [];
	const afterEarlier = async (write: () => Promise<void>): Promise<void> => {
		while (underWay.length >= stepsAhead) await underWay.shift();
		const writing = write();
		writing.catch(() => undefined);
		underWay.push(writing);
	};
	const last = async (write: () => Promise<void>): Promise<void> => {
		try {
			await Promise.all(underWay);
			await write();
		} finally {
			await thread.terminate();
		}
	};
	return {
		addObjects: (rows) => afterEarlier(() => calls.addObjects(rows)),
		endObjects: () => afterEarlier(() => calls.endObjects(undefined as never)),
		addLinks: (rows) => afterEarlier(() => calls.addLinks(rows, [rows.links.buffer])),
		finish: () => last(() => calls.finish(undefined as never)),
		close: () => last(() => calls.close(undefined as never)),
	};
}
