// Runs updates, each whole or not at all; knows neither documents nor requests.
//
//   derived ──▶ its turn: the lease ──▶ written to the journal ──▶ applied ──▶ refreshed ──▶ done
//   in memory,  others have committed   the agreed state names     in bulk     snapshots     the
// epoch
//   beside      what it rests on: it    its place                              show it       grows,
// the
//   others      is derived once more                                                         lease
// ends
//
// Where it is cut short
// - while it is derived or written down: nothing of it has happened, and the caller runs it again;
// - later: searches keep to the snapshots of the old epoch, and the next update of any process
//   reads the journal and applies it again, before anything else;
// - later, and another generation answers meanwhile: the journal is left unread. The caller was
//   told that the update failed, and runs it again.
//
// What a derivation reads while another update is being applied may be half of that. It does not
// matter: such an update is committed before this one, and what it has touched is compared.
                                                                          
import { unreadableIndex } from '../../../ports/search/unreadable-index.js';
import { createBulkWriter } from '../cluster/bulk-writer.js';
                                                     
                                                                                
                                                                              
import { routingOf } from '../documents/routing.js';
import { generationName, isComplete, isThere, refresh, writeAlias } from '../generations/generation.js';
import { finishChangeset, writeChangeset } from './apply-changeset.js';
                                                 
import {                     deriveUpdate, isSpread, openBase,                   } from './derive-update.js';
import { mustRunAgain } from './footprint.js';
                                            
                                                              
                                                    

                             
	                 
	               
	                    
	                    
	                 
	               
  

                                                   

/** Runs an update of the generation that answers; see SearchWriter. */
export async function updateAnswering   (context               , work         , signal              )             {
	const seen = await context.keeper.read();
	const early = await deriveBeside(context, seen, work, signal);
	return context.leases.run(async (lease) => {
		await finishCutShort(context, lease);
		const stands = early && (await stillStands(context, early, seen, lease.state()));
		const derived = stands ? early : await deriveAnswering(context, lease.state(), work);
		signal?.throwIfAborted();
		const mark = await derived.announce(lease.state().mark);
		if (derived.changes) await commit(context, lease, derived, derived.changes, mark);
		else await endUnchanged(context, lease, derived, mark);
		return derived.result;
	}, signal);
}

async function deriveAnswering   (
	context               ,
	{ generation }             ,
	work         ,
)                            {
	if (!(await isComplete(context.cluster, context.prefix, generation))) throw unreadableIndex(context.prefix);
	return deriveUpdate(context, generation, work);
}

/** Derives an update while others may write; undefined where it has to be derived alone. */
async function deriveBeside   (
	context               ,
	seen             ,
	work         ,
	signal                         ,
)                                        {
	signal?.throwIfAborted();
	try {
		return await deriveAnswering(context, seen, work);
	} catch (error) {
		signal?.throwIfAborted();
		const now = await context.keeper.read().catch(() => seen);
		// What was read while another update was being applied may not fit together.
		if (now.epoch === seen.epoch && !now.journal && !seen.journal) throw error;
		return undefined;
	}
}

/** Tells whether an update stands that was derived beside those that were committed since. */
async function stillStands(
	{ log }               ,
	{ footprint, lookedUp }                        ,
	seen             ,
	now             ,
)                   {
	if (now.generation !== seen.generation) return false;
	if (now.epoch === seen.epoch) return true;
	if (!footprint) return false;
	for (let epoch = now.epoch; epoch > seen.epoch; epoch--) {
		const theirs = await log.read(epoch);
		if (!theirs || mustRunAgain(footprint, lookedUp, theirs)) return false;
	}
	return true;
}

/** Writes changes down and applies them. */
async function commit(
	context               ,
	lease            ,
	{ generation, footprintText }                        ,
	{ planned, base, journal, writes }              ,
	mark        ,
)                {
	const { epoch } = lease.state();
	const [place] = await Promise.all([
		context.journal.write(lease.number, generation, journal),
		context.log.write(epoch + 1, lease.number, footprintText),
	]);
	await lease.change({ journal: { ...place, mark } });
	await apply(context, lease, { generation, planned, base, writes });
	await lease.end(ended(lease.state(), generation, mark));
}

/**
 * Ends an update that has nothing to write. What it looked up is as it is to be, also what is not
 * there: who still derives something else has to know.
 */
async function endUnchanged(
	{ log }               ,
	lease            ,
	{ footprint, footprintText }                        ,
	mark        ,
)                {
	const { epoch, mark: before } = lease.state();
	if (footprint?.places.length === 0) return mark === before ? undefined : lease.end({ mark });
	await log.write(epoch + 1, lease.number, footprintText);
	await lease.end({ epoch: epoch + 1, mark });
}

/** Finishes the update that the journal holds, if any: its process could not. */
async function finishCutShort(context               , lease            )                {
	const { journal, generation: answering } = lease.state();
	if (!journal) return;
	const { generation, mark } = journal;
	const index = generationName(context.prefix, generation);
	// What is being built has a higher number.
	const isNeeded = generation >= answering && (await isThere(context.cluster, context.prefix, generation));
	if (!isNeeded) return lease.change({ journal: null });
	const planned = await context.journal.read(journal);
	// What was applied of it is not shown before all of a step is there: what has to be rewritten is
	// found as searches see it, and documents are read by their ids.
	await apply(context, lease, { generation, planned, base: openBase(context.cluster, index), writes: undefined });
	await lease.change(ended(lease.state(), generation, mark));
}

/** Says what is agreed on once an update has been applied. */
function ended({ generation: answering, epoch }             , generation        , mark        )                       {
	return generation === answering ? { epoch: epoch + 1, journal: null, mark } : { journal: null };
}

                                                                                                           

/** Applies changes, by the writes that they lead to where these are kept. */
async function apply(
	{ cluster, prefix }               ,
	lease            ,
	{ generation, planned, base, writes }         ,
)                {
	const bulk = createBulkWriter(cluster, {
		alias: writeAlias(prefix, generation),
		leaseNumber: lease.number,
		routingOf,
		retryMilliseconds: cluster.timing.retryMilliseconds,
	});
	const show = () => refresh(cluster, generationName(prefix, generation));
	const target = { bulk, show, isSpread: writes ? writes.isSpread : await isSpread(base) };
	await (writes ? writes.repeat(target) : writeChangeset(planned, base, target));
	await finishChangeset(planned, base, target);
}
