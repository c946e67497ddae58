// Derives the links for an index that is built anew, or for a part of it, from one state of the
// records. It knows no engine.
import { type GroupRelation, relationCode, relations, relationsOfGroups } from '../../links/relation.ts';
import type { IndexLink } from '../../ports/search/index-content.ts';
import type { IndexBuilder } from '../../ports/search/index-generations.ts';
import type { Id, Placement, RelationshipKey } from '../../store/graph.ts';
import type { IdRange } from '../../store/rebuild-parts.ts';
import type { Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { inSteps } from '../in-steps.ts';
import { createLinkGatherer, deriveLinks } from './derive-links.ts';
import { createHistories, type Histories } from './histories.ts';
import { placesById, readPlaces } from './places.ts';
import type { Source } from './rebuild-options.ts';

/** All ids. */
export const everything: IdRange = { first: 1, last: Number.MAX_SAFE_INTEGER };

type LinkBuilder = Pick<IndexBuilder, 'addLinks'>;

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
	{ transaction, snapshot, onDerived, range = everything }: Source,
	builder: LinkBuilder,
	families: Families,
): AsyncGenerator<void> {
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

type Assertion = readonly [source: Id, relation: number, target: Id, provenance: Id];

/**
 * Writes links from works that are alone, straight from the stream, in which all assertions of a
 * source follow each other: those to families once the source has ended; symmetric ones, where both
 * ends are alone, after a look at their other direction.
 */
function createLinksOfAlone(transaction: Transaction, builder: LinkBuilder, families: Families, histories: Histories) {
	let directed: { key: RelationshipKey; provenances: Id[] }[] = [];
	let symmetric: RelationshipKey[] = [];
	const toFamilies: Assertion[] = [];
	let last: { key: RelationshipKey; provenances: Id[] } | undefined;
	const flush = async (ended: Id) => {
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
		async add(rows: readonly Assertion[]) {
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
	transaction: Transaction,
	builder: LinkBuilder,
	asserted: readonly { key: RelationshipKey; provenances: readonly Id[] }[],
	histories: Histories,
): Promise<void> {
	await histories.read(
		transaction,
		asserted.map(({ provenances }) => provenances),
	);
	await builder.addLinks(
		asserted.map(({ key: [source, relation, target], provenances }): IndexLink => {
			const history = histories.of(provenances);
			const name = relations[relation - 1] as GroupRelation;
			return { source, relation: name, target, identity: history, version: history };
		}),
	);
}

/** Writes links from works that are alone to families, from all assertions of these works. */
async function addToFamilies(
	transaction: Transaction,
	builder: LinkBuilder,
	assertions: readonly Assertion[],
	histories: Histories,
): Promise<void> {
	if (assertions.length === 0) return;
	const places = await placesById(transaction, new Set(assertions.map(([, , target]) => target)));
	for (const [source] of assertions) places.set(source, placeAlone(source));
	await addGroupLinks(transaction, builder, assertions, places, histories);
}

/**
 * Writes the links between groups that these are all assertions of, given the places of their ends.
 */
async function addGroupLinks(
	transaction: Transaction,
	builder: LinkBuilder,
	assertions: readonly Assertion[],
	places: ReadonlyMap<Id, Placement>,
	histories: Histories,
): Promise<void> {
	const links = createLinkGatherer();
	for (const [source, relation, target, provenance] of assertions) {
		const from = places.get(source) as Placement;
		const to = places.get(target) as Placement;
		links.expect(from, relation, to);
		links.add(from, relation, to, provenance);
	}
	// An engine may look up all at once what a step's links name.
	for (const step of inSteps(await links.all(transaction, histories), linksPerStep)) await builder.addLinks(step);
}

function placeAlone(id: Id): Placement {
	return { id, identity: id, version: id, alone: true };
}

async function addSymmetric(
	transaction: Transaction,
	builder: LinkBuilder,
	relationships: readonly RelationshipKey[],
): Promise<void> {
	if (relationships.length === 0) return;
	const turned = relationships.map(([source, relation, target]): RelationshipKey => [target, relation, source]);
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
	transaction: Transaction,
	builder: LinkBuilder,
	{ families, range }: { families: Families; range: IdRange },
	histories: Histories,
): AsyncGenerator<void> {
	const versions = families.versions.filter((version) => version >= range.first && version <= range.last);
	// One family may have more links than a thousand others, so steps begin small.
	let size = 1;
	for (let at = 0, step: Id[]; at < versions.length; at += step.length) {
		step = versions.slice(at, at + size);
		const [smallest] = step as [Id];
		const members = await transaction.members('version', step);
		const assertions = await assertionsOfFamilies(
			transaction,
			members.map(({ id }) => id),
		);
		const places = await placesOfEnds(transaction, members, assertions, families);
		const isWritten = (id: Id) => {
			const { version, alone } = places.get(id) as Placement;
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
async function assertionsOfFamilies(transaction: Transaction, ids: readonly Id[]): Promise<Assertion[]> {
	const { IsRelatedTo } = relationCode;
	const directed = await transaction.assertionsOf(ids, { last: IsRelatedTo - 1 }, 'source');
	return directed.concat(await transaction.assertionsOf(ids, { first: IsRelatedTo, last: IsRelatedTo }));
}

/** Tells where the ends of assertions of these members lie; works that are alone need no look. */
async function placesOfEnds(
	transaction: Transaction,
	members: readonly Placement[],
	assertions: readonly Assertion[],
	families: Families,
): Promise<Map<Id, Placement>> {
	const places = new Map(members.map((member) => [member.id, member]));
	const others = new Set<Id>();
	for (const id of assertions.flatMap(([source, , target]) => [source, target])) {
		if (places.has(id)) continue;
		if (families.members.has(id)) others.add(id);
		else places.set(id, placeAlone(id));
	}
	for (const [id, place] of await placesById(transaction, others)) places.set(id, place);
	return places;
}

/** Identifiers that share a group with others, and their Version groups in the order of ids. */
export type Families = { members: IdSet; versions: Id[] };

type IdSet = { add(id: Id): void; has(id: Id): boolean };

/** Keeps ids as bits, since a large store has tens of millions. */
function createIdSet(): IdSet {
	let bits = new Uint8Array(1 << 16);
	return {
		add(id) {
			const at = Math.floor(id / 8);
			if (at >= bits.length) {
				const more = new Uint8Array(2 * (at + 1));
				more.set(bits);
				bits = more;
			}
			bits[at] = (bits[at] as number) | (1 << (id % 8));
		},
		has: (id) => ((bits[Math.floor(id / 8)] ?? 0) & (1 << (id % 8))) !== 0,
	};
}

/** Reads all families of one state of the records. */
export async function readFamilies(snapshot: Snapshot): Promise<Families> {
	const families: Families = { members: createIdSet(), versions: [] };
	for await (const rows of snapshot.members()) {
		for (const { id, version } of rows) {
			families.members.add(id);
			if (families.versions.at(-1) !== version) families.versions.push(version);
		}
	}
	return families;
}
