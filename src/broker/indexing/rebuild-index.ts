// Rebuilds the search index while the old one stays active, then switches.
//
//   beginRebuild ──▶ building ──▶ finished ──▶ finishRebuild, then switchTo ──▶ active
//                       │ stopped, or another takes over
//                       └──▶ abandoned; the old generation stays active
//
// Where the engine can, any number of processes build it in parts (rebuild-in-parts.ts); otherwise
// one does, from one state of the records. If the process ends between finishRebuild and switchTo,
// alignIndex (index-worker.ts) switches.
import { randomUUID } from 'node:crypto';
import { BrokerError } from '../../errors.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Coverage } from '../../store/generations.ts';
import type { IdRange, RebuildPhase } from '../../store/rebuild-parts.ts';
import type { Records } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { logUnindexedDelta } from '../changes/log-changes.ts';
import { streamObjects } from './derive-objects.ts';
import { rebuildInParts } from './rebuild-in-parts.ts';
import { countDerived, type RebuildOptions } from './rebuild-options.ts';
import { everything, streamLinks } from './stream-links.ts';

/**
 * Rebuilds the index; everything stored becomes searchable. Takes part in a rebuild in parts that
 * is under way; fails with `conflict` while another one is.
 */
export async function rebuildIndex(
	records: Records,
	index: SearchIndex,
	options: RebuildOptions,
): Promise<{ objects: number; links: number }> {
	if (options.destroy) await buildWhole(records, index, options, nothing);
	// Fails where a newer program has built the active generation: only `destroy` undoes that.
	await index.syncToken();
	if (index.inParts) {
		const goesOn = !options.destroy && !options.anew;
		await rebuildInParts(records, { index, inParts: index.inParts }, { ...options, anew: !goesOn });
	} else {
		await buildWhole(records, index, options, everything);
	}
	return index.size();
}

/** A cleared index is filled with this. */
const nothing: IdRange = { first: 1, last: 0 };

/** Builds a generation in this process alone, from one state of the records, and switches to it. */
async function buildWhole(
	records: Records,
	index: SearchIndex,
	options: RebuildOptions,
	range: IdRange,
): Promise<void> {
	const { clock, leaseMilliseconds } = options;
	const { now } = clock;
	const generation = await records.beginRebuild(now(), now() + leaseMilliseconds, await index.generation());
	const between = createBetween(options, () => records.renewRebuild(generation, now() + leaseMilliseconds));
	const open = (phase: RebuildPhase) => index.open(generation, phase, 1);
	const syncToken = randomUUID();
	let isBuilding = false;
	try {
		await index.begin(generation);
		isBuilding = true;
		const coverage = await records.snapshot(async (transaction, snapshot) => {
			const covered = range === nothing ? { unindexed: [], entries: [] } : await readCoverage(snapshot, options);
			const source = { transaction, snapshot, onDerived: countDerived(options), range };
			const ofObjects = await open('objects');
			for await (const objects of streamObjects(source)) {
				await ofObjects.addObjects(objects);
				await between();
			}
			const ofLinks = await open('links');
			for await (const links of streamLinks(source)) {
				await ofLinks.addLinks(links);
				await between();
			}
			return covered;
		});
		for await (const _ of (await open('ranks')).addRanks(range)) await between();
		await (await open('changes')).finish(syncToken);
		isBuilding = false;
		await index.switchTo(generation, () => records.finishRebuild(generation, syncToken, coverage, logUnindexedDelta));
		await records.acknowledge([], generation, syncToken);
	} catch (error) {
		// The next rebuild may begin at once, however long the index takes to clean up.
		await records.abandonRebuild(generation);
		if (isBuilding) await index.remove(generation);
		throw error;
	}
}

async function readCoverage(snapshot: Snapshot, { onlyIfAllSearchable }: RebuildOptions): Promise<Coverage> {
	const coverage = await snapshot.coverage();
	if (onlyIfAllSearchable && coverage.unindexed.length > 0) {
		throw new BrokerError('conflict', 'Some events are unindexed (noindex).');
	}
	return coverage;
}

/**
 * Makes a function to call between steps: it renews the lease when a quarter of it is over, and
 * lets this thread do other work. It fails where the rebuild is to be stopped.
 */
function createBetween(
	{ clock, leaseMilliseconds, signal }: RebuildOptions,
	renew: () => Promise<unknown>,
): () => Promise<void> {
	let renewedAt = clock.elapsed();
	return async () => {
		signal?.throwIfAborted();
		if (clock.elapsed() - renewedAt >= leaseMilliseconds / 4) {
			renewedAt = clock.elapsed();
			await renew();
		}
		await clock.turn();
	};
}
