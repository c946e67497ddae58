// Derives an update from a generation as it is: gathers what its work changes, and makes ready all
// that can be made ready before it is its turn. It knows no lease.
                                                                          
                                                     
import { ClusterUnavailable } from '../cluster/failures.js';
import { openSnapshot, SnapshotLost } from '../cluster/snapshot.js';
import {                readGroupKey } from '../documents/group-key.js';
import { generationName } from '../generations/generation.js';
import { writeChangeset } from './apply-changeset.js';
import {                                       gatherChanges } from './changeset.js';
import {                     footprintText } from './commit-log.js';
import {                 footprintOf } from './footprint.js';
import { createWriter,                       placeAfter } from './index-writer.js';
import {                   journalText } from './journal.js';
import {                                 planChanges } from './plan-changes.js';
import { createStoredDocuments } from './stored-documents.js';
import {                  keepWrites, TooManyWrites } from './write-target.js';

/** An update that has been derived and nothing of which is written. */
                                                                                 
	                   
	          
	                                                  
	                                  
	                                             
	                                 
	                             
  

/** Changes that can be written without more ado. */
                            
	                        
	           
	                     
	   
	                                                                                                
	   
	                               
  

// Documents of a usual update take half of it.
const mostCharactersKept = 96 * 1024 * 1024;
const mostRewritten = 20_000;

/** Runs the work of an update of a generation and makes its changes ready. */
export async function deriveUpdate   (
	{ cluster, prefix }                                      ,
	generation        ,
	work                                     ,
)                            {
	const base = openBase(cluster, generationName(prefix, generation));
	const gathered = gatherChanges();
	const { writer, announce, lookedUp, close } = createWriter(generation, gathered, base);
	const result = await work(writer).finally(close);
	const changeset = gathered.changeset();
	const before = await base.stored.objects(changeset.objects.map(([key]) => key));
	for (const [key, object] of changeset.objects) {
		lookedUp.object(readGroupKey(key).group, before.get(key));
		for (const identifier of object?.identifiers ?? []) lookedUp.locate(identifier, null);
	}
	const changes = gathered.isEmpty() ? undefined : await makeReady(changeset, base);
	const describe = (written                  ) => describeUpdate(changeset, gathered, { lookedUp, before, written });
	const isKept = changes === undefined || changes.writes !== undefined;
	const footprint = isKept ? describe(changes?.writes?.ids() ?? []) : undefined;
	return { generation, result, announce, lookedUp, changes, footprint, footprintText: footprintText(footprint) };
}

/** Derives all documents that a changeset leads to, unless they are too many to be kept. */
async function makeReady(changeset           , base      )                        {
	const planned = await planChanges(changeset, base);
	const ready = { planned, base, journal: journalText(planned) };
	const writes = keepWrites(await isSpread(base), mostCharactersKept);
	try {
		await writeChangeset(planned, base, writes);
		return { ...ready, writes };
	} catch (error) {
		if (error instanceof TooManyWrites) return { ...ready, writes: undefined };
		throw error;
	}
}

/** Tells whether the index that an update builds on has several shards. */
export function isSpread({ withSnapshot }      )                   {
	return withSnapshot(async ({ shards }) => shards > 1);
}

function describeUpdate(
	changeset           ,
	gathered                 ,
	{
		lookedUp,
		before,
		written,
	}                                       
		                                       
		                          
	 ,
)                        {
	const footprint = footprintOf(changeset, lookedUp, {
		placeOf: (identifier) => placeAfter(identifier, gathered, lookedUp),
		wasThere: (key) => before.get(key) !== undefined,
		written,
	});
	return footprint.rewritten.length > mostRewritten ? undefined : footprint;
}

// A busy cluster may take its time between two searches of a writer.
const keepAliveSeconds = 300;

/**
 * Opens what an update builds on. While no other process writes, every snapshot shows the same
 * until the next refresh.
 */
export function openBase(cluster         , index        )       {
	return {
		stored: createStoredDocuments(cluster, index),
		async withSnapshot(work) {
			const snapshot = await openSnapshot(cluster, index, keepAliveSeconds);
			if (!snapshot) throw new ClusterUnavailable('the generation that answers is gone');
			try {
				return await work(snapshot);
			} catch (error) {
				throw error instanceof SnapshotLost ? new ClusterUnavailable(error.message) : error;
			} finally {
				await snapshot.close();
			}
		},
	};
}
