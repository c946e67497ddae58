// Fills a generation together with other processes, phase by phase; knows neither the agreed state
// nor who builds what.
//
// Each phase writes through an alias of its own, which the first part of the next one takes away:
// what a process writes that was taken for dead arrives nowhere.
//
//   link-broker-g3-objects ──▶ link-broker-g3-links ──▶ link-broker-g3-standings ──▶ link-broker-g3-write

import type { GroupId, IndexObject } from '../../../ports/search/index-content.ts';
import type { IndexBuilder, IndexGenerations } from '../../../ports/search/index-generations.ts';
import { type RebuildPhase, rebuildPhases } from '../../../store/rebuild-parts.ts';
import { type BulkWriter, createBulkWriter } from '../cluster/bulk-writer.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { openSnapshot } from '../cluster/searches.ts';
import { groupKey, levels, routingOf } from '../documents/document-ids.ts';
import { formatNumber } from '../documents/fields.ts';
import { groupsCopied, linkId, linkSource, viewsGiven } from '../documents/link-document.ts';
import { directoryEntry, entryId, objectSource } from '../documents/object-document.ts';
import { finishChangeset, writeChangeset } from '../writing/apply-changeset.ts';
import { createCopies, createStoredDocuments } from '../writing/base.ts';
import { gatherChanges, planChanges } from '../writing/changeset.ts';
import { countCitations, levelsOf, writeStandings } from '../writing/standings.ts';
import { openBase } from '../writing/update.ts';
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

/** Opens what builds generations of so many shards, with any number of processes. */
export function openBuilding(
	place: Place,
	shards: number,
): Required<Pick<IndexGenerations, 'begin' | 'open' | 'remove' | 'inParts'>> {
	const { cluster, prefix } = place;
	return {
		async begin(generation) {
			await removeGeneration(cluster, prefix, generation);
			await createGeneration(cluster, prefix, generation, { shards, alias: aliasOf(place, generation, 'objects') });
		},
		async open(generation, phase, attempt) {
			await enterPhase(place, generation, phase);
			return openBuilder(place, { generation, phase, attempt });
		},
		remove: (generation) => removeGeneration(cluster, prefix, generation),
		inParts: {
			format: formatNumber,
			idsPerPart: (highest) => Math.max(leastIdsPerPart, Math.ceil(highest / mostParts)),
			countDocuments: (generation) => countDocuments(cluster, prefix, generation),
			async apply(generation, changes) {
				const gathered = gatherChanges();
				gathered.apply(changes);
				const index = generationName(prefix, generation);
				const base = openBase(cluster, index);
				const planned = await planChanges(gathered.changeset(), base);
				const bulk = openBulk(place, { generation, phase: 'changes', attempt: 1 });
				const target = { bulk, isSpread: false, show: () => refresh(cluster, index) };
				await writeChangeset(planned, base, target);
				await finishChangeset(planned, base, target);
				await bulk.flush();
			},
		},
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

// The objects that so many views copy are kept in memory; then they are read again.
const mostViewsCopied = 100_000;

type PlacedPart = { generation: number; phase: RebuildPhase; attempt: number };

/** What a build loses costs hours perhaps: it waits so much longer, for a restart of the cluster. */
const retryFactor = 5;

/** Writes what a part of a phase makes; `onMade` is called with how many documents were new. */
function openBulk(
	place: Place,
	{ generation, phase, attempt }: PlacedPart,
	onMade: (documents: number) => void = () => undefined,
): BulkWriter {
	return createBulkWriter(place.cluster, {
		alias: aliasOf(place, generation, phase),
		routingOf,
		retryMilliseconds: place.cluster.timing.retryMilliseconds * retryFactor,
		// An attempt that was cut short has made some that are updated now, and nobody has counted them.
		onWritten: ({ created, updated }) => onMade(attempt > 1 ? created + updated : created),
	});
}

function openBuilder(place: Place, part: PlacedPart): IndexBuilder {
	const { cluster, prefix } = place;
	const { generation } = part;
	let documents = 0;
	const bulk = openBulk(place, part, (more) => {
		documents += more;
	});
	const versionsWithOwn = new Set<GroupId>();
	const openCopies = () => createCopies(createStoredDocuments(cluster, generationName(prefix, generation)));
	let copies = openCopies();
	let viewsCopied = 0;
	return {
		async addObjects(objects) {
			for (const object of objects) if (object.level === 'version') versionsWithOwn.add(object.group);
			for (const object of objects) await putObject(object, versionsWithOwn.has(object.group), bulk);
		},
		async addLinks(links) {
			const views = links.flatMap(viewsGiven).filter(({ told }) => told.history.length > 0);
			viewsCopied += views.length;
			if (viewsCopied > mostViewsCopied) [copies, viewsCopied] = [openCopies(), views.length];
			await copies.load(views.flatMap(({ view, told }) => groupsCopied(view, told)));
			for (const { view, told } of views) {
				const isThere = (group: GroupId) => copies.of('identity', group) !== undefined;
				// The number of a family need not be that of one of its works.
				const needed = (told.via ?? []).flatMap(({ near, far }) => [near, far]);
				const hasEnds = copies.of(view.level, view.group) && copies.of(view.level, view.other);
				// The change that took one of its ends away, or has not brought it yet, is replayed.
				if (hasEnds && needed.every(isThere)) await bulk.put(linkId(view), linkSource(view, told, copies));
			}
		},
		addStandings: (groups) => writeStandingsOf(groups, place, generation, bulk),
		async flush() {
			await bulk.flush();
			return documents;
		},
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
// A busy cluster may take its time between two searches of a build.
const keepAliveSeconds = 300;

async function* writeStandingsOf(
	{ first, last }: { first: GroupId; last: GroupId },
	{ cluster, prefix }: Place,
	generation: number,
	bulk: BulkWriter,
): AsyncGenerator<void> {
	const index = generationName(prefix, generation);
	const stored = createStoredDocuments(cluster, index);
	await refresh(cluster, index);
	const snapshot = await openSnapshot(cluster, index, keepAliveSeconds);
	if (!snapshot) throw new Error(`${index} was removed while it was built`);
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
