// Tells what links copy of objects, before and after an update; does not know which links.
import type { GroupBy, GroupId } from '../../../ports/search/index-content.ts';
import { type GroupKey, groupKey, levels } from '../documents/group-key.ts';
import { type ObjectCopy, objectCopy } from '../documents/object-document.ts';
import type { Changeset } from './changeset.ts';
import type { StoredDocuments, StoredObject } from './stored-documents.ts';

/** Tells what links copy of the objects of groups. */
export type ObjectCopies = {
	/** Reads what is needed to tell it of these groups. */
	load(groups: readonly GroupId[]): Promise<void>;
	/**
	 * Tells the copy of a loaded group. A Version group without an object of its own is described by
	 * the Identity group with its number.
	 */
	of(level: GroupBy, group: GroupId): ObjectCopy | undefined;
};

/** Tells what it is after an update (`of`), and what it was before. */
export type ChangedCopies = ObjectCopies & { before: ObjectCopies['of'] };

/** Tells the copies before and after a changeset. */
export function createChangedCopies(changes: Changeset, stored: StoredDocuments): ChangedCopies {
	const changed = new Map(changes.objects.map(([key, object]) => [key, object ? objectCopy(object) : undefined]));
	let known: ReadonlyMap<GroupKey, StoredObject | undefined> = new Map();
	const before = (key: GroupKey) => known.get(key)?.copy;
	const after = (key: GroupKey) => (changed.has(key) ? changed.get(key) : before(key));
	return {
		async load(groups) {
			known = await stored.objects(groups.flatMap((group) => levels.map((level) => groupKey(level, group))));
		},
		of: (level, group) => after(groupKey(level, group)) ?? after(groupKey('identity', group)),
		before: (level, group) => before(groupKey(level, group)) ?? before(groupKey('identity', group)),
	};
}
