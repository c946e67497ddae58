// Derives the links for an index that is built anew, or for a part of it, from one state of the
// records. It knows no engine.
import {                     relationCode, relations, relationsOfGroups } from '../../links/relation.js';
                                                                                   
                                                                    
                                                                  
                                                                 
                                                                     
                                                                            
import { inSteps } from '../in-steps.js';
import { createLinkGatherer, deriveLinks } from './derive-links.js';
import { createHistories,                } from './histories.js';
import { placesById, readPlaces } from './places.js';
                                                   

const everything          = { first: 1, last: Number.MAX_SAFE_INTEGER };

                                                  

// Bounds what is in memory at a time; one work or family that has more than that is read whole.
const linksPerStep = 1_000;
const assertionsPerStep = 500;
const familiesPerStep = 60;
const familyAssertionsPerStep = 2_500;

/**
 * Writes all links, from works that are alone and then from families; `families` are those of this
 * state of the records, or of an earlier one that a replay of changes makes up for.
 */
export async function* fillLinks(
	{ transaction, snapshot, onDerived, range = everything }        ,
	builder             ,
	families          ,
)                       {
	const histories = createHistories();
	const ofAlone = createLinksOfAlone(transaction, builder, families, histories);
	for await (const rows of snapshot.assertions(relationsOfGroups, range)) {
		for (const step of inSteps(rows, assertionsPerStep)) {
			await ofAlone.add(step);
			onDerived(step.length);
			yield;
		}
	}
	await ofAlone.end();
	yield* fillFamilyLinks(transaction, builder, { families, range }, histories);
}

                                                                                     

/**
 * Writes links from works that are alone, straight from the stream, in which all assertions of a
 * source follow each other: those to families once the source has ended; symmetric ones, where both
 * ends are alone, after a look at their other direction.
 */
function createLinksOfAlone(transaction             , builder             , families          , histories           ) {
	let directed                                                = [];
	let symmetric                    = [];
	const toFamilies              = [];
	let last                                                         ;
	const flush = async (ended    ) => {
		// The last relationship may go on with the next rows, and so may the last source.
		const held = directed.at(-1) === last ? directed.pop() : undefined;
		const ready = directed;
		directed = held ? [held] : [];
		await addDirected(transaction, builder, ready, histories);
		await addSymmetric(transaction, builder, symmetric);
		symmetric = [];
		const whole = toFamilies.findLastIndex(([source]) => source <= ended) + 1;
		await addToFamilies(transaction, builder, toFamilies.splice(0, whole), histories);
	};
	return {
		async add(rows                      ) {
			for (const row of rows) {
				const [source, relation, target, provenance] = row;
				if (source === target || families.members.has(source)) continue;
				if (families.members.has(target)) {
					if (relation !== relationCode.IsRelatedTo) toFamilies.push(row);
					continue;
				}
				if (last && last.key[0] === source && last.key[1] === relation && last.key[2] === target) {
					last.provenances.push(provenance);
					continue;
				}
				last = { key: [source, relation, target], provenances: [provenance] };
				if (relation === relationCode.IsRelatedTo) symmetric.push(last.key);
				else directed.push(last);
			}
			const [current] = rows.at(-1) ?? [0];
			if (directed.length + symmetric.length + toFamilies.length >= linksPerStep) await flush(current - 1);
		},
		async end() {
			last = undefined;
			await flush(Number.POSITIVE_INFINITY);
		},
	};
}

async function addDirected(
	transaction             ,
	builder             ,
	asserted                                                                 ,
	histories           ,
)                {
	await histories.read(
		transaction,
		asserted.map(({ provenances }) => provenances),
	);
	await builder.addLinks(
		asserted.map(({ key: [source, relation, target], provenances })            => {
			const history = histories.of(provenances);
			const name = relations[relation - 1]                 ;
			return { source, relation: name, target, identity: history, version: history };
		}),
	);
}

/** Writes links from works that are alone to families, from all assertions of these works. */
async function addToFamilies(
	transaction             ,
	builder             ,
	assertions                      ,
	histories           ,
)                {
	if (assertions.length === 0) return;
	const places = await placesById(transaction, new Set(assertions.map(([, , target]) => target)));
	for (const [source] of assertions) places.set(source, placeAlone(source));
	await addGroupLinks(transaction, builder, assertions, places, histories);
}

/**
 * Writes the links between groups that these are all assertions of, given the places of their ends.
 */
