// Gathers the changes of an update in memory, each on top of those before, and plans what follows
// from them. The plan goes to the journal too: half-way through, the index would not show it.
import { isDeepStrictEqual } from 'node:util';
import { identifierText } from '../../../identifiers/index.ts';
import type {
	GroupBy,
	GroupId,
	IdentifierKey,
	IndexChanges,
	IndexLink,
	IndexObject,
} from '../../../ports/search/index-content.ts';
import { type GroupKey, groupKey, levels, readGroupKey } from '../documents/document-ids.ts';
import { viewOfId } from '../documents/link-document.ts';
import { type Base, createCopies, linksTouching, type ObjectCopies, objectsHaving } from './base.ts';

/**
 * The result of an update: plain data, which can be stored and applied more than once. Each object
 * and link is in its final state, whatever was there before.
 */
export type Changeset = {
	/** null: there is no such object. */
	objects: [key: GroupKey, object: IndexObject | null][];
	/**
	 * An empty history: there is no such link at that level; an absent one: the index keeps what it
	 * has.
	 */
	links: IndexLink[];
	/** These groups have no links at their level except those in `links`. */
	cleared: GroupKey[];
	/** These had links to groups that are cleared, and are to be counted again. */
	recounted: GroupId[];
};

/** The groups of an identifier; null: none. */
export type Leads = { identity: GroupId; version: GroupId } | null;

/** An update as gathered so far. Its methods return undefined for what it has not changed. */
export type GatheredChanges = ReturnType<typeof gatherChanges>;

