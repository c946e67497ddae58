// Derives all links for an index that is built anew, from one state of the records; knows no engine.
import { type GroupRelation, relationCode, relations } from '../links/relation.ts';
import type { Id, LinkRecords, Placement, RecordStream, RelationshipKey } from '../ports/records/link-store.ts';
import type { IndexBuilder, IndexLink } from '../ports/search/search-index.ts';
import { createHistories, createSayings, deriveLinks, type Histories } from './derive-links.ts';
import { inSteps } from './in-steps.ts';
import { placesById, readPlaces } from './places.ts';

type LinkBuilder = Pick<IndexBuilder, 'addLinks'>;

// One step holds no more than this; see rebuild-objects.ts. More only where one work that is alone cites so many members of families, or one family cites or is related to so many:
// their links are whole when all is read.
const linksPerStep = 1_000;
const assertionsPerStep = 500;
const familiesPerStep = 60;
const familyAssertionsPerStep = 2_500;

/** Writes all links, from works that are alone and then from families. */
export async function* fillLinks(
	records: LinkRecords,
	stream: RecordStream,
	builder: LinkBuilder,
	onDerived: (more: number) => void,
): AsyncGenerator<void> {
	const families = await readFamilies(stream);
	const histories = createHistories();
	const ofAlone = createLinksOfAlone(records, builder, families, histories);
	for await (const rows of stream.assertions(relationCode.IsRelatedTo)) {
		for (const step of inSteps(rows, assertionsPerStep)) {
			await ofAlone.add(step);
			onDerived(step.length);
			yield;
		}
	}
	await ofAlone.end();
	yield* fillFamilyLinks(records, builder, families, histories);
}

type Assertion = readonly [source: Id, relation: number, target: Id, provenance: Id];

/**
 * Writes links from works that are alone, straight from the stream, in which all assertions of a source follow each other: those to families when
 * the source has ended; symmetric ones, where both ends are alone, after a look at their other direction.
 */
function createLinksOfAlone(records: LinkRecords, builder: LinkBuilder, families: Families, histories: Histories) {
	let directed: { key: RelationshipKey; provenances: Id[] }[] = [];
	let symmetric: RelationshipKey[] = [];
	const toFamilies: Assertion[] = [];
	let last: { key: RelationshipKey; provenances: Id[] } | undefined;
	const flush = async (ended: Id) => {
		// The last one may go on with the next rows, and so may the last source.
		const held = directed.at(-1) === last ? directed.pop() : undefined;
		const ready = directed;
		directed = held ? [held] : [];
		await histories.read(
			records,
			ready.map(({ provenances }) => provenances),
		);
		const links = ready.map(({ key: [source, relation, target], provenances }): IndexLink => {
			const history = histories.of(provenances);
			return {
				source,
				relation: relations[relation - 1] as GroupRelation,
				target,
				identity: history,
				version: history,
			};
		});
		await builder.addLinks(links);
		const turned = symmetric;
		symmetric = [];
		await addSymmetric(records, builder, turned);
		const whole = toFamilies.findLastIndex(([source]) => source <= ended) + 1;
		await addToFamilies(records, builder, toFamilies.splice(0, whole), histories);
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
			const [underWay] = rows.at(-1) ?? [0];
			if (directed.length + symmetric.length + toFamilies.length >= linksPerStep) await flush(underWay - 1);
		},
		async end() {
			last = undefined;
			await flush(Number.POSITIVE_INFINITY);
		},
	};
}

/** Writes links from works that are alone to groups, from all assertions of these works. */
async function addToFamilies(
	records: LinkRecords,
	builder: LinkBuilder,
	assertions: readonly Assertion[],
	histories: Histories,
): Promise<void> {
	if (assertions.length === 0) return;
	const places = await placesById(records, new Set(assertions.map(([, , target]) => target)));
	for (const [source] of assertions) places.set(source, placeAlone(source));
	await addGroupLinks(records, builder, assertions, places, histories);
}

