// Turns what an update changes into writes of documents; done twice, or half and then whole, it comes to the same; knows neither turns nor refreshes.
import type { GroupBy, GroupId, IdentifierKey, IndexLink, IndexObject } from '../../ports/search/search-index.ts';
import type { BulkWriter } from './bulk.ts';
import type { Changeset } from './changeset.ts';
import type { HeldIndex, HeldObject } from './held.ts';
import {
	documentIds,
	type GroupKey,
	groupKey,
	type LinkSource,
	type LinkView,
	linkDocuments,
	linkFields,
	linkKey,
	linkKeyOfView,
	type PerLevel,
	readHistory,
	saidAt,
	viewOfId,
	viewsOf,
	writeHistory,
} from './link-document.ts';
import { identifierText, type ObjectSource, objectCopy, writeObject, writeSource } from './object-document.ts';
import { linksTouching, rewriteLinks, type Standing } from './rewrite-links.ts';
import { objectsOfKeys } from './search.ts';
import type { Snapshot } from './snapshot.ts';

const levels = ['identity', 'version'] as const;

/** What an update is settled on: the index as it was before, refreshed. */
export type Ground = {
	held: HeldIndex;
	/** Fails with `unavailable` where the cluster does not let the snapshot live long enough. */
	onSnapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
};

/**
 * Writes all that a changeset says; its links say something at both levels (see completeLinks). Links come before objects: as long as the objects are
 * as they were, a second try finds out again what must follow them.
 */
export async function settle(changes: Changeset, ground: Ground, bulk: BulkWriter): Promise<void> {
	const standing = createStanding(changes, ground.held);
	await standing.read(groupsOf(changes));
	await rewriteOthers(changes, standing, ground, bulk);
	await writeLinks(changes, standing, ground, bulk);
	await bulk.flush();
	await writeObjects(changes, ground, bulk);
	await bulk.flush();
}

function groupsOf({ objects, links }: Changeset): Set<GroupId> {
	const groups = new Set<GroupId>();
	for (const [key] of objects) groups.add(groupOf(key));
	for (const { source, target } of links) groups.add(source).add(target);
	return groups;
}

function groupOf(key: GroupKey): GroupId {
	return Number(key.slice(1));
}

function bothKeys(group: GroupId): GroupKey[] {
	return [groupKey('identity', group), groupKey('version', group)];
}

/** Completes links that say something at one level alone with what the index has at the other. */
export async function completeLinks(changes: Changeset, held: HeldIndex): Promise<Changeset> {
	const half = changes.links.filter(({ identity, version }) => !identity || !version);
	if (half.length === 0) return changes;
	const idsOf = (link: IndexLink) => documentIds(viewsOf(link)[0] as LinkView);
	const ids = half.flatMap((link) => Object.values(idsOf(link)));
	const documents = await held.documents<LinkSource>(ids, linkFields);
	const cleared = new Set(changes.cleared);
	const said = (link: IndexLink, level: GroupBy) => {
		if (cleared.has(groupKey(level, link.source)) || cleared.has(groupKey(level, link.target))) return [];
		const { shared, version } = idsOf(link);
		const found = [documents.get(version), documents.get(shared)].find(
			(one) => one && saidAt(one)[level] !== undefined,
		);
		return found ? readHistory(found.history) : [];
	};
	const links = changes.links.map((link) => ({
		...link,
		identity: link.identity ?? said(link, 'identity'),
		version: link.version ?? said(link, 'version'),
	}));
	return { ...changes, links };
}

/** Fails where a link joins a group that has no object at a level at which the link lies. */
export async function requireObjects(changes: Changeset, held: HeldIndex): Promise<void> {
	const standing = createStanding(changes, held);
	await standing.read(groupsOf(changes));
	for (const link of changes.links) {
		for (const level of levels) {
			if (!link[level]?.length) continue;
			for (const group of [link.source, link.target]) {
				if (!standing.stands(level, group))
					throw new Error(`a link joins ${level} group ${group}, which has no object`);
			}
		}
	}
}

/** Knows what stood for groups before as well. */
type Change = Standing & { before(group: GroupId): PerLevel<string>; stands(level: GroupBy, group: GroupId): boolean };

function createStanding(changes: Changeset, held: HeldIndex): Change {
	const changed = new Map(changes.objects);
	const copies = new Map<GroupKey, string | undefined>();
	let known: ReadonlyMap<GroupKey, HeldObject | undefined> = new Map();
	const copyAfter = (key: GroupKey): string | undefined => {
		const object = changed.get(key);
		if (object === undefined) return known.get(key)?.copy;
		if (object === null) return undefined;
		let copy = copies.get(key);
		if (copy === undefined) {
			copy = objectCopy(object);
			copies.set(key, copy);
		}
		return copy;
	};
	const standingBy = (copyOf: (key: GroupKey) => string | undefined) => (group: GroupId) => {
		const [identity, version] = bothKeys(group).map(copyOf);
		return { identity, version: version ?? identity };
	};
	const isThere = (key: GroupKey) => (changed.has(key) ? changed.get(key) !== null : known.get(key) !== undefined);
	return {
		async read(groups) {
			known = await held.objects([...groups].flatMap(bothKeys));
		},
		after: standingBy(copyAfter),
		before: standingBy((key) => known.get(key)?.copy),
		stands: (level, group) => isThere(groupKey('identity', group)) || isThere(groupKey(level, group)),
	};
}

