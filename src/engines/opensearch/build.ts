// Fills a generation from nothing: no other writer, no reader, nothing to compare with; knows neither the state nor turns.
import type { GroupBy, GroupId, IndexBuilder, IndexLink, IndexObject } from '../../ports/search/search-index.ts';
import { type BulkWriter, createBulkWriter } from './bulk.ts';
import type { Cluster } from './cluster.ts';
import {
	completeGeneration,
	createGeneration,
	generationName,
	refresh,
	removeGeneration,
	writeAlias,
} from './generation.ts';
import { type HeldIndex, holdIndex } from './held.ts';
import { type GroupKey, groupKey, linkDocuments, type PerLevel, viewsOf, writeHistory } from './link-document.ts';
import { objectCopy, writeObject } from './object-document.ts';
import { linksTouching, rewriteLinks, type Standing } from './rewrite-links.ts';
import { openSnapshot } from './snapshot.ts';

// A build takes hours to begin anew: it waits out a restart of the cluster.
const patienceFactor = 5;

/** Begins a generation; its number must not answer already. */
export async function buildGeneration(cluster: Cluster, prefix: string, generation: number): Promise<IndexBuilder> {
	await removeGeneration(cluster, prefix, generation);
	await createGeneration(cluster, prefix, generation, { complete: false });
	const name = generationName(prefix, generation);
	const bulk = createBulkWriter(cluster, {
		alias: writeAlias(prefix, generation),
		patienceMilliseconds: cluster.timing.patienceMilliseconds * patienceFactor,
	});
	const standing = createStanding(holdIndex(cluster, name), bulk);
	// Links hold copies of their objects, which come first then; what comes before them is kept in memory until it can be written.
	const early: IndexLink[] = [];
	const lateFamilies: GroupKey[] = [];
	let begunLinks = false;

	const putLinks = async (links: readonly IndexLink[], postpone: (link: IndexLink) => void) => {
		begunLinks = true;
		await standing.read(links.flatMap(({ source, target }) => [source, target]));
		for (const link of links) await (standing.isComplete(link) ? putLink(link, standing, bulk) : postpone(link));
	};
	return {
		async addObjects(objects) {
			for (const object of objects) {
				await bulk.put(groupKey(object.level, object.group), writeObject(object));
				standing.learn(object);
				if (begunLinks && object.level === 'version') lateFamilies.push(groupKey('version', object.group));
			}
		},
		addLinks: (links) => putLinks(links, (link) => early.push(link)),
		async finish() {
			await putLinks(early, ({ source, target }) => {
				throw new Error(`a link joins ${source} and ${target}, of which one has no object`);
			});
			await bulk.flush();
			if (lateFamilies.length > 0) await copyFamilies(cluster, name, lateFamilies, standing, bulk);
			await completeGeneration(cluster, prefix, generation);
		},
		abandon: () => removeGeneration(cluster, prefix, generation),
	};
}

async function putLink(link: IndexLink, standing: Standing, bulk: BulkWriter): Promise<void> {
	const [identity, version] = [link.identity, link.version].map((history) =>
		history && history.length > 0 ? writeHistory(history) : undefined,
	);
	for (const view of viewsOf(link)) {
		const documents = linkDocuments(view, { identity, version }, standing.after(view.other));
		for (const { id, source } of documents) await bulk.put(id, source);
	}
}

// Between two searches of a build a busy cluster may take its time.
const keepAliveSeconds = 300;

/** Copies Version groups' own objects to links that were written before they came. */
async function copyFamilies(
	cluster: Cluster,
	name: string,
	families: readonly GroupKey[],
	standing: Standing,
	bulk: BulkWriter,
): Promise<void> {
	await refresh(cluster, name);
	const snapshot = await openSnapshot(cluster, name, keepAliveSeconds);
	if (!snapshot) throw new Error(`${name} is removed while it is built`);
	for await (const page of linksTouching({ at: [], to: families }, snapshot)) {
		await rewriteLinks(page, new Set(), standing, bulk);
	}
	await snapshot.close();
}

type BuildStanding = Standing & {
	/** Remembers an object that is written. */
	learn(object: IndexObject): void;
	/** Tells whether all objects are there whose copies a link's documents hold. */
	isComplete(link: IndexLink): boolean;
};

// So much of what links copy is kept at hand, in characters; what is not is read again.
const copiesLimit = 64 * 1024 * 1024;

function createStanding(held: HeldIndex, bulk: BulkWriter): BuildStanding {
	const families = new Set<GroupId>();
	const copies = new Map<GroupKey, string>();
	let characters = 0;
	let unsent = false;
	const keep = (key: GroupKey, copy: string) => {
		if (characters > copiesLimit) {
			copies.clear();
			characters = 0;
		}
		copies.set(key, copy);
		characters += copy.length;
	};
	const standsAt = (level: GroupBy, group: GroupId) =>
		groupKey(level === 'version' && families.has(group) ? 'version' : 'identity', group);
	const after = (group: GroupId): PerLevel<string> => ({
		identity: copies.get(groupKey('identity', group)),
		version: copies.get(standsAt('version', group)),
	});
	return {
		learn(object) {
			if (object.level === 'version') families.add(object.group);
			keep(groupKey(object.level, object.group), objectCopy(object));
			unsent = true;
		},
		async read(groups) {
			const wanted = [...groups].flatMap((group) => [groupKey('identity', group), standsAt('version', group)]);
			const unread = [...new Set(wanted)].filter((key) => !copies.has(key));
			if (unread.length === 0) return;
			if (unsent) await bulk.flush();
			unsent = false;
			const read = await held.documents<{ copy: string }>(unread, ['copy']);
			for (const [key, { copy }] of read) keep(key as GroupKey, copy);
		},
		after,
		isComplete: ({ source, target, identity, version }) =>
			[source, target].every((group) => {
				const { identity: own, version: family } = after(group);
				return (!identity?.length || own !== undefined) && (!version?.length || family !== undefined);
			}),
	};
}
