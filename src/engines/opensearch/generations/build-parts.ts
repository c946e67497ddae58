// Fills a generation together with other processes, phase by phase.
//
// Each phase writes through an alias of its own, which the first part of the next one removes: late
// writes of a process that was considered dead arrive nowhere.
//
//   link-broker-g3-objects ──▶ link-broker-g3-links ──▶ link-broker-g3-ranks ──▶ link-broker-g3-write

import type { GroupId, IndexObject } from '../../../ports/search/index-content.ts';
import type { IndexBuilder, IndexGenerations } from '../../../ports/search/index-generations.ts';
import { type RebuildPhase, rebuildPhases } from '../../../store/rebuild-parts.ts';
import { type BulkWriter, createBulkWriter } from '../cluster/bulk-writer.ts';
import { groupKey } from '../documents/document-ids.ts';
import { groupsCopied, viewsGiven } from '../documents/link-document.ts';
import { directoryEntry, entryId, objectSource } from '../documents/object-document.ts';
import { applyChangeset } from '../writing/apply-changeset.ts';
import { createCopies, createStoredDocuments, openBase } from '../writing/base.ts';
import { gatherChanges, planChanges } from '../writing/changeset.ts';
import { groupsPerStep, levelsOf, writeRanks } from '../writing/ranks.ts';
import {
	completeGeneration,
	countDocuments,
	createGeneration,
	generationName,
	isThere,
	type Place,
	refresh,
	removeGeneration,
	writeAlias,
} from './generation.ts';

// Such a part takes minutes at most, so little is lost with a process, and the cost of the smallest
// ones is low.
const leastIdsPerPart = 10_000;
const mostParts = 500;

/** Opens the building of generations of this many shards, with any number of processes. */
export function openBuilding(
	place: Place,
	shards: number,
): Required<Pick<IndexGenerations, 'begin' | 'open' | 'remove' | 'inParts'>> {
	return {
		async begin(generation) {
			await removeGeneration(place, generation);
			await createGeneration(place, generation, { shards, alias: aliasOf(place, generation, 'objects') });
		},
		async open(generation, phase, attempt) {
			await enterPhase(place, generation, phase);
			return openBuilder(place, { generation, phase, attempt });
		},
		remove: (generation) => removeGeneration(place, generation),
		inParts: {
			format: place.formats.written,
			idsPerPart: (highest) => Math.max(leastIdsPerPart, Math.ceil(highest / mostParts)),
			exists: (generation) => isThere(place, generation),
			countDocuments: (generation) => countDocuments(place, generation),
			async apply(generation, changes) {
				const gathered = gatherChanges();
				gathered.apply(changes);
				const base = openBase(place.cluster, generationName(place, generation));
				const planned = await planChanges(gathered.changeset(), base);
				const bulk = openBulk(place, { generation, phase: 'changes', attempt: 1 });
				await applyChangeset(planned, base, { bulk, isSpread: false, show: () => refresh(place, generation) });
				await bulk.flush();
			},
		},
	};
}

function aliasOf(place: Place, generation: number, phase: RebuildPhase): string {
	return phase === 'changes' ? writeAlias(place, generation) : `${generationName(place, generation)}-${phase}`;
}

/** Removes the alias of the phase before, and adds that of this one, once for all processes. */
async function enterPhase(place: Place, generation: number, phase: RebuildPhase): Promise<void> {
	const before = rebuildPhases[rebuildPhases.indexOf(phase) - 1];
	if (before === undefined) return;
	const index = generationName(place, generation);
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

// The objects of this many groups are kept in memory; others are read again.
const mostGroupsKept = 100_000;

type PlacedPart = { generation: number; phase: RebuildPhase; attempt: number };

/** A failed build may waste hours: it waits this much longer, for a restart of the cluster. */
const retryFactor = 5;

/** Writes the documents of a part; `onMade` is called with how many documents were new. */
function openBulk(
	place: Place,
	{ generation, phase, attempt }: PlacedPart,
	onMade: (documents: number) => void = () => undefined,
): BulkWriter {
	return createBulkWriter(place.cluster, {
		alias: aliasOf(place, generation, phase),
		retryMilliseconds: place.cluster.timing.retryMilliseconds * retryFactor,
		// An interrupted attempt has made some that are updated now, and nobody has counted them.
		onWritten: ({ created, updated }) => onMade(attempt > 1 ? created + updated : created),
	});
}

function openBuilder(place: Place, part: PlacedPart): IndexBuilder {
	const { generation } = part;
	const index = generationName(place, generation);
	let documents = 0;
	const bulk = openBulk(place, part, (more) => {
		documents += more;
	});
	const versionsWithOwn = new Set<GroupId>();
	const openCopies = () => createCopies(createStoredDocuments(place.cluster, index));
	let copies = openCopies();
	let groupsKept = 0;
	return {
		async addObjects(objects) {
			for (const object of objects) if (object.level === 'version') versionsWithOwn.add(object.group);
			for (const object of objects) await putObject(object, versionsWithOwn.has(object.group), bulk);
		},
		async addLinks(links) {
			const views = links.flatMap(viewsGiven).filter(({ stated }) => stated.history.length > 0);
			const groups = views.flatMap(({ view, stated }) => [view.group, ...groupsCopied(view, stated)]);
			groupsKept += groups.length;
			if (groupsKept > mostGroupsKept) [copies, groupsKept] = [openCopies(), groups.length];
			// Also those that links are seen from, which no other link of this step need copy.
			await copies.load(groups);
			for (const { view, stated, id, document } of await copies.documentsOf(views)) {
				// The number of a family need not be that of one of its works.
				const needed = (stated.via ?? []).flatMap(({ near, far }) => [near, far]);
				const hasMembers = needed.every((group) => copies.of('identity', group) !== undefined);
				// The change that removed one of its ends, or has not added it yet, is replayed.
				if (document && copies.of(view.level, view.group) && hasMembers) await bulk.put(id, document);
			}
		},
		async *addRanks({ first, last }) {
			const base = openBase(place.cluster, index);
			await refresh(place, generation);
			for (let at = first; at <= last; at += groupsPerStep) {
				const groups = Array.from({ length: Math.min(groupsPerStep, last - at + 1) }, (_, step) => at + step);
				await writeRanks(groups, base, bulk, { onlyCited: true });
				yield;
			}
		},
		async flush() {
			await bulk.flush();
			return documents;
		},
		async finish(syncToken) {
			await bulk.flush();
			await completeGeneration(place, generation, syncToken);
		},
	};
}

async function putObject(object: IndexObject, versionHasOwn: boolean, bulk: BulkWriter): Promise<void> {
	const rank = { levels: levelsOf(object, versionHasOwn), cited: {} };
	await bulk.put(groupKey(object.level, object.group), { ...objectSource(object), rank });
	for (const identifier of object.identifiers) {
		const place = { identity: object.group, version: object.version };
		await bulk.put(entryId(identifier), directoryEntry({ ...identifier, ...place }));
	}
}
