// Looks up where identifiers lie in one generation of the index; knows no search.
import { createRecent } from '../../../app/recent.ts';
import type { GroupId, IdentifierKey, Located } from '../../../ports/search/search-index.ts';
import type { Connection } from './connection.ts';
import { withRecent } from './schema.ts';

export type Locator = {
	/** Finds those that are known. */
	locate(identifiers: readonly IdentifierKey[]): Located[];
	find(identifier: IdentifierKey): Located | undefined;
	locateKeys(keys: readonly string[]): Located[];
	/** Tells which Identity groups have an object. */
	present(groups: readonly GroupId[]): Set<GroupId>;
};

/** Looks up what lies where, in the connection's transaction if it has one. */
export function createLocator(connection: Connection): Locator {
	const identifiers = withRecent('identifier');
	const byBoth = connection.prepare(
		`SELECT id, version FROM object WHERE id = coalesce(${identifiers
			.map((table) => `(SELECT identity FROM ${table} WHERE key = ?1 AND scheme = ?2)`)
			.join(', ')})`,
	);
	const byKey = connection.prepare(
		`SELECT i.scheme, i.identity, o.version FROM (${identifiers
			.map((table) => `SELECT * FROM ${table} WHERE key = ?1`)
			.join(' UNION ALL ')}) i JOIN object o ON o.id = i.identity`,
	);
	// What has links has an object, and tallies lie on fewer pages than objects.
	const linksOf = (table: string) => `coalesce((SELECT sum(identity) FROM ${table} WHERE party = w.value), 0)`;
	const present = connection.prepare(
		`SELECT w.value FROM json_each(?) w WHERE ${withRecent('tally').map(linksOf).join(' + ')} > 0
			OR EXISTS (SELECT 1 FROM object WHERE id = w.value)`,
	);
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
		present(groups) {
			// In their order: what lies on one page is looked at while the page is at hand.
			const inOrder = Array.from(Float64Array.from(groups).sort());
			return new Set(present.all<[number]>(JSON.stringify(inOrder)).map(([group]) => group));
		},
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
