// Finds what links copy of objects, before and after an update.
import type { GroupId } from '../../../ports/search/index-content.ts';
import { type GroupKey, groupKey, levels } from '../documents/group-key.ts';
import type { Copies } from '../documents/link-document.ts';
import { type LinkCopy, type ObjectSource, objectCopy } from '../documents/object-document.ts';
import type { Changeset } from './changeset.ts';
import type { StoredDocuments } from './stored-documents.ts';

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
