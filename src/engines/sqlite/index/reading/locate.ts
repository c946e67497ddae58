// Finds the groups of identifiers in one generation of the index.
import type { GroupBy, GroupId, IdentifierKey, Located } from '../../../../ports/search/index-content.ts';
import type { Connection } from '../connection.ts';
import { readKeys } from '../document-row.ts';
import { membersOf } from '../schema.ts';

export type Locator = {
	locate(identifiers: readonly IdentifierKey[]): Located[];
	locateKeys(keys: readonly string[]): Located[];
	leadsTo(identifier: IdentifierKey, level: GroupBy, group: GroupId): boolean;
	/** Lists the identifiers of Identity groups, or of those in Version groups. */
	members(level: GroupBy, groups: readonly GroupId[]): Located[];
};

/** Reads through a connection, in its transaction if it has one. */
export function createLocator(connection: Connection): Locator {
	const byBoth = connection.prepare(
		`SELECT o.id, o.version FROM identifier i CROSS JOIN object o ON o.id = i.identity
		 WHERE i.key = ? AND i.scheme = ?`,
	);
	const byKey = connection.prepare(
		'SELECT i.scheme, o.id, o.version FROM identifier i CROSS JOIN object o ON o.id = i.identity WHERE i.key = ?',
	);
	const given = connection.prepare('SELECT keys, identifiers FROM document WHERE id = ?');
	const inFamily = connection.prepare(membersOf('?1'));
	const locate: Locator['locate'] = (identifiers) =>
		identifiers.flatMap(({ scheme, key }) =>
			byBoth
				.all<[GroupId, GroupId]>(key, scheme)
				.map(([identity, version]): Located => ({ scheme, key, identity, version })),
		);
	/** An identifier that was stored with a group may belong to another one now. */
	const leadingTo = (group: GroupId): Located[] => {
		const document = given.get<[string, string]>(group);
		if (!document) return [];
		return locate(readKeys(...document).map(([key, scheme]) => ({ key, scheme }))).filter(
			({ identity }) => identity === group,
		);
	};
	return {
		locate,
		locateKeys: (keys) =>
			keys.flatMap((key) =>
				byKey
					.all<[string, GroupId, GroupId]>(key)
					.map(([scheme, identity, version]): Located => ({ scheme, key, identity, version })),
			),
		leadsTo: (identifier, level, group) => locate([identifier]).some((found) => found[level] === group),
		members(level, groups) {
			const identities =
				level === 'identity' ? groups : groups.flatMap((version) => inFamily.all<[GroupId]>(version).flat());
			return identities.flatMap(leadingTo);
		},
	};
}
