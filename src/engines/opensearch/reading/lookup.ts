// Looks up identifiers in the directory, reads objects by their groups, and counts the content of
// an index.

import type { SearchRelation } from '../../../links/relation.ts';
import type { GroupBy, GroupId, IdentifierKey, Located } from '../../../ports/search/index-content.ts';
import { type Buckets, everyField, type Searched, type Searches } from '../cluster/searches.ts';
import { type GroupKey, groupKey, routingOfKey } from '../documents/document-ids.ts';
import { type DirectoryEntry, entryId, keyTerm, type ObjectSource } from '../documents/object-document.ts';

/** Finds known identifiers in the directory. */
export async function locate(searches: Searches, identifiers: readonly IdentifierKey[]): Promise<Located[]> {
	const read = await searches.read<DirectoryEntry>([...new Set(identifiers.map(entryId))], everyField);
	return [...read.values()].map(({ entry }) => entry);
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

// Hardly more identifiers have a key than there are schemes.
const mostHits = 10_000;

// A search takes less time after its identifier was located, and clocks differ less.
const lossesRememberedMilliseconds = 10 * 60_000;

/**
 * Whether the identifier by which a group was located may have left it meanwhile; the group's
 * object has the time when it last lost one.
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

/** Matches objects: only they have the field `group`. */
export const isObject = { exists: { field: 'group' } };

export async function isEmpty(searched: Searched): Promise<boolean> {
	return (await count(searched, [isObject], 1)) === 0;
}

/** From their source, links are seen as these: each link once. */
const fromSource: readonly SearchRelation[] = ['cites', 'isSupplementTo', 'isRelatedTo'];

/** Counts the objects at a level, and the links there as they were passed in. */
export async function size(searched: Searched, level: GroupBy): Promise<{ objects: number; links: number }> {
	const [objects, links] = await Promise.all(
		[isObject, { terms: { relation: fromSource } }].map((kind) => count(searched, [{ term: { level } }, kind], true)),
	);
	return { objects: objects as number, links: links as number };
}

/** Counts documents, up to a number or all. */
async function count(searched: Searched, filter: readonly object[], upTo: number | true): Promise<number> {
	const { hits } = await searched.search({ query: { bool: { filter } }, size: 0, track_total_hits: upTo });
	return hits.total.value;
}

/** Reads fields of this many objects, in the order of their groups. */
export async function readInOrder<Source>(
	searched: Searched,
	filter: readonly object[],
	{ fields, size, order = 'asc' }: { fields: readonly string[]; size: number; order?: 'asc' | 'desc' },
): Promise<Source[]> {
	const { hits } = await searched.search<Source>({
		query: { bool: { filter: [...filter, isObject] } },
		_source: fields,
		sort: [{ group: order }],
		size,
		track_total_hits: false,
	});
	return hits.hits.map(({ _source }) => _source);
}

/** What searches read of an object. */
export type StoredObject = Pick<ObjectSource, 'version' | 'document' | 'lostAt'> & {
	copy: Pick<ObjectSource['copy'], 'sort' | 'traits'>;
};

export const fieldsOfObjects = ['version', 'document', 'lostAt', 'copy.sort', 'copy.traits'] as const;

export type Objects = ReturnType<typeof objectsIn>;

/** Finds objects among those that were read, by the ids of their documents. */
export function objectsIn(found: ReadonlyMap<string, StoredObject>) {
	/**
	 * Finds the object of an Identity group in a Version group; undefined where it is not a member.
	 */
	const member = (version: GroupId, group: GroupId): StoredObject | undefined => {
		const object = found.get(groupKey('identity', group));
		return object?.version === version ? object : undefined;
	};
	/**
	 * Finds what describes a group at a level: its object there, or that of the Identity group with
	 * its number, where that is a member.
	 */
	const describing = (level: GroupBy, group: GroupId): StoredObject | undefined => {
		const own = found.get(groupKey(level, group));
		return level === 'identity' ? own : (own ?? member(group, group));
	};
	return { describing, member };
}

/** Lists the ids of the documents one of which describes a group at a level. */
export function idsDescribing(level: GroupBy, group: GroupId): string[] {
	return [...new Set([groupKey('identity', group), groupKey(level, group)])];
}

/** Reads documents of objects by their ids. */
export async function readObjects(searches: Searches, ids: readonly string[]): Promise<Objects> {
	return objectsIn(await searches.read<StoredObject>(ids, fieldsOfObjects));
}

/**
 * Counts documents of links by the numbers of the groups that they are seen from (see groupNumber),
 * those of each group by `aggs`; groups without links are left out.
 */
export async function countByParty<More = unknown>(
	searched: Searched,
	keys: Iterable<GroupKey>,
	{ filter = [], aggs }: { filter?: readonly object[]; aggs?: object },
): Promise<ReadonlyMap<number, { doc_count: number } & More>> {
	const at = [...new Set(keys)];
	const { aggregations } = await searched.search<unknown, { party: Buckets<number, More> }>({
		query: { bool: { filter: [{ terms: { at } }, ...filter] } },
		size: 0,
		track_total_hits: false,
		aggregations: { party: { terms: { field: 'party', size: Math.max(1, at.length) }, ...(aggs && { aggs }) } },
	});
	return new Map(aggregations?.party.buckets.map((bucket) => [bucket.key, bucket]));
}
