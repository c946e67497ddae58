// Builds the search index anew from one state of the records while the old one goes on answering,
// then switches. It knows no engine and no thread.
//
//   beginRebuild ──▶ building ──▶ finished ──▶ finishRebuild, then switchTo ──▶ answers
//                       │ fails, or the lease runs out
//                       └──▶ abandoned; the old generation goes on answering
//
// If the process ends between finishRebuild and switchTo, alignIndex (index-worker.ts) switches.
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { BrokerError } from '../../errors.ts';
import type { Coverage } from '../../ports/records/generations.ts';
import type { Records } from '../../ports/records/records.ts';
import type { Snapshot } from '../../ports/records/snapshots.ts';
import type { IndexBuilder } from '../../ports/search/index-generations.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { logKept } from '../changes/log-changes.ts';
import { fillLinks } from './rebuild-links.ts';
import { fillObjects } from './rebuild-objects.ts';

/** So many objects and links have been derived; how many there are is not known before. */
export type RebuildProgress = { what: 'objects and links'; done: number };

export type RebuildOptions = {
	/** Clears the index first. */
	destroy: boolean;
	/** Fails with `conflict` where there are noindex events, instead of making them searchable. */
	onlyIfAllSearchable?: boolean;
	clock: Clock;
	leaseMilliseconds: number;
	/** Once it is aborted, the rebuild is given up. */
	signal?: AbortSignal | undefined;
	onProgress(progress: RebuildProgress): void;
};

/**
 * Rebuilds the index; what is stored and not indexed yet becomes searchable. Fails with `conflict`
 * while another rebuild is under way.
 */
export async function rebuildIndex(
	records: Records,
	index: SearchIndex,
	options: RebuildOptions,
): Promise<{ objects: number; links: number }> {
	if (options.destroy) await buildGeneration(records, index, options, async () => ({ unsearchable: [], entries: [] }));
	return buildGeneration(records, index, options, ({ builder, beat }) =>
		records.snapshot(async (transaction, snapshot) => {
			const coverage = await readCoverage(snapshot, options);
			const progress = countDerived(options);
			for await (const _ of fillObjects(transaction, snapshot, builder, progress)) await betweenSteps(options, beat);
			for await (const _ of fillLinks(transaction, snapshot, builder, progress)) await betweenSteps(options, beat);
			return coverage;
		}),
	);
}

function countDerived({ onProgress }: RebuildOptions): (more: number) => void {
	let done = 0;
	return (more) => {
		done += more;
		onProgress({ what: 'objects and links', done });
	};
}

async function readCoverage(snapshot: Snapshot, { onlyIfAllSearchable }: RebuildOptions): Promise<Coverage> {
	const coverage = await snapshot.coverage();
	if (onlyIfAllSearchable && coverage.unsearchable.length > 0) {
		throw new BrokerError('conflict', 'Some events must not be found yet.');
	}
	return coverage;
}

/** Renews the lease where that is due, and lets this thread do what else waits for it. */
async function betweenSteps({ clock, signal }: RebuildOptions, beat: () => Promise<void>): Promise<void> {
	signal?.throwIfAborted();
	await beat();
	await clock.turn();
}

type Build = {
	builder: IndexBuilder;
	/** Renews the lease of this rebuild when a quarter of it is over; to be called between steps. */
	beat(): Promise<void>;
};

async function buildGeneration(
	records: Records,
	index: SearchIndex,
	{ clock: { now, elapsed }, leaseMilliseconds }: RebuildOptions,
	fillIn: (build: Build) => Promise<Coverage>,
): Promise<{ objects: number; links: number }> {
	const generation = await records.beginRebuild(now(), now() + leaseMilliseconds, await index.generation());
	let beatAt = elapsed();
	const beat = async () => {
		if (elapsed() - beatAt < leaseMilliseconds / 4) return;
		beatAt = elapsed();
		await records.renewRebuild(generation, now() + leaseMilliseconds);
	};
	const mark = randomUUID();
	let builder: IndexBuilder | undefined;
	let isFinished = false;
	try {
		builder = await index.build(generation);
		const coverage = await fillIn({ builder, beat });
		await builder.finish(mark);
		isFinished = true;
		await index.switchTo(generation, () => records.finishRebuild(generation, mark, coverage, logKept));
		await records.acknowledge([], generation, mark);
	} catch (error) {
		// The place of the next one is free at once, however long the index takes to clear up.
		await records.abandonRebuild(generation);
		if (!isFinished) await builder?.abandon();
		throw error;
	}
	return index.size();
}
