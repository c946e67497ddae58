// Fills a generation from nothing: no other process writes or reads it; knows neither the agreed
// state nor leases.
import type { GroupId, IndexLink } from '../../../ports/search/index-content.ts';
import type { IndexBuilder } from '../../../ports/search/index-generations.ts';
import { type BulkWriter, createBulkWriter } from '../cluster/bulk-writer.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { openSnapshot, type Snapshot } from '../cluster/snapshot.ts';
import { directoryEntry, entryId } from '../documents/directory-entry.ts';
import { type GroupKey, groupKey, levels } from '../documents/group-key.ts';
import {
	groupsCopied,
	type LinkView,
	linkId,
	linkSource,
	type Told,
	toldOf,
	viewsOf,
} from '../documents/link-document.ts';
import { objectSource } from '../documents/object-document.ts';
import { routingOf } from '../documents/routing.ts';
import { linksTouching, rewriteLinks } from '../writing/rewrite-links.ts';
import { levelsOf, writeStandings } from '../writing/standings.ts';
import { createStoredDocuments } from '../writing/stored-documents.ts';
import { type BuiltCopies, createBuiltCopies } from './built-copies.ts';
import {
	completeGeneration,
	createGeneration,
	generationName,
	refresh,
	removeGeneration,
	writeAlias,
} from './generation.ts';
import { createGroupSet, type GroupSet } from './group-set.ts';

/** What a build loses costs hours perhaps: it waits so much longer, for a restart of the cluster. */
export const retryFactor = 5;

/** Begins a generation whose number does not answer yet. */
export async function buildGeneration(
	cluster: Cluster,
	prefix: string,
	generation: number,
	shards: number,
): Promise<IndexBuilder> {
	await removeGeneration(cluster, prefix, generation);
	await createGeneration(cluster, prefix, generation, { shards, alias: writeAlias(prefix, generation) });
	const index = generationName(prefix, generation);
	const bulk = createBulkWriter(cluster, {
		alias: writeAlias(prefix, generation),
		routingOf,
		retryMilliseconds: cluster.timing.retryMilliseconds * retryFactor,
	});
	const copies = createBuiltCopies(createStoredDocuments(cluster, index), bulk);
	/** Links that came before one of their objects. */
	const waiting: IndexLink[] = [];
	/**
	 * Version groups whose objects came after links that may have copied another one in their place.
	 */
	const lateVersions: GroupKey[] = [];
	let hasLinks = false;
	const versionsWithOwn = new Set<GroupId>();
	/** Groups whose standing is to be written anew, since it follows from what came later. */
	const recounted = createGroupSet();

	return {
		async addObjects(objects) {
			for (const object of objects) {
				const key = groupKey(object.level, object.group);
				const at = levelsOf(object, versionsWithOwn.has(object.group));
				await bulk.put(key, { ...objectSource(object), standing: { levels: at, cited: {} } });
				for (const identifier of object.identifiers) {
					const place = { identity: object.group, version: object.version };
					await bulk.put(entryId(identifier), directoryEntry({ ...identifier, ...place }));
				}
				copies.add(object);
				if (object.level === 'version') {
					versionsWithOwn.add(object.group);
					recounted.add(object.group);
				}
				if (hasLinks && object.level === 'version') lateVersions.push(key);
			}
		},
		async addLinks(links) {
			hasLinks = true;
			await copies.load(links.flatMap(groupsOf));
			for (const link of links) {
				if (link.relation === 'Cites') recounted.add(link.target);
				if (hasCopies(link, copies)) await putLink(link, copies, bulk);
				else waiting.push(link);
			}
		},
		async finish(mark) {
			await copies.load(waiting.flatMap(groupsOf));
			for (const link of waiting) await putLink(link, copies, bulk);
			await bulk.flush();
			if (lateVersions.length > 0) await copyLateVersions(cluster, index, lateVersions, copies, bulk);
			await recount(cluster, index, recounted, bulk);
			await completeGeneration(cluster, prefix, generation, mark);
		},
		abandon: () => removeGeneration(cluster, prefix, generation),
	};
}

function hasCopies(link: IndexLink, copies: BuiltCopies): boolean {
	return givenViews(link).every(
		({ view, told }) =>
			copies.of(view.level, view.other) &&
			(view.level === 'identity' || groupsCopied(view, told).every((group) => copies.of('identity', group))),
	);
}

/** Lists the groups of which the documents of a link hold copies. */
export function groupsOf(link: IndexLink): GroupId[] {
	return givenViews(link).flatMap(({ view, told }) => groupsCopied(view, told));
}

/** Lists how the ends of a link see it, at the levels at which it is. */
export function givenViews(link: IndexLink): { view: LinkView; told: Told }[] {
	return levels.flatMap((level) =>
		viewsOf(link, level).flatMap((view) => {
			const told = toldOf(link, view);
			return told?.history.length ? [{ view, told }] : [];
		}),
	);
}

async function putLink(link: IndexLink, copies: BuiltCopies, bulk: BulkWriter): Promise<void> {
	for (const { view, told } of givenViews(link)) await bulk.put(linkId(view), linkSource(view, told, copies));
}

// A busy cluster may take its time between two searches of a build.
const keepAliveSeconds = 300;

/** Writes links again that came before an object of a Version group at their other end. */
async function copyLateVersions(
	cluster: Cluster,
	index: string,
	versions: readonly GroupKey[],
	copies: BuiltCopies,
	bulk: BulkWriter,
): Promise<void> {
	const snapshot = await openRefreshed(cluster, index);
	for await (const page of linksTouching({ to: versions }, snapshot)) {
		await rewriteLinks(page, new Set(), copies, bulk);
	}
	await snapshot.close();
}

/** Writes the standing of objects that are cited, or that others describe their groups beside. */
async function recount(cluster: Cluster, index: string, groups: GroupSet, bulk: BulkWriter): Promise<void> {
	const snapshot = await openRefreshed(cluster, index);
	const stored = createStoredDocuments(cluster, index);
	for (const step of groups.steps()) await writeStandings(step, { stored, snapshot, bulk });
	await snapshot.close();
}

/** Opens a generation as it is now. */
export async function openRefreshed(cluster: Cluster, index: string): Promise<Snapshot> {
	await refresh(cluster, index);
	const snapshot = await openSnapshot(cluster, index, keepAliveSeconds);
	if (!snapshot) throw new Error(`${index} was removed while it was built`);
	return snapshot;
}
