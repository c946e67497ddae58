// Derives all groups and what stands for them anew from what was received, and mends what differs; knows no engine.
import { compareIdentifiers } from '../identifiers/index.ts';
import { type Description, describeAsText, joinDescriptions } from '../links/description.ts';
import { digestOfOwner, digestText } from '../links/digested-text.ts';
import { createDisjointSets } from '../links/grouping.ts';
import { relationCode } from '../links/relation.ts';
import type { Id, LinkRecords, LinkStore, Placement, RecordStream } from '../ports/records/link-store.ts';
import { inSteps } from './in-steps.ts';

export type GraphProgress = { what: 'groups' | 'descriptions'; done: number };
export type RebuiltGraph = {
	identifiers: number;
	identityGroups: number;
	versionGroups: number;
	/** Identifiers whose groups, and groups whose description, were not as they should be. 0 is what is expected. */
	changed: number;
};

const stepSize = 5_000;

/** Rebuilds the groups in one transaction. Where it changed something the index must be rebuilt too. */
export async function rebuildGraph(
	store: LinkStore,
	onProgress: (progress: GraphProgress) => void,
): Promise<RebuiltGraph> {
	return store.change(async (records, stream) => {
		await records.holdAll();
		const groups = await deriveGroups(stream);
		const placed = await placeAll(records, stream, groups, onProgress);
		const described = await describeAll(records, stream, placed.families, onProgress);
		const { identifiers, identityGroups, versionGroups } = placed;
		return { identifiers, identityGroups, versionGroups, changed: placed.changed + described };
	});
}

type Groups = { identity: ReturnType<typeof createDisjointSets>; version: ReturnType<typeof createDisjointSets> };

async function deriveGroups(stream: RecordStream): Promise<Groups> {
	const identity = createDisjointSets();
	const version = createDisjointSets();
	for await (const rows of stream.relationships(relationCode.IsIdenticalTo)) {
		for (const [one, other] of rows) {
			identity.join(one, other);
			version.join(one, other);
		}
	}
	for await (const rows of stream.relationships(relationCode.HasVersion)) {
		for (const [one, other] of rows) version.join(one, other);
	}
	return { identity, version };
}

type Placed = {
	identifiers: number;
	identityGroups: number;
	versionGroups: number;
	changed: number;
	/** Members of Identity groups of more than one, by identifier. */
	families: ReadonlyMap<Id, Id>;
};

async function placeAll(
	records: LinkRecords,
	stream: RecordStream,
	groups: Groups,
	onProgress: (progress: GraphProgress) => void,
): Promise<Placed> {
	const names = await nameGroups(stream, groups);
	const counts = { identifiers: 0, identity: 0, version: 0, changed: 0 };
	const families = new Map<Id, Id>();
	const wrong: Placement[] = [];
	for await (const rows of stream.identifiers()) {
		for (const { id, identity, version, alone } of rows) {
			const shouldBe = {
				id,
				identity: names.identity.get(groups.identity.find(id)) ?? id,
				version: names.version.get(groups.version.find(id)) ?? id,
				alone: !names.version.has(groups.version.find(id)),
			};
			const right = identity === shouldBe.identity && version === shouldBe.version && alone === shouldBe.alone;
			if (!right) wrong.push(shouldBe);
			if (names.identity.has(groups.identity.find(id))) families.set(id, shouldBe.identity);
			counts.identifiers++;
			if (shouldBe.identity === id) counts.identity++;
		}
		onProgress({ what: 'groups', done: counts.identifiers });
	}
	// Every set of two or more makes its members' groups one.
	const inVersions = names.version.size;
	const alone = counts.identifiers - names.versionMembers;
	for (const step of inSteps(wrong, stepSize)) await records.place(step);
	return {
		identifiers: counts.identifiers,
		identityGroups: counts.identity,
		versionGroups: alone + inVersions,
		changed: wrong.length,
		families,
	};
}

/** Names each group after one of its members: as it is named already where that still fits, else after the smallest. */
async function nameGroups(stream: RecordStream, groups: Groups) {
	const identity = new Map<Id, Id>();
	const version = new Map<Id, Id>();
	let versionMembers = 0;
	const named = (names: Map<Id, Id>, sets: Groups['identity'], id: Id, stored: Id, known: ReadonlySet<Id>) => {
		const root = sets.find(id);
		if (!known.has(root)) return false;
		const fits = sets.find(stored) === root;
		const name = names.get(root);
		if (name === undefined || (fits && stored < name)) names.set(root, fits ? stored : (name ?? id));
		return true;
	};
	const identityRoots = new Set(groups.identity.sets().map((set) => groups.identity.find(set[0] as Id)));
	const versionRoots = new Set(groups.version.sets().map((set) => groups.version.find(set[0] as Id)));
	for await (const rows of stream.identifiers()) {
		for (const row of rows) {
			named(identity, groups.identity, row.id, row.identity, identityRoots);
			if (named(version, groups.version, row.id, row.version, versionRoots)) versionMembers++;
		}
	}
	return { identity, version, versionMembers };
}

