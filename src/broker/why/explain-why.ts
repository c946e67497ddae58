// Explains how two identifiers are related: the shortest chain of assertions that makes them one
// work, versions of one work, or linked.
import { wrongParameter } from '../../errors/wrong-input.ts';
import { compareIdentifiers, type Identifier, ruleSentence } from '../../identifiers/index.ts';
import { neighboursOf, shortestChain } from '../../links/chains.ts';
import type { Provenance } from '../../links/link.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import {
	isSymmetric,
	isSymmetricCode,
	joinsGroups,
	type Relation,
	relationCode,
	relations,
	relationsWithinGroups,
	type SearchRelation,
} from '../../links/relation.ts';
import { type Flag, flagsIn } from '../../search/flags/flags.ts';
import type { PlacedIdentifier, Testimony } from '../../store/evidence.ts';
import type { GroupLevel, Id, RelationshipKey } from '../../store/graph.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { ExplainedFlag } from './evidence.ts';
import { findBoth } from './find-both.ts';
import { explainFlag } from './flag-evidence.ts';
import { type GroupLink, readFlaggedLink } from './flagged-link.ts';
import { linksBetween } from './links-between.ts';
import { mostSteps, readDistances } from './reach.ts';
import { maySee, type Viewer } from './viewer.ts';
import type { WhyQuestion } from './why-question.ts';

export type { Viewer };

/** How two identifiers are related: one work, versions of one work, linked, or not at all. */
export type Kinship = 'same' | 'versions' | 'linked' | 'none';

/** One assertion of a chain, or one rule; steps that follow each other share an identifier. */
export type WhyStep = { source: Identifier; relation: Relation; target: Identifier } & (
	| { rule: string }
	| {
			/** Of the event that asserted it first. */
			provenance: Provenance;
			/** Absent if the viewer may not see the event. */
			eventId?: string;
			/** How many further assertions there are of it. */
			others: number;
	  }
);

export type Why = {
	/** As understood, in the spelling of answers. */
	one: Identifier;
	other: Identifier;
	relation: Kinship;
	/** From `one` to `other`; none where they are the same identifier, or nothing to each other. */
	steps: readonly WhyStep[];
	/**
	 * The chain is not shown: it has more than `mostSteps`, or a group is too large to look for it.
	 */
	isTooLong: boolean;
	/** The link between them, as the index has it: at which level, as seen from `one`, with its flags. */
	link?: { level: GroupLevel; relation: SearchRelation; flags: readonly Flag[] };
	/** The flag that was asked for. */
	flag?: ExplainedFlag;
};

/** Explains on one state of the records; see findBoth for the failures. */
export function explainWhy(records: Records, question: WhyQuestion, viewer: Viewer): Promise<Why> {
	return records.read(async (transaction) => {
		const { one, other } = await findBoth(transaction, question);
		const { relation, joints, link } = await relate(transaction, one, other);
		const isTooLong = joints === undefined || joints.length > mostSteps;
		const steps = isTooLong ? [] : await describeSteps(transaction, joints, viewer);
		const explained = { one, other, relation, steps, isTooLong };
		return { ...explained, ...(await explainLink(transaction, link, { flag: question.flag, viewer })) };
	});
}

async function explainLink(
	transaction: Transaction,
	link: GroupLink | undefined,
	{ flag, viewer }: { flag: Flag | undefined; viewer: Viewer },
): Promise<Pick<Why, 'link' | 'flag'>> {
	if (link === undefined) {
		if (flag === undefined) return {};
		throw wrongParameter('flag', 'flag asks about a link, and no link joins these two works. Omit flag.');
	}
	const flagged = await readFlaggedLink(transaction, link);
	return {
		link: { level: link.level, relation: flagged.seen, flags: flagsIn(flagged.bits) },
		...(flag !== undefined && { flag: await explainFlag(transaction, flag, flagged, viewer) }),
	};
}

/**
 * A joint of a chain: an assertion, or a rule by which the source has the target as representative.
 */
type Joint = { source: PlacedIdentifier; relation: number; target: PlacedIdentifier; isRule: boolean };

/** How two identifiers are related; `joints` are undefined where the chain is too long. */
type Relating = { relation: Kinship; joints: readonly Joint[] | undefined; link?: GroupLink };

async function relate(transaction: Transaction, one: PlacedIdentifier, other: PlacedIdentifier): Promise<Relating> {
	if (one.identity === other.identity) {
		return { relation: 'same', joints: await readChain(transaction, 'identity', one.id, other.id) };
	}
	if (one.version === other.version) {
		const joints = await readChain(transaction, 'version', one.id, other.id);
		// A version may cite another one.
		const linked = await linkedBy(transaction, 'identity', one, other);
		return { ...linked, relation: 'versions', joints };
	}
	for (const level of ['identity', 'version'] as const) {
		const linked = await linkedBy(transaction, level, one, other);
		if (linked) return linked;
	}
	return { relation: 'none', joints: [] };
}

