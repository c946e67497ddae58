// Builds a generation of the index in parts, with any number of processes that do the same, and
// goes on with what others have left. It knows no engine and no thread.
//
// Each part is read from a snapshot of its own, so the parts show the records at different times;
// replay-changes.ts heals that before the generation answers.
import { randomUUID } from 'node:crypto';
import { BrokerError, hasCode } from '../../errors.js';
                                                       
                                                                        
                                                              
                                                                                               
                                                                      
import { logKept } from '../changes/log-changes.js';
import { keepRenewing } from '../keep-renewing.js';
import {                fillLinks, readFamilies } from './rebuild-links.js';
import { fillObjects } from './rebuild-objects.js';
import { countDerived,                     } from './rebuild-options.js';
import { replayChanges } from './replay-changes.js';
import { tellOwnership } from './tell-ownership.js';

                                                                  

/** What this process keeps over the parts that it builds. */
                      
	                 
	                        
	                              
	                    
  

// How often a process looks whether there is something to build again.
const lookMilliseconds = 500;
// A cluster that loses what it was given so often does not keep it the next time.
const mostLosses = 3;

/**
 * Takes part in a rebuild until the generation answers: in the one that is under way, else in one
 * that it begins. Events that must not be found yet and were applied by now are covered in any
 * case.
 */
export async function rebuildInParts(records         , target        , options                )                {
	const work       = { ...target, records, options, onDerived: countDerived(options) };
	const hidden = await readHidden(records);
	if (options.onlyIfAllSearchable && hidden.length > 0) {
		throw new BrokerError('conflict', 'Some events must not be found yet.');
	}
	let hasBegun = false;
	for (let losses = 0; ; ) {
		const isAnew = options.anew && !hasBegun;
		const generation = isAnew ? await beginRebuild(work) : await findOrBegin(work);
		if (generation === undefined) return;
		hasBegun = true;
		try {
			// Where another process has begun anew meanwhile, this one takes part in that.
			if (!(await buildParts(work, generation))) continue;
		} catch (error) {
			if (!(error instanceof DocumentsLost) || ++losses === mostLosses) throw error;
			options.onTrouble?.(`${error.message} It is begun anew.`);
			continue;
		}
		if (options.onlyTakePart || hidden.length === 0) return;
		// One that had begun before may not cover what this call is to make searchable.
		const stillHidden = new Set(await readHidden(records));
		if (!hidden.some((event) => stillHidden.has(event))) return;
	}
}

/** Lists the applied events that must not be found yet. */
async function readHidden(records         )                         {
	const { unsearchable } = await records.indexLag();
	if (!unsearchable) return [];
	return records.snapshot(async (_, snapshot) => (await snapshot.coverage()).unsearchable);
}

/**
 * Tells the rebuild under way in which this process may take part. What was begun over an index
 * that is not that of the records goes on only while that index is there: these records may be
 * others since, which have been restored.
 */
export async function findRebuild(records         , { index, inParts }        )                          {
	const underWay = await records.rebuildProgress();
	if (!underWay) return undefined;
	if (underWay.format > inParts.format) {
		throw new BrokerError(
			'index-behind',
			`A newer program builds the search index (format ${underWay.format}; this one builds ${inParts.format}). ` +
				'Update this program; it takes no part until then.',
			{ retryAfterSeconds: 60 },
		);
	}
	if (underWay.format < inParts.format) return undefined;
	const isSame = underWay.over === ((await index.mark()) ?? null);
	return isSame || (await tellOwnership(records, index)) === 'own' ? underWay.generation : undefined;
}

// A process that has begun a rebuild takes no longer than this to divide it into parts.
const planningMilliseconds = 10_000;

