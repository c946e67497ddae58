// Builds a generation of the index in parts, with any number of other processes, and continues what
// others have left.
//
// Each part is read from its own snapshot, so the parts show the records at different times;
// replay-changes.ts corrects that before the generation is active.
import { randomUUID } from 'node:crypto';
import { BrokerError, hasCode } from '../../errors.ts';
import type { IndexChanges } from '../../ports/search/index-content.ts';
import type { GenerationsInParts, IndexBuilder } from '../../ports/search/index-generations.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { Id } from '../../store/graph.ts';
import type { RebuildPart } from '../../store/rebuild-parts.ts';
import type { Records } from '../../store/records.ts';
import { logUnindexedDelta } from '../changes/log-changes.ts';
import { keepRenewing } from '../keep-renewing.ts';
import { streamObjects } from './derive-objects.ts';
import { countDerived, type RebuildOptions } from './rebuild-options.ts';
import { replayChanges } from './replay-changes.ts';
import { reportOwnership } from './report-ownership.ts';
import { streamLinks } from './stream-links.ts';

type Target = { index: SearchIndex; inParts: GenerationsInParts };

/** What this process keeps over the parts that it builds. */
type Work = Target & {
	records: Records;
	options: RebuildOptions;
	onDerived(more: number): void;
};

// How often a process checks for another part to build.
const lookMilliseconds = 500;
// A cluster that loses documents this often does not keep them the next time.
const mostLosses = 3;

/**
 * Takes part in a rebuild until the generation is active: in the one under way, otherwise in one
 * that it begins. Unindexed events that are applied by now are covered in any case.
 */
export async function rebuildInParts(records: Records, target: Target, options: RebuildOptions): Promise<void> {
	const work: Work = { ...target, records, options, onDerived: countDerived(options) };
	const unindexed = await readUnindexed(records);
	if (options.onlyIfAllSearchable && unindexed.length > 0) {
		throw new BrokerError('conflict', 'Some events are unindexed (noindex).');
	}
	let hasBegun = false;
	for (let losses = 0; ; ) {
		const isAnew = options.anew && !hasBegun;
		const generation = isAnew ? await beginRebuild(work) : await findOrBegin(work);
		if (generation === undefined) return;
		hasBegun = true;
		try {
			// Where another process has begun again meanwhile, this one takes part in that rebuild.
			if (!(await buildParts(work, generation))) continue;
		} catch (error) {
			if (!(error instanceof DocumentsLost) || ++losses === mostLosses) throw error;
			options.onIncident?.(`${error.message} It starts over.`);
			continue;
		}
		if (options.onlyTakePart || unindexed.length === 0) return;
		// One that had begun before may not cover what this call is to make searchable.
		const stillUnindexed = new Set(await readUnindexed(records));
		if (!unindexed.some((event) => stillUnindexed.has(event))) return;
	}
}

/** Lists the applied events that are unindexed. */
async function readUnindexed(records: Records): Promise<readonly Id[]> {
	const { unindexed } = await records.indexLag();
	if (!unindexed) return [];
	return records.snapshot(async (_, snapshot) => (await snapshot.coverage()).unindexed);
}

/**
 * Finds the rebuild under way in which this process may take part. If it began over an index that
 * does not belong to the records, it only continues while that index is in place: the records may
 * have been restored since.
 */
export async function findRebuild(records: Records, { index, inParts }: Target): Promise<Id | undefined> {
	const underWay = await records.rebuildProgress();
	if (!underWay) return undefined;
	if (underWay.format > inParts.format) {
		throw new BrokerError(
			'index-behind',
			`A newer version of the program is rebuilding the search index (format ${underWay.format}; this one builds ` +
				`${inParts.format}). Update this program, so that it can join.`,
			{ retryAfterSeconds: 60 },
		);
	}
	if (underWay.format < inParts.format) return undefined;
	const isSame = underWay.over === ((await index.syncToken()) ?? null);
	return isSame || (await reportOwnership(records, index)) === 'own' ? underWay.generation : undefined;
}

// The longest time that a process takes to divide a rebuild into parts after beginning it.
const planningMilliseconds = 10_000;

/** Joins the rebuild under way, or begins one; several processes may do so at once. */
async function findOrBegin(work: Work): Promise<Id | undefined> {
	const { clock, signal, onlyTakePart } = work.options;
	for (const begunAt = clock.elapsed(); ; await clock.sleep(lookMilliseconds, signal)) {
		const found = await findRebuild(work.records, work);
		if (found !== undefined || onlyTakePart) return found;
		try {
			return await beginRebuild(work);
		} catch (error) {
			const isOver = signal?.aborted || clock.elapsed() - begunAt >= planningMilliseconds;
			if (isOver || !hasCode(error, 'conflict')) throw error;
		}
	}
}

async function beginRebuild({ records, index, inParts, options }: Work): Promise<Id> {
	const { clock, leaseMilliseconds } = options;
	const over = (await index.syncToken()) ?? null;
	const until = clock.now() + leaseMilliseconds;
	const generation = await records.beginRebuild(clock.now(), until, await index.generation());
	try {
		await index.begin(generation);
		await records.planRebuild(generation, { idsPerPart: inParts.idsPerPart, format: inParts.format, over });
	} catch (error) {
		await records.abandonRebuild(generation);
		throw error;
	}
	return generation;
}

