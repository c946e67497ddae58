// Builds the search index anew from one state of the records while the old one goes on answering, then switches; knows no engine and no thread.
import { setImmediate as messages, setTimeout as pause } from 'node:timers/promises';
import { BrokerError } from '../errors.ts';
import type { Id, LinkStore, RebuildSnapshot, RecordStream } from '../ports/records/link-store.ts';
import type { IndexBuilder, SearchIndex } from '../ports/search/search-index.ts';
import { fillLinks } from './rebuild-links.ts';
import { fillObjects, type ObjectsOrder } from './rebuild-objects.ts';

/** So many objects and links have been derived; how many there are is not known before. */
export type RebuildProgress = { what: 'objects and links'; done: number };

/** Another thread that can fill in the objects of a generation while this one derives the links. */
export type ObjectsElsewhere = {
	/** Resolves when it can begin at once. */
	ready(): Promise<void>;
	/** Resolves when the state is being read there. */
	begin(order: ObjectsOrder): Promise<void>;
	/** Resolves when all that was begun is filled in. */
	filled(): Promise<void>;
	/** Ends what it does. */
	stop(): Promise<void>;
};

export type RebuildOptions = {
	/** Clears the index first. */
	destroy: boolean;
	/** Starts another thread for the objects, where there may be one: a build of a million links takes a quarter less. It tells of objects that it has derived. */
	objectsElsewhere?: ((onDerived: (more: number) => void) => ObjectsElsewhere) | undefined;
	/** Where the records take fewer bytes, a thread gains nothing (4 MiB, some 20,000 links). */
	fewestBytesElsewhere?: number;
	/** Fails with `conflict` where there are events that must not be found yet, instead of making them searchable. */
	onlyIfAllSearchable?: boolean;
	now(): number;
	leaseMilliseconds: number;
	onProgress(progress: RebuildProgress): void;
};

/** Rebuilds the index; what is stored and not indexed yet becomes searchable. Fails with `conflict` while another rebuild is under way. */
export async function rebuildIndex(
	store: LinkStore,
	index: SearchIndex,
	options: RebuildOptions,
): Promise<{ objects: number; links: number }> {
	if (options.destroy) await buildGeneration(store, index, options, async () => ({ unsearchable: [], marks: [] }));
	const elsewhere = await whereObjectsAre(store, index, options);
	return buildGeneration(store, index, options, async (build) => {
		const progress = countDerived(options);
		const objects = elsewhere?.(progress);
		if (!objects) return fillHere(store, options, { ...build, progress });
		try {
			return (
				(await fillBeside(store, options, { ...build, progress, objects })) ??
				(await fillHere(store, options, { ...build, progress }))
			);
		} finally {
			await objects.stop();
		}
	});
}

const usualFewestBytes = 1 << 22;

/** Answers who starts another thread for the objects, where that pays. */
async function whereObjectsAre(
	store: LinkStore,
	index: SearchIndex,
	{ objectsElsewhere, fewestBytesElsewhere = usualFewestBytes }: RebuildOptions,
): Promise<RebuildOptions['objectsElsewhere']> {
	if (!objectsElsewhere || !index.buildObjects) return undefined;
	return (await store.bytes()) >= fewestBytesElsewhere ? objectsElsewhere : undefined;
}

function countDerived({ onProgress }: RebuildOptions): (more: number) => void {
	let done = 0;
	return (more) => {
		done += more;
		onProgress({ what: 'objects and links', done });
	};
}

type Build = {
	builder: IndexBuilder;
	generation: Id;
	/** Is to be called now and then, so that nobody takes this rebuild for one that has died. */
	beat(): Promise<void>;
};

type Filling = Build & { progress(more: number): void };

/** Fills in all by this thread, from one state of the records. */
function fillHere(
	store: LinkStore,
	options: RebuildOptions,
	{ builder, beat, progress }: Filling,
): Promise<RebuildSnapshot> {
	return store.snapshot(async (records, stream) => {
		const snapshot = await readSnapshot(stream, options);
		await toItsEnd(fillObjects(records, stream, builder, progress), beat);
		await toItsEnd(fillLinks(records, stream, builder, progress), beat);
		return snapshot;
	});
}

/** Fills in the links while another thread fills in the objects from the same state; undefined where that thread cannot begin, and nothing is filled in. */
async function fillBeside(
	store: LinkStore,
	options: RebuildOptions,
	{ builder, generation, beat, progress, objects }: Filling & { objects: ObjectsElsewhere },
): Promise<RebuildSnapshot | undefined> {
	let begun = false;
	let filled: Promise<void> = Promise.resolve();
	let failed: { error: unknown } | undefined;
	const share = async (state: string) => {
		await objects.begin({ generation, state });
		begun = true;
		filled = objects.filled();
		filled.catch((error) => {
			failed = { error };
		});
	};
	const check = () => {
		if (failed) throw failed.error;
	};
	let snapshot: RebuildSnapshot;
	try {
		// While a state is shared, some engines let nobody write.
		await objects.ready();
		snapshot = await store.snapshot(
			async (records, stream) => {
				const read = await readSnapshot(stream, options);
				await toItsEnd(fillLinks(records, stream, builder, progress), beat, check);
				return read;
			},
			{ share },
		);
	} catch (error) {
		if (begun) throw error;
		return undefined;
	}
	await meanwhile(filled, beat);
	return snapshot;
}

async function readSnapshot(stream: RecordStream, { onlyIfAllSearchable }: RebuildOptions): Promise<RebuildSnapshot> {
	const snapshot = { unsearchable: await stream.unsearchable(), marks: await stream.marks() };
	if (onlyIfAllSearchable && snapshot.unsearchable.length > 0) {
		throw new BrokerError('conflict', 'Some events must not be found yet.');
	}
	return snapshot;
}

async function toItsEnd(
	steps: AsyncGenerator<void>,
	beat: () => Promise<void>,
	check: () => void = () => undefined,
): Promise<void> {
	for await (const _ of steps) {
		await beat();
		// Whoever waits for this thread gets a turn.
		await messages();
		check();
	}
}

const beatMilliseconds = 500;

/** Waits for the end of something, and calls `beat` now and then. */
async function meanwhile(work: Promise<void>, beat: () => Promise<void>): Promise<void> {
	let over = false;
	const ended = work.finally(() => {
		over = true;
	});
	while (!over) {
		await Promise.race([ended, pause(beatMilliseconds, undefined, { ref: false })]);
		await beat();
	}
	await ended;
}

async function buildGeneration(
	store: LinkStore,
	index: SearchIndex,
	{ now, leaseMilliseconds }: RebuildOptions,
	fillIn: (build: Build) => Promise<RebuildSnapshot>,
): Promise<{ objects: number; links: number }> {
	const generation = await store.startRebuild(now(), now() + leaseMilliseconds, await index.generation());
	let beatAt = now();
	const beat = async () => {
		if (now() - beatAt < leaseMilliseconds / 4) return;
		beatAt = now();
		await store.renewRebuild(generation, now() + leaseMilliseconds);
	};
	try {
		const builder = await index.build(generation);
		let snapshot: RebuildSnapshot;
		try {
			snapshot = await fillIn({ builder, generation, beat });
			await builder.finish();
		} catch (error) {
			await builder.abandon();
			throw error;
		}
		await index.switchTo(generation, () => store.finishRebuild(generation, snapshot));
	} catch (error) {
		await store.abandonRebuild(generation);
		throw error;
	}
	return index.size();
}