/** Joins the rebuild under way, or begins one; several processes may come at once. */
async function findOrBegin(work      )                          {
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

async function beginRebuild({ records, index, inParts, options }      )              {
	const { clock, leaseMilliseconds } = options;
	const over = (await index.mark()) ?? null;
	const until = clock.now() + leaseMilliseconds;
	const generation = await records.beginRebuild(clock.now(), until, await index.generation());
	try {
		await inParts.begin(generation);
		await records.planRebuild(generation, { idsPerPart: inParts.idsPerPart, format: inParts.format, over });
	} catch (error) {
		await records.abandonRebuild(generation);
		throw error;
	}
	return generation;
}

/** Builds parts until the rebuild is over; answers whether its generation has become current. */
async function buildParts(work      , generation    )                   {
	const { records, options } = work;
	const { clock, leaseMilliseconds, signal, meanwhile } = options;
	for (;;) {
		signal?.throwIfAborted();
		const part = await records.claimPart(generation, clock.now(), clock.now() + leaseMilliseconds);
		if (part === 'over') return (await records.currentGeneration()) >= generation;
		if (part === 'wait') {
			await meanwhile?.();
			await clock.sleep(lookMilliseconds, signal);
		} else {
			await buildPart(work, part);
		}
	}
}

/** Builds a part under its lease; gives it up where that fails. */
async function buildPart(work      , part             )                {
	const { records, inParts } = work;
	const lease = holdPart(work, part);
	try {
		const builder = await inParts.open(part.generation, part.phase, part.attempt);
		if (part.phase === 'changes') await finishWithChanges(work, part, { builder, between: lease.between });
		else await fillPart(work, part, { builder, between: lease.between });
	} catch (error) {
		await records.releasePart(part);
		// Where the disks of the index are full, what is built of it may be all that is too much.
		if (error instanceof DocumentsLost || hasCode(error, 'insufficient-storage')) await giveUp(work, part.generation);
		throw error;
	} finally {
		await lease.end();
	}
}

async function giveUp({ records, inParts }      , generation    )                {
	await records.abandonRebuild(generation);
	await inParts.remove(generation);
}

                                                               

async function fillPart(work      , part             , { builder, between }      )                {
	const { records, onDerived } = work;
	if (part.phase === 'standings') {
		for await (const _ of builder.addStandings(part)) await between();
	} else {
		await records.partSnapshot(async (transaction, snapshot) => {
			const source = { transaction, snapshot, onDerived, range: part };
			if (part.phase === 'objects') {
				for await (const _ of fillObjects(source, builder)) await between();
				return;
			}
			// It may be older than the rest of the part: whose place has changed since is healed.
			work.families ??= await readFamilies(snapshot);
			for await (const _ of fillLinks(source, builder, work.families)) await between();
		});
	}
	await records.finishPart(part, await builder.flush());
}

// Where a round has brought in no more than this, only few have come meanwhile.
const fewEntries = 500;
const mostRounds = 5;

/** Brings in what has changed since the parts were read, and lets the generation answer. */
async function finishWithChanges(
	{ records, index }      ,
	{ generation }             ,
	{ builder, between }      ,
)                {
	const documents = { wanted: await records.builtDocuments(generation), there: await builder.countDocuments() };
	if (documents.there < documents.wanted) throw new DocumentsLost(documents.wanted - documents.there);
	// Who goes on where this process dies finds fewer: what has changed is removed first.
	await records.forgetDocuments(generation);
	const replayed = new Set    ();
	const round = () =>
		records.partSnapshot(async (transaction, snapshot) => {
			const entries = await replayChanges({ transaction, snapshot, builder, replayed, between });
			return { entries, coverage: await snapshot.coverage() };
		});
	let last = await round();
	for (let rounds = 1; last.entries > fewEntries && rounds < mostRounds; rounds++) last = await round();
	const mark = randomUUID();
	await builder.finish(mark);
	await index.switchTo(generation, () => records.finishRebuild(generation, mark, last.coverage, logKept));
	await records.acknowledge([], generation, mark);
}

/** Says that documents which were written durably are not there any more. */
class DocumentsLost extends Error {
	constructor(count        ) {
		super(`The search index has lost ${count} documents of the generation that was built.`);
		this.name = 'DocumentsLost';
	}
}

                 
	                                                                                            
	                         
	                                
	                     
  

/** Renews the lease of a part until it ends. */
function holdPart({ records, options }      , part             )           {
	const { clock, leaseMilliseconds, signal, meanwhile } = options;
	let isLost = false;
	const renewing = keepRenewing(clock, leaseMilliseconds, async () => {
		if (!(await records.renewPart(part, clock.now() + leaseMilliseconds))) isLost = true;
	});
	let lookedAt = clock.elapsed();
	return {
		async between() {
			signal?.throwIfAborted();
			if (isLost) throw new BrokerError('unavailable', 'Another process has taken over this part of the reindex.');
			if (meanwhile && clock.elapsed() - lookedAt >= lookMilliseconds) {
				await meanwhile();
				lookedAt = clock.elapsed();
			}
			await clock.turn();
		},
		end: renewing.end,
	};
}
