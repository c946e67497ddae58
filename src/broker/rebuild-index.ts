// Builds the search index anew from one state of the records while the old one goes on answering, then switches; knows no engine.

import type { Identifier } from '../identifiers/index.ts';
import type { Description } from '../links/description.ts';
import { type GroupRelation, relationCode, relations } from '../links/relation.ts';
import type { IndexBuilder, IndexLink, SearchIndex } from '../search/search-index.ts';
import type { Id, LinkRecords, LinkStore, Placement, RecordStream, RelationshipKey } from '../storage/link-store.ts';
import { deriveLinks, historyReader } from './derive-links.ts';
import { deriveObjects, identityObject } from './derive-objects.ts';
import { readPlaces } from './update-index.ts';

export type RebuildProgress = { what: 'objects' | 'links'; done: number; total: number };

type RebuildOptions = {
	/** Clears the index first. */
	destroy: boolean;
	now(): number;
	leaseMilliseconds: number;
	onProgress(progress: RebuildProgress): void;
};

// One step of the build holds no more than this.
const stepSize = 5_000;

/** Rebuilds the index; what is stored and not indexed yet becomes searchable. Fails with `conflict` while another rebuild is under way. */
export async function rebuildIndex(
	store: LinkStore,
	index: SearchIndex,
	options: RebuildOptions,
): Promise<{ objects: number; links: number }> {
	if (options.destroy) await buildGeneration(store, index, options, async () => []);
	return buildGeneration(store, index, options, (builder, beat) =>
		store.snapshot(async (records, stream) => {
			const unsearchable = await stream.unsearchable();
			await fill(records, stream, builder, options.onProgress, beat);
			return unsearchable;
		}),
	);
}

async function buildGeneration(
	store: LinkStore,
	index: SearchIndex,
	{ now, leaseMilliseconds }: RebuildOptions,
	fillFrom: (builder: IndexBuilder, beat: () => Promise<void>) => Promise<Id[]>,
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
		let unsearchable: Id[];
		try {
			unsearchable = await fillFrom(builder, beat);
			await builder.finish();
		} catch (error) {
			await builder.abandon();
			throw error;
		}
		await index.switchTo(generation, () => store.finishRebuild(generation, { unsearchable }));
	} catch (error) {
		await store.abandonRebuild(generation);
		throw error;
	}
	return index.size();
}

/** Remembers what cannot be written while streaming: identifiers that share a group with others. */
type Families = { members: Set<Id>; identities: Set<Id>; versions: Set<Id> };

async function fill(
	records: LinkRecords,
	stream: RecordStream,
	builder: IndexBuilder,
	onProgress: RebuildOptions['onProgress'],
	beat: () => Promise<void>,
): Promise<void> {
	const families = await fillObjects(records, stream, builder, onProgress, beat);
	await fillLinks(records, stream, builder, families, onProgress, beat);
}

