// Reads the objects of groups from a snapshot; does not know what is asked about them.
import type { GroupBy, GroupId } from '../../../ports/search/index-content.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { type GroupKey, groupKey } from '../documents/group-key.ts';
import type { ObjectSource } from '../documents/object-document.ts';

/** What searches read of an object. */
export type StoredObject = Pick<ObjectSource, 'version' | 'document'> & { copy: Pick<ObjectSource['copy'], 'sort'> };

/** Tells objects that were read. */
export type Objects = {
	/**
	 * Tells what describes a group at a level: its object there, or that of the Identity group with
	 * its number.
	 */
	describing(level: GroupBy, group: GroupId): StoredObject | undefined;
	/** Tells the object of an Identity group that lies in a Version group; undefined: it does not. */
	member(version: GroupId, group: GroupId): StoredObject | undefined;
};

// OpenSearch answers no more at once (index.max_result_window).
const idsPerRequest = 10_000;

/** Reads what describes groups at a level, and the objects of Identity groups besides. */
export async function readObjects(
	snapshot: Snapshot,
	level: GroupBy,
	groups: readonly GroupId[],
	members: readonly GroupId[] = [],
): Promise<Objects> {
	const keys = [
		...groups.flatMap((group) => [groupKey('identity', group), groupKey(level, group)]),
		...members.map((group) => groupKey('identity', group)),
	];
	const found = new Map<string, StoredObject>();
	for (const ids of inChunks([...new Set(keys)])) {
		const { hits } = await snapshot.search<StoredObject>({
			query: { ids: { values: ids } },
			_source: ['version', 'document', 'copy.sort'],
			sort: ['_doc'],
			size: ids.length,
			track_total_hits: false,
		});
		for (const { _id, _source } of hits.hits) found.set(_id, _source);
	}
	const identityAt = (group: GroupId) => found.get(groupKey('identity', group));
	return {
		describing: (level, group) => found.get(groupKey(level, group)) ?? identityAt(group),
		member(version, group) {
			const object = identityAt(group);
			return object?.version === version ? object : undefined;
		},
	};
}

function inChunks(keys: readonly GroupKey[]): GroupKey[][] {
	return Array.from({ length: Math.ceil(keys.length / idsPerRequest) }, (_, at) =>
		keys.slice(at * idsPerRequest, (at + 1) * idsPerRequest),
	);
}
