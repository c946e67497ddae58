// Gathers what an update changes, in memory, as if it were done already; knows neither documents nor requests.
import type {
	GroupBy,
	GroupId,
	IdentifierKey,
	IndexChanges,
	IndexLink,
	IndexObject,
} from '../../ports/search/search-index.ts';
import { type GroupKey, groupKey, linkKey } from './link-document.ts';
import { identifierText } from './object-document.ts';

/**
 * What is to be different: plain data, which can be written down and applied again. Of each object and link it says what will be, whatever there was
 * before; null: no object, an empty history: no link.
 */
export type Changeset = {
	objects: [id: GroupKey, object: IndexObject | null][];
	links: IndexLink[];
	/** Links at a level that touch a group and were there before are no more, unless they are given. */
	cleared: GroupKey[];
};

/** Where an identifier leads by what was changed: null nowhere, undefined: as before. */
export type Lead = { identity: GroupId; version: GroupId } | null | undefined;

export type Gathering = {
	apply(changes: IndexChanges): void;
	isNothing(): boolean;
	lead(identifier: IdentifierKey): Lead;
	/** The object of a group: null none, undefined: as before. */
	object(level: GroupBy, group: GroupId): IndexObject | null | undefined;
	changeset(): Changeset;
};

const levels = ['identity', 'version'] as const;

/** Begins with nothing. */
export function gatherChanges(): Gathering {
	const objects = new Map<GroupKey, IndexObject | null>();
	const links = new Map<string, IndexLink>();
	const cleared = new Set<GroupKey>();
	const leads = new Map<string, GroupId | null>();

	const forsake = (object: IndexObject | null | undefined) => {
		if (object?.level !== 'identity') return;
		for (const identifier of object.identifiers) {
			const text = identifierText(identifier);
			// One that meanwhile leads elsewhere stays.
			if (leads.get(text) === object.group) leads.set(text, null);
		}
	};
	const remove = (removed: IndexChanges['removed']) => {
		const gone = new Set(removed.map(({ level, group }) => groupKey(level, group)));
		for (const key of gone) {
			forsake(objects.get(key));
			objects.set(key, null);
			cleared.add(key);
		}
		if (gone.size === 0) return;
		for (const link of links.values()) {
			for (const level of levels) {
				const touched = gone.has(groupKey(level, link.source)) || gone.has(groupKey(level, link.target));
				if (touched) link[level] = [];
			}
		}
	};
	const put = (object: IndexObject) => {
		const key = groupKey(object.level, object.group);
		forsake(objects.get(key));
		objects.set(key, object);
		if (object.level === 'version') return;
		for (const identifier of object.identifiers) leads.set(identifierText(identifier), object.group);
	};
	return {
		apply(changes) {
			remove(changes.removed);
			// An identity object that bears its Version group's number stands for it, unless an object of that group comes along.
			for (const { level, group, version } of changes.objects) {
				if (level === 'identity' && group === version) objects.set(groupKey('version', group), null);
			}
			for (const object of changes.objects) put(object);
			for (const link of changes.links) {
				const key = linkKey(link);
				links.set(key, { ...links.get(key), ...link });
			}
		},
		isNothing: () => objects.size === 0 && links.size === 0 && cleared.size === 0,
		lead(identifier) {
			const identity = leads.get(identifierText(identifier));
			if (typeof identity !== 'number') return identity;
			const { version } = objects.get(groupKey('identity', identity)) as IndexObject;
			return { identity, version };
		},
		object: (level, group) => objects.get(groupKey(level, group)),
		changeset() {
			const own = ({ group, identifiers }: IndexObject) =>
				identifiers.filter((identifier) => leads.get(identifierText(identifier)) === group);
			const settled = [...objects].map(([key, object]): Changeset['objects'][number] => [
				key,
				object?.level === 'identity' ? { ...object, identifiers: own(object) } : object,
			]);
			return { objects: settled, links: [...links.values()], cleared: [...cleared] };
		},
	};
}
