// Gathers the changes of an update in memory, each on top of those before; knows neither documents
// nor requests.
import { identifierText } from '../../../identifiers/index.ts';
import type {
	GroupBy,
	GroupId,
	IdentifierKey,
	IndexChanges,
	IndexLink,
	IndexObject,
} from '../../../ports/search/index-content.ts';
import { type GroupKey, groupKey, levels } from '../documents/group-key.ts';

/**
 * Says what an update leads to: plain data, which can be written down and applied more than once.
 * Each object and link is as it is to be, whatever was there before.
 */
export type Changeset = {
	/** null: there is no such object. */
	objects: [key: GroupKey, object: IndexObject | null][];
	/**
	 * An empty history: there is no such link at that level; an absent one: what the index has stays.
	 */
	links: IndexLink[];
	/** Of these groups there are no links at their level but those in `links`. */
	cleared: GroupKey[];
	/** These had links to groups that are cleared, and are to be counted anew. */
	recounted: GroupId[];
};

/** An update as far as it is gathered. Its answers are undefined for what it has not changed. */
export type GatheredChanges = {
	apply(changes: IndexChanges): void;
	isEmpty(): boolean;
	/** Tells the groups that an identifier leads to; null where it leads nowhere. */
	located(identifier: IdentifierKey): { identity: GroupId; version: GroupId } | null | undefined;
	/** Tells the object of a group; null where there is none. */
	object(level: GroupBy, group: GroupId): IndexObject | null | undefined;
	/** Lists the Identity groups that are given as members of Version groups. */
	identitiesIn(versions: ReadonlySet<GroupId>): GroupId[];
	changeset(): Changeset;
};

/** Starts with no change. */
export function gatherChanges(): GatheredChanges {
	const objects = new Map<GroupKey, IndexObject | null>();
	const links = new Map<string, IndexLink>();
	const cleared = new Set<GroupKey>();
	/** The Identity group that an identifier leads to. */
	const targets = new Map<string, GroupId | null>();

	const releaseIdentifiers = (key: GroupKey) => {
		const object = objects.get(key);
		if (object?.level !== 'identity') return;
		for (const text of object.identifiers.map(identifierText)) {
			// Another object may have taken it meanwhile.
			if (targets.get(text) === object.group) targets.set(text, null);
		}
	};
	const remove = (removed: IndexChanges['removed']) => {
		const keys = new Set(removed.map(({ level, group }) => groupKey(level, group)));
		for (const key of keys) {
			releaseIdentifiers(key);
			objects.set(key, null);
			cleared.add(key);
		}
		if (keys.size > 0) emptyLinksOf(keys, links.values());
	};
	const put = (object: IndexObject) => {
		const key = groupKey(object.level, object.group);
		releaseIdentifiers(key);
		objects.set(key, object);
		if (object.level === 'version') return;
		for (const identifier of object.identifiers) targets.set(identifierText(identifier), object.group);
	};
	return {
		apply(changes) {
			remove(changes.removed);
			// An identity object with the number of its Version group says that this group has no object
			// of its own, unless one is given in the same change.
			for (const { level, group, version } of changes.objects) {
				if (level === 'identity' && group === version) objects.set(groupKey('version', group), null);
			}
			for (const object of changes.objects) put(object);
			for (const link of changes.links) {
				const key = `${link.source} ${link.relation} ${link.target}`;
				links.set(key, withUpdate(links.get(key), link));
			}
		},
		isEmpty: () => objects.size === 0 && links.size === 0 && cleared.size === 0,
		located(identifier) {
			const identity = targets.get(identifierText(identifier));
			if (typeof identity !== 'number') return identity;
			const { version } = objects.get(groupKey('identity', identity)) as IndexObject;
			return { identity, version };
		},
		object: (level, group) => objects.get(groupKey(level, group)),
		identitiesIn: (versions) =>
			[...objects.values()].flatMap((object) =>
				object?.level === 'identity' && versions.has(object.version) ? [object.group] : [],
			),
		changeset() {
			const withOwnIdentifiers = (object: IndexObject): IndexObject => ({
				...object,
				identifiers: object.identifiers.filter((one) => targets.get(identifierText(one)) === object.group),
			});
			return {
				objects: [...objects].map(([key, object]) => [
					key,
					object?.level === 'identity' ? withOwnIdentifiers(object) : object,
				]),
				links: [...links.values()],
				cleared: [...cleared],
				recounted: [],
			};
		},
	};
}

/** Takes their histories, at the level of the groups, off the links that end in these. */
function emptyLinksOf(groups: ReadonlySet<GroupKey>, links: Iterable<IndexLink>): void {
	for (const link of links) {
		for (const level of levels) {
			const ends = [groupKey(level, link.source), groupKey(level, link.target)];
			if (ends.some((end) => groups.has(end))) link[level] = [];
		}
	}
}

/** Updates a link at the levels that are given; what makes it by version goes with that level. */
function withUpdate(before: IndexLink | undefined, link: IndexLink): IndexLink {
	const { via, ...others } = before ?? {};
	return { ...others, ...(!link.version && via && { via }), ...link };
}
