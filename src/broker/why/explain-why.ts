// Explains how two identifiers are related: the shortest chain of assertions that makes them one
// work, versions of one work, or linked.
import { BrokerError, type Problem } from '../../errors.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import { compareIdentifiers, type Identifier, isSame, ruleSentence } from '../../identifiers/index.ts';
import { distancesTo, type Neighbours, neighboursOf, shortestChain } from '../../links/chains.ts';
import type { Provenance } from '../../links/link.ts';
import { provenanceFromText } from '../../links/provenance.ts';
import {
	isSymmetric,
	joinsGroups,
	type Relation,
	relationCode,
	relations,
	relationsOfGroups,
	relationsWithinGroups,
} from '../../links/relation.ts';
import type { Assertions } from '../../store/assertions.ts';
import type { Evidence, PlacedIdentifier, Testimony } from '../../store/evidence.ts';
import type { GroupLevel, Id, Placement, RelationshipKey } from '../../store/graph.ts';
import type { Groups } from '../../store/groups.ts';
import type { Records, Transaction } from '../../store/records.ts';
import { findAsked } from '../searching/find-asked.ts';
import { suggestIdentifiers } from '../searching/suggest-identifiers.ts';
import type { WhyQuestion } from './why-question.ts';

/** The user that asks: users see their own events, some see all. */
export type Viewer = { userId: Id | null; seesAllEvents: boolean };

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
};

/** Explains on one state of the records; see findBoth for the failures. */
export function explainWhy(records: Records, question: WhyQuestion, viewer: Viewer): Promise<Why> {
	return records.read(async (transaction) => {
		const { one, other } = await findBoth(transaction, question);
		const { relation, joints } = await relate(transaction, one, other);
		return { one, other, relation, steps: await describeSteps(transaction, joints, viewer) };
	});
}

/**
 * A joint of a chain: an assertion, or a rule by which the source has the target as representative.
 */
type Joint = { source: PlacedIdentifier; relation: number; target: PlacedIdentifier; isRule: boolean };

