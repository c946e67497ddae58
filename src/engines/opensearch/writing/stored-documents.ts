// Reads documents by their ids, as they are before a writer's changes; does not know what those
// are.
import type { Cluster } from '../cluster/cluster.ts';
import { ClusterUnavailable } from '../cluster/failures.ts';
import type { GroupKey } from '../documents/group-key.ts';
import type { ObjectSource } from '../documents/object-document.ts';
import { routingOf } from '../documents/routing.ts';

/** What writers read of an object. */
export type StoredObject = Pick<ObjectSource, (typeof fieldsOfObjects)[number]>;

export type StoredDocuments = {
	/** Reads objects; each is read once and cached. Those that are not there are undefined. */
	objects(keys: readonly GroupKey[]): Promise<ReadonlyMap<GroupKey, StoredObject | undefined>>;
	/** Reads fields of documents; those that are not there are left out. */
	read<Source>(ids: readonly string[], fields: readonly (keyof Source & string)[]): Promise<Map<string, Source>>;
};

const fieldsOfObjects = ['version', 'identifiers', 'copy', 'document', 'standing', 'lostAt'] as const;

const idsPerRequest = 2_000;

type Stored<Source> = { _id: string; found: boolean; _source: Source; error?: { reason?: string } };

/** Reads an index that only the caller writes to, also what is not refreshed yet. */
export function createStoredDocuments(cluster: Cluster, index: string): StoredDocuments {
	const cached = new Map<GroupKey, StoredObject | undefined>();
	const read: StoredDocuments['read'] = async <Source>(ids: readonly string[], fields: readonly string[]) => {
		const found = new Map<string, Source>();
		for (let start = 0; start < ids.length; start += idsPerRequest) {
			const docs = ids.slice(start, start + idsPerRequest).map((_id) => ({ _id, routing: routingOf(_id) }));
			const query = { _source_includes: fields.join() };
			const answer = await cluster.sendWithRetry<{ docs: Stored<Source>[] }>({
				method: 'POST',
				path: `/${index}/_mget`,
				query,
				body: { docs },
			});
			for (const { _id, found: isThere, _source, error } of answer.body.docs) {
				if (error) throw new ClusterUnavailable(error.reason ?? 'it does not read a document');
				if (isThere) found.set(_id, _source);
			}
		}
		return found;
	};
	return {
		async objects(keys) {
			const unread = [...new Set(keys)].filter((key) => !cached.has(key));
			const found = await read<StoredObject>(unread, fieldsOfObjects);
			for (const key of unread) cached.set(key, found.get(key));
			return cached;
		},
		read,
	};
}
