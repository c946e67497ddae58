// Derives all groups and descriptions again from what counts, and corrects stored ones that differ.
import { createDisjointSets } from '../links/grouping.ts';
import { relationCode, relationsWithinGroups } from '../links/relation.ts';
import type { DescribedRow } from '../store/descriptions.ts';
import type { Id, Placement } from '../store/graph.ts';
import type { Records, Transaction } from '../store/records.ts';
import type { Snapshot } from '../store/snapshots.ts';
import { correctDescriptions, findMisdescribed, type Misdescribed, type PlacedDescription } from './describe-groups.ts';
import { inSteps } from './in-steps.ts';

export type RebuiltGraph = Omit<ComparedGraph, 'differing'> & {
	/**
	 * Identifiers with wrong groups, and groups with a wrong description. Expected: 0.
	 */
	changed: number;
};

/**
 * Rebuilds the groups in one transaction. Where it changed something the index must be rebuilt too.
 */
export async function rebuildGraph(
	records: Records,
	onProgress: (progress: GraphProgress) => void,
): Promise<RebuiltGraph> {
	return records.change(async (transaction, snapshot) => {
		await transaction.lock('everything');
		return rebuildGraphInside(transaction, snapshot, onProgress);
	});
}

/** Rebuilds the groups in a transaction that has locked all of them. */
export async function rebuildGraphInside(
	transaction: Transaction,
	snapshot: Snapshot,
	onProgress: (progress: GraphProgress) => void,
): Promise<RebuiltGraph> {
	const corrections = {
		misplaced: transaction.place,
		misdescribed: (groups: Parameters<typeof correctDescriptions>[1]) => correctDescriptions(transaction, groups),
	};
	const { differing, ...counts } = await compareGraph(transaction, snapshot, corrections, onProgress);
	return { ...counts, changed: differing };
}

export type GraphProgress = { what: 'groups' | 'descriptions'; done: number };

/** What was derived. */
export type ComparedGraph = {
	identifiers: number;
	identityGroups: number;
	versionGroups: number;
	/**
	 * Identifiers with wrong groups, and groups with a wrong description. Expected: 0.
	 */
	differing: number;
};

/** Receives the right values of what differs, step by step. */
export type Differences = {
	misplaced(places: readonly Placement[]): Promise<void>;
	misdescribed(groups: readonly Misdescribed[]): Promise<void>;
};

const stepSize = 5_000;

/**
 * Derives the graph from one state of the records and reports what is stored otherwise: first all
 * groups, then all descriptions.
 */
export async function compareGraph(
	transaction: Pick<Transaction, 'texts'>,
	snapshot: Snapshot,
	differences: Differences,
	onProgress: (progress: GraphProgress) => void,
): Promise<ComparedGraph> {
	const groups = await deriveGroups(snapshot);
	const { shared, differing, ...counts } = await compareGroups(snapshot, groups, differences, onProgress);
	const misdescribed = await compareDescriptions(transaction, snapshot, shared, differences, onProgress);
	return { ...counts, differing: differing + misdescribed };
}

type Groups = { identity: ReturnType<typeof createDisjointSets>; version: ReturnType<typeof createDisjointSets> };

async function deriveGroups(snapshot: Snapshot): Promise<Groups> {
	const identity = createDisjointSets();
	const version = createDisjointSets();
	const { IsIdenticalTo, HasVersion } = relationCode;
	for await (const rows of snapshot.assertions(relationsWithinGroups)) {
		for (const [one, relation, other] of rows) {
			if (relation === IsIdenticalTo) identity.join(one, other);
			if (relation === IsIdenticalTo || relation === HasVersion) version.join(one, other);
		}
	}
	for await (const pairs of snapshot.representatives()) {
		for (const [one, other] of pairs) {
			identity.join(one, other);
			version.join(one, other);
		}
	}
	return { identity, version };
}

type Compared = ComparedGraph & {
	/** The Identity groups of identifiers that share theirs, by identifier. */
	shared: ReadonlyMap<Id, Id>;
};

