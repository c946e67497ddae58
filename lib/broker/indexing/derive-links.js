// Derives the links between groups, with their whole histories, from the relationships between
// identifiers. It knows neither the index's engine nor SQL.
import {                     relationCode, relations } from '../../links/relation.js';
                                                                                               
                                                                  
                                                                     
import { inSteps } from '../in-steps.js';
import { createHistories,                             } from './histories.js';
import { readVersionMembers } from './places.js';

const levels                        = ['identity', 'version'];

// Above this many possible relationships between two groups they are listed rather than tried.
const triedCombinations = 2_000;

/** All that relates these identifiers to others, at either end, by the relations between groups. */
                               
	                     
	                                                                                             
  

const noneKnown                  = { ids: new Set(), assertions: [] };

/**
 * Derives the links, at both levels, that the relationships belong to: each whole, from all members
 * of its two groups. Relationships inside a group make none at that level. `places` has both their
 * ends; what is `known` already is not read again.
 */
export async function deriveLinks(
	transaction             ,
	relationships                            ,
	places                            ,
	known                  = noneKnown,
)                       {
	const [plain, others] = [true, false].map((wanted) =>
		relationships.filter((relationship) => isPlain(relationship, places) === wanted),
	)                                          ;
	const links = await derivePlainLinks(transaction, plain);
	return others.length === 0 ? links : links.concat(await deriveGroupedLinks(transaction, others, places, known));
}

/** Tells a relationship that is a link by itself: both ends are alone, and it has one direction. */
function isPlain([source, relation, target]                 , places                            )          {
	return (
		relation !== relationCode.IsRelatedTo &&
		source !== target &&
		(places.get(source)             ).alone &&
		(places.get(target)             ).alone
	);
}

async function derivePlainLinks(
	transaction             ,
	relationships                            ,
)                       {
	const provenances = relationships.map(()       => []);
	for (const [position, provenance] of await transaction.provenancesOf(relationships)) {
		provenances[position]?.push(provenance);
	}
	const histories = createHistories();
	await histories.read(transaction, provenances);
	return relationships.map(([source, relation, target], position)            => {
		const history = histories.of(provenances[position]                 );
		return { source, relation: nameOf(relation), target, identity: history, version: history };
	});
}

async function deriveGroupedLinks(
	transaction             ,
	relationships                            ,
	places                            ,
	known                 ,
)                       {
	const ends = relationships.flatMap(([source, , target]) => [places.get(source), places.get(target)]               );
	const members = await readVersionMembers(transaction, ends);
	const placeOf = new Map(members.map((member) => [member.id, member]));
	const pairs = createPairs(Map.groupBy(members, ({ version }) => version));
	const links = createLinkGatherer();
	for (const [source, relation, target] of relationships) {
		const from = placeOf.get(source)             ;
		const to = placeOf.get(target)             ;
		if (from.identity === to.identity) continue;
		pairs.add(from, relation, to);
		links.expect(from, relation, to);
	}
	const add = (source    , relation        , target    , provenance    )       => {
		const [from, to] = [placeOf.get(source), placeOf.get(target)];
		if (from && to) links.add(from, relation, to, provenance);
	};
	const read = new Map                ();
	const isRead = (group       ) => read.getOrInsertComputed(group, () => group.every(({ id }) => known.ids.has(id)));
	const unread = pairs.all.filter(({ sources, targets }) => !isRead(sources) && !isRead(targets));
	for (const assertion of known.assertions) add(...assertion);
	const tried                    = [];
	const listed         = [];
	for (const pair of unread) {
		if (pair.sources.length * pair.targets.length <= triedCombinations) tried.push(...combinationsOf(pair));
		else listed.push(pair);
	}
	for (const [position, provenance] of await transaction.provenancesOf(tried)) {
		add(...(tried[position]                   ), provenance);
	}
	for await (const assertions of listAssertions(transaction, listed)) {
		for (const assertion of assertions) add(...assertion);
	}
	return links.all(transaction, createHistories());
}

/**
 * Two groups whose members' relationships are looked up together: Version groups, or Identity
 * groups that lie in one Version group. So no relationship belongs to two pairs of one relation.
 */
                                                                 
/** The members of a group, in one list for all pairs. */
                                  

function createPairs(membersOf                        ) {
	const known = new Set        ();
	const all         = [];
	const worksOf = new Map                            ();
	const within = (level            , { identity, version }           )        => {
		const members = membersOf.get(version)         ;
		if (level === 'version') return members;
		const works = worksOf.getOrInsertComputed(version, () => Map.groupBy(members, (member) => member.identity));
		return works.get(identity)         ;
	};
	return {
		all,
		add(from           , relation        , to           )       {
			const level = from.version === to.version ? 'identity' : 'version';
			// A symmetric relation is one pair, whichever way it was said.
			const isTurned = relation === relationCode.IsRelatedTo && from[level] > to[level];
			const [first, second] = isTurned ? [to, from] : [from, to];
			const name = `${level} ${first[level]} ${relation} ${second[level]}`;
			if (known.has(name)) return;
			known.add(name);
			all.push({ relation, sources: within(level, first), targets: within(level, second) });
		},
	};
}