type Said = { event: Id; identifier: Id; description: Id };

async function describeAll(
	records: LinkRecords,
	stream: RecordStream,
	families: ReadonlyMap<Id, Id>,
	onProgress: (progress: GraphProgress) => void,
): Promise<number> {
	const saidOfFamilies = new Map<Id, Said[]>([...families.values()].map((group) => [group, []]));
	const storedOfFamilies = new Map<Id, Id | null>();
	const readSaid = createSaidReader(stream.described());
	let done = 0;
	let changed = 0;
	for await (const rows of stream.identifiers()) {
		const saidOf = new Map<Id, Said[]>();
		const stored = new Map<Id, Id | null>();
		const misplaced: [Id, null][] = [];
		for (const { id, description } of rows) {
			const group = families.get(id) ?? id;
			if (group !== id && description !== null) misplaced.push([id, null]);
			else if (group === id) (families.has(id) ? storedOfFamilies : stored).set(id, description);
			if (!families.has(id)) saidOf.set(id, []);
		}
		for (const said of await readSaid(rows.at(-1)?.id as Id)) {
			const group = families.get(said.identifier);
			(group === undefined ? saidOf.get(said.identifier) : saidOfFamilies.get(group))?.push(said);
			done++;
		}
		await records.describe(misplaced);
		changed += misplaced.length + (await describeGroups(records, saidOf, stored));
		onProgress({ what: 'descriptions', done });
	}
	for (const entries of inSteps([...saidOfFamilies], stepSize)) {
		changed += await describeGroups(records, new Map(entries), storedOfFamilies);
	}
	return changed;
}

/** Reads what was said, which comes by identifier, up to one identifier after the other. */
function createSaidReader(steps: AsyncIterable<[Id, Id, Id][]>): (last: Id) => Promise<Said[]> {
	const rest = steps[Symbol.asyncIterator]();
	let rows: [Id, Id, Id][] = [];
	let at = 0;
	return async (last) => {
		const said: Said[] = [];
		for (;;) {
			if (at === rows.length) {
				const next = await rest.next();
				if (next.done) return said;
				rows = next.value;
				at = 0;
			}
			const [identifier, event, description] = rows[at] as [Id, Id, Id];
			if (identifier > last) return said;
			said.push({ event, identifier, description });
			at++;
		}
	};
}

/** Settles groups from all that was said of each, nothing included; answers how many were not as they should be. */
async function describeGroups(
	records: LinkRecords,
	saidOf: ReadonlyMap<Id, Said[]>,
	stored: ReadonlyMap<Id, Id | null>,
): Promise<number> {
	const said = [...saidOf.values()].flat().map(({ description }) => description);
	const standing = [...saidOf.keys()].map((group) => stored.get(group) ?? null).filter((id) => id !== null);
	const texts = new Map(await records.descriptions([...new Set([...said, ...standing])]));
	const several = [...saidOf.values()].filter((said) => new Set(said.map(({ identifier }) => identifier)).size > 1);
	const named = await records.identifiers([...new Set(several.flat().map(({ identifier }) => identifier))]);
	const identifiers = new Map(named.map((one) => [one.id, one]));
	const foldAll = (said: readonly Said[]): string => {
		const inOrder = said.toSorted((one, other) => {
			const a = identifiers.get(one.identifier);
			const b = identifiers.get(other.identifier);
			return one.event - other.event || (a && b ? compareIdentifiers(a, b) : 0);
		});
		return fold(inOrder.map(({ description }) => texts.get(description) as string));
	};
	const silenced: [Id, null][] = [];
	const wrong: { group: Id; text: string }[] = [];
	for (const [group, said] of saidOf) {
		const description = stored.get(group) ?? null;
		const text = said.length === 0 ? null : foldAll(said);
		// The same text may be kept more than once, told apart by who it was said of then.
		if (text === (description === null ? null : texts.get(description))) continue;
		if (text === null) silenced.push([group, null]);
		else wrong.push({ group, text });
	}
	const ids = await records.internDescriptions(wrong.map(({ group, text }) => digestOfOwner(group, digestText(text))));
	await records.describe([...silenced, ...wrong.map(({ group }, position): [Id, Id] => [group, ids[position] as Id])]);
	return silenced.length + wrong.length;
}

function fold(texts: readonly string[]): string {
	const distinct = new Set(texts);
	if (distinct.size === 1) return texts[0] as string;
	return describeAsText(texts.map((text) => JSON.parse(text) as Description).reduce(joinDescriptions));
}