export function gatherChanges() {
	const objects = new Map<GroupKey, IndexObject | null>();
	const links = new Map<string, IndexLink>();
	const cleared = new Set<GroupKey>();
	/** The Identity group of an identifier. */
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
		apply(changes: IndexChanges): void {
			remove(changes.removed);
			// An identity object with the number of its Version group means that this group has no object
			// of its own, unless the same change has one.
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
		/** Looks up the groups of an identifier; null where it has none. */
		located(identifier: IdentifierKey): Leads | undefined {
			const identity = targets.get(identifierText(identifier));
			if (typeof identity !== 'number') return identity;
			const { version } = objects.get(groupKey('identity', identity)) as IndexObject;
			return { identity, version };
		},
		/** Looks up the object of a group; null where there is none. */
		object: (level: GroupBy, group: GroupId) => objects.get(groupKey(level, group)),
		/** Lists the Identity groups that the changes add to Version groups. */
		identitiesIn: (versions: ReadonlySet<GroupId>) =>
			[...objects.values()].flatMap((object) =>
				object?.level === 'identity' && versions.has(object.version) ? [object.group] : [],
			),
		changeset(): Changeset {
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

/** Empties the histories, at the level of the groups, of the links that end in these. */
function emptyLinksOf(groups: ReadonlySet<GroupKey>, links: Iterable<IndexLink>): void {
	for (const link of links) {
		for (const level of levels) {
			const ends = [groupKey(level, link.source), groupKey(level, link.target)];
			if (ends.some((end) => groups.has(end))) link[level] = [];
		}
	}
}

/** Updates a link at the levels of the change; `via` belongs to the version level. */
function withUpdate(before: IndexLink | undefined, link: IndexLink): IndexLink {
	const { via, ...others } = before ?? {};
	return { ...others, ...(!link.version && via && { via }), ...link };
}

/** What follows from a changeset. */
type Plan = {
	/** Groups at a level whose copies in links are outdated. */
	recopied: GroupKey[];
	/** Members that links between Version groups show with outdated values. */
	reshown: GroupKey[];
	moved: [identifier: IdentifierKey, leads: Leads][];
	/** Objects that are not in the changeset and lose identifiers to others. */
	robbed: GroupKey[];
	/**
	 * Numbers of groups that lose identifiers or members: searches by those were led there before.
	 */
	losing: GroupId[];
	/**
	 * Those of them that gain none. They are written last, so an identifier leads to a whole group at
	 * any time.
	 */
	last: GroupId[];
};

export type PlannedChanges = Changeset & Plan;

/** Plans a changeset. Fails where a link joins a group without an object at its level. */
export async function planChanges(changes: Changeset, base: Base): Promise<PlannedChanges> {
	const copies = createCopies(base.stored, changes.objects);
	await copies.load([
		...changes.objects.map(([key]) => readGroupKey(key).group),
		...changes.links.flatMap(({ source, target }) => [source, target]),
	]);
	requireObjects(changes, copies);
	return {
		...changes,
		recounted: await groupsLosingLinks(changes, base),
		...changedCopies(changes, copies),
		...(await planMoves(changes, base)),
	};
}

function requireObjects({ links }: Changeset, copies: ObjectCopies): void {
	for (const link of links) {
		for (const level of levels) {
			if (!link[level]?.length) continue;
			const missing = [link.source, link.target].find((group) => !copies.of(level, group));
			if (missing !== undefined) throw new Error(`a link joins ${level} group ${missing}, which has no object`);
		}
	}
}

/** Finds the groups that lose links to groups that are cleared. */
async function groupsLosingLinks({ cleared }: Changeset, { withSnapshot }: Base): Promise<GroupId[]> {
	if (cleared.length === 0) return [];
	const found = new Set<GroupId>();
	await withSnapshot(async (snapshot) => {
		for await (const page of linksTouching({ at: cleared }, snapshot)) {
			for (const { _id } of page) found.add(viewOfId(_id).other);
		}
	});
	return [...found];
}

function changedCopies({ objects }: Changeset, copies: ObjectCopies): Pick<Plan, 'recopied' | 'reshown'> {
	const { before } = copies;
	const isSameMember = (version: GroupId, group: GroupId) =>
		isDeepStrictEqual(before.member(version, group), copies.member(version, group));
	const groups = [...new Set(objects.map(([key]) => readGroupKey(key).group))];
	const recopied = levels.flatMap((level) =>
		groups
			.filter((group) => {
				const was = before.of(level, group);
				if (!was) return false;
				return !isDeepStrictEqual(was, copies.of(level, group)) || (level === 'version' && !isSameMember(group, group));
			})
			.map((group) => groupKey(level, group)),
	);
	const reshown = objects.flatMap(([key, object]) => {
		const { level, group } = readGroupKey(key);
		if (level === 'version') return [];
		const was = before.versionOf(group);
		return was === object?.version && (was === undefined || isSameMember(was, group)) ? [] : [key];
	});
	return { recopied, reshown };
}

/** Finds out which identifiers and members move between groups. */
async function planMoves(
	{ objects }: Changeset,
	{ stored, withSnapshot }: Base,
): Promise<Pick<Plan, 'moved' | 'robbed' | 'losing' | 'last'>> {
	const before = await stored.objects(objects.map(([key]) => key));
	const losing = new Set<GroupId>();
	const gaining = new Set<GroupId>();
	const moved = new Map<string, [IdentifierKey, Leads]>();
	/** Identifiers that are new to their objects: others may have them. */
	const fresh = new Map<string, IdentifierKey>();
	for (const [key, object] of objects) {
		const { level, group } = readGroupKey(key);
		if (level === 'version') continue;
		const was = before.get(key);
		const isMoved = was?.version !== object?.version;
		const lost = withoutThose(was?.identifiers, object?.identifiers);
		const gained = withoutThose(object?.identifiers, was?.identifiers);
		if (was && lost.length > 0) losing.add(group).add(was.version);
		if (was && isMoved) losing.add(was.version);
		if (object && gained.length > 0) gaining.add(group).add(object.version);
		if (object && isMoved) gaining.add(object.version);
		for (const one of lost) {
			const text = identifierText(one);
			// Another object may have it from now on.
			if (!moved.has(text)) moved.set(text, [one, null]);
		}
		for (const one of gained) fresh.set(identifierText(one), one);
		for (const one of (isMoved ? object?.identifiers : gained) ?? []) {
			moved.set(identifierText(one), [one, { identity: group, version: object?.version as GroupId }]);
		}
	}
	const given = new Set(objects.map(([key]) => key));
	const taken = [...fresh.values()];
	const holders = taken.length === 0 ? [] : await withSnapshot((snapshot) => objectsHaving(snapshot, taken));
	const robbed = holders.filter(
		({ group, identifiers }) =>
			!given.has(groupKey('identity', group)) && identifiers.some((one) => fresh.has(identifierText(one))),
	);
	for (const { group, version } of robbed) losing.add(group).add(version);
	return {
		moved: [...moved.values()],
		robbed: robbed.map(({ group }) => groupKey('identity', group)),
		losing: [...losing],
		last: [...losing].filter((group) => !gaining.has(group)),
	};
}

function withoutThose(some: readonly IdentifierKey[] = [], those: readonly IdentifierKey[] = []): IdentifierKey[] {
	const texts = new Set(those.map(identifierText));
	return some.filter((one) => !texts.has(identifierText(one)));
}
