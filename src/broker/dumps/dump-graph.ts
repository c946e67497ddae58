// Dumps the whole graph of one state of the records in a format.

import { setImmediate as turn } from 'node:timers/promises';
import { createDumpWriter, type DumpFormat, describesBothEnds } from '../../formats/dumps/dump-formats.ts';
import type {
	DumpedAssertion,
	DumpedEntry,
	DumpedLink,
	DumpedWork,
	DumpPiece,
} from '../../formats/dumps/dump-writer.ts';
import { compareIdentifiers, type Identifier } from '../../identifiers/index.ts';
import type { Description } from '../../links/description.ts';
import type { Provenance } from '../../links/link.ts';
import { linkHistory, provenanceFromText } from '../../links/provenance.ts';
import {
	type GroupRelation,
	isSymmetric,
	joinsGroups,
	type Relation,
	relationCode,
	relations,
} from '../../links/relation.ts';
import { flagsIn } from '../../search/flags/flags.ts';
import type { Described, Id } from '../../store/graph.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { Snapshot } from '../../store/snapshots.ts';
import { flagLinksFrom } from '../counting/flag-links.ts';

/** What a dump holds, whatever its format shows of it. */
export type DumpCounts = {
	works: number;
	identifiers: number;
	/** Between two works, by relation: relationships, and relations between versions. */
	links: number;
	assertions: number;
};

/** What was dumped: `change` is the last number of the change log in that state. */
export type Dumped = DumpCounts & { change: number };

/** Takes the pieces of files, in order for each. */
export type DumpTarget = {
	/** Says which files there will be, before anything is written. */
	open(files: readonly string[]): Promise<void>;
	/** Resolves when more may come. */
	write(pieces: readonly DumpPiece[]): Promise<void>;
};

export type DumpOptions = {
	format: DumpFormat;
	/** Milliseconds since 1970. */
	now: number;
	/** Aborted where the dump is to be given up: it then fails with the reason. */
	signal?: AbortSignal | undefined;
	onProgress(progress: { works: number; assertions: number }): void;
};

// After so many works the thread does other work, and progress is reported.
const worksPerTurn = 500;

/**
 * Writes the graph, one work after the other, as it is when this is called: what is received
 * meanwhile is not in it. What must not be found yet (noindex) is, as in an index that is built
 * again.
 */
export async function dumpGraph(
	records: Records,
	{ format, now, signal, onProgress }: DumpOptions,
	target: DumpTarget,
): Promise<Dumped> {
	const writer = await createDumpWriter(format, now);
	const counts: DumpCounts = { works: 0, identifiers: 0, links: 0, assertions: 0 };
	await target.open(writer.files);
	return records.snapshot(async (transaction, snapshot) => {
		const change = (await transaction.changeLog()).newest;
		await target.write([...writer.begin()]);
		for await (const entry of readWorks({ transaction, snapshot }, { describesEnds: describesBothEnds(format) })) {
			signal?.throwIfAborted();
			counts.works++;
			counts.identifiers += entry.work.identifiers.length;
			counts.links += entry.links.length;
			counts.assertions += entry.within.length;
			for (const { assertions } of entry.links) counts.assertions += assertions.length;
			await writeInPieces(writer.entry(entry), target);
			if (counts.works % worksPerTurn !== 0) continue;
			onProgress(counts);
			await turn();
		}
		await target.write([...writer.end()]);
		return { ...counts, change };
	});
}

// A work may have links without number; so many pieces of it are in memory at a time.
const piecesPerWrite = 1_000;

async function writeInPieces(pieces: Iterable<DumpPiece>, target: DumpTarget): Promise<void> {
	let step: DumpPiece[] = [];
	for (const piece of pieces) {
		step.push(piece);
		if (step.length < piecesPerWrite) continue;
		await target.write(step);
		step = [];
	}
	if (step.length > 0) await target.write(step);
}

type State = { transaction: Transaction; snapshot: Snapshot };

type Named = Described & Identifier;

/** `describesEnds`: works at the other ends of links are described, too. */
type ReadOptions = { describesEnds: boolean };

// Bounds what is in memory at a time; a work that has more links than that is read whole.
const mostWorksPerStep = 250;
const assertionsPerStep = 5_000;

