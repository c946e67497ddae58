// Reads what an update builds on: objects and links of the generation before it, and what links
// copy from objects, also after it.
import { identifierText } from '../../../identifiers/index.ts';
import type { GroupId, IdentifierKey, IndexObject, Located } from '../../../ports/search/index-content.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { type Hit, pagesOfTerms, readDocuments, type Snapshot, withSnapshot } from '../cluster/searches.ts';
import { type GroupKey, groupKey, levels } from '../documents/document-ids.ts';
import {
	type Copies,
	groupsCopied,
	type LinkSource,
	type LinkView,
	linkId,
	linkSource,
	type Stated,
} from '../documents/link-document.ts';
import { keyTerm, type LinkCopy, type ObjectSource, objectCopy } from '../documents/object-document.ts';

/** The generation that an update changes. */
export type Base = ReturnType<typeof openBase>;

/**
 * Opens an index that an update builds on. While no other process writes, every snapshot shows the
 * same until the next refresh.
 */
export function openBase(cluster: Cluster, index: string) {
	let spread: Promise<boolean> | undefined;
	return {
		stored: createStoredDocuments(cluster, index),
		/** Runs `work` on a snapshot; fails with `unavailable` where the cluster loses it. */
		withSnapshot: <T>(work: (snapshot: Snapshot) => Promise<T>) => withSnapshot(cluster, index, work),
		/** Whether the index has several shards, which do not become visible at the same moment. */
		isSpread(): Promise<boolean> {
			spread ??= withSnapshot(cluster, index, async ({ shards }) => shards > 1);
			return spread;
		},
	};
}

/** What writers read of an object. */
export type StoredObject = Pick<ObjectSource, (typeof fieldsOfObjects)[number]>;

const fieldsOfObjects = ['version', 'identifiers', 'copy', 'document', 'rank', 'lostAt'] as const;

/** Documents as they are before a writer's changes. */
export type StoredDocuments = ReturnType<typeof createStoredDocuments>;

/** Reads an index that only the caller writes to, including what is not refreshed yet. */
export function createStoredDocuments(cluster: Cluster, index: string) {
	const cached = new Map<GroupKey, StoredObject | undefined>();
	/** Reads fields of documents; missing ones are left out. */
	const read = <Source>(ids: readonly string[], fields: readonly string[]) =>
		readDocuments<Source>(cluster.sendWithRetry, { index, ids, fields, realtime: true });
	return {
		read,
		/** Reads objects; each is read once and cached. Missing ones are undefined. */
		async objects(keys: readonly GroupKey[]): Promise<ReadonlyMap<GroupKey, StoredObject | undefined>> {
			const unread = [...new Set(keys)].filter((key) => !cached.has(key));
			const found = await read<StoredObject>(unread, fieldsOfObjects);
			for (const key of unread) cached.set(key, found.get(key));
			return cached;
		},
	};
}

/** Finds identifiers in the objects that have them; writers do not use the directory. */
export async function locateInObjects(snapshot: Snapshot, identifiers: readonly IdentifierKey[]): Promise<Located[]> {
	const asked = new Set(identifiers.map(identifierText));
	const objects = await objectsHaving(snapshot, identifiers);
	return objects.flatMap(({ group, version, identifiers }) =>
		identifiers
			.filter((one) => asked.has(identifierText(one)))
			.map(({ scheme, key }) => ({ scheme, key, identity: group, version })),
	);
}

type Holder = Pick<ObjectSource, 'group' | 'version' | 'identifiers'>;

/** Reads the objects that have an identifier with the key of one of these, each once. */
export async function objectsHaving(snapshot: Snapshot, identifiers: readonly IdentifierKey[]): Promise<Holder[]> {
	const terms = [...new Set(identifiers.map(({ key }) => keyTerm(key)))];
	const found = new Map<string, Holder>();
	for await (const page of pagesOfTerms<Holder>(snapshot, 'keys', terms, ['group', 'version', 'identifiers'])) {
		for (const { _id, _source } of page) found.set(_id, _source);
	}
	return [...found.values()];
}

/** Lists the Identity groups in Version groups. */
export async function identitiesIn(snapshot: Snapshot, versions: readonly GroupId[]): Promise<GroupId[]> {
	const found = new Set<GroupId>();
	for await (const page of pagesOfTerms<ObjectSource>(snapshot, 'version', versions, ['group', 'level'])) {
		for (const { _source } of page) if (_source.level === 'identity') found.add(_source.group);
	}
	return [...found];
}

/** What writers read of a stored link. */
export type StoredLink = Hit<Pick<LinkSource, 'history' | 'via'>>;

/**
 * Reads the links seen from a group of `at`, those with a group of `to` at their other end, and
 * those between Version groups that show a member of `shows`; some twice.
 */
export async function* linksTouching(
	keys: { at?: readonly GroupKey[]; to?: readonly GroupKey[]; shows?: readonly GroupKey[] },
	snapshot: Snapshot,
): AsyncGenerator<StoredLink[]> {
	for (const field of ['at', 'to', 'shows'] as const) {
		yield* pagesOfTerms<StoredLink['_source']>(snapshot, field, keys[field] ?? [], ['history', 'via']);
	}
}

/** What links copy from objects. */
export type ObjectCopies = ReturnType<typeof createCopies>;

/**
 * Provides copies as they are after an update, `before` as they were before it. Starts with the
 * objects of the update, and no stored ones.
 */
export function createCopies(
	stored: StoredDocuments,
	objects: readonly (readonly [GroupKey, IndexObject | null])[] = [],
) {
	const changed = new Map(
		objects.map(([key, object]) => [key, object ? copiedOf({ ...object, copy: objectCopy(object) }) : undefined]),
	);
	let known: ReadonlyMap<GroupKey, StoredObject | undefined> = new Map();
	const before = (key: GroupKey) => {
		const object = known.get(key);
		return object && copiedOf(object);
	};
	const copies = copiesOf((key) => (changed.has(key) ? changed.get(key) : before(key)));
	/** Reads what is needed of these groups, and of these members. */
	const load = async (groups: readonly GroupId[]): Promise<void> => {
		known = await stored.objects(groups.flatMap((group) => levels.map((level) => groupKey(level, group))));
	};
	return {
		...copies,
		load,
		/**
		 * Writes the documents of links in views, each when it is read; undefined where there is none:
		 * the link has no state, or the other end has no object.
		 */
		async documentsOf<Given extends { view: LinkView; stated: Stated }>(views: readonly Given[]) {
			await load(views.flatMap(({ view, stated }) => groupsCopied(view, stated)));
			return views.values().map((given) => {
				const { view, stated } = given;
				const isThere = stated.history.length > 0 && copies.of(view.level, view.other) !== undefined;
				return { ...given, id: linkId(view), document: isThere ? linkSource(view, stated, copies) : undefined };
			});
		},
		before: {
			...copiesOf(before),
			versionOf: (group: GroupId) => before(groupKey('identity', group))?.version,
		},
	};
}

/** The values of an object that its copies follow from. */
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
