// Derives all groups and their descriptions anew from what counts, and tells what is stored
// otherwise. It changes nothing itself, and knows no engine.
import { createDisjointSets } from '../links/grouping.js';
import { relationCode } from '../links/relation.js';
                                                                             
                                                               
                                                              
import { findMisdescribed,                              } from './describe-groups.js';
import { inSteps } from './in-steps.js';

                                                                              

/** What was derived. */
                             
	                    
	                       
	                      
	   
	                                                                                                  
	            
	   
	                  
  

/** Is told what differs, step by step: how it should be. */
                           
	                                                       
	                                                             
  

const stepSize = 5_000;

/**
 * Derives the graph from one state of the records and tells what is stored otherwise; first all
 * groups, then all descriptions.
 */
export async function compareGraph(
	transaction                                   ,
	snapshot          ,
	differences             ,
	onProgress                                   ,
)                         {
	const groups = await deriveGroups(snapshot);
	const { shared, differing, ...counts } = await compareGroups(snapshot, groups, differences, onProgress);
	const misdescribed = await compareDescriptions(transaction, snapshot, shared, differences, onProgress);
	return { ...counts, differing: differing + misdescribed };
}

                                                                                                                  

async function deriveGroups(snapshot          )                  {
	const identity = createDisjointSets();
	const version = createDisjointSets();
	const { IsIdenticalTo, HasVersion } = relationCode;
	const relations = { first: Math.min(IsIdenticalTo, HasVersion), last: Math.max(IsIdenticalTo, HasVersion) };
	for await (const rows of snapshot.assertions(relations)) {
		for (const [one, relation, other] of rows) {
			if (relation === IsIdenticalTo) identity.join(one, other);
			if (relation === IsIdenticalTo || relation === HasVersion) version.join(one, other);
		}
	}
	for await (const pairs of snapshot.representatives()) {
		for (const [one, other] of pairs) {
			identity.join(one, other);
			version.join(one, other);
		}
	}
	return { identity, version };
}

                                 
	                                                                           
	                            
  

async function compareGroups(
	snapshot          ,
	groups        ,
	differences             ,
	onProgress                                   ,
)                    {
	const names = await nameGroups(snapshot, groups);
	const counts = { identifiers: 0, identity: 0 };
	const shared = new Map        ();
	const wrong              = [];
	for await (const rows of snapshot.identifiers()) {
		for (const { id, identity, version, alone } of rows) {
			const shouldBe = {
				id,
				identity: names.identity.get(groups.identity.find(id)) ?? id,
				version: names.version.get(groups.version.find(id)) ?? id,
				alone: !names.version.has(groups.version.find(id)),
			};
			const right = identity === shouldBe.identity && version === shouldBe.version && alone === shouldBe.alone;
			if (!right) wrong.push(shouldBe);
			if (names.identity.has(groups.identity.find(id))) shared.set(id, shouldBe.identity);
			counts.identifiers++;
			if (shouldBe.identity === id) counts.identity++;
		}
		onProgress({ what: 'groups', done: counts.identifiers });
	}
	// Every set of two or more makes its members' groups one.
	const inVersions = names.version.size;
	const alone = counts.identifiers - names.versionMembers;
	for (const step of inSteps(wrong, stepSize)) await differences.misplaced(step);
	return {
		identifiers: counts.identifiers,
		identityGroups: counts.identity,
		versionGroups: alone + inVersions,
		differing: wrong.length,
		shared,
	};
}

/**
 * Names each group after one of its members: as it is named already where that still fits, else
 * after the smallest.
 */
async function nameGroups(snapshot          , groups        ) {
	const identity = new Map        ();
	const version = new Map        ();
	let versionMembers = 0;
	const named = (names             , sets                    , id    , stored    , known                 ) => {
		const root = sets.find(id);
		if (!known.has(root)) return false;
		const fits = sets.find(stored) === root;
		const name = names.get(root);
		if (name === undefined || (fits && stored < name)) names.set(root, fits ? stored : (name ?? id));
		return true;
	};
	const identityRoots = new Set(groups.identity.sets().map((set) => groups.identity.find(set[0]      )));
	const versionRoots = new Set(groups.version.sets().map((set) => groups.version.find(set[0]      )));
	for await (const rows of snapshot.identifiers()) {
		for (const row of rows) {
			named(identity, groups.identity, row.id, row.identity, identityRoots);
			if (named(version, groups.version, row.id, row.version, versionRoots)) versionMembers++;
		}
	}
	return { identity, version, versionMembers };
}

                                        

async function compareDescriptions(
	transaction                                   ,
	snapshot          ,
	shared                     ,
	differences             ,
	onProgress                                   ,
)                  {
	const saidOfShared = new Map              ([...shared.values()].map((group) => [group, []]));
	const storedOfShared = new Map               ();
	const readSaid = createSaidReader(snapshot.described());
	let done = 0;
	let differing = 0;
	const tell = async (wrong                         ) => {
		if (wrong.length > 0) await differences.misdescribed(wrong);
		differing += wrong.length;
	};
	for await (const rows of snapshot.identifiers()) {
		const saidOf = new Map              ();
		const stored = new Map               ();
		const misplaced                 = [];
		for (const { id, description } of rows) {
			const group = shared.get(id) ?? id;
			if (group !== id && description !== null) misplaced.push({ group: id, text: null });
			else if (group === id) (shared.has(id) ? storedOfShared : stored).set(id, description);
			if (!shared.has(id)) saidOf.set(id, []);
		}
		for (const said of await readSaid(rows.at(-1)?.id      )) {
			const group = shared.get(said.identifier);
			(group === undefined ? saidOf.get(said.identifier) : saidOfShared.get(group))?.push(said);
			done++;
		}
		await tell([...misplaced, ...(await findMisdescribed(transaction, saidOf, stored))]);
		onProgress({ what: 'descriptions', done });
	}
	for (const entries of inSteps([...saidOfShared], stepSize)) {
		await tell(await findMisdescribed(transaction, new Map(entries), storedOfShared));
	}
	return differing;
}

/** Reads what was said, which comes by identifier, up to one identifier after the other. */
function createSaidReader(steps                               )                                  {
	const rest = steps[Symbol.asyncIterator]();
	let rows                 = [];
	let at = 0;
	return async (last) => {
		const said           = [];
		for (;;) {
			if (at === rows.length) {
				const next = await rest.next();
				if (next.done) return said;
				rows = next.value;
				at = 0;
			}
			const [identifier, event, place, description] = rows[at]                ;
			if (identifier > last) return said;
			said.push({ event, place, identifier, description });
			at++;
		}
	};
}