/** Rewrites links that are not given though what they hold changes: because a group of theirs is cleared, or because of what they copy. */
async function rewriteOthers(
	changes: Changeset,
	standing: Change,
	{ onSnapshot }: Ground,
	bulk: BulkWriter,
): Promise<void> {
	const cleared = new Set(changes.cleared);
	const copied = new Set<GroupKey>();
	for (const group of new Set(changes.objects.map(([key]) => groupOf(key)))) {
		const [before, after] = [standing.before(group), standing.after(group)];
		for (const level of levels) {
			if (before[level] !== undefined && before[level] !== after[level]) copied.add(groupKey(level, group));
		}
	}
	if (cleared.size === 0 && copied.size === 0) return;
	const given = new Set(changes.links.map(linkKey));
	const keys = { at: [...cleared], to: [...new Set([...cleared, ...copied])] };
	await onSnapshot(async (snapshot) => {
		for await (const page of linksTouching(keys, snapshot)) {
			const others = page.filter(({ _id }) => !given.has(linkKeyOfView(viewOfId(_id))));
			await rewriteLinks(others, cleared, standing, bulk);
		}
	});
}

/** Writes links that are given, and removes what documents of them are no more. */
async function writeLinks({ links }: Changeset, standing: Change, { held }: Ground, bulk: BulkWriter): Promise<void> {
	const hadObject = (group: GroupId) => {
		const before = standing.before(group);
		return before.identity !== undefined || before.version !== undefined;
	};
	const removable: string[] = [];
	for (const link of links) {
		const [identity, version] = [link.identity ?? [], link.version ?? []].map((history) =>
			history.length > 0 ? writeHistory(history) : undefined,
		);
		// Links of a group that was not there before are new.
		const isNew = !hadObject(link.source) || !hadObject(link.target);
		for (const view of viewsOf(link)) {
			const documents = linkDocuments(view, { identity, version }, standing.after(view.other));
			for (const { id, source } of documents) await bulk.put(id, source);
			if (isNew) continue;
			for (const id of Object.values(documentIds(view))) {
				if (!documents.some((document) => document.id === id)) removable.push(id);
			}
		}
	}
	for (const id of (await held.documents(removable, ['level'])).keys()) await bulk.remove(id);
}

async function writeObjects({ objects }: Changeset, { held, onSnapshot }: Ground, bulk: BulkWriter): Promise<void> {
	const changed = new Set(objects.map(([key]) => key));
	const known = await held.objects([...changed]);
	const taken = objects.flatMap(([key, object]) => newIdentifiers(object, known.get(key)));
	if (taken.length > 0) await onSnapshot((snapshot) => takeIdentifiers(taken, changed, snapshot, bulk));
	// As long as an object does not have them, a second try knows what it takes.
	await bulk.flush();
	for (const [key, object] of objects) {
		if (object) await bulk.put(key, writeObject(object));
		else if (known.get(key)) await bulk.remove(key);
	}
}

/** Sees that identifiers lead to the work that was given with them last: others that had them have them no more. */
async function takeIdentifiers(
	taken: readonly IdentifierKey[],
	changed: ReadonlySet<GroupKey>,
	snapshot: Snapshot,
	bulk: BulkWriter,
): Promise<void> {
	const gone = new Set(taken.map(identifierText));
	const keys = [...new Set(taken.map(({ key }) => key))];
	for await (const source of objectsOfKeys(snapshot, keys, objectFields)) {
		const id = groupKey('identity', source.group);
		if (changed.has(id)) continue;
		const identifiers = source.identifiers.filter(([scheme, key]) => !gone.has(identifierText({ scheme, key })));
		if (identifiers.length < source.identifiers.length) await bulk.put(id, writeSource({ ...source, identifiers }));
	}
}

const objectFields: readonly (keyof ObjectSource)[] = ['group', 'level', 'version', 'identifiers', 'copy', 'document'];

function newIdentifiers(object: IndexObject | null, before: HeldObject | undefined): IndexObject['identifiers'] {
	if (object?.level !== 'identity') return [];
	if (!before) return object.identifiers;
	const had = new Set(before.identifiers.map(([scheme, key]) => identifierText({ scheme, key })));
	return object.identifiers.filter((identifier) => !had.has(identifierText(identifier)));
}