async function fillObjects(
	records: LinkRecords,
	stream: RecordStream,
	builder: IndexBuilder,
	onProgress: RebuildOptions['onProgress'],
	beat: () => Promise<void>,
): Promise<Families> {
	const families: Families = { members: new Set(), identities: new Set(), versions: new Set() };
	let done = 0;
	for await (const rows of stream.identifiers()) {
		for (const { id, identity, version, alone } of rows) {
			if (alone) continue;
			families.members.add(id);
			families.identities.add(identity);
			families.versions.add(version);
		}
		await builder.addObjects(
			await aloneObjects(
				records,
				rows.filter(({ alone }) => alone),
			),
		);
		done += rows.length;
		onProgress({ what: 'objects', done, total: 0 });
		await beat();
	}
	await fillFamilies(records, builder, families, beat);
	return families;
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

async function fillFamilies(
	records: LinkRecords,
	builder: IndexBuilder,
	families: Families,
	beat: () => Promise<void>,
): Promise<void> {
	const writtenVersions = new Set<Id>();
	for (const groups of inSteps([...families.identities])) {
		const objects = await deriveObjects(records, groups);
		// Each step derives the Version groups its works lie in; works of one may lie in several steps.
		const fresh = objects.filter(({ level, group }) => level === 'identity' || !writtenVersions.has(group));
		for (const { level, group } of fresh) if (level === 'version') writtenVersions.add(group);
		await builder.addObjects(fresh);
		await beat();
	}
}

async function fillLinks(
	records: LinkRecords,
	stream: RecordStream,
	builder: IndexBuilder,
	families: Families,
	onProgress: RebuildOptions['onProgress'],
	beat: () => Promise<void>,
): Promise<void> {
	let done = 0;
	const plain = createPlainLinks(records, builder, families);
	for await (const rows of stream.assertions(relationCode.IsRelatedTo)) {
		await plain.add(rows);
		done += rows.length;
		onProgress({ what: 'links', done, total: 0 });
		await beat();
	}
	await plain.end();
	await fillFamilyLinks(records, builder, families, beat);
}

/** Writes links between works that are alone, straight from the stream; symmetric ones after a look at their other direction. */
function createPlainLinks(records: LinkRecords, builder: IndexBuilder, families: Families) {
	let directed: { key: RelationshipKey; provenances: Id[] }[] = [];
	let symmetric: RelationshipKey[] = [];
	let last: { key: RelationshipKey; provenances: Id[] } | undefined;
	const flush = async () => {
		// The last one may go on with the next rows.
		const held = directed.at(-1) === last ? directed.pop() : undefined;
		const ready = directed;
		directed = held ? [held] : [];
		const historyOf = await historyReader(records, [...new Set(ready.flatMap(({ provenances }) => provenances))]);
		const links = ready.map(({ key: [source, relation, target], provenances }): IndexLink => {
			const history = historyOf(provenances);
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
	};
	return {
		async add(rows: readonly (readonly [Id, number, Id, Id])[]) {
			for (const [source, relation, target, provenance] of rows) {
				if (source === target || families.members.has(source) || families.members.has(target)) continue;
				if (last && last.key[0] === source && last.key[1] === relation && last.key[2] === target) {
					last.provenances.push(provenance);
					continue;
				}
				last = { key: [source, relation, target], provenances: [provenance] };
				if (relation === relationCode.IsRelatedTo) symmetric.push(last.key);
				else directed.push(last);
			}
			if (directed.length + symmetric.length >= stepSize) await flush();
		},
		async end() {
			last = undefined;
			await flush();
		},
	};
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
	await builder.addLinks(await deriveLinks(records, once, await readPlaces(records, once)));
}

/** Writes links that a shared group takes part in, group by group; a link between two belongs to the one with the smaller id. */
async function fillFamilyLinks(
	records: LinkRecords,
	builder: IndexBuilder,
	families: Families,
	beat: () => Promise<void>,
): Promise<void> {
	const written = { identity: new Set<Id>(), version: new Set<Id>() };
	for (const step of inSteps([...families.versions], 200)) {
		const members = await records.versionMembers(step);
		const relationships = (await records.relationshipsOf(members.map(({ id }) => id))).filter(
			([, relation]) => relation <= relationCode.IsRelatedTo,
		);
		const own = { identity: new Set<Id>(), version: new Set<Id>(step) };
		for (const { identity } of members) own.identity.add(identity);
		const links = await deriveLinks(records, relationships, await readPlaces(records, relationships));
		await builder.addLinks(links.map((link) => withoutWritten(link, written)).filter(hasHistory));
		for (const level of ['identity', 'version'] as const) for (const group of own[level]) written[level].add(group);
		await beat();
	}
}

function withoutWritten(link: IndexLink, written: { identity: ReadonlySet<Id>; version: ReadonlySet<Id> }): IndexLink {
	const kept: IndexLink = { source: link.source, relation: link.relation, target: link.target };
	for (const level of ['identity', 'version'] as const) {
		const history = link[level];
		if (!history || written[level].has(link.source) || written[level].has(link.target)) continue;
		kept[level] = history;
	}
	return kept;
}

function hasHistory(link: IndexLink): boolean {
	return link.identity !== undefined || link.version !== undefined;
}

function inSteps<T>(items: readonly T[], size = stepSize): T[][] {
	const steps: T[][] = [];
	for (let at = 0; at < items.length; at += size) steps.push(items.slice(at, at + size));
	return steps;
}
