// Keeps the search index up with the records: delivers outbox entries as they come, and builds an
// index again that is lost, damaged or not that of the records.
import { randomUUID } from 'node:crypto';
import { type CatchUpOptions, catchUpIndex, keepUp } from '../../broker/indexing/catch-up-index.ts';
import { findRebuild } from '../../broker/indexing/rebuild-in-parts.ts';
import { rebuildIndex } from '../../broker/indexing/rebuild-index.ts';
import { reportOwnership } from '../../broker/indexing/report-ownership.ts';
import { hasCode } from '../../errors.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Records } from '../../store/records.ts';
import { createLoop, type Loop, type RoundOutcome } from './loop.ts';

export type IndexWorkerOptions = CatchUpOptions & {
	pollMilliseconds: number;
	log: {
		info(fields: object, message: string): void;
		warn(fields: object, message: string): void;
	};
	/** Called with the number of outbox entries that were delivered, whenever some were. */
	onUpdated?(entries: number): void;
	/**
	 * For how long rounds must fail before `idle` rejects; without it, `idle` waits on. A rebuild by
	 * another process is no failure.
	 */
	failsAfterMilliseconds?: number;
};

/** How soon a worker looks again for entries that others hold: they may have died. */
const heldMilliseconds = 1_000;

/**
 * Keeps the index up to date until stopped. `stop` gives up what is under way and not yet being
 * committed, also where it waits for its turn; it leaves nothing behind, and its entries to others.
 */
export function startIndexWorker(records: Records, index: SearchIndex, options: IndexWorkerOptions): Loop {
	let isAligned = false;
	const worker = randomUUID();
	const round = async (_: () => boolean, signal: AbortSignal): Promise<RoundOutcome> => {
		if (!isAligned) await alignIndex(records, index, { ...options, signal });
		isAligned = true;
		await takePartInRebuild(records, index, { ...options, worker, signal });
		const { entries, areClaimedByOthers } = await catchUpIndex(records, index, { ...options, worker, signal });
		if (entries > 0) options.onUpdated?.(entries);
		// Each update compares them; where there is none, the index may be lost meanwhile all the same.
		else if ((await reportOwnership(records, index)) !== 'own')
			await alignIndex(records, index, { ...options, signal });
		return areClaimedByOthers ? { againIn: heldMilliseconds } : entries > 0;
	};
	const { failsAfterMilliseconds } = options;
	const loop = createLoop(round, {
		clock: options.clock,
		pollMilliseconds: options.pollMilliseconds,
		...(failsAfterMilliseconds !== undefined && {
			failsAfter: {
				milliseconds: failsAfterMilliseconds,
				unless: (error: unknown) => hasCode(error, 'conflict'),
			},
		}),
		onError: (error) => {
			isAligned = false;
			options.log.warn({ err: error }, 'The search index cannot be updated; trying again');
		},
	});
	const unsubscribe = records.subscribe?.('outbox', loop.wake);
	return {
		...loop,
		async stop() {
			await unsubscribe?.();
			await loop.stop();
		},
	};
}

/**
 * Makes the index that answers the one that the records know of: ends a switch that was cut short,
 * or builds the index again where it was lost or damaged, or is not that of the records (another
 * cluster, restored records).
 */
export async function alignIndex(records: Records, index: SearchIndex, options: IndexWorkerOptions): Promise<void> {
	const incident = await findIncident(records, index);
	if (incident === undefined) return;
	const generation = await index.generation();
	options.log.warn({ index: index.name, generation }, `The search index ${incident}; rebuilding it`);
	const { objects, links } = await rebuildIndex(records, index, {
		...options,
		destroy: false,
		onProgress: () => undefined,
		onIncident: (words) => options.log.warn({ index: index.name }, words),
	});
	options.log.info({ index: index.name, objects, links }, 'The search index was built');
}

/**
 * Takes part in a rebuild that another process has begun, until it is over; brings little changes
 * into the index that answers meanwhile.
 */
async function takePartInRebuild(records: Records, index: SearchIndex, options: IndexWorkerOptions): Promise<void> {
	const { inParts } = index;
	if (!inParts || (await findRebuild(records, { index, inParts })) === undefined) return;
	options.log.info({ index: index.name }, 'Joining the rebuild of the search index');
	await rebuildIndex(records, index, {
		...options,
		destroy: false,
		onlyTakePart: true,
		onProgress: () => undefined,
		onIncident: (words) => options.log.warn({ index: index.name }, words),
		meanwhile: async () => void (await keepUp(records, index, options)),
	});
	options.log.info({ index: index.name }, 'The search index was rebuilt');
}

const notOwn = 'does not belong to the records';
const notReadable = 'is lost, damaged or of a format that is too old';

/** Says why the index must be built again; undefined where it need not. */
async function findIncident(records: Records, index: SearchIndex): Promise<string | undefined> {
	const ownership = await reportOwnership(records, index);
	if (ownership !== 'own') return ownership === 'lost' ? notReadable : notOwn;
	const active = await index.generation();
	const wanted = await records.currentGeneration();
	// Another process may switch at this moment, which comes to the same.
	if (wanted > active && !(await index.switchToFinished(wanted))) {
		if (active === (await index.generation())) return notReadable;
	}
	// An index that was cleared away to be built again, which was cut short.
	return (await index.isEmpty()) && (await records.expectsIndex()) ? notOwn : undefined;
}
