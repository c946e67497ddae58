// Tells what links copy of the objects of a generation that is being built; does not know the
// links.
import type { GroupId, IndexObject } from '../../../ports/search/index-content.ts';
import type { BulkWriter } from '../cluster/bulk-writer.ts';
import { type GroupKey, groupKey, levels, readGroupKey } from '../documents/group-key.ts';
import { type ObjectSource, objectCopy } from '../documents/object-document.ts';
import { type Copied, copiedOf, copiesOf, type ObjectCopies } from '../writing/object-copies.ts';
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
	const cache = new Map<GroupKey, Copied>();
	const mayBeThere = (key: GroupKey) => {
		const { level, group } = readGroupKey(key);
		return level === 'identity' || withVersionObject.has(group);
	};
	// Never within a load, which keeps all that it has read.
	const makeRoom = () => {
		if (cache.size > cachedCopiesLimit) cache.clear();
	};
	return {
		add(object) {
			makeRoom();
			if (object.level === 'version') withVersionObject.add(object.group);
			cache.set(groupKey(object.level, object.group), copiedOf({ ...object, copy: objectCopy(object) }));
		},
		async load(groups) {
			makeRoom();
			const keys = [...new Set(groups)].flatMap((group) => levels.map((level) => groupKey(level, group)));
			const missing = keys.filter((key) => mayBeThere(key) && !cache.has(key));
			if (missing.length === 0) return;
			await bulk.flush();
			const read = await stored.read<Pick<ObjectSource, 'version' | 'copy' | 'document'>>(missing, [
				...(['version', 'copy', 'document'] as const),
			]);
			for (const [key, object] of read) cache.set(key as GroupKey, copiedOf(object));
		},
		...copiesOf((key) => cache.get(key)),
	};
}