/** Reads all works in the order of their numbers, each with the links that start from it. */
async function* readWorks(state: State, options: ReadOptions): AsyncGenerator<DumpedEntry> {
	let size = 1;
	let step: Named[] = [];
	const provenances = createProvenances(state.transaction);
	for await (const rows of state.snapshot.identifiers()) {
		for (const row of rows) {
			if (row.id !== row.identity) continue;
			step.push(row);
			if (step.length < size) continue;
			const entries = await readEntries(state.transaction, step, provenances, options);
			yield* entries;
			step = [];
			// One work may have more links than a thousand others.
			const fitting = Math.floor((size * assertionsPerStep) / (countAssertions(entries) + 1));
			size = Math.max(1, Math.min(fitting, 2 * size, mostWorksPerStep));
		}
	}
	if (step.length > 0) yield* await readEntries(state.transaction, step, provenances, options);
}

/** Counts the assertions of works. */
function countAssertions(entries: readonly DumpedEntry[]): number {
	let count = 0;
	for (const { links, within } of entries) {
		count += within.length;
		for (const { assertions } of links) count += assertions.length;
	}
	return count;
}

type Row = readonly [source: Id, relation: number, target: Id, provenance: Id];

async function readEntries(
	transaction: Transaction,
	heads: readonly Named[],
	provenances: Provenances,
	{ describesEnds }: ReadOptions,
): Promise<DumpedEntry[]> {
	const { works, placed } = await worksOf(transaction, heads, true);
	const own = new Set(placed.keys());
	const rows = await assertionsFrom(transaction, [...own]);
	const others = [...new Set(rows.flatMap(([source, , target]) => [source, target]))].filter((id) => !own.has(id));
	const ends = await transaction.identifiers(others);
	const headsOfEnds = new Map(ends.filter(({ id, identity }) => id === identity).map((end) => [end.id, end]));
	const missing = [...new Set(ends.map(({ identity }) => identity))].filter((id) => !headsOfEnds.has(id));
	// A link may name any identifier of the work at its other end.
	const foundHeads = await transaction.identifiers(missing.filter((id) => !works.has(id)));
	const far = await worksOf(transaction, [...headsOfEnds.values(), ...foundHeads], describesEnds);
	const provenanceOf = await provenances.read(rows.map(([, , , provenance]) => provenance));
	const find = (id: Id): Place => (placed.get(id) ?? far.placed.get(id)) as Place;
	const assertions = rows.map(([source, code, target, provenance]) =>
		ownedAssertion(find(source), relations[code - 1] as Relation, find(target), provenanceOf(provenance)),
	);
	const byWork = Map.groupBy(assertions.filter(belongsHere), ({ owner }) => owner);
	return heads.map(({ id }) => entryOf(works.get(id) as DumpedWork, byWork.get(id) ?? [], describesEnds));

	/**
	 * A symmetric link belongs to the work with the smaller number, which may not be of this step.
	 */
	function belongsHere({ owner }: OwnedAssertion): boolean {
		return works.has(owner);
	}
}

/** An identifier and its work. */
type Place = { identifier: Identifier; work: DumpedWork };

/** An assertion with both works, and the number of the work that owns its link. */
type OwnedAssertion = { owner: Id; from: DumpedWork; to: DumpedWork; assertion: DumpedAssertion };

function ownedAssertion(source: Place, relation: Relation, target: Place, provenance: Provenance): OwnedAssertion {
	const reversed = isSymmetric(relation) && target.work.work < source.work.work;
	const [from, to] = reversed ? [target.work, source.work] : [source.work, target.work];
	const assertion = {
		...{ source: source.identifier, relation, target: target.identifier, provenance },
		...{ sourceWork: source.work.work, targetWork: target.work.work },
	};
	return { owner: from.work, from, to, assertion };
}

