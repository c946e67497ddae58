// Explains what two identifiers have to do with each other: the shortest chain of assertions that
// makes them one work, versions of one, or linked. It knows no transport and no engine.
import { compareIdentifiers,                  ruleSentence } from '../../identifiers/index.js';
import { distancesTo,                  neighboursOf, shortestChain } from '../../links/chains.js';
                                                      
import { provenanceFromText } from '../../links/provenance.js';
import { isSymmetric, joinsGroups,                relationCode, relations } from '../../links/relation.js';
                                                                                   
                                                                                    
                                                                           
import { findBoth } from './find-both.js';
import { linksBetween } from './links-between.js';
                                                     

/** Who asks: each user sees the own events, some see all. */
                                                                   

/** Says what two identifiers are to each other: one work, versions of one, linked, or nothing. */
                                                              

/** One assertion of a chain, or one rule; steps that follow each other share an identifier. */
                                                                                        
	                  
	   
			                                       
			                       
			                                                   
			                 
			                                                
			               
	   
  

                   
	                                                              
	                
	                  
	                  
	                                                                                                
	                          
  

/** Explains on one state of the records; see findBoth for the failures. */
export function explainWhy(records                       , question             , viewer        )               {
	return records.read(async (transaction) => {
		const { one, other } = await findBoth(transaction, question);
		const { relation, joints } = await relate(transaction, one, other);
		return { one, other, relation, steps: await tell(transaction, joints, viewer) };
	});
}

/**
 * A joint of a chain: an assertion, or a rule by which the source has the target as representative.
 */
                                                                                                       

async function relate(
	transaction             ,
	one                  ,
	other                  ,
)                                                           {
	for (const [level, relation] of [
		['identity', 'same'],
		['version', 'versions'],
	]         ) {
		if (one[level] !== other[level]) continue;
		const group = await readGroup(transaction, level, one);
		return { relation, joints: group.chain(one.id, other.id) };
	}
	for (const level of ['identity', 'version']         ) {
		const joints = await linkedBy(transaction, level, one, other);
		if (joints) return { relation: 'linked', joints };
	}
	return { relation: 'none', joints: [] };
}

/**
 * Finds the shortest chain over one link between the groups; of equally long ones that whose ends
 * of the link come first. Undefined where no link is between them.
 */
async function linkedBy(
	transaction             ,
	level            ,
	one                  ,
	other                  ,
)                                        {
	const members = await transaction.members(level, [one[level], other[level]]);
	const membersOf = (place                  ) => ({
		group: place[level],
		members: members.filter((member) => member[level] === place[level]),
	});
	const links = await linksBetween(transaction, level, membersOf(one), membersOf(other));
	if (links.length === 0) return undefined;
	const near = await readGroup(transaction, level, one);
	const far = await readGroup(transaction, level, other);
	const [nearDistances, farDistances] = [near.distancesTo(one.id), far.distancesTo(other.id)];
	const candidates = links.flatMap(([source, relation, target]) => {
		const isForward = nearDistances.has(source);
		const [here, there] = isForward ? [source, target] : [target, source];
		const length = (nearDistances.get(here) ?? Number.NaN) + (farDistances.get(there) ?? Number.NaN);
		// Both are connected with their ends, unless the groups are damaged.
		if (Number.isNaN(length)) return [];
		const [first, last] = [near.member(here), far.member(there)];
		return [{ first, relation, last, isForward, length }];
	});
	const [best] = candidates.sort(
		(a, b) =>
			a.length - b.length ||
			compareIdentifiers(a.first, b.first) ||
			compareIdentifiers(a.last, b.last) ||
			a.relation - b.relation ||
			Number(b.isForward) - Number(a.isForward),
	);
	if (best === undefined) return undefined;
	const { first, relation, last, isForward } = best;
	const [source, target] = isForward ? [first, last] : [last, first];
	const link        = { source, relation, target, isRule: false };
	return [...near.chain(one.id, first.id), link, ...far.chain(last.id, other.id)];
}

              
	                                 
	                                             
	                                                                         
	                                          
  

/** Reads the members of the group that an identifier lies in, and what joins them. */
async function readGroup(transaction             , level            , place                  )                 {
	const ids = place.alone ? [place.id] : (await transaction.members(level, [place[level]])).map(({ id }) => id);
	const members = new Map((await transaction.identifiers(ids)).map((member) => [member.id, member]));
	const member = (id    ) => members.get(id)                    ;
	const compare = (one    , other    ) => compareIdentifiers(member(one), member(other));
	const joints = await readJoints(transaction, level, members);
	const neighbours             = neighboursOf(
		Array.from(joints.values(), ({ source, target }) => [source.id, target.id]         ),
		compare,
	);
	return {
		member,
		distancesTo: (id) => distancesTo(id, neighbours),
		chain(from, to) {
			const chain = shortestChain(from, distancesTo(to, neighbours), neighbours) ?? [];
			return chain.slice(1).map((next, at) => alongChain(joints.get(pairOf(chain[at]      , next))         , next));
		},
	};
}