/**
 * Finds the shortest chain over one link between the groups; of equally long ones that whose ends
 * of the link come first. Undefined where no link is between them.
 */
async function linkedBy(
	transaction: Transaction,
	level: GroupLevel,
	one: PlacedIdentifier,
	other: PlacedIdentifier,
): Promise<Relating | undefined> {
	const members = await transaction.members(level, [one[level], other[level]]);
	const idsOf = (place: PlacedIdentifier) =>
		new Set(members.flatMap((member) => (member[level] === place[level] ? [member.id] : [])));
	const [here, there] = [idsOf(one), idsOf(other)];
	const links = await linksBetween(
		transaction,
		level,
		{ group: one[level], ids: here },
		{ group: other[level], ids: there },
	);
	if (links.length === 0) return undefined;
	const ends = new Set(links.flatMap(([source, , target]) => [source, target]));
	const near = await readDistances(transaction, level, one.id, ends.intersection(here));
	const far = await readDistances(transaction, level, other.id, ends.intersection(there));
	const candidates = links.map(([source, relation, target]) => {
		const isForward = here.has(source);
		const [first, last] = isForward ? [source, target] : [target, source];
		const length = (near.get(first) ?? Number.POSITIVE_INFINITY) + (far.get(last) ?? Number.POSITIVE_INFINITY);
		return { first, relation, last, isForward, length };
	});
	const shortest = candidates.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
	const best = await firstOf(
		transaction,
		candidates.filter(({ length }) => length === shortest),
	);
	if (best === undefined) return undefined;
	const { first, relation, last, isForward } = best;
	const group: GroupLink = {
		level,
		...{ relation, isForward },
		relationships: links.filter(
			(one) => one[1] === relation && (isSymmetricCode(relation) || here.has(one[0]) === isForward),
		),
		here: members.filter(({ id }) => here.has(id)),
		there: members.filter(({ id }) => there.has(id)),
	};
	if (shortest === Number.POSITIVE_INFINITY) return { relation: 'linked', joints: undefined, link: group };
	const [source, target] = isForward ? [first, last] : [last, first];
	const begin = await readChain(transaction, level, one.id, first.id);
	const end = await readChain(transaction, level, last.id, other.id);
	const link: Joint = { source, relation, target, isRule: false };
	return { relation: 'linked', joints: begin && end && [...begin, link, ...end], link: group };
}

type LinkOfChain<End> = { first: End; relation: number; last: End; isForward: boolean };

/** Finds the link whose ends come first; mostly there is only one. */
async function firstOf(
	transaction: Transaction,
	links: readonly LinkOfChain<Id>[],
): Promise<LinkOfChain<PlacedIdentifier> | undefined> {
	const ids = new Set(links.flatMap(({ first, last }) => [first, last]));
	const members = new Map((await transaction.identifiers([...ids])).map((member) => [member.id, member]));
	const named = links.flatMap((link): LinkOfChain<PlacedIdentifier>[] => {
		const [first, last] = [members.get(link.first), members.get(link.last)];
		return first && last ? [{ ...link, first, last }] : [];
	});
	const [best] = named.sort(
		(a, b) =>
			compareIdentifiers(a.first, b.first) ||
			compareIdentifiers(a.last, b.last) ||
			a.relation - b.relation ||
			Number(b.isForward) - Number(a.isForward),
	);
	return best;
}

/** Reads the joints of the shortest chain between two members; undefined if it is too long. */
async function readChain(
	transaction: Transaction,
	level: GroupLevel,
	from: Id,
	to: Id,
): Promise<readonly Joint[] | undefined> {
	const distances = await readDistances(transaction, level, to, new Set([from]));
	const length = distances.get(from);
	if (length === undefined) return undefined;
	// Those as far away as the beginning lie on no shortest chain.
	const nearer = [...distances].flatMap(([id, distance]) => (distance < length ? [id] : []));
	const members = new Map((await transaction.identifiers([from, ...nearer])).map((member) => [member.id, member]));
	const compare = (one: Id, other: Id) =>
		compareIdentifiers(members.get(one) as PlacedIdentifier, members.get(other) as PlacedIdentifier);
	const joints = await readJoints(transaction, level, members);
	const neighbours = neighboursOf(
		Array.from(joints.values(), ({ source, target }) => [source.id, target.id] as const),
		compare,
	);
	const chain = shortestChain(from, distances, neighbours) ?? [];
	return chain.slice(1).map((next, at) => alongChain(joints.get(pairOf(chain[at] as Id, next)) as Joint, next));
}

/** Reverses a symmetric joint to the direction of the chain; others keep their direction. */
function alongChain(joint: Joint, next: Id): Joint {
	const isReversed = joint.relation === relationCode.IsIdenticalTo && joint.target.id !== next;
	return isReversed && !joint.isRule ? { ...joint, source: joint.target, target: joint.source } : joint;
}

function pairOf(one: Id, other: Id): string {
	return one < other ? `${one} ${other}` : `${other} ${one}`;
}

