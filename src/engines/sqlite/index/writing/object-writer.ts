// Writes groups' objects with their identifiers and texts, where they differ.
import { identifierText } from '../../../../identifiers/index.ts';
import type { GroupId, IndexObject } from '../../../../ports/search/index-content.ts';
import type { Connection, Value } from '../connection.ts';
import { documentRow, leadingTo, readKeys } from '../document-row.ts';
import { codeOfType, objectId, textRow } from '../schema.ts';

export type ObjectWriter = {
	/** Writes objects; returns how many Identity groups are new. */
	put(objects: readonly IndexObject[]): number;
	/** Removes an object by its id, and its identifiers; returns whether there was one. */
	remove(id: number): boolean;
};

/** The rows of an object, in the tables that share its id. */
export type ObjectRows = { object: Value[]; document: Value[]; text: Value[] };

export function rowsOf(object: IndexObject): ObjectRows {
	const { level, group, version, type, year, published, sortKey, text } = object;
	const id = objectId(level, group);
	return {
		object: [
			id,
			version,
			codeOfType(type),
			year,
			published,
			sortKey,
			publishersColumn(text.publisher),
			text.journal[0] ?? null,
		],
		document: [id, ...documentRow(object)],
		text: [id, ...textRow(object)],
	};
}

function publishersColumn(names: readonly string[]): string | null {
	return names.length === 0 ? null : JSON.stringify([...new Set(names)]);
}

const tables = ['object', 'document', 'text'] as const;

type Keys = ReturnType<typeof readKeys>;

/**
 * Writes objects in the connection's transaction; `touchWords` is called before any part of one
 * changes.
 */
export function createObjectWriter(connection: Connection, touchWords: (id: number) => void): ObjectWriter {
	const rows = tables.map((table) => createRowWriter(connection, table));
	const addYear = connection.prepare('INSERT OR IGNORE INTO year VALUES (?)');
	const leads = createLeadWriter(connection);
	const findKeys = connection.prepare('SELECT keys, identifiers FROM document WHERE id = ?');
	const keysOf = (id: number): Keys | undefined => {
		const found = findKeys.get<[string, string]>(id);
		return found && readKeys(...found);
	};
	const remove = (id: number): boolean => {
		const keys = keysOf(id);
		if (!keys) return false;
		touchWords(id);
		leads.move(id, keys, []);
		for (const row of rows) row.remove(id);
		return true;
	};
	/** Writes an object; returns whether its group is a new Identity group. */
	const put = (object: IndexObject): boolean => {
		const id = objectId(object.level, object.group);
		const before = keysOf(id);
		const written = rowsOf(object);
		touchWords(id);
		if (object.year !== null) addYear.run(object.year);
		for (const [at, table] of tables.entries()) rows[at]?.put(written[table]);
		const leading = leadingTo(object).map(({ key, scheme }): Keys[number] => [key, scheme]);
		leads.move(id, before ?? [], leading);
		return object.level === 'identity' && !before;
	};
	return {
		put(objects) {
			const given = new Set(objects.map(({ level, group }) => objectId(level, group)));
			let added = 0;
			for (const object of objects) {
				if (put(object)) added += 1;
				const { level, group, version } = object;
				// An object with its Version group's number describes that group, unless the change has one
				// of its own.
				const ofVersion = objectId('version', version);
				if (level === 'identity' && group === version && !given.has(ofVersion)) remove(ofVersion);
			}
			return added;
		},
		remove,
	};
}

/** Writes rows of one table, by their id. */
function createRowWriter(connection: Connection, table: (typeof tables)[number]) {
	const find = connection.prepare(`SELECT * FROM ${table} WHERE id = ?`);
	// A generation of an older format has fewer columns.
	const columns = connection.prepare('SELECT name FROM pragma_table_info(?)').all(table).length;
	const removal = connection.prepare(`DELETE FROM ${table} WHERE id = ?`);
	return {
		put(whole: readonly Value[]): void {
			const row = whole.slice(0, columns);
			const before = find.get(row[0] as number);
			if (before && row.every((value, at) => value === before[at])) return;
			const places = row.map(() => '?').join(', ');
			connection.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${places})`).run(...row);
		},
		remove(id: number): void {
			removal.run(id);
		},
	};
}

/** Writes the groups of identifiers. */
function createLeadWriter(connection: Connection) {
	const put = connection.prepare(
		`INSERT INTO identifier VALUES (?1, ?2, ?3)
			ON CONFLICT DO UPDATE SET identity = excluded.identity WHERE identity <> excluded.identity`,
	);
	// An identifier that belongs to another group now stays.
	const remove = connection.prepare('DELETE FROM identifier WHERE key = ? AND scheme = ? AND identity = ?');
	return {
		/** Replaces the earlier identifiers of a group with the new ones. */
		move(identity: GroupId, before: Keys, after: Keys): void {
			const staying = new Set(after.map(([key, scheme]) => identifierText({ scheme, key })));
			for (const [key, scheme] of before) {
				if (!staying.has(identifierText({ scheme, key }))) remove.run(key, scheme, identity);
			}
			for (const [key, scheme] of after) put.run(key, scheme, identity);
		},
	};
}