function combinationsOf({ relation, sources, targets }      )                    {
	return sources.flatMap(({ id: source }) =>
		targets.flatMap(({ id: target })                    =>
			relation === relationCode.IsRelatedTo
				? [
						[source, relation, target],
						[target, relation, source],
					]
				: [[source, relation, target]],
		),
	);
}

// So many members are listed at a time.
const listedMembers = 200;

/** Lists, for each pair, what the members of the smaller group assert, and more. */
async function* listAssertions(
	transaction             ,
	pairs                 ,
)                                                {
	const asked = Map.groupBy(pairs, ({ relation }) => relation);
	for (const [relation, those] of asked) {
		const listed = { source: new Set    (), either: new Set    () };
		for (const { sources, targets } of those) {
			const isOfSources = sources.length <= targets.length;
			const end = isOfSources && relation !== relationCode.IsRelatedTo ? 'source' : 'either';
			for (const { id } of isOfSources ? sources : targets) listed[end].add(id);
		}
		for (const end of ['source', 'either']         ) {
			for (const ids of inSteps([...listed[end]], listedMembers)) {
				yield await transaction.assertionsOf(ids, { first: relation, last: relation }, end);
			}
		}
	}
}

/** The provenances of a link between Version groups, by the Identity groups that make it. */
                                                                              
                                                                                                                 

/**
 * Gathers, assertion by assertion, the provenances of the links between groups at each level;
 * starts with no links.
 */
export function createLinkGatherer() {
	const bySource = new Map                           ();
	const make = (source    , relation        , target    )           => {
		const byTarget = bySource.getOrInsertComputed(`${source} ${relation}`, () => new Map());
		return byTarget.getOrInsertComputed(target, () => ({ source, relation, target, identity: null, version: null }));
	};
	/** Visits the link at each level, and what is symmetric the other way round as well. */
	const each = (
		from           ,
		relation        ,
		to           ,
		visit                                                                              ,
	)       => {
		for (const level of levels) {
			if (from[level] === to[level]) continue;
			visit(level, from, to, false);
			if (relation === relationCode.IsRelatedTo) visit(level, to, from, true);
		}
	};
	return {
		/** Makes the links that a relationship between these two belongs to, at each level. */
		expect(from           , relation        , to           )       {
			each(from, relation, to, (level, one, other) => {
				const made = make(one[level], relation, other[level]);
				if (level === 'identity') made.identity ??= [];
				else made.version ??= new Map();
			});
		},
		/** Adds a provenance to those of the links that are expected. */
		add(from           , relation        , to           , provenance    )       {
			each(from, relation, to, (level, one, other, turned) => {
				const found = bySource.get(`${one[level]} ${relation}`)?.get(other[level]);
				const said = turned ? -provenance : provenance;
				if (level === 'identity') addOnce(found?.identity, said);
				else if (found?.version) addOnce(provenancesBetween(found.version, one, other), said);
			});
		},
		/** Lists the links that are expected, with the history of what was added. */
		async all(transaction             , histories           )                       {
			const all = [...bySource.values()].flatMap((byTarget) => [...byTarget.values()]);
			const listsOf = ({ identity, version }          ) => [identity ?? [], ...listsBetween(version ?? new Map())];
			await histories.read(transaction, all.flatMap(listsOf));
			return all.map(({ source, relation, target, identity, version }) => ({
				source,
				relation: nameOf(relation),
				target,
				...(identity && { identity: histories.of(identity) }),
				...(version && versionState({ source, target }, version, histories)),
			}));
		},
	};
}

function provenancesBetween(members         , from           , to           )           {
	const { identity: source } = from;
	const { identity: target } = to;
	return members.getOrInsertComputed(`${source} ${target}`, () => ({ source, target, provenances: [] })).provenances;
}

function listsBetween(members         )             {
	return Array.from(members.values(), ({ provenances }) => provenances);
}

/**
 * Says what makes a link between Version groups; see IndexLink.via for what goes without saying. Its
 * order is that of the groups, whichever of their links is read first.
 */
function versionState(
	groups                            ,
	members         ,
	histories           ,
)                                     {
	const version = histories.of(listsBetween(members).flat());
	const [first, ...others] = members.values();
	if (first?.source === groups.source && first.target === groups.target && others.length === 0) return { version };
	const via = Array.from(members.values(), ({ source, target, provenances }) => {
		return { source, target, history: histories.of(provenances) };
	});
	via.sort((one, other) => one.source - other.source || one.target - other.target);
	return { version, via };
}

function addOnce(list                             , said        )       {
	if (list && list.at(-1) !== said) list.push(said);
}

function nameOf(relation        )                {
	return relations[relation - 1]                 ;
}
