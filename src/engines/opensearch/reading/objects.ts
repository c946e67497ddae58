// Reads the objects of groups; does not know what is asked about them.
import type { GroupBy, GroupId } from '../../../ports/search/index-content.ts';
import type { Searches } from '../cluster/searches.ts';
import { groupKey } from '../documents/group-key.ts';
import type { ObjectSource } from '../documents/object-document.ts';

/** What searches read of an object. */
export type StoredObject = Pick<ObjectSource, 'version' | 'document' | 'lostAt'> & {
	copy: Pick<ObjectSource['copy'], 'sort'>;
};

/** Names what that is. */
export const fieldsOfObjects = ['version', 'document', 'lostAt', 'copy.sort'] as const;

/** Tells objects that were read. */
export type Objects = {
	/**
	 * Tells what describes a group at a level: its object there, or that of the Identity group with
	 * its number, where it lies in that.
	 */
	describing(level: GroupBy, group: GroupId): StoredObject | undefined;
	/** Tells the object of an Identity group that lies in a Version group; undefined: it does not. */
	member(version: GroupId, group: GroupId): StoredObject | undefined;
};

/** Tells of objects by the ids of their documents. */
export function objectsIn(found: ReadonlyMap<string, StoredObject>): Objects {
	const member: Objects['member'] = (version, group) => {
		const object = found.get(groupKey('identity', group));
		return object?.version === version ? object : undefined;
	};
	return {
		describing(level, group) {
			const own = found.get(groupKey(level, group));
			return level === 'identity' ? own : (own ?? member(group, group));
		},
		member,
	};
}

/** Lists the ids of the documents one of which describes a group at a level. */
export function idsDescribing(level: GroupBy, group: GroupId): string[] {
	return [...new Set([groupKey('identity', group), groupKey(level, group)])];
}

const idsPerRequest = 10_000;

/** Reads documents of objects by their ids. */
export async function readObjects(searches: Searches, ids: readonly string[]): Promise<Objects> {
	const found = new Map<string, StoredObject>();
	for (let at = 0; at < ids.length; at += idsPerRequest) {
		// The name of a part of a field is none of a field.
		const fields = fieldsOfObjects as unknown as (keyof StoredObject)[];
		const read = await searches.read<StoredObject>(ids.slice(at, at + idsPerRequest), fields);
		for (const [id, object] of read) found.set(id, object);
	}
	return objectsIn(found);
}
