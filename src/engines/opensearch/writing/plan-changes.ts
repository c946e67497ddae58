// Finds out what follows from a changeset beside what it says, before anything of it is written; it
// writes nothing. What is planned goes to the journal with the changeset: half-way through, the
// index would not tell it any more.
import { isDeepStrictEqual } from 'node:util';
import { identifierText } from '../../../identifiers/index.ts';
import type { GroupId, IdentifierKey, IndexObject } from '../../../ports/search/index-content.ts';
import type { Snapshot } from '../cluster/snapshot.ts';
import { type GroupKey, groupKey, levels, readGroupKey } from '../documents/group-key.ts';
import { viewOfId } from '../documents/link-document.ts';
import { objectsOfKeys } from '../reading/lookup.ts';
import type { Changeset } from './changeset.ts';
import { createCopies, type ObjectCopies } from './object-copies.ts';
import { linksTouching } from './rewrite-links.ts';
import type { StoredDocuments, StoredObject } from './stored-documents.ts';

/** The generation that an update changes, as it was before. */
export type Base = {
	stored: StoredDocuments;
	/** Runs `work` on a snapshot; fails with `unavailable` where the cluster loses that. */
	withSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
};

/** Where an identifier leads to; null: nowhere. */
type Place = { identity: GroupId; version: GroupId } | null;

/** What follows from a changeset. */
export type Plan = {
	/** Groups at a level of which links have copies that are no longer right. */
	recopied: GroupKey[];
	/** Members that links between Version groups show otherwise than is right. */
	reshown: GroupKey[];
	/** Identifiers that lead elsewhere from now on. */
	moved: [identifier: IdentifierKey, place: Place][];
	/** Objects that are not in the changeset and have identifiers that are taken from them. */
	robbed: GroupKey[];
	/** Numbers of groups that lose identifiers or members: who asks by those was led there before. */
	losing: GroupId[];
	/**
	 * Those of them that gain none. They are written last, so that an identifier leads to a whole
	 * group at any time.
	 */
	last: GroupId[];
};

export type PlannedChanges = Changeset & Plan;

/**
 * Plans a changeset. Fails where a link joins a group that has no object at a level at which the
 * link lies.
 */
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
	const groups = [...new Set(objects.map(([key]) => readGroupKey(key).group))];
	const changed = { identity: new Set<GroupId>(), version: new Set<GroupId>() };
	for (const group of groups) {
		for (const level of levels) {
			const was = before.of(level, group);
			const isSame = isDeepStrictEqual(was, copies.of(level, group));
			const isSameMember = isDeepStrictEqual(before.member(group, group), copies.member(group, group));
			if (was && !(isSame && (level === 'identity' || isSameMember))) changed[level].add(group);
		}
	}
	const identities = objects.flatMap(([key, object]) => {
		const { level, group } = readGroupKey(key);
		return level === 'identity' ? [{ group, version: object?.version }] : [];
	});
	const reshown = identities.filter(({ group, version }) => {
		const was = before.versionOf(group);
		if (was === undefined) return version !== undefined;
		return was !== version || !isDeepStrictEqual(before.member(was, group), copies.member(was, group));
	});
	return {
		recopied: levels.flatMap((level) => [...changed[level]].map((group) => groupKey(level, group))),
		reshown: reshown.map(({ group }) => groupKey('identity', group)),
	};
}

/** Gathers which identifiers and members move between groups. */
function createMoves() {
	const losing = new Set<GroupId>();
	const gaining = new Set<GroupId>();
	const moved = new Map<string, [IdentifierKey, Place]>();
	return {
		loses: (...groups: GroupId[]) => groups.forEach((group) => void losing.add(group)),
		gains: (...groups: GroupId[]) => groups.forEach((group) => void gaining.add(group)),
		leads(identifier: IdentifierKey, place: Place): void {
			const text = identifierText(identifier);
			// Another object may have it from now on.
			if (place || !moved.has(text)) moved.set(text, [identifier, place]);
		},
		plan: (): Pick<Plan, 'moved' | 'losing' | 'last'> => ({
			moved: [...moved.values()],
			losing: [...losing],
			last: [...losing].filter((group) => !gaining.has(group)),
		}),
	};
}

async function planMoves(
	{ objects }: Changeset,
	{ stored, withSnapshot }: Base,
): Promise<Pick<Plan, 'moved' | 'robbed' | 'losing' | 'last'>> {
	const before = await stored.objects(objects.map(([key]) => key));
	const moves = createMoves();
	const taken = objects.flatMap(([key, object]) => {
		const { level, group } = readGroupKey(key);
		return level === 'identity' ? noteMoves(group, before.get(key), object, moves) : [];
	});
	const texts = new Set(taken.map(identifierText));
	const keys = [...new Set(taken.map(({ key }) => key))];
	const changed = new Set(objects.map(([key]) => key));
	const holders =
		keys.length === 0 ? [] : await withSnapshot((snapshot) => objectsOfKeys(snapshot, keys, holderFields));
	const robbed = holders.filter(
		({ group, identifiers }) =>
			!changed.has(groupKey('identity', group)) && identifiers.some((one) => texts.has(identifierText(one))),
	);
	for (const { group, version } of robbed) moves.loses(group, version);
	return { robbed: robbed.map(({ group }) => groupKey('identity', group)), ...moves.plan() };
}

const holderFields = ['group', 'version', 'identifiers'] as const;

/** Notes what an Identity group gains and loses; answers the identifiers that are new to it. */
function noteMoves(
	group: GroupId,
	before: StoredObject | undefined,
	object: IndexObject | null,
	{ loses, gains, leads }: ReturnType<typeof createMoves>,
): readonly IdentifierKey[] {
	const has = new Set(object?.identifiers.map(identifierText));
	const had = new Set(before?.identifiers.map(identifierText));
	const lost = before?.identifiers.filter((one) => !has.has(identifierText(one))) ?? [];
	const fresh = object?.identifiers.filter((one) => !had.has(identifierText(one))) ?? [];
	const isMoved = before?.version !== object?.version;
	if (before && lost.length > 0) loses(group, before.version);
	if (before && isMoved) loses(before.version);
	if (object && fresh.length > 0) gains(group, object.version);
	if (object && isMoved) gains(object.version);
	for (const one of lost) leads(one, null);
	if (object) {
		const place = { identity: group, version: object.version };
		for (const one of isMoved ? object.identifiers : fresh) leads(one, place);
	}
	return fresh;
}
