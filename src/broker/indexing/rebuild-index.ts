// Builds the search index anew while the old one goes on answering, then switches. It knows no
// engine and no thread.
//
//   beginRebuild ──▶ building ──▶ finished ──▶ finishRebuild, then switchTo ──▶ answers
//                       │ given up, or another takes over
//                       └──▶ abandoned; the old generation goes on answering
//
// Where the engine can, any number of processes build it in parts (rebuild-in-parts.ts); else one
// does, from one state of the records. If the process ends between finishRebuild and switchTo,
// alignIndex (index-worker.ts) switches.
import { randomUUID } from 'node:crypto';
import { BrokerError } from '../../errors.ts';
import type { IndexBuilder } from '../../ports/search/index-generations.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Coverage } from '../../store/generations.ts';
import type { Records } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { logKept } from '../changes/log-changes.ts';
import { rebuildInParts } from './rebuild-in-parts.ts';
import { fillLinks, readFamilies } from './rebuild-links.ts';
import { fillObjects } from './rebuild-objects.ts';
import { countDerived, type RebuildOptions } from './rebuild-options.ts';

/**
 * Rebuilds the index; what is stored and not indexed yet becomes searchable. Takes part in a
 * rebuild in parts that is under way; fails with `conflict` while another one is.
 */
export async function rebuildIndex(
	records: Records,
	index: SearchIndex,
	options: RebuildOptions,
): Promise<{ objects: number; links: number }> {
	// Fails where a newer program has built what answers: that must not be undone.
	await index.mark();
	if (options.destroy) await buildGeneration(records, index, options, async () => ({ unsearchable: [], entries: [] }));
	if (index.inParts) {
		const goesOn = !options.destroy && !options.anew;
		await rebuildInParts(records, { index, inParts: index.inParts }, { ...options, anew: !goesOn });
	} else {
		await buildGeneration(records, index, options, ({ builder, between }) =>
			records.snapshot(async (transaction, snapshot) => {
				const coverage = await readCoverage(snapshot, options);
				const source = { transaction, snapshot, onDerived: countDerived(options) };
				for await (const _ of fillObjects(source, builder)) await between();
				const families = await readFamilies(snapshot);
				for await (const _ of fillLinks(source, builder, families)) await between();
				return coverage;
			}),
		);
	}
	return index.size();
}

async function readCoverage(snapshot: Snapshot, { onlyIfAllSearchable }: RebuildOptions): Promise<Coverage> {
	const coverage = await snapshot.coverage();
	if (onlyIfAllSearchable && coverage.unsearchable.length > 0) {
		throw new BrokerError('conflict', 'Some events must not be found yet.');
	}
	return coverage;
}

type Build = {
	builder: IndexBuilder;
	/**
	 * To be called between steps: renews the lease of this rebuild when a quarter of it is over, and
	 * lets this thread do what else waits for it. Fails where the rebuild is to be given up.
	 */
	between(): Promise<void>;
};

async function buildGeneration(
	records: Records,
	index: SearchIndex,
	{ clock, leaseMilliseconds, signal }: RebuildOptions,
	fillIn: (build: Build) => Promise<Coverage>,
): Promise<void> {
	const { now, elapsed } = clock;
	const generation = await records.beginRebuild(now(), now() + leaseMilliseconds, await index.generation());
	let beatAt = elapsed();
	const between = async () => {
		signal?.throwIfAborted();
		if (elapsed() - beatAt >= leaseMilliseconds / 4) {
			beatAt = elapsed();
			await records.renewRebuild(generation, now() + leaseMilliseconds);
		}
		await clock.turn();
	};
	const mark = randomUUID();
	let builder: IndexBuilder | undefined;
	let isFinished = false;
	try {
		builder = await index.build(generation);
		const coverage = await fillIn({ builder, between });
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
}