/** What is symmetric is told in the direction of the chain, all else as it was said. */
function alongChain(joint       , next    )        {
	const isTurned = joint.relation === relationCode.IsIdenticalTo && joint.target.id !== next;
	return isTurned && !joint.isRule ? { ...joint, source: joint.target, target: joint.source } : joint;
}

function pairOf(one    , other    )         {
	return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** Lists what joins pairs of members: a rule, else IsIdenticalTo, else HasVersion. */
async function readJoints(
	transaction             ,
	level            ,
	members                                   ,
)                                      {
	const { IsIdenticalTo, HasVersion } = relationCode;
	const asserted = await transaction.relationshipsFrom([...members.keys()], {
		first: level === 'identity' ? IsIdenticalTo : Math.min(HasVersion, IsIdenticalTo),
		last: level === 'identity' ? IsIdenticalTo : Math.max(HasVersion, IsIdenticalTo),
	});
	const joints = new Map               ();
	const isIdentity = ([, relation]                 ) => relation === IsIdenticalTo;
	const inOrder = [...asserted.filter(isIdentity), ...asserted.filter((one) => !isIdentity(one))];
	const rules = await rulesAmong(transaction, members);
	for (const joint of [...rules, ...inOrder.map(jointOf(members))]) {
		if (joint === undefined) continue;
		const pair = pairOf(joint.source.id, joint.target.id);
		// Both may be said to be a version of the other: the smaller one tells.
		const known = joints.get(pair);
		if (known === undefined || preferred(joint, known)) joints.set(pair, joint);
	}
	return joints;
}

function preferred(joint       , known       )          {
	return !known.isRule && known.relation === joint.relation && compareIdentifiers(joint.source, known.source) < 0;
}

function jointOf(members                                   ) {
	return ([from, relation, to]                 )                    => {
		const [source, target] = [members.get(from), members.get(to)];
		return source && target && { source, relation, target, isRule: false };
	};
}

async function rulesAmong(transaction             , members                                   )                   {
	const pairs = await transaction.representatives([...members.keys()]);
	return pairs.flatMap(([identifier, representative])          => {
		const [source, target] = [members.get(identifier), members.get(representative)];
		return source && target ? [{ source, relation: relationCode.IsIdenticalTo, target, isRule: true }] : [];
	});
}

/** Tells of each joint who said it first. */
async function tell(transaction             , joints                  , viewer        )                              {
	const said = await readTestimonies(transaction, joints);
	const provenanceIds = [...said.values()].flatMap(({ provenances }) => provenances);
	const texts = new Map(await transaction.provenances([...new Set(provenanceIds)]));
	return joints.map((joint)          => {
		const { source, target, isRule } = joint;
		const relation = relations[joint.relation - 1]            ;
		if (isRule) return { source, relation, target, rule: ruleSentence(source, target) };
		const { provenances, assertions, eventId, userId, isTurned } = said.get(joint)        ;
		const [text] = provenances.map((id) => texts.get(id)          ).sort();
		const isVisible = viewer.seesAllEvents || (viewer.userId !== null && viewer.userId === userId);
		return {
			relation,
			...(isTurned && relation === 'IsRelatedTo' ? { source: target, target: source } : { source, target }),
			provenance: provenanceFromText(text          ),
			...(isVisible && { eventId }),
			others: assertions - 1,
		};
	});
}

/** Says who said a joint first; `isTurned`: of a symmetric one, from its target to its source. */
                                              

/** Reads who said each joint first; of a symmetric one, in whichever direction. */
async function readTestimonies(transaction             , joints                  )                                    {
	const told = new Map             ();
	const asserted = joints.filter(({ isRule }) => !isRule);
	for (const scope of ['searchable', 'everything']         ) {
		// Searches hide the links of events that must not be found yet, but not what these group.
		const those = asserted.filter(({ relation }) => joinsGroups(relation) === (scope === 'searchable'));
		const asked = those.flatMap(directionsOf);
		const found = await transaction.testimonies(
			asked.map(({ relationship }) => relationship),
			scope,
		);
		for (const testimony of found) {
			const { joint, isTurned } = asked[testimony.position]             ;
			const known = told.get(joint);
			const one = { ...testimony, isTurned };
			told.set(joint, known === undefined ? one : earlierOf(known, one));
		}
	}
	return told;
}

                                                                                    

function directionsOf(joint       )              {
	const { source, relation, target } = joint;
	const forward            = { joint, relationship: [source.id, relation, target.id], isTurned: false };
	if (!isSymmetric(relations[relation - 1]            )) return [forward];
	return [forward, { joint, relationship: [target.id, relation, source.id], isTurned: true }];
}

function earlierOf(one      , other      )       {
	const assertions = one.assertions + other.assertions;
	return { ...(one.sequence <= other.sequence ? one : other), assertions };
}
