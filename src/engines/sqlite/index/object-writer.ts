// Writes groups' objects with their identifiers and texts, and only where they differ; knows no links.
import type { GroupId } from '../../../ports/search/search-index.ts';
import type { Connection, Statement, Value } from './connection.ts';
import { type DocumentRow, readKeys, shortened } from './document-row.ts';
import { type ObjectRow, type ObjectRows, unpackObjects } from './packed-rows.ts';
import { createRecentRows, type RecentRowsOptions } from './recent-rows.ts';
import { objectId, recentOf, withRecent } from './schema.ts';

export type ObjectWriter = {
	/** Writes objects; answers how many Identity groups are new. */
	put(objects: ObjectRows): number;
	/** Removes an object, and the identifiers that lead to it; tells whether there was one. */
	remove(id: number): boolean;
	/** Forgets what was counted for a transaction that was not to be. */
	forget(): void;
};

/** One row each of the tables that share an object's id, which comes first. */
type Rows = {
	object: ObjectRow;
	document: [id: number, ...DocumentRow];
	text: [id: number, ...Value[]];
};

// Where the columns of each table begin when the three are read together.
const firstColumn = { object: 0, document: 5, text: 10 } as const;

/** Writes objects in the connection's transaction. */
export function createObjectWriter(connection: Connection, recent?: RecentRowsOptions): ObjectWriter {
	const put = {
		object: connection.prepare('INSERT OR REPLACE INTO object VALUES (?, ?, ?, ?, ?)'),
		document: connection.prepare('INSERT OR REPLACE INTO document VALUES (?, ?, ?, ?, ?)'),
		text: connection.prepare('INSERT OR REPLACE INTO text VALUES (?, ?, ?, ?, ?, ?)'),
	};
	const remove = {
		object: connection.prepare('DELETE FROM object WHERE id = ?'),
		document: connection.prepare('DELETE FROM document WHERE id = ?'),
		text: connection.prepare('DELETE FROM text WHERE id = ?'),
	};
	const find = connection.prepare(
		'SELECT o.*, d.*, t.* FROM object o JOIN document d ON d.id = o.id JOIN text t ON t.id = o.id WHERE o.id = ?',
	);
	const findKeys = connection.prepare('SELECT keys, identifiers FROM document WHERE id = ?');
	const leads = createLeads(connection, recent);

	type Keys = ReturnType<typeof readKeys>;
	const removeIdentifiers = (identity: GroupId, keys: Keys, kept: Keys) => {
		const staying = new Set(kept.map(([key, scheme]) => `${scheme} ${key}`));
		for (const [key, scheme] of keys) {
			// One that meanwhile leads elsewhere stays.
			if (!staying.has(`${scheme} ${key}`)) leads.remove(key, scheme, identity);
		}
	};
	const removeObject = (id: number): boolean => {
		const found = findKeys.get<[string, string]>(id);
		if (!found) return false;
		removeIdentifiers(id, readKeys(...found), []);
		remove.object.run(id);
		remove.document.run(id);
		remove.text.run(id);
		return true;
	};
	const putObject = (row: ObjectRow, columns: DocumentRow, words: readonly string[]): boolean => {
		const [id] = row;
		const rows: Rows = { object: row, document: [id, ...shortened(columns)], text: [id, ...words] };
		const old = find.get(id);
		if (!old || !sameValues(old, firstColumn.object, rows.object)) put.object.run(...rows.object);
		if (!old || !sameValues(old, firstColumn.document, rows.document)) put.document.run(...rows.document);
		if (!old || !sameValues(old, firstColumn.text, rows.text)) put.text.run(...rows.text);
		if (isVersion(id)) return false;
		// Who is only described anew is found as before; to look for each identifier would read a page of its own.
		if (old && sameValues(old, firstColumn.document, rows.document.slice(0, 3))) return false;
		const leading = readKeys(columns[0], columns[1]);
		if (old) {
			const [keys, identifiers] = old.slice(firstColumn.document + 1) as [string, string];
			removeIdentifiers(id, readKeys(keys, identifiers), leading);
		}
		for (const [key, scheme] of leading) leads.put(key, scheme, id);
		return !old;
	};

	return {
		put(objects) {
			const given = [...unpackObjects(objects)];
			const ids = new Set(given.map(([[id]]) => id));
			let added = 0;
			for (const [row, columns, words] of given) {
				if (putObject(row, columns, words)) added += 1;
				const [id, version] = row;
				const ofVersion = objectId('version', version);
				if (id === version && !ids.has(ofVersion)) removeObject(ofVersion);
			}
			leads.settle();
			return added;
		},
		remove: removeObject,
		forget: leads.forget,
	};
}

type Leads = {
	put(key: string, scheme: string, identity: GroupId): void;
	/** Removes an identifier unless it leads elsewhere. */
	remove(key: string, scheme: string, identity: GroupId): void;
	/** Is called when all are put. */
	settle(): void;
	forget(): void;
};

/** Writes where identifiers lead, each in one table: new ones are recent. */
function createLeads(connection: Connection, options?: RecentRowsOptions): Leads {
	const recent = createRecentRows(connection, 'identifier', options);
	const tables = withRecent('identifier');
	const find = connection.prepare(
		tables
			.map((table, place) => `SELECT ${place}, identity FROM ${table} WHERE key = ?1 AND scheme = ?2`)
			.join(' UNION ALL '),
	);
	const changes = tables.map((table) =>
		connection.prepare(`UPDATE ${table} SET identity = ?3 WHERE key = ?1 AND scheme = ?2`),
	);
	const puts = recentOf('identifier').map((table) =>
		connection.prepare(`INSERT OR FAIL INTO ${table} VALUES (?, ?, ?)`),
	);
	const removes = tables.map((table) =>
		connection.prepare(`DELETE FROM ${table} WHERE key = ? AND scheme = ? AND identity = ?`),
	);
	let written = 0;
	return {
		put(key, scheme, identity) {
			const [place, leadsTo] = find.get<[number, number]>(key, scheme) ?? [];
			if (place === undefined) {
				(puts[recent.taking()] as Statement).run(key, scheme, identity);
				written += 1;
			} else if (leadsTo !== identity) (changes[place] as Statement).run(key, scheme, identity);
		},
		remove(key, scheme, identity) {
			removes.some((statement) => Number(statement.run(key, scheme, identity).changes) > 0);
		},
		settle() {
			recent.written(written);
			written = 0;
		},
		forget() {
			written = 0;
			recent.forget();
		},
	};
}

function isVersion(id: number): boolean {
	return id < 0;
}

function sameValues(row: readonly Value[], from: number, values: readonly Value[]): boolean {
	return values.every((value, position) => row[from + position] === value);
}
