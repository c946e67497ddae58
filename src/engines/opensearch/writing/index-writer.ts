// The writer that the work of an update is given: it gathers changes in memory on top of what the
// index has, and notes what was looked up. It knows no lease.
import { identifierText } from '../../../identifiers/index.ts';
import type { GroupBy, GroupId, IdentifierKey, Located } from '../../../ports/search/index-content.ts';
import type { IndexWriter } from '../../../ports/search/search-writer.ts';
import { groupKey } from '../documents/document-ids.ts';
import { identitiesIn, locateInObjects } from '../reading/lookup.ts';
import type { StoredObject } from './base.ts';
import type { Base, GatheredChanges } from './changeset.ts';
import type { LookedUp, Place } from './footprint.ts';

/** A writer, and what becomes of its use. */
export type GatheringWriter = {
	writer: IndexWriter;
	lookedUp: LookUps;
	/** Tells the mark that the update leaves, given the one before. */
	announce(before: string): Promise<string>;
	/** From here on, the writer refuses its use. */
	close(): void;
};

/** Creates the writer of an update. */
export function createWriter(generation: number, gathered: GatheredChanges, base: Base): GatheringWriter {
	let isClosed = false;
	let announce: (before: string) => Promise<string> = async (before) => before;
	const lookedUp = createLookUps();
	const requireOpen = () => {
		if (isClosed) throw new Error('this update has ended; its writer must not be used any more');
	};
	const writer: IndexWriter = {
		generation,
		async leaveMark(announcing) {
			requireOpen();
			announce = announcing;
		},
		async locate(identifiers) {
			requireOpen();
			return locateGathered(identifiers, gathered, base, lookedUp);
		},
		async members(level, groups) {
			requireOpen();
			lookedUp.list(level, groups);
			const identities = level === 'identity' ? groups : await identitiesInFamilies(groups, gathered, base);
			return leadingTo(identities, gathered, base, lookedUp);
		},
		async apply(changes) {
			requireOpen();
			gathered.apply(changes);
		},
	};
	return {
		writer,
		lookedUp,
		announce: (before) => announce(before),
		close() {
			isClosed = true;
		},
	};
}

/** Notes where the index had what was looked up, when it was for the first time. */
export type LookUps = LookedUp & {
	locate(identifier: IdentifierKey, place: Place): void;
	/** Notes the identifiers of an object. */
	object(group: GroupId, object: StoredObject | undefined): void;
	list(level: GroupBy, groups: readonly GroupId[]): void;
};

/** Starts with nothing looked up. */
export function createLookUps(): LookUps {
	const places = new Map<string, { identifier: IdentifierKey; place: Place }>();
	const listed = { identity: new Set<GroupId>(), version: new Set<GroupId>() };
	const note = (identifier: IdentifierKey, place: Place) => {
		const text = identifierText(identifier);
		if (!places.has(text)) places.set(text, { identifier, place });
	};
	return {
		places,
		listed,
		locate: note,
		object(group, object) {
			for (const identifier of object?.identifiers ?? []) note(identifier, [group, object?.version as GroupId]);
		},
		list(level, groups) {
			for (const group of groups) listed[level].add(group);
		},
	};
}

/** Tells where an identifier leads once all that was gathered is applied. */
export function placeAfter(identifier: IdentifierKey, gathered: GatheredChanges, { places }: LookedUp): Place {
	const given = gathered.located(identifier);
	if (given !== undefined) return given && [given.identity, given.version];
	const before = places.get(identifierText(identifier))?.place ?? null;
	// An object that was removed, or given without one of its identifiers, does not have that any
	// more.
	return before && gathered.object('identity', before[0]) === undefined ? before : null;
}

async function locateGathered(
	identifiers: readonly IdentifierKey[],
	gathered: GatheredChanges,
	{ withSnapshot }: Base,
	lookedUp: LookUps,
): Promise<Located[]> {
	const located: Located[] = [];
	const unchanged: IdentifierKey[] = [];
	for (const { scheme, key } of identifiers) {
		const groups = gathered.located({ scheme, key });
		if (groups === undefined) unchanged.push({ scheme, key });
		else if (groups) located.push({ scheme, key, ...groups });
	}
	if (unchanged.length === 0) return located;
	const before = await withSnapshot((snapshot) => locateInObjects(snapshot, unchanged));
	for (const { scheme, key, identity, version } of before) lookedUp.locate({ scheme, key }, [identity, version]);
	for (const identifier of unchanged) lookedUp.locate(identifier, null);
	// An object that was removed, or given without one of its identifiers, does not have that any
	// more.
	return located.concat(before.filter(({ identity }) => gathered.object('identity', identity) === undefined));
}

/**
 * Lists the Identity groups that may lie in Version groups: some of them may have been given anew
 * elsewhere.
 */
async function identitiesInFamilies(
	versions: readonly GroupId[],
	gathered: GatheredChanges,
	{ withSnapshot }: Base,
): Promise<GroupId[]> {
	if (versions.length === 0) return [];
	const before = await withSnapshot((snapshot) => identitiesIn(snapshot, versions));
	const unchanged = before.filter((group) => gathered.object('identity', group) === undefined);
	return unchanged.concat(gathered.identitiesIn(new Set(versions)));
}

/** Lists the identifiers that lead to Identity groups. */
async function leadingTo(
	groups: readonly GroupId[],
	gathered: GatheredChanges,
	{ stored }: Base,
	lookedUp: LookUps,
): Promise<Located[]> {
	const before = await stored.objects(groups.map((group) => groupKey('identity', group)));
	return groups.flatMap((group) => {
		const there = before.get(groupKey('identity', group));
		lookedUp.object(group, there);
		const object = gathered.object('identity', group);
		const present = object === undefined ? there : object;
		if (!present) return [];
		return present.identifiers
			.filter((identifier) => {
				const located = gathered.located(identifier);
				return located === undefined || located?.identity === group;
			})
			.map(({ scheme, key }) => ({ scheme, key, identity: group, version: present.version }));
	});
}
