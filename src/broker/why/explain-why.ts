// Explains how two identifiers are related: the shortest chain of assertions that makes them one
// work, versions of one work, or linked.
import { BrokerError, type Problem } from '../../errors.ts';
import { shownIdentifier } from '../../formats/scholix/writing/object-document.ts';
import { compareIdentifiers, type Identifier, isSame, ruleSentence } from '../../identifiers/index.ts';
import { neighboursOf, shortestChain } from '../../links/chains.ts';
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
import type { GroupLevel, Id, RelationshipKey } from '../../store/graph.ts';
import type { Groups } from '../../store/groups.ts';
import type { Records, Transaction } from '../../store/records.ts';
import { findAsked } from '../searching/find-asked.ts';
import { suggestIdentifiers } from '../searching/suggest-identifiers.ts';
import { mostSteps, readDistances } from './reach.ts';
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
	/**
	 * The chain is not shown: it has more than `mostSteps`, or a group is too large to look for it.
	 */
	isTooLong: boolean;
};

/** Explains on one state of the records; see findBoth for the failures. */
export function explainWhy(records: Records, question: WhyQuestion, viewer: Viewer): Promise<Why> {
	return records.read(async (transaction) => {
		const { one, other } = await findBoth(transaction, question);
		const { relation, joints } = await relate(transaction, one, other);
		const isTooLong = joints === undefined || joints.length > mostSteps;
		const steps = isTooLong ? [] : await describeSteps(transaction, joints, viewer);
		return { one, other, relation, steps, isTooLong };
	});
}

/**
 * A joint of a chain: an assertion, or a rule by which the source has the target as representative.
 */
type Joint = { source: PlacedIdentifier; relation: number; target: PlacedIdentifier; isRule: boolean };

/** How two identifiers are related; `joints` are undefined where the chain is too long. */
type Relating = { relation: Kinship; joints: readonly Joint[] | undefined };

async function relate(transaction: Transaction, one: PlacedIdentifier, other: PlacedIdentifier): Promise<Relating> {
	for (const [level, relation] of [
		['identity', 'same'],
		['version', 'versions'],
	] as const) {
		if (one[level] === other[level]) return { relation, joints: await readChain(transaction, level, one.id, other.id) };
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
	const candidates = links.flatMap(([source, relation, target]) => {
		const isForward = here.has(source);
		const [first, last] = isForward ? [source, target] : [target, source];
		const length = (near.get(first) ?? Number.NaN) + (far.get(last) ?? Number.NaN);
		return Number.isNaN(length) ? [] : [{ first, relation, last, isForward, length }];
	});
	const shortest = candidates.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
	const best = await firstOf(
		transaction,
		candidates.filter(({ length }) => length === shortest),
	);
	if (best === undefined) return { relation: 'linked', joints: undefined };
	const { first, relation, last, isForward } = best;
	const [source, target] = isForward ? [first, last] : [last, first];
	const begin = await readChain(transaction, level, one.id, first.id);
	const end = await readChain(transaction, level, last.id, other.id);
	const link: Joint = { source, relation, target, isRule: false };
	return { relation: 'linked', joints: begin && end && [...begin, link, ...end] };
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
type Members = { group: Id; ids: ReadonlySet<Id> };

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
	if (one.ids.size * other.ids.size <= triedCombinations) {
		const tried = combinations(one, other);
		const found = new Set((await reading.provenancesOf(tried)).map(([position]) => position));
		return tried.filter((_, position) => found.has(position));
	}
	const [weight = 0, otherWeight = 0] = await reading.weigh(level, [one.group, other.group], weighedUpTo);
	const [lighter, heavier] = weight <= otherWeight ? [one, other] : [other, one];
	const found = new Map<string, RelationshipKey>();
	for (const [source, relation, target] of await reading.assertionsOf([...lighter.ids], relationsOfGroups)) {
		if (heavier.ids.has(source) || heavier.ids.has(target)) {
			found.set(`${source} ${relation} ${target}`, [source, relation, target]);
		}
	}
	return [...found.values()];
}

function combinations(one: Members, other: Members): RelationshipKey[] {
	const { Cites, IsSupplementTo, IsRelatedTo } = relationCode;
	return [...one.ids].flatMap((first) =>
		[...other.ids].flatMap((second) =>
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
