// Looks up identifiers, in the directory for readers and in objects for writers; reads objects by
// their groups and counts what an index holds.

import { identifierText } from '../../../identifiers/index.ts';
import type { SearchRelation } from '../../../links/relation.ts';
import type { GroupBy, GroupId, IdentifierKey, Located } from '../../../ports/search/index-content.ts';
import { pagesOfTerms, type Searched, type Searches, type Snapshot } from '../cluster/searches.ts';
import { groupKey, routingOfKey } from '../documents/document-ids.ts';
import { type DirectoryEntry, entryId, keyTerm, type ObjectSource } from '../documents/object-document.ts';

const entriesPerRequest = 10_000;

/** Finds identifiers in the directory; answers those that are known. */
export async function locate(searches: Searches, identifiers: readonly IdentifierKey[]): Promise<Located[]> {
	const ids = [...new Set(identifiers.map(entryId))];
	const found: Located[] = [];
	for (let at = 0; at < ids.length; at += entriesPerRequest) {
		const read = await searches.read<DirectoryEntry>(ids.slice(at, at + entriesPerRequest), ['entry']);
		for (const { entry } of read.values()) found.push(entry);
	}
	return found;
}

const keysPerRequest = 100;

/** Finds identifiers of any scheme by comparison key, in the directory. */
export async function locateKeys(searches: Searches, keys: readonly string[]): Promise<Located[]> {
	const asked = new Set(keys);
	const terms = [...new Set(keys.map(keyTerm))];
	const found: Located[] = [];
	for (let at = 0; at < terms.length; at += keysPerRequest) {
		const some = terms.slice(at, at + keysPerRequest);
		const { hits } = await searches.search<DirectoryEntry>(
			{ query: { terms: { key: some } }, _source: ['entry'], size: mostHits, track_total_hits: false },
			some.map(routingOfKey).join(),
		);
		for (const { _source } of hits.hits) if (asked.has(_source.entry.key)) found.push(_source.entry);
	}
	return found;
}

// A key is one of hardly more identifiers than there are schemes.
const mostHits = 10_000;

// A search takes less from when its identifier was located, and clocks differ less.
const lossesRememberedMilliseconds = 10 * 60_000;

/**
 * Tells whether the identifier by which a group was located has left it meanwhile; the group's
 * object tells when it lost one.
 */
export async function hasLost(
	searches: Searches,
	{ groupBy, group, located }: { groupBy: GroupBy; group: GroupId; located?: Located | undefined },
	{ lostAt }: Pick<ObjectSource, 'lostAt'>,
): Promise<boolean> {
	if (!located || lostAt === undefined || Date.now() - lostAt > lossesRememberedMilliseconds) return false;
	const [now] = await locate(searches, [located]);
	return now?.[groupBy] !== group;
}

/** Finds identifiers in the objects that have them: for writers, to whom these are the truth. */
export async function locateInObjects(snapshot: Snapshot, identifiers: readonly IdentifierKey[]): Promise<Located[]> {
	const asked = new Set(identifiers.map(identifierText));
	const keys = [...new Set(identifiers.map(({ key }) => key))];
	const objects = await objectsOfKeys(snapshot, keys, ['group', 'version', 'identifiers']);
	return objects.flatMap(({ group, version, identifiers }) =>
		identifiers
			.filter((one) => asked.has(identifierText(one)))
			.map(({ scheme, key }) => ({ scheme, key, identity: group, version })),
	);
}

/** Reads the objects of Identity groups that identifiers of these keys lead to, each once. */
export async function objectsOfKeys<Field extends keyof ObjectSource>(
	snapshot: Snapshot,
	keys: readonly string[],
	fields: readonly Field[],
): Promise<Pick<ObjectSource, Field>[]> {
	const found = new Map<string, Pick<ObjectSource, Field>>();
	for await (const page of pagesOfTerms<Pick<ObjectSource, Field>>(snapshot, 'keys', keys.map(keyTerm), fields)) {
		for (const { _id, _source } of page) found.set(_id, _source);
	}
	return [...found.values()];
}

/** Lists the Identity groups that lie in Version groups. */
export async function identitiesIn(snapshot: Snapshot, versions: readonly GroupId[]): Promise<GroupId[]> {
	const found = new Set<GroupId>();
	for await (const page of pagesOfTerms<ObjectSource>(snapshot, 'version', versions, ['group', 'level'])) {
		for (const { _source } of page) if (_source.level === 'identity') found.add(_source.group);
	}
	return [...found];
}

/** Holds for objects: they alone have the field `group`. */
export const isObject = { exists: { field: 'group' } };

/** Tells whether an index holds no object at all. */
export async function isEmpty(searched: Searched): Promise<boolean> {
	return (await count(searched, [isObject], 1)) === 0;
}

/** Names the relations as which links are seen from their source: each link once. */
export const fromSource: readonly SearchRelation[] = ['cites', 'isSupplementTo', 'isRelatedTo'];

/** Counts the objects of Identity groups, and the links between them as they were given. */
export async function size(searched: Searched): Promise<{ objects: number; links: number }> {
	const level: GroupBy = 'identity';
	const [objects, links] = await Promise.all([
		count(searched, [{ term: { level } }, isObject], true),
		count(searched, [{ term: { level } }, { terms: { relation: fromSource } }], true),
	]);
	return { objects, links };
}

/** Counts documents; at most so many, or all. */
export async function count(searched: Searched, filter: readonly object[], upTo: number | true): Promise<number> {
	const { hits } = await searched.search({ query: { bool: { filter } }, size: 0, track_total_hits: upTo });
	return hits.total.value;
}

/** What searches read of an object. */
export type StoredObject = Pick<ObjectSource, 'version' | 'document' | 'lostAt'> & {
	copy: Pick<ObjectSource['copy'], 'sort'>;
};

/** Names what that is. */
export const fieldsOfObjects = ['version', 'document', 'lostAt', 'copy.sort'] as const;

/** Tells objects that were read. */
export type Objects = {
	/**
	 * Tells what describes a group at a level: its object there, or that of the Identity group with
	 * its number, where it lies in that.
	 */
	describing(level: GroupBy, group: GroupId): StoredObject | undefined;
	/** Tells the object of an Identity group that lies in a Version group; undefined: it does not. */
	member(version: GroupId, group: GroupId): StoredObject | undefined;
};

/** Tells of objects by the ids of their documents. */
export function objectsIn(found: ReadonlyMap<string, StoredObject>): Objects {
	const member: Objects['member'] = (version, group) => {
		const object = found.get(groupKey('identity', group));
		return object?.version === version ? object : undefined;
	};
	return {
		describing(level, group) {
			const own = found.get(groupKey(level, group));
			return level === 'identity' ? own : (own ?? member(group, group));
		},
		member,
	};
}

/** Lists the ids of the documents one of which describes a group at a level. */
export function idsDescribing(level: GroupBy, group: GroupId): string[] {
	return [...new Set([groupKey('identity', group), groupKey(level, group)])];
}

const idsPerRequest = 10_000;

/** Reads documents of objects by their ids. */
export async function readObjects(searches: Searches, ids: readonly string[]): Promise<Objects> {
	const found = new Map<string, StoredObject>();
	for (let at = 0; at < ids.length; at += idsPerRequest) {
		// The name of a part of a field is none of a field.
		const fields = fieldsOfObjects as unknown as (keyof StoredObject)[];
		const read = await searches.read<StoredObject>(ids.slice(at, at + idsPerRequest), fields);
		for (const [id, object] of read) found.set(id, object);
	}
	return objectsIn(found);
}
