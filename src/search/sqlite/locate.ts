// Looks up where identifiers lie in one generation of the index; knows no search.
import { createRecent } from '../../recent.ts';
import type { GroupId, IdentifierKey, Located } from '../search-index.ts';
import type { Connection } from './connection.ts';

export type Locator = {
	/** Finds those that are known. */
	locate(identifiers: readonly IdentifierKey[]): Located[];
	find(identifier: IdentifierKey): Located | undefined;
	locateKeys(keys: readonly string[]): Located[];
	hasIdentity(group: GroupId): boolean;
};

/** Looks up what lies where, in the connection's transaction if it has one. */
export function createLocator(connection: Connection): Locator {
	const byBoth = connection.prepare(
		`SELECT id, version FROM object WHERE id = coalesce(
			(SELECT identity FROM identifier WHERE key = ?1 AND scheme = ?2),
			(SELECT identity FROM recent_identifier WHERE key = ?1 AND scheme = ?2))`,
	);
	const byKey = connection.prepare(
		`SELECT i.scheme, i.identity, o.version FROM (SELECT * FROM identifier WHERE key = ?1
			UNION ALL SELECT * FROM recent_identifier WHERE key = ?1) i JOIN object o ON o.id = i.identity`,
	);
	// What has links has an object, and tallies lie on fewer pages than objects.
	const linked = connection.prepare(
		`SELECT sum(identity) > 0 FROM (SELECT identity FROM tally WHERE party = ?1
			UNION ALL SELECT identity FROM recent_tally WHERE party = ?1)`,
	);
	const object = connection.prepare('SELECT 1 FROM object WHERE id = ?');
	const find = ({ scheme, key }: IdentifierKey): Located | undefined => {
		const found = byBoth.get<[number, number]>(key, scheme);
		return found && { scheme, key, identity: found[0], version: found[1] };
	};
	return {
		locate: (identifiers) => identifiers.flatMap((identifier) => find(identifier) ?? []),
		find,
		locateKeys: (keys) =>
			keys.flatMap((key) =>
				byKey
					.all<[string, number, number]>(key)
					.map(([scheme, identity, version]) => ({ scheme, key, identity, version })),
			),
		hasIdentity: (group) => linked.get<[number | null]>(group)?.[0] === 1 || object.get(group) !== undefined,
	};
}

export type RecentLocator = Pick<Locator, 'locate' | 'locateKeys'> & {
	/** Forgets what was found, since it has changed. */
	forget(): void;
};

// So many characters of identifiers are kept, up to twice.
const recentCharacters = 2 ** 20;
const charactersBeside = 100;

/** Looks up like createLocator, and keeps where each identifier lies while it is asked about again and again. */
export function createRecentLocator(connection: Connection): RecentLocator {
	const { find, locateKeys } = createLocator(connection);
	const recent = createRecent<string, Kept>(recentCharacters, ({ characters }) => characters);
	const recall = (identifier: IdentifierKey): Located | undefined => {
		const { scheme, key } = identifier;
		const name = `${scheme.length} ${scheme} ${key}`;
		const known = recent.get(name);
		if (known) return known.located;
		const located = find(identifier);
		recent.set(name, { located, characters: charactersBeside + name.length });
		return located;
	};
	return {
		locate: (identifiers) => identifiers.flatMap((identifier) => recall(identifier) ?? []),
		locateKeys,
		forget: () => recent.clear(),
	};
}

/** Where an identifier lies, undefined where it is not known. */
type Kept = { located: Located | undefined; characters: number };
