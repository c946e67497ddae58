// Names some objects that have links, at the cost of a few looks at one generation of the index; knows no search.
import type { GroupId, IdentifierKey, Located } from '../../../ports/search/search-index.ts';
import type { Connection } from './connection.ts';
import { readKeys } from './document-row.ts';
import { levelBit } from './schema.ts';

/**
 * Makes what names examples, see SearchIndex.examples. The numbers of all groups are divided evenly, and of the first group at or after each that links
 * to others one link is taken: its target is as likely to be named as it has such links.
 */
export function createExamples(
	connection: Connection,
	locate: (identifiers: readonly IdentifierKey[]) => readonly Located[],
): (count: number) => IdentifierKey[] {
	const lastSource = connection.prepare('SELECT max(source) FROM link');
	const linkFrom = connection.prepare(
		'SELECT target, level FROM link WHERE source >= ? ORDER BY source, relation, target, level LIMIT 1',
	);
	const keysOf = connection.prepare('SELECT keys, identifiers FROM document WHERE id = ?');

	const targetOfLinkFrom = (source: number): GroupId | undefined => {
		const [target, level] = linkFrom.get<[number, number]>(source) as [number, number];
		return level & levelBit.identity ? target : undefined;
	};
	const nameOf = (group: GroupId): IdentifierKey | undefined => {
		const keys = readKeys(...(keysOf.get<[string, string]>(group) as [string, string]));
		const found = locate(keys.map(([key, scheme]) => ({ scheme, key }))).find(({ identity }) => identity === group);
		return found && { scheme: found.scheme, key: found.key };
	};
	return (count) => {
		const [last] = lastSource.get<[number | null]>() as [number | null];
		if (last === null) return [];
		const starts = Array.from({ length: count }, (_, place) => 1 + Math.floor((place * last) / count));
		const targets = new Set(starts.map(targetOfLinkFrom));
		return [...targets].flatMap((target) => (target === undefined ? [] : (nameOf(target) ?? [])));
	};
}