async function relate(
	transaction: Transaction,
	one: PlacedIdentifier,
	other: PlacedIdentifier,
): Promise<{ relation: Kinship; joints: readonly Joint[] }> {
	for (const [level, relation] of [
		['identity', 'same'],
		['version', 'versions'],
	] as const) {
		if (one[level] !== other[level]) continue;
		const group = await readGroup(transaction, level, one);
		return { relation, joints: group.chain(one.id, other.id) };
	}
	for (const level of ['identity', 'version'] as const) {
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
	transaction: Transaction,
	level: GroupLevel,
	one: PlacedIdentifier,
	other: PlacedIdentifier,
): Promise<readonly Joint[] | undefined> {
	const members = await transaction.members(level, [one[level], other[level]]);
	const membersOf = (place: PlacedIdentifier) => ({
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
	const link: Joint = { source, relation, target, isRule: false };
	return [...near.chain(one.id, first.id), link, ...far.chain(last.id, other.id)];
}

type Group = {
	member(id: Id): PlacedIdentifier;
	distancesTo(id: Id): ReadonlyMap<Id, number>;
	/** Lists the joints of the shortest chain from one member to another. */
	chain(from: Id, to: Id): readonly Joint[];
};

/** Reads the members of the group that an identifier lies in, and what joins them. */
async function readGroup(transaction: Transaction, level: GroupLevel, place: PlacedIdentifier): Promise<Group> {
	const ids = place.alone ? [place.id] : (await transaction.members(level, [place[level]])).map(({ id }) => id);
	const members = new Map((await transaction.identifiers(ids)).map((member) => [member.id, member]));
	const member = (id: Id) => members.get(id) as PlacedIdentifier;
	const compare = (one: Id, other: Id) => compareIdentifiers(member(one), member(other));
	const joints = await readJoints(transaction, level, members);
	const neighbours: Neighbours = neighboursOf(
		Array.from(joints.values(), ({ source, target }) => [source.id, target.id] as const),
		compare,
	);
	return {
		member,
		distancesTo: (id) => distancesTo(id, neighbours),
		chain(from, to) {
			const chain = shortestChain(from, distancesTo(to, neighbours), neighbours) ?? [];
			return chain.slice(1).map((next, at) => alongChain(joints.get(pairOf(chain[at] as Id, next)) as Joint, next));
		},
	};
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
		const isVisible = viewer.seesAllEvents || (viewer.userId !== null && viewer.userId === userId);
		return {
			relation,
			...(isReversed && relation === 'IsRelatedTo' ? { source: target, target: source } : { source, target }),
			provenance: provenanceFromText(text as string),
			...(isVisible && { eventId }),
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

// Up to so many possible relationships between two groups are tried one by one.
const triedCombinations = 500;

// Of two groups that both have more assertions than this, either is as good.
const weighedUpTo = 50_000;

/** A group and all its members. */
export type Members = { group: Id; members: readonly Placement[] };

type Reading = Pick<Assertions, 'assertionsOf' | 'provenancesOf'> & Pick<Groups, 'weigh'>;

/**
 * Lists the relationships, in either direction, between members of two groups, each once and in no
 * order; those that may be found by searches alone.
 */
async function linksBetween(
	reading: Reading,
	level: GroupLevel,
	one: Members,
	other: Members,
): Promise<RelationshipKey[]> {
	if (one.members.length * other.members.length <= triedCombinations) {
		const tried = combinations(one, other);
		const found = new Set((await reading.provenancesOf(tried)).map(([position]) => position));
		return tried.filter((_, position) => found.has(position));
	}
	const [weight = 0, otherWeight = 0] = await reading.weigh(level, [one.group, other.group], weighedUpTo);
	const [lighter, heavier] = weight <= otherWeight ? [one, other] : [other, one];
	const ids = lighter.members.map(({ id }) => id);
	const wanted = new Set(heavier.members.map(({ id }) => id));
	const found = new Map<string, RelationshipKey>();
	for (const [source, relation, target] of await reading.assertionsOf(ids, relationsOfGroups)) {
		if (wanted.has(source) || wanted.has(target)) {
			found.set(`${source} ${relation} ${target}`, [source, relation, target]);
		}
	}
	return [...found.values()];
}

function combinations(one: Members, other: Members): RelationshipKey[] {
	const { Cites, IsSupplementTo, IsRelatedTo } = relationCode;
	return one.members.flatMap(({ id: first }) =>
		other.members.flatMap(({ id: second }) =>
			[Cites, IsSupplementTo, IsRelatedTo].flatMap((relation): RelationshipKey[] => [
				[first, relation, second],
				[second, relation, first],
			]),
		),
	);
}

/**
 * Finds both. Fails as findAsked does where one is unclear, and with `not-found` where nothing is
 * known of one; the failure names the parameter.
 */
async function findBoth(
	evidence: Evidence,
	{ id, scheme, other, other_scheme }: WhyQuestion,
): Promise<{ one: PlacedIdentifier; other: PlacedIdentifier }> {
	const one = await findOne(evidence, { id, scheme }, 'id');
	const found = await findOne(evidence, { id: other, scheme: other_scheme }, 'other').catch(askedAsOther);
	return { one, other: found };
}

async function findOne(
	evidence: Evidence,
	named: { id: string; scheme: string | undefined },
	field: 'id' | 'other',
): Promise<PlacedIdentifier> {
	const question = { ...named, group_by: 'identity' } as const;
	const found = await findAsked(evidence, question);
	const { asked } = found;
	const [known] = (await evidence.locate([asked])).filter((one) => isSame(one, asked));
	if (known) return known;
	const suggestions = await suggestIdentifiers(evidence, question, found);
	const message = `Unknown identifier: ${asked.scheme}:${asked.value}, read from ${field}.`;
	const meant = suggestions.map(({ identifier }): Problem => {
		const advice = `Did you mean ${identifier.scheme}:${identifier.value}?`;
		return { field, message: advice, identifier: shownIdentifier(identifier) };
	});
	throw new BrokerError('not-found', message, {
		problems: [{ field, message, identifier: shownIdentifier(asked) }, ...meant],
	});
}

const asOther: Readonly<Record<string, string>> = { id: 'other', scheme: 'other_scheme' };

/** Renames `id` and `scheme` in the problem of an unclear text. */
function askedAsOther(error: unknown): never {
	if (!(error instanceof BrokerError)) throw error;
	const renamed = (text: string) => text.replaceAll('add scheme=', 'add other_scheme=');
	const problems = error.problems.map(({ field, message, ...place }) => ({
		...place,
		message: renamed(message),
		...(field !== undefined && { field: asOther[field] ?? field }),
	}));
	throw new BrokerError(error.code, renamed(error.message), { problems, cause: error.cause });
}
