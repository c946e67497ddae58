// Describes works anew where what is said of them, or who belongs to them, has changed. It knows no
// engine.
                                                                                
                                                                  
import { describeGroups,           } from '../describe-groups.js';

/**
 * What has changed; `places` are those of all identifiers that are named here; of those that are
 * gone, where they were.
 */
                
	                                
	                                   
	                                   
	                                                                                         
	                       
  

/** Describes works anew from all that is said of them; answers those that read otherwise now. */
export async function redescribe(transaction             , changed         )                {
	const groups = [...(await groupsInDoubt(transaction, changed))];
	if (groups.length === 0) return [];
	const members = await transaction.members('identity', groups);
	const alive = new Set(members.map(({ identity }) => identity));
	const stored = new Map               ();
	const silenced               = [];
	for (const { id, description } of await transaction.identifiers(groups)) {
		if (alive.has(id)) stored.set(id, description);
		else if (description !== null) silenced.push([id, null]);
	}
	await transaction.describe(silenced);
	const saidOf = new Map            ([...alive].map((group) => [group, []]));
	const lastSaid = await transaction.lastSaid(members.map(({ id, identity }) => [id, identity]));
	for (const [group, event, place, description] of lastSaid) saidOf.get(group)?.push({ event, place, description });
	return describeGroups(transaction, saidOf, stored);
}

/**
 * Lists the groups that may read otherwise. A word that is said once more later changes nothing.
 */
async function groupsInDoubt(
	transaction             ,
	{ unsaid, saidAgain, places, works }         ,
)                   {
	const repeated = await transaction.areSaidLater(unsaid);
	const telling = [...unsaid.filter((_, position) => !repeated.has(position)), ...saidAgain];
	const groups = telling.flatMap(([identifier]) => places.get(identifier)?.identity ?? []);
	return new Set([...works, ...groups]);
}
