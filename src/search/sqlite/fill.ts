// Writes the rows of a generation of the index that is built from nothing; knows no pointer, no readers and no thread.
import { setImmediate } from 'node:timers/promises';
import { type Connection, cacheOf, openConnection, type Statement, type Value } from './connection.ts';
import { readKeys, shortened } from './document-row.ts';
import {
	completeGenerationFile,
	fillingCacheMebibytes,
	generationPath,
	loadingPath,
	removeFile,
} from './generation-files.ts';
import { levelRows } from './link-writer.ts';
import { type LinkRows, type ObjectRows, unpackLinks, unpackObjects } from './packed-rows.ts';
import { indexesAndTriggers, linksToArrangement, type View, views } from './schema.ts';
import { createStatementWriter, type StoredHistory } from './statements.ts';

/** Fills the file of a generation. */
export type Filling = {
	addObjects(rows: ObjectRows): void;
	/** Puts their identifiers in order. */
	endObjects(): void;
	addLinks(rows: LinkRows): void;
	/** Puts everything in its place, and makes the file complete and durable. */
	finish(): Promise<void>;
	/** Closes the file, which can be opened again to go on. */
	close(): void;
};

/** Opens the file of a generation that was made by createGenerationFile and is not complete. */
export function openFilling(path: string, generation: number): Filling {
	const connection = openConnection(generationPath(path, generation), {
		cacheMebibytes: fillingCacheMebibytes,
		busyMilliseconds: 0,
	});
	try {
		connection.execute('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
		// What comes in any order is first written down and then sorted, so that every table is filled from one end to the other.
		connection.prepare('ATTACH ? AS load').run(loadingPath(path, generation));
		connection.execute(loadingTables);
		connection.execute('BEGIN');
	} catch (error) {
		connection.close();
		throw error;
	}
	const addObjects = prepareObjectInserts(connection);
	const addLinks = prepareLinkInserts(connection);
	const statements = createStatementWriter(connection);
	const stored: (StoredHistory | null)[] = [];
	return {
		addObjects,
		endObjects() {
			connection.execute(`${cacheOf(sortingMebibytes)}; ${identifierArrangement} ${cacheOf(fillingCacheMebibytes)}`);
		},
		addLinks({ links, known, histories }) {
			stored.length = known;
			for (const history of histories) stored.push(statements.store(history));
			addLinks(links, stored);
		},
		async finish() {
			// Each step takes a while: in between, whoever waits for this thread gets a turn.
			for (const step of [
				`COMMIT; ${sorting}; BEGIN`,
				identifierArrangement,
				...arrangement(),
				'COMMIT; DETACH load',
			]) {
				connection.execute(step);
				await setImmediate();
			}
			completeGenerationFile(connection, path, generation);
			removeFile(loadingPath(path, generation));
		},
		close() {
			try {
				connection.execute('COMMIT');
			} finally {
				connection.close();
			}
		},
	};
}

const loadingTables = `
PRAGMA load.journal_mode = MEMORY; PRAGMA load.synchronous = OFF;
CREATE TABLE IF NOT EXISTS load.identifier (key TEXT, scheme TEXT, identity INTEGER);
CREATE TABLE IF NOT EXISTS load.link (source INTEGER, relation INTEGER, target INTEGER, level INTEGER, latest INTEGER, history INTEGER);
`;

// SQLite sorts as much in memory as the cache may hold, beside the cache: where that was 48 MiB, a load of four million links took 19 MiB more than at any other time. More is
// slower, too.
const sortingMebibytes = 8;

// Nobody derives any more by then, so SQLite may sort with two more threads: with less to group, too, a million links take 2.8 instead of 5.2 s.
const sorting = `PRAGMA threads = 2; ${cacheOf(sortingMebibytes)}`;

const identifierArrangement = `
INSERT OR REPLACE INTO identifier SELECT key, scheme, identity FROM load.identifier ORDER BY key, scheme;
DELETE FROM load.identifier;
`;

/** Writes the steps that put the links that were loaded in their place. */
function arrangement(): string[] {
	return [
		'INSERT OR REPLACE INTO link SELECT * FROM load.link ORDER BY source, relation, target, level',
		// Before there are triggers, which would do it once more.
		linksToArrangement,
		...indexesAndTriggers,
		`INSERT INTO tally SELECT source, ${seenAs('source')}, sum(level & 1), sum(level >> 1)
			FROM link GROUP BY source, relation`,
		`INSERT INTO tally SELECT target, ${seenAs('target')}, sum(level & 1), sum(level >> 1)
			FROM link_to GROUP BY target, relation`,
		`UPDATE size SET objects = (SELECT count(*) FROM object WHERE id > 0),
			links = coalesce((SELECT sum(level & 1) FROM link), 0)`,
	];
}

function seenAs(asked: View['asked']): string {
	const cases = views
		.filter((view) => view.asked === asked)
		.map(({ relation, seen }) => `WHEN ${relation} THEN ${seen}`);
	return `CASE relation ${cases.join(' ')} END`;
}

function prepareObjectInserts(connection: Connection): (rows: ObjectRows) => void {
	const object = prepareInserts(connection, 'object', 5);
	const document = prepareInserts(connection, 'document', 5);
	const text = prepareInserts(connection, 'text', 6);
	const identifier = prepareInserts(connection, 'load.identifier', 3);
	return (rows) => {
		for (const [row, columns, words] of unpackObjects(rows)) {
			const [id] = row;
			object.put(...row);
			document.put(id, ...shortened(columns));
			text.put(id, ...words);
			for (const [key, scheme] of readKeys(columns[0], columns[1])) identifier.put(key, scheme, id);
		}
		for (const { flush } of [object, document, text, identifier]) flush();
	};
}

function prepareLinkInserts(
	connection: Connection,
): (links: LinkRows['links'], stored: readonly (StoredHistory | null)[]) => void {
	const link = prepareInserts(connection, 'load.link', 6);
	return (links, stored) => {
		for (const { source, relation, target, identity = null, version = null } of unpackLinks(links, stored)) {
			for (const { level, latest, history } of levelRows({ identity, version })) {
				link.put(source, relation, target, level, latest, history);
			}
		}
		link.flush();
	};
}

type Inserts = {
	put(...row: Value[]): void;
	/** Writes what is still held. */
	flush(): void;
};

// Twenty rows a statement take half the time of one row a statement.
const rowsTogether = 20;

function prepareInserts(connection: Connection, table: string, columns: number): Inserts {
	const row = `(${Array(columns).fill('?').join(', ')})`;
	const insert = (rows: number): Statement =>
		connection.prepare(`INSERT INTO ${table} VALUES ${Array(rows).fill(row).join(', ')}`);
	const many = insert(rowsTogether);
	const single = insert(1);
	let held: Value[] = [];
	return {
		put(...values) {
			held.push(...values);
			if (held.length < rowsTogether * columns) return;
			many.run(...held);
			held = [];
		},
		flush() {
			for (let at = 0; at < held.length; at += columns) single.run(...held.slice(at, at + columns));
			held = [];
		},
	};
}
