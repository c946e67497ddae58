// Finds out what follows from a changeset beside what it says, before anything of it is written; it
// writes nothing. What is planned goes to the journal with the changeset: half-way through, the
// index would not tell it any more.
import { isDeepStrictEqual } from 'node:util';
import { identifierText } from '../../../identifiers/index.js';
                                                                                                  
                                                       
import {                groupKey, levels, readGroupKey } from '../documents/group-key.js';
import { viewOfId } from '../documents/link-document.js';
import { objectsOfKeys } from '../reading/lookup.js';
                                                
import {                     createChangedCopies } from './object-copies.js';
import { linksTouching } from './rewrite-links.js';
                                                                           

/** The generation that an update changes, as it was before. */
                    
	                        
	                                                                                        
	                                                                      
  

/** Where an identifier leads to; null: nowhere. */
                                                            

/** What follows from a changeset. */
                    
	                                                                             
	                     
	                                                                              
	                    
	                                                   
	                                                   
	                                                                                           
	                   
	                                                                                                  
	                  
	   
	                                                                                              
	                     
	   
	                
  

                                              

/**
 * Plans a changeset. Fails where a link joins a group that has no object at a level at which the
 * link lies.
 */
export async function planChanges(changes           , base      )                          {
	const copies = createChangedCopies(changes, base.stored);
	await copies.load([
		...changes.objects.map(([key]) => readGroupKey(key).group),
		...changes.links.flatMap(({ source, target }) => [source, target]),
	]);
	requireObjects(changes, copies);
	return {
		...changes,
		recounted: await groupsLosingLinks(changes, base),
		...changedCopies(changes, copies),
		...(await planMoves(changes, base)),
	};
}

function requireObjects({ links }           , copies               )       {
	for (const link of links) {
		for (const level of levels) {
			if (!link[level]?.length) continue;
			const missing = [link.source, link.target].find((group) => !copies.of(level, group));
			if (missing !== undefined) throw new Error(`a link joins ${level} group ${missing}, which has no object`);
		}
	}
}

/** Finds the groups that lose links to groups that are cleared. */
async function groupsLosingLinks({ cleared }           , { withSnapshot }      )                     {
	if (cleared.length === 0) return [];
	const found = new Set         ();
	await withSnapshot(async (snapshot) => {
		for await (const page of linksTouching({ at: cleared }, snapshot)) {
			for (const { _id } of page) found.add(viewOfId(_id).other);
		}
	});
	return [...found];
}

function changedCopies({ objects }           , copies               )                                     {
	const { before } = copies;
	const groups = [...new Set(objects.map(([key]) => readGroupKey(key).group))];
	const changed = { identity: new Set         (), version: new Set         () };
	for (const group of groups) {
		for (const level of levels) {
			const was = before.of(level, group);
			const isSame = isDeepStrictEqual(was, copies.of(level, group));
			const isSameMember = isDeepStrictEqual(before.member(group, group), copies.member(group, group));
			if (was && !(isSame && (level === 'identity' || isSameMember))) changed[level].add(group);
		}
	}
	const identities = objects.flatMap(([key, object]) => {
		const { level, group } = readGroupKey(key);
		return level === 'identity' ? [{ group, version: object?.version }] : [];
	});
	const reshown = identities.filter(({ group, version }) => {
		const was = before.versionOf(group);
		if (was === undefined) return version !== undefined;
		return was !== version || !isDeepStrictEqual(before.member(was, group), copies.member(was, group));
	});
	return {
		recopied: levels.flatMap((level) => [...changed[level]].map((group) => groupKey(level, group))),
		reshown: reshown.map(({ group }) => groupKey('identity', group)),
	};
}

/** Gathers which identifiers and members move between groups. */
function createMoves() {
	const losing = new Set         ();
	const gaining = new Set         ();
	const moved = new Map                                ();
	return {
		loses: (...groups           ) => groups.forEach((group) => void losing.add(group)),
		gains: (...groups           ) => groups.forEach((group) => void gaining.add(group)),
		leads(identifier               , place       )       {
			const text = identifierText(identifier);
			// Another object may have it from now on.
			if (place || !moved.has(text)) moved.set(text, [identifier, place]);
		},
		plan: ()                                          => ({
			moved: [...moved.values()],
			losing: [...losing],
			last: [...losing].filter((group) => !gaining.has(group)),
		}),
	};
}

async function planMoves(
	{ objects }           ,
	{ stored, withSnapshot }      ,
)                                                              {
	const before = await stored.objects(objects.map(([key]) => key));
	const moves = createMoves();
	const taken = objects.flatMap(([key, object]) => {
		const { level, group } = readGroupKey(key);
		return level === 'identity' ? noteMoves(group, before.get(key), object, moves) : [];
	});
	const texts = new Set(taken.map(identifierText));
	const keys = [...new Set(taken.map(({ key }) => key))];
	const changed = new Set(objects.map(([key]) => key));
	const holders =
		keys.length === 0 ? [] : await withSnapshot((snapshot) => objectsOfKeys(snapshot, keys, holderFields));
	const robbed = holders.filter(
		({ group, identifiers }) =>
			!changed.has(groupKey('identity', group)) && identifiers.some((one) => texts.has(identifierText(one))),
	);
	for (const { group, version } of robbed) moves.loses(group, version);
	return { robbed: robbed.map(({ group }) => groupKey('identity', group)), ...moves.plan() };
}

const holderFields = ['group', 'version', 'identifiers']         ;

/** Notes what an Identity group gains and loses; answers the identifiers that are new to it. */
function noteMoves(
	group         ,
	before                          ,
	object                    ,
	{ loses, gains, leads }                                ,
)                           {
	const has = new Set(object?.identifiers.map(identifierText));
	const had = new Set(before?.identifiers.map(identifierText));
	const lost = before?.identifiers.filter((one) => !has.has(identifierText(one))) ?? [];
	const fresh = object?.identifiers.filter((one) => !had.has(identifierText(one))) ?? [];
	const isMoved = before?.version !== object?.version;
	if (before && lost.length > 0) loses(group, before.version);
	if (before && isMoved) loses(before.version);
	if (object && fresh.length > 0) gains(group, object.version);
	if (object && isMoved) gains(object.version);
	for (const one of lost) leads(one, null);
	if (object) {
		const place = { identity: group, version: object.version };
		for (const one of isMoved ? object.identifiers : fresh) leads(one, place);
	}
	return fresh;
}
