// Fills a generation from nothing: no other process writes or reads it; knows neither the agreed
// state nor leases.
                                                                                 
                                                                               
import {                  createBulkWriter } from '../cluster/bulk-writer.js';
                                                     
import { openSnapshot,               } from '../cluster/snapshot.js';
import { directoryEntry, entryId } from '../documents/directory-entry.js';
import {                groupKey, levels } from '../documents/group-key.js';
import {
	groupsCopied,
	              
	linkId,
	linkSource,
	          
	toldOf,
	viewsOf,
} from '../documents/link-document.js';
import { objectSource } from '../documents/object-document.js';
import { routingOf } from '../documents/routing.js';
import { linksTouching, rewriteLinks } from '../writing/rewrite-links.js';
import { levelsOf, writeStandings } from '../writing/standings.js';
import { createStoredDocuments } from '../writing/stored-documents.js';
import {                   createBuiltCopies } from './built-copies.js';
import {
	completeGeneration,
	createGeneration,
	generationName,
	refresh,
	removeGeneration,
	writeAlias,
} from './generation.js';
import { createGroupSet,               } from './group-set.js';

/** What a build loses costs hours perhaps: it waits so much longer, for a restart of the cluster. */
export const retryFactor = 5;

/** Begins a generation whose number does not answer yet. */
export async function buildGeneration(
	cluster         ,
	prefix        ,
	generation        ,
	shards        ,
)                        {
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
	const waiting              = [];
	/**
	 * Version groups whose objects came after links that may have copied another one in their place.
	 */
	const lateVersions             = [];
	let hasLinks = false;
	const versionsWithOwn = new Set         ();
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

function hasCopies(link           , copies             )          {
	return givenViews(link).every(
		({ view, told }) =>
			copies.of(view.level, view.other) &&
			(view.level === 'identity' || groupsCopied(view, told).every((group) => copies.of('identity', group))),
	);
}

/** Lists the groups of which the documents of a link hold copies. */
export function groupsOf(link           )            {
	return givenViews(link).flatMap(({ view, told }) => groupsCopied(view, told));
}

/** Lists how the ends of a link see it, at the levels at which it is. */
export function givenViews(link           )                                   {
	return levels.flatMap((level) =>
		viewsOf(link, level).flatMap((view) => {
			const told = toldOf(link, view);
			return told?.history.length ? [{ view, told }] : [];
		}),
	);
}

async function putLink(link           , copies             , bulk            )                {
	for (const { view, told } of givenViews(link)) await bulk.put(linkId(view), linkSource(view, told, copies));
}

// A busy cluster may take its time between two searches of a build.
const keepAliveSeconds = 300;

/** Writes links again that came before an object of a Version group at their other end. */
async function copyLateVersions(
	cluster         ,
	index        ,
	versions                     ,
	copies             ,
	bulk            ,
)                {
	const snapshot = await openRefreshed(cluster, index);
	for await (const page of linksTouching({ to: versions }, snapshot)) {
		await rewriteLinks(page, new Set(), copies, bulk);
	}
	await snapshot.close();
}

/** Writes the standing of objects that are cited, or that others describe their groups beside. */
async function recount(cluster         , index        , groups          , bulk            )                {
	const snapshot = await openRefreshed(cluster, index);
	const stored = createStoredDocuments(cluster, index);
	for (const step of groups.steps()) await writeStandings(step, { stored, snapshot, bulk });
	await snapshot.close();
}

/** Opens a generation as it is now. */
export async function openRefreshed(cluster         , index        )                    {
	await refresh(cluster, index);
	const snapshot = await openSnapshot(cluster, index, keepAliveSeconds);
	if (!snapshot) throw new Error(`${index} was removed while it was built`);
	return snapshot;
}
