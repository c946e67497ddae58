// Merges the groups that new IsIdenticalTo and HasVersion relationships join; only the groups that
// are touched are read. It knows no engine.
import {
	createMergeCount,
	createMover,
	findUnions,
	           
	           
	planMerges,
	            
} from '../links/grouping.js';
                                                                          
                                                               

/** What merging has changed. */
                      
	                                                       
	                             
	                                                                            
	                                                                  
	                                                    
	                           
	   
	                                                                                                 
	   
	                       
  

/**
 * Merges groups by joints between the identifiers, which events bring in their order. The heaviest
 * group stays: a merge costs the others.
 */
export async function mergeGroups(
	transaction             ,
	identified                      ,
	jointsOfEvents                               ,
	created                 ,
)                  {
	const joints = jointsOfEvents.flat();
	const ends = endsOf(joints);
	const places = new Map           (identified.filter(({ id }) => ends.has(id)).map((one) => [one.id, one]));
	const unions = findUnions(joints, places);
	const mergedGroups = jointsOfEvents.map(createMergeCount(places));
	if (unions.identity.length === 0 && unions.version.length === 0) {
		return { places: identified, identityUnions: [], regrouped: new Set(), mergedGroups };
	}
	const plan = planMerges(unions, await weighUnions(transaction, unions, created));
	await transaction.move(plan.identityMoves, plan.versionMoves);
	const into = new Map(plan.identityMoves);
	return {
		places: identified.map(createMover(plan)),
		identityUnions: unions.identity.map((groups) => {
			const [first] = groups        ;
			return { groups, staying: into.get(first) ?? first };
		}),
		regrouped: new Set([...plan.identityMoves, ...plan.versionMoves].map(([, to]) => to)),
		mergedGroups,
	};
}

/** Lists the identifiers that joints join. */
export function endsOf(joints                  )                  {
	return new Set(joints.flatMap(({ one, other }) => [one, other]));
}

const firstWeightCap = 64;

/**
 * Weighs the groups of the unions no further than is needed to tell the heaviest of each from the
 * rest. What this event created weighs nothing: no other event speaks of it.
 */
async function weighUnions(
	transaction             ,
	unions        ,
	created                 ,
)                                                                       {
	const weights = { identity: new Map            (), version: new Map            () };
	for (const level of ['identity', 'version']         ) {
		const older = unions[level].map((set) => set.filter((group) => !created.has(group)));
		for (const group of older.flat()) weights[level].set(group, 1);
		let undecided = older.filter((set) => set.length > 1);
		for (let cap = firstWeightCap; undecided.length > 0; cap *= 8) {
			const groups = undecided.flat();
			const counted = await transaction.weigh(level, groups, cap);
			groups.forEach((group, position) => {
				weights[level].set(group, counted[position]          );
			});
			undecided = undecided
				.map((set) => set.filter((group) => (weights[level].get(group)          ) >= cap))
				.filter((set) => set.length > 1);
		}
	}
	const of = (level                        ) => (group    ) => weights[level].get(group) ?? 0;
	return { identity: of('identity'), version: of('version') };
}