/** Builds parts until the rebuild is over; returns whether its generation has become current. */
async function buildParts(work: Work, generation: Id): Promise<boolean> {
	const { records, options } = work;
	const { clock, leaseMilliseconds, signal, meanwhile } = options;
	for (;;) {
		signal?.throwIfAborted();
		const part = await records.claimPart(generation, clock.now(), clock.now() + leaseMilliseconds);
		if (part === 'over') return endsWell(work, generation);
		if (part === 'wait') {
			await meanwhile?.();
			await clock.sleep(lookMilliseconds, signal);
		} else {
			await buildPart(work, part);
		}
	}
}

/** Whether a rebuild that is over has been finished; then it is active, too. */
async function endsWell({ records, index }: Work, generation: Id): Promise<boolean> {
	if ((await records.currentGeneration()) < generation) return false;
	// The process that finished it may have died before the switch.
	if ((await index.generation()) < generation) await index.switchToFinished(generation);
	return true;
}

/**
 * Builds a part under its lease; releases it on failure. A part that another process took over
 * during a delay is left to that process.
 */
async function buildPart(work: Work, part: RebuildPart): Promise<void> {
	const { records, index, inParts } = work;
	const lease = startPartLease(work, part);
	try {
		const builder = await index.open(part.generation, part.phase, part.attempt);
		if (part.phase === 'changes') await finishWithChanges(work, part, { builder, between: lease.between });
		else await fillPart(work, part, { builder, between: lease.between });
	} catch (error) {
		if (await lease.isLost()) return;
		await records.renewPart(part, null);
		// Where the disks of the index are full, the partial build may be what fills them. An index that
		// was restored may lack what the records say is under way.
		const isHopeless = error instanceof DocumentsLost || hasCode(error, 'insufficient-storage');
		if (isHopeless || !(await inParts.exists(part.generation).catch(() => true))) await giveUp(work, part.generation);
		throw error;
	} finally {
		await lease.end();
	}
}

async function giveUp({ records, index }: Work, generation: Id): Promise<void> {
	await records.abandonRebuild(generation);
	await index.remove(generation);
}

type Step = { builder: IndexBuilder; between(): Promise<void> };

async function fillPart(work: Work, part: RebuildPart, { builder, between }: Step): Promise<void> {
	const { records, onDerived } = work;
	if (part.phase === 'ranks') {
		for await (const _ of builder.addRanks(part)) await between();
	} else {
		await records.snapshot(async (transaction, snapshot) => {
			const source = { transaction, snapshot, onDerived, range: part };
			if (part.phase === 'objects') {
				for await (const objects of streamObjects(source)) {
					await builder.addObjects(objects);
					await between();
				}
				return;
			}
			for await (const links of streamLinks(source)) {
				await builder.addLinks(links);
				await between();
			}
		}, 'covered');
	}
	await records.finishPart(part, await builder.flush());
}

// After a round with no more entries than this, only few have come meanwhile.
const fewEntries = 500;
const mostRounds = 5;

/** Brings in what has changed since the parts were read, and activates the generation. */
async function finishWithChanges(
	{ records, index, inParts, options }: Work,
	{ generation }: RebuildPart,
	{ builder, between }: Step,
): Promise<void> {
	const documents = {
		wanted: await records.builtDocuments(generation),
		there: await inParts.countDocuments(generation),
	};
	if (documents.there < documents.wanted) throw new DocumentsLost(documents.wanted - documents.there);
	// A process that continues after this one dies finds fewer: what has changed is removed first.
	await records.resetDocuments(generation);
	let after: Id = 0;
	const apply = (changes: IndexChanges) => inParts.apply(generation, changes);
	const round = async () => {
		const last = await records.lastEntry();
		const replayed = await records.snapshot(async (transaction, snapshot) => {
			const entries = await replayChanges({
				...{ transaction, snapshot, apply, after, between },
				namesPerWindow: options.namesPerWindow,
			});
			return { entries, coverage: await snapshot.coverage() };
		}, 'covered');
		after = last;
		return replayed;
	};
	let last = await round();
	for (let rounds = 1; last.entries > fewEntries && rounds < mostRounds; rounds++) last = await round();
	const syncToken = randomUUID();
	await builder.finish(syncToken);
	await index.switchTo(generation, () =>
		records.finishRebuild(generation, syncToken, last.coverage, logUnindexedDelta),
	);
	await records.acknowledge([], generation, syncToken);
}

/** Documents that were written durably no longer exist. */
class DocumentsLost extends Error {
	constructor(count: number) {
		super(`The search index has lost ${count} documents of the generation that was built.`);
		this.name = 'DocumentsLost';
	}
}

type PartLease = {
	/** Lets others work; fails where the part is lost to another process, or is to be released. */
	between(): Promise<void>;
	/** Checks the records; returns false where they do not answer. */
	isLost(): Promise<boolean>;
	end(): Promise<void>;
};

/** Renews the lease of a part until it ends. */
function startPartLease({ records, options }: Work, part: RebuildPart): PartLease {
	const { clock, leaseMilliseconds, signal, meanwhile } = options;
	let isLost = false;
	const renew = async () => {
		isLost ||= !(await records.renewPart(part, clock.now() + leaseMilliseconds));
	};
	const renewing = keepRenewing(clock, leaseMilliseconds, renew);
	let lookedAt = clock.elapsed();
	return {
		async between() {
			signal?.throwIfAborted();
			if (isLost) throw new Error('another process has taken over this part of the rebuild');
			if (meanwhile && clock.elapsed() - lookedAt >= lookMilliseconds) {
				await meanwhile();
				lookedAt = clock.elapsed();
			}
			await clock.turn();
		},
		async isLost() {
			await renew().catch(() => undefined);
			return isLost;
		},
		end: renewing.end,
	};
}
