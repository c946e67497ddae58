// Looks up where identifiers lie in one generation of the index; knows no search.
import type { GroupId, IdentifierKey, Located } from '../../../../ports/search/index-content.ts';
import type { Connection } from '../connection.ts';

/** Looks up what lies where. */
export type Locator = {
	/** Finds those that are known. */
	locate(identifiers: readonly IdentifierKey[]): Located[];
	locateKeys(keys: readonly string[]): Located[];
	/** Tells which Identity groups have an object. */
	present(groups: readonly GroupId[]): Set<GroupId>;
};

/** Looks up through a connection, in its transaction if it has one. */
export function createLocator(connection: Connection): Locator {
	const byBoth = connection.prepare(
		'SELECT o.id, o.version FROM identifier i CROSS JOIN object o ON o.id = i.identity WHERE i.key = ? AND i.scheme = ?',
	);
	const byKey = connection.prepare(
		'SELECT i.scheme, o.id, o.version FROM identifier i CROSS JOIN object o ON o.id = i.identity WHERE i.key = ?',
	);
	const present = connection.prepare('SELECT o.id FROM json_each(?) wanted CROSS JOIN object o ON o.id = wanted.value');
	return {
		locate: (identifiers) =>
			identifiers.flatMap(({ scheme, key }) =>
				byBoth
					.all<[GroupId, GroupId]>(key, scheme)
					.map(([identity, version]): Located => ({ scheme, key, identity, version })),
			),
		locateKeys: (keys) =>
			keys.flatMap((key) =>
				byKey
					.all<[string, GroupId, GroupId]>(key)
					.map(([scheme, identity, version]): Located => ({ scheme, key, identity, version })),
			),
		present: (groups) => new Set(present.all<[GroupId]>(JSON.stringify(groups)).map(([group]) => group)),
	};
}
