// Builds the search index anew from one state of the records while the old one goes on answering, then switches; knows no engine.

import { BrokerError } from '../errors.ts';
import type { Identifier } from '../identifiers/index.ts';
import type { Description } from '../links/description.ts';
import { type GroupRelation, relationCode, relations } from '../links/relation.ts';
import type { IndexBuilder, IndexLink, SearchIndex } from '../search/search-index.ts';
import type {
	Id,
	LinkRecords,
	LinkStore,
	Placement,
	RebuildSnapshot,
	RecordStream,
	RelationshipKey,
} from '../storage/link-store.ts';
import { createHistories, createSayings, deriveLinks, type Histories } from './derive-links.ts';
import { deriveIdentityObjects, deriveVersionObjects, identityObject } from './derive-objects.ts';
import { placesById, readPlaces } from './places.ts';

/** So many objects and links, which come by turns, have been derived; how many there are is not known before. */
export type RebuildProgress = { what: 'objects and links'; done: number };

type RebuildOptions = {
	/** Clears the index first. */
	destroy: boolean;
	/** Fails with `conflict` where there are events that must not be found yet, instead of making them searchable. */
	onlyIfAllSearchable?: boolean;
	now(): number;
	leaseMilliseconds: number;
	onProgress(progress: RebuildProgress): void;
};

// One step of the build holds no more than this: so little that most of it is no more when garbage is collected (with 250 identifiers instead of 100, read 2,000
// instead of 500 at a time, building a million links took 23 to 24 instead of 21 to 22.5 s of a processor; with 50 it was no less). More only where one work that
// is alone cites so many members of families, or one family cites or is related to so many: their links are whole when all is read.
const linksPerStep = 1_000;
const identifiersPerStep = 100;
const assertionsPerStep = 500;
const familiesPerStep = 60;
const familyAssertionsPerStep = 2_500;

/** Rebuilds the index; what is stored and not indexed yet becomes searchable. Fails with `conflict` while another rebuild is under way. */
export async function rebuildIndex(
	store: LinkStore,
	index: SearchIndex,
	options: RebuildOptions,
): Promise<{ objects: number; links: number }> {
	if (options.destroy) await buildGeneration(store, index, options, async () => ({ unsearchable: [], marks: [] }));
	return buildGeneration(store, index, options, (builder, beat) =>
		store.snapshot(async (records, stream) => {
			const snapshot = { unsearchable: await stream.unsearchable(), marks: await stream.marks() };
			if (options.onlyIfAllSearchable && snapshot.unsearchable.length > 0) {
				throw new BrokerError('conflict', 'Some events must not be found yet.');
			}
			for await (const _ of fill(records, stream, builder, options.onProgress)) await beat();
			return snapshot;
		}),
	);
}

async function buildGeneration(
	store: LinkStore,
	index: SearchIndex,
	{ now, leaseMilliseconds }: RebuildOptions,
	fillFrom: (builder: IndexBuilder, beat: () => Promise<void>) => Promise<RebuildSnapshot>,
): Promise<{ objects: number; links: number }> {
	const generation = await store.startRebuild(now(), now() + leaseMilliseconds, await index.generation());
	let beatAt = now();
	const beat = async () => {
		if (now() - beatAt < leaseMilliseconds / 4) return;
		beatAt = now();
		await store.renewRebuild(generation, now() + leaseMilliseconds);
	};
	try {
		const builder = await index.build(generation);
		let snapshot: RebuildSnapshot;
		try {
			snapshot = await fillFrom(builder, beat);
			await builder.finish();
		} catch (error) {
			await builder.abandon();
			throw error;
		}
		await index.switchTo(generation, () => store.finishRebuild(generation, snapshot));
	} catch (error) {
		await store.abandonRebuild(generation);
		throw error;
	}
	return index.size();
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

// While five steps of objects are written, which takes the longer, links of one step of assertions are derived, however many the records read at a time: of a million links objects end
// some time before links, so that they can be put in order meanwhile.
const objectStepsPerLinkStep = 5;

/** Fills the index step by step. */
async function* fill(
	records: LinkRecords,
	stream: RecordStream,
	builder: IndexBuilder,
	onProgress: RebuildOptions['onProgress'],
): AsyncGenerator<void> {
	let done = 0;
	const onDerived = (more: number) => {
		done += more;
		onProgress({ what: 'objects and links', done });
	};
	const families = await readFamilies(stream);
	const objects = fillObjects(records, stream, builder, onDerived);
	const links = fillLinks(records, stream, builder, families, onDerived);
	yield* byTurns(objects, builder.mixes ? objectStepsPerLinkStep : Number.POSITIVE_INFINITY, links);
}

/** Goes on with the one so many steps at a time and with the other in between, until both have ended. */
async function* byTurns(one: AsyncGenerator<void>, steps: number, other: AsyncGenerator<void>): AsyncGenerator<void> {
	try {
		for (let oneEnded = false, otherEnded = false; !(oneEnded && otherEnded); ) {
			for (let step = 0; step < steps && !oneEnded; step++) {
				oneEnded = (await one.next()).done === true;
				yield;
			}
			if (!otherEnded) otherEnded = (await other.next()).done === true;
			yield;
		}
	} finally {
		await Promise.allSettled([one.return(undefined), other.return(undefined)]);
	}
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

/** Writes objects in the order in which an index of many keeps them, Version groups from the highest id down and then Identity groups. */
async function* fillObjects(
	records: LinkRecords,
	stream: RecordStream,
	builder: IndexBuilder,
	onDerived: (more: number) => void,
): AsyncGenerator<void> {
	for await (const versions of stream.families()) {
		for (const step of inSteps(versions, familiesPerStep)) {
			await builder.addObjects(await deriveVersionObjects(records, step));
			yield;
		}
	}
	for await (const rows of stream.identifiers()) {
		for (const step of inSteps(rows, identifiersPerStep)) {
			const alone = step.filter(({ alone }) => alone);
			const shared = step.filter(({ id, identity, alone }) => !alone && id === identity);
			const objects = [...(await aloneObjects(records, alone)), ...(await deriveIdentityObjects(records, shared))];
			await builder.addObjects(objects.sort((one, other) => one.group - other.group));
			yield;
		}
		onDerived(rows.length);
	}
	await builder.endObjects();
}

type StreamedIdentifier = Identifier & Placement & { description: Id | null };

async function aloneObjects(records: LinkRecords, alone: readonly StreamedIdentifier[]) {
	const ids = [...new Set(alone.flatMap(({ description }) => (description === null ? [] : [description])))];
	const texts = await records.descriptions(ids);
	const descriptions = new Map(texts.map(([id, text]) => [id, JSON.parse(text) as Description]));
	return alone.map(({ id, scheme, key, value, description }) =>
		identityObject({
			group: id,
			version: id,
			identifiers: [{ scheme, key, value }],
			description: (description !== null && descriptions.get(description)) || {},
		}),
	);
}

async function* fillLinks(
	records: LinkRecords,
	stream: RecordStream,
	builder: IndexBuilder,
	families: Families,
	onDerived: (more: number) => void,
): AsyncGenerator<void> {
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
function createLinksOfAlone(records: LinkRecords, builder: IndexBuilder, families: Families, histories: Histories) {
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
	builder: IndexBuilder,
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
	builder: IndexBuilder,
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
	builder: IndexBuilder,
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
	builder: IndexBuilder,
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

function inSteps<T>(items: readonly T[], size: number): T[][] {
	const steps: T[][] = [];
	for (let at = 0; at < items.length; at += size) steps.push(items.slice(at, at + size));
	return steps;
}
