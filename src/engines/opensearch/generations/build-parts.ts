// Fills a generation together with other processes, phase by phase; knows neither the agreed state
// nor who builds what.
//
// Each phase writes through an alias of its own, which the first part of the next one takes away:
// what a process writes that was taken for dead arrives nowhere.
//
//   link-broker-g3-objects ──▶ link-broker-g3-links ──▶ link-broker-g3-standings ──▶ link-broker-g3-write

import type { GroupId, IndexObject } from '../../../ports/search/index-content.ts';
import type { GenerationsInParts, PartBuilder } from '../../../ports/search/index-generations.ts';
import { type RebuildPhase, rebuildPhases } from '../../../store/rebuild-parts.ts';
import { type BulkWriter, createBulkWriter } from '../cluster/bulk-writer.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { directoryEntry, entryId } from '../documents/directory-entry.ts';
import { formatNumber } from '../documents/fields.ts';
import { type GroupKey, groupKey, levels, readGroupKey } from '../documents/group-key.ts';
import { linkId, linkSource } from '../documents/link-document.ts';
import { type ObjectSource, objectSource } from '../documents/object-document.ts';
import { routingOf } from '../documents/routing.ts';
import { finishChangeset, writeChangeset } from '../writing/apply-changeset.ts';
import { gatherChanges } from '../writing/changeset.ts';
import { openBase } from '../writing/derive-update.ts';
import { type Copied, copiedOf, copiesOf, type ObjectCopies } from '../writing/object-copies.ts';
import { planChanges } from '../writing/plan-changes.ts';
import { countCitations, levelsOf, writeStandings } from '../writing/standings.ts';
import { createStoredDocuments, type StoredDocuments } from '../writing/stored-documents.ts';
import { givenViews, groupsOf, openRefreshed, retryFactor } from './build.ts';
import {
	completeGeneration,
	countDocuments,
	createGeneration,
	generationName,
	refresh,
	removeGeneration,
	writeAlias,
} from './generation.ts';

type Place = { cluster: Cluster; prefix: string };

// A part that takes minutes is not lost with a process, and one of seconds costs little beside it.
const leastIdsPerPart = 10_000;
const mostParts = 500;

/** Opens what builds generations of so many shards in parts. */
export function openInParts(place: Place, shards: number): GenerationsInParts {
	const { cluster, prefix } = place;
	return {
		format: formatNumber,
		idsPerPart: (highest) => Math.max(leastIdsPerPart, Math.ceil(highest / mostParts)),
		async begin(generation) {
			await removeGeneration(cluster, prefix, generation);
			await createGeneration(cluster, prefix, generation, { shards, alias: aliasOf(place, generation, 'objects') });
		},
		async open(generation, phase, attempt) {
			await enterPhase(place, generation, phase);
			return openBuilder(place, { generation, phase, attempt });
		},
		remove: (generation) => removeGeneration(cluster, prefix, generation),
	};
}

function aliasOf({ prefix }: Place, generation: number, phase: RebuildPhase): string {
	return phase === 'changes' ? writeAlias(prefix, generation) : `${generationName(prefix, generation)}-${phase}`;
}

/** Takes the alias of the phase before away, and gives that of this one, once for all processes. */
async function enterPhase(place: Place, generation: number, phase: RebuildPhase): Promise<void> {
	const before = rebuildPhases[rebuildPhases.indexOf(phase) - 1];
	if (before === undefined) return;
	const index = generationName(place.prefix, generation);
	await place.cluster.sendWithRetry({
		method: 'POST',
		path: '/_aliases',
		body: {
			actions: [
				{ remove: { index, alias: aliasOf(place, generation, before), must_exist: true } },
				{ add: { index, alias: aliasOf(place, generation, phase) } },
			],
		},
		// Another process has done it, or a later phase has begun.
		ignore: [404],
	});
}

type PlacedPart = { generation: number; phase: RebuildPhase; attempt: number };