async function addGroupLinks(
	transaction             ,
	builder             ,
	assertions                      ,
	places                            ,
	histories           ,
)                {
	const links = createLinkGatherer();
	for (const [source, relation, target, provenance] of assertions) {
		const from = places.get(source)             ;
		const to = places.get(target)             ;
		links.expect(from, relation, to);
		links.add(from, relation, to, provenance);
	}
	// An engine may look up all at once what a step's links name.
	for (const step of inSteps(await links.all(transaction, histories), linksPerStep)) await builder.addLinks(step);
}

function placeAlone(id    )            {
	return { id, identity: id, version: id, alone: true };
}

async function addSymmetric(
	transaction             ,
	builder             ,
	relationships                            ,
)                {
	if (relationships.length === 0) return;
	const turned = relationships.map(([source, relation, target])                  => [target, relation, source]);
	const saidBothWays = new Set((await transaction.provenancesOf(turned)).map(([position]) => position));
	// Said both ways, it comes twice: the one from the smaller id writes it.
	const once = relationships.filter(([source, , target], position) => source < target || !saidBothWays.has(position));
	await builder.addLinks(await deriveLinks(transaction, once, await readPlaces(transaction, once)));
}

/**
 * Writes links from families, step by step, and the symmetric ones at either end: of these, one
 * between two families belongs to the one with the smaller id. All that makes a link is read with
 * its family.
 */
async function* fillFamilyLinks(
	transaction             ,
	builder             ,
	{ families, range }                                        ,
	histories           ,
)                       {
	const versions = families.versions.filter((version) => version >= range.first && version <= range.last);
	// One family may have more links than a thousand others, so steps begin small.
	let size = 1;
	for (let at = 0, step      ; at < versions.length; at += step.length) {
		step = versions.slice(at, at + size);
		const [smallest] = step        ;
		const members = await transaction.members('version', step);
		const assertions = await assertionsOfFamilies(
			transaction,
			members.map(({ id }) => id),
		);
		const places = await placesOfEnds(transaction, members, assertions, families);
		const isWritten = (id    ) => {
			const { version, alone } = places.get(id)             ;
			return !alone && version < smallest;
		};
		const unwritten = assertions.filter(
			([source, relation, target]) =>
				relation !== relationCode.IsRelatedTo || !(isWritten(source) || isWritten(target)),
		);
		await addGroupLinks(transaction, builder, unwritten, places, histories);
		yield;
		const fitting = Math.floor((size * familyAssertionsPerStep) / (assertions.length + 1));
		size = Math.max(1, Math.min(fitting, 2 * size, familiesPerStep));
	}
}

/** Lists what these assert of others, and what relates them to others at either end. */
async function assertionsOfFamilies(transaction             , ids               )                       {
	const { IsRelatedTo } = relationCode;
	const directed = await transaction.assertionsOf(ids, { last: IsRelatedTo - 1 }, 'source');
	return directed.concat(await transaction.assertionsOf(ids, { first: IsRelatedTo, last: IsRelatedTo }));
}

/** Tells where the ends of assertions of these members lie; works that are alone need no look. */
async function placesOfEnds(
	transaction             ,
	members                      ,
	assertions                      ,
	families          ,
)                              {
	const places = new Map(members.map((member) => [member.id, member]));
	const others = new Set    ();
	for (const id of assertions.flatMap(([source, , target]) => [source, target])) {
		if (places.has(id)) continue;
		if (families.members.has(id)) others.add(id);
		else places.set(id, placeAlone(id));
	}
	for (const [id, place] of await placesById(transaction, others)) places.set(id, place);
	return places;
}

/** Identifiers that share a group with others, and their Version groups in the order of ids. */
                                                          

                                                         

/** Keeps ids as bits, since a large store has tens of millions. */
function createIdSet()        {
	let bits = new Uint8Array(1 << 16);
	return {
		add(id) {
			const at = Math.floor(id / 8);
			if (at >= bits.length) {
				const more = new Uint8Array(2 * (at + 1));
				more.set(bits);
				bits = more;
			}
			bits[at] = (bits[at]          ) | (1 << (id % 8));
		},
		has: (id) => ((bits[Math.floor(id / 8)] ?? 0) & (1 << (id % 8))) !== 0,
	};
}

/** Reads all families of one state of the records. */
export async function readFamilies(snapshot          )                    {
	const families           = { members: createIdSet(), versions: [] };
	for await (const rows of snapshot.members()) {
		for (const { id, version } of rows) {
			families.members.add(id);
			if (families.versions.at(-1) !== version) families.versions.push(version);
		}
	}
	return families;
}
