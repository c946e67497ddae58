// Reads what an update builds on: documents by their ids, and what links copy of objects, before and
// after the update.
import type { GroupId } from '../../../ports/search/index-content.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { ClusterUnavailable } from '../cluster/failures.ts';
import { type GroupKey, groupKey, levels, routingOf } from '../documents/document-ids.ts';
import type { Copies } from '../documents/link-document.ts';
import { type LinkCopy, type ObjectSource, objectCopy } from '../documents/object-document.ts';
import type { Changeset } from './changeset.ts';

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

/** Holds copies as they are after an update; `before` it, too. */
export type ObjectCopies = Copies & {
	/** Reads what is needed of these groups, and of these members. */
	load(groups: readonly GroupId[]): Promise<void>;
	before: Copies & { versionOf(group: GroupId): GroupId | undefined };
};

/** Starts with the objects that an update gives, and none that is stored. */
export function createCopies(stored: StoredDocuments, objects: Changeset['objects'] = []): ObjectCopies {
	const changed = new Map(
		objects.map(([key, object]) => [key, object ? copiedOf({ ...object, copy: objectCopy(object) }) : undefined]),
	);
	let known: Awaited<ReturnType<StoredDocuments['objects']>> = new Map();
	const before = (key: GroupKey) => {
		const object = known.get(key);
		return object && copiedOf(object);
	};
	return {
		async load(groups) {
			known = await stored.objects(groups.flatMap((group) => levels.map((level) => groupKey(level, group))));
		},
		...copiesOf((key) => (changed.has(key) ? changed.get(key) : before(key))),
		before: { ...copiesOf(before), versionOf: (group) => before(groupKey('identity', group))?.version },
	};
}

/** What of an object its copies follow from. */
type Copied = { version: GroupId; copy: LinkCopy };

function copiedOf({ version, copy, document }: Pick<ObjectSource, 'version' | 'copy' | 'document'>): Copied {
	return { version, copy: { ...copy, document } };
}

function copiesOf(find: (key: GroupKey) => Copied | undefined): Copies {
	return {
		of: (level, group) => (find(groupKey(level, group)) ?? find(groupKey('identity', group)))?.copy,
		member(version, group) {
			const object = find(groupKey('identity', group));
			if (object?.version !== version) return undefined;
			return { sort: object.copy.sort, identifiers: object.copy.document.identifiers };
		},
	};
}
