// Looks up identifiers in a snapshot of the index, and counts what it holds; knows no links'
// contents.
import { identifierText } from '../../../identifiers/index.ts';
import type { SearchRelation } from '../../../links/relation.ts';
import type { GroupBy, GroupId, IdentifierKey, Located } from '../../../ports/search/index-content.ts';
import { pagesOfTerms, type Snapshot } from '../cluster/snapshot.ts';
import { keyTerm, type ObjectSource } from '../documents/object-document.ts';

/** Finds identifiers; answers those that are known. */
export async function locate(snapshot: Snapshot, identifiers: readonly IdentifierKey[]): Promise<Located[]> {
	const asked = new Set(identifiers.map(identifierText));
	const found = await locateKeys(snapshot, [...new Set(identifiers.map(({ key }) => key))]);
	return found.filter((one) => asked.has(identifierText(one)));
}

/** Finds identifiers of any scheme by comparison key. */
export async function locateKeys(snapshot: Snapshot, keys: readonly string[]): Promise<Located[]> {
	const asked = new Set(keys);
	const objects = await objectsOfKeys(snapshot, keys, ['group', 'version', 'identifiers']);
	return objects.flatMap(({ group, version, identifiers }) =>
		identifiers
			.filter(({ key }) => asked.has(key))
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

/** Tells whether a snapshot holds no object at all. */
export async function isEmpty(snapshot: Snapshot): Promise<boolean> {
	return (await count(snapshot, [isObject], 1)) === 0;
}

/** Names the relations as which links are seen from their source: each link once. */
export const fromSource: readonly SearchRelation[] = ['cites', 'isSupplementTo', 'isRelatedTo'];

/** Counts the objects of Identity groups, and the links between them as they were given. */
export async function size(snapshot: Snapshot): Promise<{ objects: number; links: number }> {
	const level: GroupBy = 'identity';
	const [objects, links] = await Promise.all([
		count(snapshot, [{ term: { level } }, isObject], true),
		count(snapshot, [{ term: { level } }, { terms: { relation: fromSource } }], true),
	]);
	return { objects, links };
}

/** Counts documents; at most so many, or all. */
export async function count(snapshot: Snapshot, filter: readonly object[], upTo: number | true): Promise<number> {
	const { hits } = await snapshot.search({ query: { bool: { filter } }, size: 0, track_total_hits: upTo });
	return hits.total.value;
}