function openBuilder(place: Place, { generation, phase, attempt }: PlacedPart): PartBuilder {
	const { cluster, prefix } = place;
	const index = generationName(prefix, generation);
	let documents = 0;
	const bulk = createBulkWriter(cluster, {
		alias: aliasOf(place, generation, phase),
		routingOf,
		retryMilliseconds: cluster.timing.retryMilliseconds * retryFactor,
		onWritten({ created, updated }) {
			documents += created;
			// An attempt that was cut short has made them, and nobody has counted them.
			if (attempt > 1) documents += updated;
		},
	});
	const versionsWithOwn = new Set<GroupId>();
	const copies = createStoredCopies(createStoredDocuments(cluster, index));
	return {
		async addObjects(objects) {
			for (const object of objects) if (object.level === 'version') versionsWithOwn.add(object.group);
			for (const object of objects) await putObject(object, versionsWithOwn.has(object.group), bulk);
		},
		async addLinks(links) {
			await copies.load(links.flatMap(groupsOf));
			for (const { view, told } of links.flatMap(givenViews)) {
				const isThere = (group: GroupId) => copies.of('identity', group) !== undefined;
				// The number of a family need not be that of one of its works.
				const needed = (told.via ?? []).flatMap(({ near, far }) => [near, far]);
				const hasEnds = copies.of(view.level, view.group) && copies.of(view.level, view.other);
				// The change that took one of its ends away, or has not brought it yet, is replayed.
				if (hasEnds && needed.every(isThere)) await bulk.put(linkId(view), linkSource(view, told, copies));
			}
		},
		addStandings: (groups) => writeStandingsOf(groups, place, generation, bulk),
		async apply(changes) {
			const gathered = gatherChanges();
			gathered.apply(changes);
			const base = openBase(cluster, index);
			const planned = await planChanges(gathered.changeset(), base);
			const target = { bulk, isSpread: false, show: () => refresh(cluster, index) };
			await writeChangeset(planned, base, target);
			await finishChangeset(planned, base, target);
		},
		async flush() {
			await bulk.flush();
			return documents;
		},
		countDocuments: () => countDocuments(cluster, prefix, generation),
		async finish(mark) {
			await bulk.flush();
			await completeGeneration(cluster, prefix, generation, mark);
		},
	};
}

async function putObject(object: IndexObject, versionHasOwn: boolean, bulk: BulkWriter): Promise<void> {
	const standing = { levels: levelsOf(object, versionHasOwn), cited: {} };
	await bulk.put(groupKey(object.level, object.group), { ...objectSource(object), standing });
	for (const identifier of object.identifiers) {
		const place = { identity: object.group, version: object.version };
		await bulk.put(entryId(identifier), directoryEntry({ ...identifier, ...place }));
	}
}

const groupsPerStep = 5_000;

async function* writeStandingsOf(
	{ first, last }: { first: GroupId; last: GroupId },
	{ cluster, prefix }: Place,
	generation: number,
	bulk: BulkWriter,
): AsyncGenerator<void> {
	const index = generationName(prefix, generation);
	const stored = createStoredDocuments(cluster, index);
	const snapshot = await openRefreshed(cluster, index);
	try {
		for (let at = first; at <= last; at += groupsPerStep) {
			const groups = Array.from({ length: Math.min(groupsPerStep, last - at + 1) }, (_, step) => at + step);
			const keys = groups.flatMap((group) => levels.map((level) => groupKey(level, group)));
			// Numbers of Version groups are negative, see groupNumber.
			const cited = new Set([...(await countCitations(snapshot, keys)).keys()].map(Math.abs));
			await writeStandings(cited, { stored, snapshot, bulk });
			yield;
		}
	} finally {
		await snapshot.close();
	}
}

// What is not cached is read from the index again.
const cachedCopiesLimit = 100_000;

/** Copies of objects that are all there, so that what is not found need not be looked for again. */
function createStoredCopies(stored: StoredDocuments): ObjectCopies {
	const cache = new Map<GroupKey, Copied | undefined>();
	const isShared = new Set<GroupId>();
	const read = async (keys: readonly GroupKey[]) => {
		const missing = keys.filter((key) => !cache.has(key));
		if (missing.length === 0) return;
		type Read = Pick<ObjectSource, 'version' | 'copy' | 'document' | 'standing'>;
		const found = await stored.read<Read>(missing, ['version', 'copy', 'document', 'standing']);
		for (const key of missing) {
			const object = found.get(key);
			cache.set(key, object && copiedOf(object));
			const { level, group } = readGroupKey(key);
			if (level === 'identity' && !object?.standing?.levels.includes('version')) isShared.add(group);
		}
	};
	return {
		async load(groups) {
			// Never within a load, which keeps all that it has read.
			if (cache.size > cachedCopiesLimit) {
				cache.clear();
				isShared.clear();
			}
			const distinct = [...new Set(groups)];
			await read(distinct.map((group) => groupKey('identity', group)));
			// Most works describe their Version group themselves.
			await read(distinct.filter((group) => isShared.has(group)).map((group) => groupKey('version', group)));
		},
		...copiesOf((key) => cache.get(key)),
	};
}
