// Tells what links copy of the objects of a generation that is being built; does not know the
// links.
import type { GroupBy, GroupId, IndexObject } from '../../../ports/search/index-content.ts';
import type { BulkWriter } from '../cluster/bulk-writer.ts';
import { type GroupKey, groupKey, levels } from '../documents/group-key.ts';
import { type ObjectCopy, type ObjectSource, objectCopy } from '../documents/object-document.ts';
import type { ObjectCopies } from '../writing/object-copies.ts';
import type { StoredDocuments } from '../writing/stored-documents.ts';

export type BuiltCopies = ObjectCopies & {
	/** Tells of an object that `bulk` was given. */
	add(object: IndexObject): void;
};

// What is not cached is read from the index again.
const cachedCopiesLimit = 50_000;

/** Starts without an object. `stored` reads the generation that `bulk` writes to. */
export function createBuiltCopies(stored: StoredDocuments, bulk: BulkWriter): BuiltCopies {
	const withVersionObject = new Set<GroupId>();
	const cache = new Map<GroupKey, ObjectCopy>();
	const keyOf = (level: GroupBy, group: GroupId) =>
		groupKey(level === 'version' && withVersionObject.has(group) ? 'version' : 'identity', group);
	// Never within a load, which keeps all that it has read.
	const makeRoom = () => {
		if (cache.size > cachedCopiesLimit) cache.clear();
	};
	return {
		add(object) {
			makeRoom();
			if (object.level === 'version') withVersionObject.add(object.group);
			cache.set(groupKey(object.level, object.group), objectCopy(object));
		},
		async load(groups) {
			makeRoom();
			const keys = groups.flatMap((group) => levels.map((level) => keyOf(level, group)));
			const missing = [...new Set(keys)].filter((key) => !cache.has(key));
			if (missing.length === 0) return;
			await bulk.flush();
			const read = await stored.read<Pick<ObjectSource, 'copy'>>(missing, ['copy']);
			for (const [key, { copy }] of read) cache.set(key as GroupKey, copy);
		},
		of: (level, group) => cache.get(keyOf(level, group)),
	};
}
