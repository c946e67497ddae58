// Reads what the index holds before a writer's changes, for that writer; knows nothing of what those are.
import { away, type Cluster } from './cluster.ts';
import type { GroupKey } from './link-document.ts';
import type { ObjectSource } from './object-document.ts';

/** What writers need of an object that is there. */
export type HeldObject = Pick<ObjectSource, 'version' | 'identifiers' | 'copy'>;

export type HeldIndex = {
	/** Reads objects by the ids of their documents; undefined for those that are not there. */
	objects(ids: readonly GroupKey[]): Promise<ReadonlyMap<GroupKey, HeldObject | undefined>>;
	/** Reads documents; those that are not there are left out. */
	documents<Source>(ids: readonly string[], source: readonly string[]): Promise<Map<string, Source>>;
};

const idsPerRequest = 2_000;
const requestsAtOnce = 2;

/** Reads an index that only the caller writes to; each object is read once. */
export function holdIndex(cluster: Cluster, name: string): HeldIndex {
	const known = new Map<GroupKey, HeldObject | undefined>();
	const documents = <Source>(ids: readonly string[], source: readonly string[]) =>
		readDocuments<Source>(cluster, name, ids, source);
	return {
		async objects(ids) {
			const unread = [...new Set(ids)].filter((id) => !known.has(id));
			const read = await documents<HeldObject>(unread, ['version', 'identifiers', 'copy']);
			for (const id of unread) known.set(id, read.get(id));
			return known;
		},
		documents,
	};
}

type GotDocuments = { docs: { _id: string; found?: boolean; _source?: unknown; error?: { reason?: string } }[] };

async function readDocuments<Source>(
	cluster: Cluster,
	name: string,
	ids: readonly string[],
	source: readonly string[],
): Promise<Map<string, Source>> {
	const found = new Map<string, Source>();
	const steps: (readonly string[])[] = [];
	for (let begin = 0; begin < ids.length; begin += idsPerRequest) steps.push(ids.slice(begin, begin + idsPerRequest));
	const readNext = async (): Promise<void> => {
		for (let step = steps.shift(); step; step = steps.shift()) {
			const { body } = await cluster.insist<GotDocuments>({
				method: 'POST',
				path: `/${name}/_mget?_source_includes=${source.join()}&filter_path=docs._id,docs.found,docs._source,docs.error.reason`,
				body: { ids: step },
			});
			for (const { _id, found: there, _source, error } of body.docs) {
				if (error) throw away(error.reason ?? 'it does not read a document');
				if (there) found.set(_id, _source as Source);
			}
		}
	};
	await Promise.all(Array.from({ length: requestsAtOnce }, readNext));
	return found;
}