async function compareGroups(
	snapshot: Snapshot,
	groups: Groups,
	differences: Differences,
	onProgress: (progress: GraphProgress) => void,
): Promise<Compared> {
	const names = await nameGroups(snapshot, groups);
	const counts = { identifiers: 0, identity: 0 };
	const shared = new Map<Id, Id>();
	const wrong: Placement[] = [];
	for await (const rows of snapshot.identifiers()) {
		for (const { id, identity, version, alone } of rows) {
			const shouldBe = {
				id,
				identity: names.identity.get(groups.identity.find(id)) ?? id,
				version: names.version.get(groups.version.find(id)) ?? id,
				alone: !names.version.has(groups.version.find(id)),
			};
			const right = identity === shouldBe.identity && version === shouldBe.version && alone === shouldBe.alone;
			if (!right) wrong.push(shouldBe);
			if (names.identity.has(groups.identity.find(id))) shared.set(id, shouldBe.identity);
			counts.identifiers++;
			if (shouldBe.identity === id) counts.identity++;
		}
		onProgress({ what: 'groups', done: counts.identifiers });
	}
	// Every set of two or more makes its members' groups one.
	const inVersions = names.version.size;
	const alone = counts.identifiers - names.versionMembers;
	for (const step of inSteps(wrong, stepSize)) await differences.misplaced(step);
	return {
		identifiers: counts.identifiers,
		identityGroups: counts.identity,
		versionGroups: alone + inVersions,
		differing: wrong.length,
		shared,
	};
}

/**
 * Names each group after one of its members: it keeps its name where that still fits, otherwise it
 * gets the smallest.
 */
async function nameGroups(snapshot: Snapshot, groups: Groups) {
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
	for await (const rows of snapshot.identifiers()) {
		for (const row of rows) {
			named(identity, groups.identity, row.id, row.identity, identityRoots);
			if (named(version, groups.version, row.id, row.version, versionRoots)) versionMembers++;
		}
	}
	return { identity, version, versionMembers };
}

type IdentifierDescription = PlacedDescription & { identifier: Id };

async function compareDescriptions(
	transaction: Pick<Transaction, 'texts'>,
	snapshot: Snapshot,
	shared: ReadonlyMap<Id, Id>,
	differences: Differences,
	onProgress: (progress: GraphProgress) => void,
): Promise<number> {
	const descriptionsOfShared = new Map<Id, IdentifierDescription[]>([...shared.values()].map((group) => [group, []]));
	const storedOfShared = new Map<Id, Id | null>();
	const readDescriptions = createDescriptionReader(snapshot.described());
	let done = 0;
	let differing = 0;
	const report = async (wrong: readonly Misdescribed[]) => {
		if (wrong.length > 0) await differences.misdescribed(wrong);
		differing += wrong.length;
	};
	for await (const rows of snapshot.identifiers()) {
		const descriptionsOf = new Map<Id, IdentifierDescription[]>();
		const stored = new Map<Id, Id | null>();
		const misplaced: Misdescribed[] = [];
		for (const { id, description } of rows) {
			const group = shared.get(id) ?? id;
			if (group !== id && description !== null) misplaced.push({ group: id, text: null });
			else if (group === id) (shared.has(id) ? storedOfShared : stored).set(id, description);
			if (!shared.has(id)) descriptionsOf.set(id, []);
		}
		for (const one of await readDescriptions(rows.at(-1)?.id as Id)) {
			const group = shared.get(one.identifier);
			(group === undefined ? descriptionsOf.get(one.identifier) : descriptionsOfShared.get(group))?.push(one);
			done++;
		}
		await report([...misplaced, ...(await findMisdescribed(transaction, descriptionsOf, stored))]);
		onProgress({ what: 'descriptions', done });
	}
	for (const entries of inSteps([...descriptionsOfShared], stepSize)) {
		await report(await findMisdescribed(transaction, new Map(entries), storedOfShared));
	}
	return differing;
}

/** Reads descriptions, which come by identifier, up to one identifier after the other. */
function createDescriptionReader(steps: AsyncIterable<DescribedRow[]>): (last: Id) => Promise<IdentifierDescription[]> {
	const rest = steps[Symbol.asyncIterator]();
	let rows: DescribedRow[] = [];
	let at = 0;
	return async (last) => {
		const read: IdentifierDescription[] = [];
		for (;;) {
			if (at === rows.length) {
				const next = await rest.next();
				if (next.done) return read;
				rows = next.value;
				at = 0;
			}
			const [identifier, event, place, description] = rows[at] as DescribedRow;
			if (identifier > last) return read;
			read.push({ event, place, identifier, description });
			at++;
		}
	};
}