/** Writes the links between groups that these are all assertions of, given the places of their ends. */
async function addGroupLinks(
	records: LinkRecords,
	builder: LinkBuilder,
	assertions: readonly Assertion[],
	places: ReadonlyMap<Id, Placement>,
	histories: Histories,
): Promise<void> {
	const sayings = createSayings();
	for (const [source, relation, target, provenance] of assertions) {
		const from = places.get(source) as Placement;
		const to = places.get(target) as Placement;
		sayings.expect(from, relation, to);
		sayings.add(from, relation, to, provenance);
	}
	// An engine may look up what a step's links name all at once.
	for (const step of inSteps(await sayings.links(records, histories), linksPerStep)) await builder.addLinks(step);
}

function placeAlone(id: Id): Placement {
	return { id, identity: id, version: id, alone: true };
}

async function addSymmetric(
	records: LinkRecords,
	builder: LinkBuilder,
	relationships: readonly RelationshipKey[],
): Promise<void> {
	if (relationships.length === 0) return;
	const turned = relationships.map(([source, relation, target]): RelationshipKey => [target, relation, source]);
	const saidBothWays = new Set((await records.provenancesOf(turned)).map(([position]) => position));
	// Said both ways, it comes by twice: the one from the smaller id writes it.
	const once = relationships.filter(([source, , target], position) => source < target || !saidBothWays.has(position));
	const named = once.map(([source, relation, target]) => ({ source, relation, target, provenances: null }));
	await builder.addLinks(await deriveLinks(records, named, await readPlaces(records, named)));
}

/**
 * Writes links from shared groups, Version group by Version group, and the symmetric ones at either end: of these, one between two belongs to
 * the one with the smaller id. All that makes a link is read with its group, so it is whole.
 */
async function* fillFamilyLinks(
	records: LinkRecords,
	builder: LinkBuilder,
	families: Families,
	histories: Histories,
): AsyncGenerator<void> {
	// One of the oldest families, which come first, may have more links than a thousand of the others.
	let size = 1;
	for (let at = 0, step: Id[]; at < families.versions.length; at += step.length) {
		step = families.versions.slice(at, at + size);
		const [smallest] = step as [Id];
		const members = await records.versionMembers(step);
		const assertions = await assertionsOfFamilies(
			records,
			members.map(({ id }) => id),
		);
		const places = new Map(members.map((member) => [member.id, member]));
		const strangers = new Set<Id>();
		for (const [source, , target] of assertions) {
			for (const id of [source, target]) {
				if (places.has(id)) continue;
				if (families.members.has(id)) strangers.add(id);
				else places.set(id, placeAlone(id));
			}
		}
		for (const [id, place] of await placesById(records, strangers)) places.set(id, place);
		const isWritten = (id: Id) => {
			const { version, alone } = places.get(id) as Placement;
			return !alone && version < smallest;
		};
		const unwritten = assertions.filter(
			([source, relation, target]) =>
				relation !== relationCode.IsRelatedTo || !(isWritten(source) || isWritten(target)),
		);
		await addGroupLinks(records, builder, unwritten, places, histories);
		yield;
		const fitting = Math.floor((size * familyAssertionsPerStep) / (assertions.length + 1));
		size = Math.max(1, Math.min(fitting, 2 * size, familiesPerStep));
	}
}

/** Lists what these assert of others, and what relates them to others at either end. */
async function assertionsOfFamilies(records: LinkRecords, ids: readonly Id[]): Promise<Assertion[]> {
	const { IsRelatedTo } = relationCode;
	const directed = await records.assertionsOf(ids, { last: IsRelatedTo - 1 }, 'source');
	return directed.concat(await records.assertionsOf(ids, { first: IsRelatedTo, last: IsRelatedTo }));
}

/** Remembers, for the links, which identifiers share a group with others, and their Version groups in the order of ids. */
type Families = { members: IdSet; versions: Id[] };

type IdSet = { add(id: Id): void; has(id: Id): boolean };

/** Keeps ids as bits: ten million identifiers take a megabyte. */
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

async function readFamilies(stream: RecordStream): Promise<Families> {
	const families: Families = { members: createIdSet(), versions: [] };
	for await (const rows of stream.members()) {
		for (const [id, version] of rows) {
			families.members.add(id);
			if (families.versions.at(-1) !== version) families.versions.push(version);
		}
	}
	return families;
}
