// Describes what an update reads and what it writes, to decide whether an update is still valid
// after another one that was derived at the same time.
//
// An update reads the index for one purpose only: to find what differs from its own changes. So
// where two updates write the same, there is no conflict, above all for a work that both are the
// first to add. A conflict is
// - an identifier that they move to different places, or that the other one brought into a group
//   whose members this one listed;
// - an object or a link of which they write different states;
// - a link of one whose end the other has cleared, or has written with a change: links copy their
//   objects, and the update that changes an object rewrites the links that it knows;
// - a document rewritten by one that the other writes or has rewritten.
import { hash } from 'node:crypto';
import { identifierText } from '../../../identifiers/index.ts';
import type { GroupRelation } from '../../../links/relation.ts';
import type { GroupBy, GroupId, IdentifierKey, IndexLink } from '../../../ports/search/index-content.ts';
import { type GroupKey, groupKey, levels, readGroupKey } from '../documents/document-ids.ts';
import { linkId, viewsOf } from '../documents/link-document.ts';
import type { Changeset, GatheredChanges } from './changeset.ts';

/** The groups of an identifier: an Identity and a Version group; null: none. */
export type Place = readonly [identity: GroupId, version: GroupId] | null;

export type LookUps = ReturnType<typeof createLookUps>;

/** Starts with nothing looked up; notes what the index had at the first lookup. */
export function createLookUps() {
	const places = new Map<string, { identifier: IdentifierKey; place: Place }>();
	const listed = { identity: new Set<GroupId>(), version: new Set<GroupId>() };
	const locate = (identifier: IdentifierKey, place: Place): void => {
		const text = identifierText(identifier);
		if (!places.has(text)) places.set(text, { identifier, place });
	};
	return {
		places,
		/** Groups whose members were listed. */
		listed,
		locate,
		/** Notes the identifiers of an object. */
		object(group: GroupId, object: PlacedObject | undefined): void {
			for (const identifier of object?.identifiers ?? []) locate(identifier, [group, object?.version as GroupId]);
		},
		list(level: GroupBy, groups: readonly GroupId[]): void {
			for (const group of groups) listed[level].add(group);
		},
	};
}

type PlacedObject = { identifiers: readonly IdentifierKey[]; version: GroupId };

/** What an update writes: plain data. */
export type Footprint = {
	/** The groups of identifiers: all that were looked up, added or taken, each by a hash. */
	places: (readonly [identifier: string, place: Place])[];
	/** A hash of each object that is written; '': it is removed. */
	objects: (readonly [key: GroupKey, given: string])[];
	/** A hash of each link that is written, its ends, and the members that it shows besides. */
	links: (readonly [link: string, given: string, ends: readonly GroupId[], members: readonly GroupId[]])[];
	/** Groups whose other links were removed. */
	cleared: GroupId[];
	/** Groups whose existing object was written again. */
	restated: GroupId[];
	/** Documents of objects and links that were written or removed without being in the update. */
	rewritten: string[];
};

/** What a footprint follows from beside a changeset. */
type Derivation = {
	gathered: GatheredChanges;
	lookedUp: LookUps;
	/** The objects of the update as they were before; undefined: missing. */
	before: ReadonlyMap<GroupKey, PlacedObject | undefined>;
	/** The documents that follow from the changeset. */
	written: Iterable<string>;
};

export function footprintOf(changes: Changeset, derivation: Derivation): Footprint {
	const { gathered, lookedUp, before } = derivation;
	for (const [key, object] of changes.objects) {
		lookedUp.object(readGroupKey(key).group, before.get(key));
		for (const identifier of object?.identifiers ?? []) lookedUp.locate(identifier, null);
	}
	const given = new Set([...changes.links.flatMap(viewIds), ...changes.objects.map(([key]) => key)]);
	const rewritten = [...new Set(derivation.written)].filter((id) => isGroupsId.test(id) && !given.has(id));
	const restated = changes.objects.flatMap(([key]) => (before.get(key) ? key : []));
	return {
		places: [...lookedUp.places.values()].map(({ identifier, place }) => [
			shortHash(identifierText(identifier)),
			placeAfter(identifier, place, gathered),
		]),
		objects: changes.objects.map(([key, object]) => [key, object ? shortHash(JSON.stringify(object)) : '']),
		links: changes.links.map((link) => [
			linkName(link),
			shortHash(JSON.stringify(link)),
			[link.source, link.target],
			membersOf(link),
		]),
		cleared: groupsOfKeys(changes.cleared),
		restated: groupsOfKeys([...restated, ...rewritten.filter((id): id is GroupKey => !id.includes('-'))]),
		rewritten,
	};
}

