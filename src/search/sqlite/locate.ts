// Looks up where identifiers lie in one generation of the index; knows no search.
import type { GroupId, IdentifierKey, Located } from '../search-index.ts';
import type { Connection } from './connection.ts';

export type Locator = {
	locate(identifiers: readonly IdentifierKey[]): Located[];
	locateKeys(keys: readonly string[]): Located[];
	hasIdentity(group: GroupId): boolean;
};

/** Looks up what lies where, in the connection's transaction if it has one. */
export function createLocator(connection: Connection): Locator {
	const byBoth = connection.prepare(
		'SELECT i.identity, o.version FROM identifier i JOIN object o ON o.id = i.identity WHERE i.key = ? AND i.scheme = ?',
	);
	const byKey = connection.prepare(
		'SELECT i.scheme, i.identity, o.version FROM identifier i JOIN object o ON o.id = i.identity WHERE i.key = ?',
	);
	const object = connection.prepare('SELECT 1 FROM object WHERE id = ?');
	return {
		locate: (identifiers) =>
			identifiers.flatMap(({ scheme, key }) => {
				const found = byBoth.get<[number, number]>(key, scheme);
				return found ? [{ scheme, key, identity: found[0], version: found[1] }] : [];
			}),
		locateKeys: (keys) =>
			keys.flatMap((key) =>
				byKey
					.all<[string, number, number]>(key)
					.map(([scheme, identity, version]) => ({ scheme, key, identity, version })),
			),
		hasIdentity: (group) => object.get(group) !== undefined,
	};
}
