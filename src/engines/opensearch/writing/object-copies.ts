// Tells what links copy of objects, before and after an update; does not know which links.
import type { GroupId } from '../../../ports/search/index-content.ts';
import { type GroupKey, groupKey, levels } from '../documents/group-key.ts';
import type { Copies, MemberCopy } from '../documents/link-document.ts';
import { type LinkCopy, type ObjectSource, objectCopy } from '../documents/object-document.ts';
import type { Changeset } from './changeset.ts';
import type { StoredDocuments } from './stored-documents.ts';

/** Tells what links copy of the objects of groups that were loaded. */
export type ObjectCopies = Copies & {
	/** Reads what is needed to tell it of these groups, and of these members. */
	load(groups: readonly GroupId[]): Promise<void>;
};

/** Tells it after an update (`of`, `member`), and what it was before. */
export type ChangedCopies = ObjectCopies & { before: Copies & { versionOf(group: GroupId): GroupId | undefined } };

/** What of an object its copies follow from. */
export type Copied = { version: GroupId; copy: LinkCopy };

/** Tells it of an object. */
export function copiedOf(object: Pick<ObjectSource, 'version' | 'copy' | 'document'>): Copied {
	return { version: object.version, copy: { ...object.copy, document: object.document } };
}

/** Tells copies of objects that are found by their keys. */
export function copiesOf(find: (key: GroupKey) => Copied | undefined): Copies {
	return {
		of: (level, group) => (find(groupKey(level, group)) ?? find(groupKey('identity', group)))?.copy,
		member: (version, group) => memberOf(find(groupKey('identity', group)), version),
	};
}

function memberOf(object: Copied | undefined, version: GroupId): MemberCopy | undefined {
	if (object?.version !== version) return undefined;
	return { sort: object.copy.sort, identifiers: object.copy.document.identifiers };
}

/** Tells the copies before and after a changeset. */
export function createChangedCopies({ objects }: Pick<Changeset, 'objects'>, stored: StoredDocuments): ChangedCopies {
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