/** Returns the groups of an identifier once everything gathered is applied. */
function placeAfter(identifier: IdentifierKey, before: Place, gathered: GatheredChanges): Place {
	const given = gathered.located(identifier);
	if (given !== undefined) return given && [given.identity, given.version];
	// An object that was removed, or written without one of its identifiers, no longer has it.
	return before && gathered.object('identity', before[0]) === undefined ? before : null;
}

// Entries of the directory follow from the groups of identifiers.
const isGroupsId = /^[iv]\d/;

/** Whether an update has to run again after another one that was committed since it began. */
export function mustRunAgain(mine: Footprint, { listed }: LookUps, theirs: Footprint): boolean {
	const [own, other] = [indexFootprint(mine), indexFootprint(theirs)];
	return (
		theirs.places.some(([identifier, place]) => {
			const left = own.places.get(identifier);
			if (left !== undefined) return !isSamePlace(left, place);
			return place !== null && (listed.identity.has(place[0]) || listed.version.has(place[1]));
		}) ||
		theirs.objects.some(([key, given]) => (own.objects.get(key) ?? given) !== given) ||
		theirs.links.some(([link, given]) => (own.links.get(link) ?? given) !== given) ||
		reaches(own, other) ||
		reaches(other, own) ||
		rewrites(own, other) ||
		rewrites(other, own)
	);
}

type Indexed = ReturnType<typeof indexFootprint>;

function indexFootprint(given: Footprint) {
	return {
		given,
		places: new Map(given.places),
		objects: new Map(given.objects),
		links: new Map(given.links.map(([link, given]) => [link, given])),
		cleared: new Set(given.cleared),
		restated: new Set(given.restated),
	};
}

/** Whether links of one depend on what the other has changed. */
function reaches(one: Indexed, other: Indexed): boolean {
	const isOther = (link: string, given: string, group: GroupId) =>
		(other.cleared.has(group) && other.links.get(link) !== given) ||
		(other.restated.has(group) && !isSameObject(one, other, group));
	const isShownOther = (member: GroupId) =>
		other.objects.has(groupKey('identity', member)) && !isSameObject(one, other, member);
	return one.given.links.some(
		([link, given, ends, members]) =>
			ends.some((end) => isOther(link, given, end)) ||
			members.some((member) => isOther(link, given, member) || isShownOther(member)),
	);
}

/** Whether both write the same object of a group. */
function isSameObject(one: Indexed, other: Indexed, group: GroupId): boolean {
	const given = levels.map((level) => {
		const key = groupKey(level, group);
		return [one.objects.get(key), other.objects.get(key)] as const;
	});
	return given.every(([own, others]) => own === others) && given.some(([own]) => own !== undefined);
}

/** Whether one has rewritten what the other writes, or has rewritten as well. */
function rewrites({ given: { rewritten } }: Indexed, { given }: Indexed): boolean {
	if (rewritten.length === 0) return false;
	const touched = new Set<string>(given.rewritten);
	for (const [key] of given.objects) touched.add(key);
	for (const [link] of given.links) for (const id of viewIds(readLinkName(link))) touched.add(id);
	return rewritten.some((id) => touched.has(id));
}

function isSamePlace(one: Place, other: Place): boolean {
	return one === null || other === null ? one === other : one[0] === other[0] && one[1] === other[1];
}

type LinkEnds = Pick<IndexLink, 'source' | 'relation' | 'target'>;

const linkName = ({ source, relation, target }: LinkEnds): string => `${source} ${relation} ${target}`;

function readLinkName(link: string): LinkEnds {
	const [source, relation, target] = link.split(' ') as [string, GroupRelation, string];
	return { source: Number(source), relation, target: Number(target) };
}

function viewIds(link: LinkEnds): string[] {
	return levels.flatMap((level) => viewsOf(link, level).map(linkId));
}

function membersOf({ via = [] }: IndexLink): GroupId[] {
	return [...new Set(via.flatMap(({ source, target }) => [source, target]))];
}

function groupsOfKeys(keys: readonly GroupKey[]): GroupId[] {
	return [...new Set(keys.map((key) => readGroupKey(key).group))];
}

/** Distinguishes texts in little space. */
function shortHash(text: string): string {
	return hash('sha1', text, 'base64url').slice(0, 12);
}