function entryOf(work: DumpedWork, assertions: readonly OwnedAssertion[], isFlagged: boolean): DumpedEntry {
	const within = assertions.filter(({ from, to }) => from.work === to.work).map(({ assertion }) => assertion);
	const between = assertions.filter(({ from, to }) => from.work !== to.work);
	const bitsOf = isFlagged ? flagLinksFrom(work) : undefined;
	const flagsOf = (relation: Relation, target: DumpedWork, those: readonly OwnedAssertion[]) => {
		if (bitsOf === undefined || !joinsGroups(relationCode[relation])) return [];
		const history = linkHistory(those.map(({ assertion }) => assertion.provenance));
		return flagsIn(bitsOf({ relation: relation as GroupRelation, target, history }));
	};
	const links = [...Map.groupBy(between, ({ assertion, to }) => `${assertion.relation} ${to.work}`).values()].map(
		(those): DumpedLink => {
			const [{ from, to, assertion }] = those as [OwnedAssertion, ...OwnedAssertion[]];
			return {
				source: from,
				relation: assertion.relation,
				target: to,
				assertions: those.map((one) => one.assertion),
				flags: flagsOf(assertion.relation, to, those),
			};
		},
	);
	return { work, links, within };
}

/**
 * Lists, each once and in order, what is asserted from these identifiers, and what relates them to
 * others at either end. Links of an identifier to itself are left out: works have their descriptions.
 */
async function assertionsFrom(transaction: Transaction, ids: readonly Id[]): Promise<Row[]> {
	const { IsRelatedTo } = relationCode;
	const from = await transaction.assertionsOf(ids, { last: relations.length }, 'source');
	const related = await transaction.assertionsOf(ids, { first: IsRelatedTo, last: IsRelatedTo });
	const sorted = from
		.filter(([, relation]) => relation !== IsRelatedTo)
		.concat(related)
		.sort(compareRows);
	return sorted.filter((row, at) => row[0] !== row[2] && (at === 0 || compareRows(sorted[at - 1] as Row, row) !== 0));
}

function compareRows(one: Row, other: Row): number {
	return one[1] - other[1] || one[0] - other[0] || one[2] - other[2] || one[3] - other[3];
}

/**
 * Reads works whole, given by the identifiers that they are named after; returns them by number,
 * and where each of their identifiers lies.
 */
async function worksOf(transaction: Transaction, heads: readonly Named[], described: boolean) {
	const shared = heads.filter(({ alone }) => !alone).map(({ id }) => id);
	const members = shared.length === 0 ? [] : await transaction.members('identity', shared);
	const known = new Map(heads.map((head) => [head.id, head]));
	const others = members.map(({ id }) => id).filter((id) => !known.has(id));
	const rows = [...heads, ...(others.length === 0 ? [] : await transaction.identifiers(others))];
	const descriptions = described ? await descriptionsOf(transaction, heads) : new Map<Id, Description>();
	const works = new Map<Id, DumpedWork & { identifiers: Identifier[] }>();
	const placed = new Map<Id, Place>();
	for (const { id, version, description } of heads) {
		const words = description === null ? undefined : descriptions.get(description);
		works.set(id, { work: id, family: version, identifiers: [], description: words ?? {} });
	}
	for (const { id, identity, scheme, key, value } of rows) {
		const work = works.get(identity) as DumpedWork & { identifiers: Identifier[] };
		const identifier = { scheme, key, value };
		work.identifiers.push(identifier);
		placed.set(id, { identifier, work });
	}
	for (const { identifiers } of works.values()) identifiers.sort(compareIdentifiers);
	return { works: works as ReadonlyMap<Id, DumpedWork>, placed: placed as ReadonlyMap<Id, Place> };
}

async function descriptionsOf(transaction: Transaction, heads: readonly Named[]): Promise<Map<Id, Description>> {
	const ids = new Set(heads.map(({ description }) => description).filter((description) => description !== null));
	const texts = await transaction.texts('description', [...ids]);
	return new Map(texts.map(([id, text]) => [id, JSON.parse(text) as Description]));
}

type Provenances = ReturnType<typeof createProvenances>;

// Feeds say millions of links in few provenances, so the last ones are cached.
const mostCached = 10_000;

function createProvenances(transaction: Transaction) {
	let cached = new Map<Id, Provenance>();
	return {
		/** Reads those that are not known yet; what it answers holds until the next call. */
		async read(ids: readonly Id[]): Promise<(id: Id) => Provenance> {
			if (cached.size > mostCached) cached = new Map();
			const unknown = [...new Set(ids)].filter((id) => !cached.has(id));
			if (unknown.length > 0) {
				for (const [id, text] of await transaction.texts('provenance', unknown))
					cached.set(id, provenanceFromText(text));
			}
			return (id) => cached.get(id) as Provenance;
		},
	};
}
