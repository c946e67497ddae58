// Streams the links of a range of ids, for a rebuild or a comparison, from one state of the
// records: those from works that are alone, then those from families.
import { relationCode, relationsOfGroups } from '../../links/relation.ts';
import type { IndexLink } from '../../ports/search/index-content.ts';
import { distinctRelationships, type Id, type Placement } from '../../store/graph.ts';
import type { IdRange } from '../../store/rebuild-parts.ts';
import type { Transaction } from '../../store/records.ts';
import { inWholeRuns } from '../in-steps.ts';
import { type Asserted, createHistories, type Histories, linksOf, turn } from './derive-links.ts';
import type { Source } from './rebuild-options.ts';

/** All ids. */
export const everything: IdRange = { first: 1, last: Number.MAX_SAFE_INTEGER };

const { IsRelatedTo } = relationCode;

/** Derives, step by step, all links from groups of a range, none in some steps. */
export async function* streamLinks(source: Source): AsyncGenerator<IndexLink[]> {
	const histories = createHistories();
	yield* linksOfWorks(source, histories);
	yield* linksOfFamilies(source, histories);
}

// Bounds what is in memory at a time; what one work asserts about families, and what one family
// asserts, is read whole.
const assertionsPerStep = 1_000;

/**
 * Derives links from works that are alone, from assertions in the order of their sources: those to
 * other such works once all of the relationship is read, those to families once all of the source
 * is.
 */
async function* linksOfWorks(
	{ transaction, snapshot, onDerived, range }: Source,
	histories: Histories,
): AsyncGenerator<IndexLink[]> {
	const toFamilies: Asserted[] = [];
	const stream = snapshot.assertions(relationsOfGroups, range);
	for await (const rows of inWholeRuns(stream, assertionsPerStep, isSameRelationship)) {
		const toWorks: Asserted[] = [];
		const inFamilies = await transaction.sharedPlaces(endsOf(rows));
		for (const row of rows) {
			const [source, relation, target] = row;
			if (source === target || inFamilies.has(source)) continue;
			if (!inFamilies.has(target)) toWorks.push(row);
			else if (relation !== IsRelatedTo) toFamilies.push(row);
		}
		yield* linksOf(transaction, await withOtherDirection(transaction, toWorks), placeAlone, histories);
		const current = rows.at(-1)?.[0];
		if (toFamilies[0]?.[0] !== current) {
			const whole = toFamilies.findLastIndex(([source]) => source !== current) + 1;
			yield* linksToFamilies(transaction, toFamilies.splice(0, whole), histories);
		}
		onDerived(rows.length);
		// Between steps the reader checks whether to continue, and lets others run.
		yield [];
	}
	yield* linksToFamilies(transaction, toFamilies, histories);
}

/** Lists the ends of assertions, each once. */
function endsOf(assertions: readonly Asserted[]): Id[] {
	return [...new Set(assertions.flatMap(([source, , target]) => [source, target]))];
}

function isSameRelationship(one: Asserted, other: Asserted): boolean {
	return one[2] === other[2] && one[1] === other[1] && one[0] === other[0];
}

function placeAlone(id: Id): Placement {
	return { id, identity: id, version: id, alone: true };
}

/**
 * Adds the assertions of symmetric relationships in the other direction. What is asserted in both
 * directions is repeated; it stays with the smaller id.
 */
async function withOtherDirection(
	transaction: Transaction,
	assertions: readonly Asserted[],
): Promise<readonly Asserted[]> {
	const symmetric = distinctRelationships(assertions.filter(([, relation]) => relation === IsRelatedTo)).map(turn);
	if (symmetric.length === 0) return assertions;
	const found = await transaction.provenancesOf(symmetric);
	const others = found.map(([position, provenance]): Asserted => {
		const [source, relation, target] = symmetric[position] as (typeof symmetric)[number];
		return [source, relation, target, provenance];
	});
	const inBothDirections = new Set(others.map(([source, , target]) => `${target} ${source}`));
	const stays = (source: Id, target: Id) => source < target || !inBothDirections.has(`${source} ${target}`);
	return [
		...assertions.filter(([source, relation, target]) => relation !== IsRelatedTo || stays(source, target)),
		...others.filter(([source, , target]) => stays(target, source)),
	];
}

/** Derives links from works that are alone to families, from all assertions of these works. */
async function* linksToFamilies(
	transaction: Transaction,
	assertions: readonly Asserted[],
	histories: Histories,
): AsyncGenerator<IndexLink[]> {
	if (assertions.length === 0) return;
	const places = await transaction.sharedPlaces(endsOf(assertions));
	yield* linksOf(transaction, assertions, (id) => places.get(id) ?? placeAlone(id), histories);
}

const familiesPerStep = 60;
const familyAssertionsPerStep = 2_500;

/**
 * Derives links from families, and the symmetric ones at either end: of these, one between two
 * families belongs to the one with the smaller id. Everything that makes a link is read with its
 * family.
 */
async function* linksOfFamilies(
	{ transaction, snapshot, range }: Source,
	histories: Histories,
): AsyncGenerator<IndexLink[]> {
	const families = familiesIn(snapshot.members(range));
	// One family may have more links than a thousand others, so steps begin small.
	let size = 1;
	for (let step = await take(families, size); step.length > 0; step = await take(families, size)) {
		const [smallest] = step as [Id];
		const members = await transaction.members('version', step);
		const assertions = await assertionsOfFamilies(
			transaction,
			members.map(({ id }) => id),
		);
		const placeOf = await placesOfEnds(transaction, members, assertions);
		const isWritten = (id: Id) => {
			const { version, alone } = placeOf(id);
			return !alone && version < smallest;
		};
		const unwritten = assertions.filter(
			([source, relation, target]) => relation !== IsRelatedTo || !(isWritten(source) || isWritten(target)),
		);
		yield* linksOf(transaction, unwritten, placeOf, histories);
		yield [];
		const fitting = Math.floor((size * familyAssertionsPerStep) / (assertions.length + 1));
		size = Math.max(1, Math.min(fitting, 2 * size, familiesPerStep));
	}
}

/** Lists what these assert about others, and what relates them to others at either end. */
async function assertionsOfFamilies(transaction: Transaction, ids: readonly Id[]): Promise<Asserted[]> {
	const directed = await transaction.assertionsOf(ids, { last: IsRelatedTo - 1 }, 'source');
	return directed.concat(await transaction.assertionsOf(ids, { first: IsRelatedTo, last: IsRelatedTo }));
}

/** Yields the Version groups of members that come by Version group, each once. */
async function* familiesIn(steps: AsyncIterable<readonly Placement[]>): AsyncGenerator<Id> {
	let last: Id | undefined;
	for await (const members of steps) {
		for (const { version } of members) {
			if (version !== last) yield version;
			last = version;
		}
	}
}

/** Takes the next items, at most so many; none at the end. */
async function take<Item>(items: AsyncGenerator<Item>, most: number): Promise<Item[]> {
	const taken: Item[] = [];
	while (taken.length < most) {
		const next = await items.next();
		if (next.done) break;
		taken.push(next.value);
	}
	return taken;
}

/** Reads the places of the ends of these members' assertions. */
async function placesOfEnds(
	transaction: Transaction,
	members: readonly Placement[],
	assertions: readonly Asserted[],
): Promise<(id: Id) => Placement> {
	const places = new Map(members.map((member) => [member.id, member]));
	const others = endsOf(assertions).filter((id) => !places.has(id));
	for (const [id, place] of await transaction.sharedPlaces(others)) places.set(id, place);
	return (id) => places.get(id) ?? placeAlone(id);
}
