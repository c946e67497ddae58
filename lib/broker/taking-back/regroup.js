// Groups the members of families anew from what joins them, after something that counts has
// changed. It knows no engine; the plan is pure (links/regrouping.ts).
import {             planRegrouping } from '../../links/regrouping.js';
                                                                  
                                                                  

/** What became of groups. */
                         
	                                                            
	                             
	                                                                                       
	                       
	                                                         
	                      
	                                                                
	                       
	                    
	                     
  

/** Groups all members of these Version groups anew. */
export async function regroup(transaction             , versions               )                     {
	if (versions.length === 0) {
		return { places: [], moved: new Set(), left: new Set(), works: new Set(), splitGroups: 0, mergedGroups: 0 };
	}
	const members = await transaction.members('version', versions);
	const edges        = await transaction.edgesAmong(members.map(({ id }) => id));
	const { places, splitGroups, mergedGroups } = planRegrouping(members, edges);
	const changed = places.filter((place, at) => place !== members[at]);
	if (changed.length > 0) await transaction.place(changed);
	const [works, left] = [new Set    (), new Set    ()];
	places.forEach((place, at) => {
		const former = members[at]             ;
		if (place === former) return;
		for (const group of groupsOf(former)) left.add(group);
		if (place.identity !== former.identity) works.add(place.identity).add(former.identity);
	});
	const moved = new Set(changed.map(({ id }) => id));
	return { places, moved, left, works, splitGroups, mergedGroups };
}

/** The groups that an identifier lies in. */
export function groupsOf({ identity, version }           )                              {
	return [identity, version];
}