/** Lists what joins pairs of members: a rule, else IsIdenticalTo, else HasVersion. */
async function readJoints(
	transaction: Transaction,
	level: GroupLevel,
	members: ReadonlyMap<Id, PlacedIdentifier>,
): Promise<ReadonlyMap<string, Joint>> {
	const asserted = await transaction.relationshipsAmong([...members.keys()], {
		...relationsWithinGroups,
		...(level === 'identity' && { first: relationCode.IsIdenticalTo }),
	});
	const joints = new Map<string, Joint>();
	const isIdentity = ([, relation]: RelationshipKey) => relation === relationCode.IsIdenticalTo;
	const inOrder = [...asserted.filter(isIdentity), ...asserted.filter((one) => !isIdentity(one))];
	const rules = await rulesAmong(transaction, members);
	for (const joint of [...rules, ...inOrder.map(jointOf(members))]) {
		if (joint === undefined) continue;
		const pair = pairOf(joint.source.id, joint.target.id);
		// Each may be asserted as a version of the other: the smaller one is chosen.
		const known = joints.get(pair);
		if (known === undefined || preferred(joint, known)) joints.set(pair, joint);
	}
	return joints;
}

function preferred(joint: Joint, known: Joint): boolean {
	return !known.isRule && known.relation === joint.relation && compareIdentifiers(joint.source, known.source) < 0;
}

function jointOf(members: ReadonlyMap<Id, PlacedIdentifier>) {
	return ([from, relation, to]: RelationshipKey): Joint | undefined => {
		const [source, target] = [members.get(from), members.get(to)];
		return source && target && { source, relation, target, isRule: false };
	};
}

async function rulesAmong(transaction: Transaction, members: ReadonlyMap<Id, PlacedIdentifier>): Promise<Joint[]> {
	const pairs = await transaction.representativesOf([...members.keys()]);
	return pairs.flatMap(([identifier, representative]): Joint[] => {
		const [source, target] = [members.get(identifier), members.get(representative)];
		return source && target ? [{ source, relation: relationCode.IsIdenticalTo, target, isRule: true }] : [];
	});
}

/** Adds to each joint its first assertion. */
async function describeSteps(
	transaction: Transaction,
	joints: readonly Joint[],
	viewer: Viewer,
): Promise<readonly WhyStep[]> {
	const testimonies = await readTestimonies(transaction, joints);
	const provenanceIds = [...testimonies.values()].flatMap(({ provenances }) => provenances);
	const texts = new Map(await transaction.texts('provenance', [...new Set(provenanceIds)]));
	return joints.map((joint): WhyStep => {
		const { source, target, isRule } = joint;
		const relation = relations[joint.relation - 1] as Relation;
		if (isRule) return { source, relation, target, rule: ruleSentence(source, target) };
		const { provenances, assertions, eventId, userId, isReversed } = testimonies.get(joint) as FirstAssertion;
		const [text] = provenances.map((id) => texts.get(id) as string).sort();
		return {
			relation,
			...(isReversed && relation === 'IsRelatedTo' ? { source: target, target: source } : { source, target }),
			provenance: provenanceFromText(text as string),
			...(maySee(viewer, userId) && { eventId }),
			others: assertions - 1,
		};
	});
}

/** The first assertion of a joint; `isReversed`: asserted from its target to its source. */
type FirstAssertion = Testimony & { isReversed: boolean };

/** Reads the first assertion of each joint; of a symmetric one, in either direction. */
async function readTestimonies(
	transaction: Transaction,
	joints: readonly Joint[],
): Promise<ReadonlyMap<Joint, FirstAssertion>> {
	const first = new Map<Joint, FirstAssertion>();
	const asserted = joints.filter(({ isRule }) => !isRule);
	for (const scope of ['searchable', 'everything'] as const) {
		// Searches leave out the links of unindexed events, but not their groups.
		const those = asserted.filter(({ relation }) => joinsGroups(relation) === (scope === 'searchable'));
		const asked = those.flatMap(directionsOf);
		const found = await transaction.testimonies(
			asked.map(({ relationship }) => relationship),
			scope,
		);
		for (const testimony of found) {
			const { joint, isReversed } = asked[testimony.position] as Direction;
			const known = first.get(joint);
			const one = { ...testimony, isReversed };
			first.set(joint, known === undefined ? one : earlierOf(known, one));
		}
	}
	return first;
}

type Direction = { joint: Joint; relationship: RelationshipKey; isReversed: boolean };

function directionsOf(joint: Joint): Direction[] {
	const { source, relation, target } = joint;
	const forward: Direction = { joint, relationship: [source.id, relation, target.id], isReversed: false };
	if (!isSymmetric(relations[relation - 1] as Relation)) return [forward];
	return [forward, { joint, relationship: [target.id, relation, source.id], isReversed: true }];
}

function earlierOf(one: FirstAssertion, other: FirstAssertion): FirstAssertion {
	const assertions = one.assertions + other.assertions;
	return { ...(one.sequence <= other.sequence ? one : other), assertions };
}
