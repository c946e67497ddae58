// Builds generations of the index in separate files, beside the active one; each in the
// handle that began it, phase by phase (see src/ports/search/index-generations.ts). Rows are
// written as they come and sorted at the end.
import assert from 'node:assert/strict';
import type { IndexLink, IndexObject } from '../../../../ports/search/index-content.ts';
import type { IndexBuilder, IndexGenerations } from '../../../../ports/search/index-generations.ts';
import { type RebuildPhase, rebuildPhases } from '../../../../store/rebuild-parts.ts';
import { type Connection, cacheOf, type Statement, type Value } from '../connection.ts';
import { leadingTo } from '../document-row.ts';
import { codeOfRelation, indexes, objectId, talliesOfLinks, textColumns } from '../schema.ts';
import { defineRank, idOfPlace, placeOfObject, wordColumns, wordValues } from '../word-rows.ts';
import { levelRows } from '../writing/link-writer.ts';
import { rowsOf } from '../writing/object-writer.ts';
import { createStatementWriter } from '../writing/statement-writer.ts';
import {
	completeGenerationFile,
	createGenerationFile,
	type IndexFiles,
	removeFile,
	removeGeneration,
	unsortedPath,
} from './generation-files.ts';

type Build = { generation: number; enter(phase: RebuildPhase): IndexBuilder; abandon(): void };

/** Manages the build in progress; a new one replaces it. */
export function createBuilds(files: IndexFiles): Pick<IndexGenerations, 'begin' | 'open' | 'remove'> {
	const { path } = files;
	let build: Build | undefined;
	const remove = (generation: number): void => {
		if (build?.generation === generation) build.abandon();
		removeGeneration(path, generation);
	};
	return {
		async begin(generation) {
			build?.abandon();
			remove(generation);
			build = beginBuild(files, generation);
		},
		async open(generation, phase) {
			assert.equal(build?.generation, generation, `generation ${generation} of ${path} is not being built here`);
			return (build as Build).enter(phase);
		},
		remove: async (generation) => remove(generation),
	};
}

/** Begins a generation. After a failure all further steps fail with it. */
function beginBuild(files: IndexFiles, generation: number): Build {
	const { path } = files;
	const { connection, filling } = createFilling(path, generation);
	let phase: RebuildPhase = 'objects';
	let documents = 0;
	let over: { reason: unknown } | undefined;
	const end = (reason: unknown = new Error(`generation ${generation} of ${path} is no longer being built`)) => {
		over = { reason };
	};
	const step = async (of: RebuildPhase, work: () => void): Promise<void> => {
		if (over) throw over.reason;
		assert.equal(phase, of, 'a phase writes only its own content');
		try {
			work();
		} catch (error) {
			// The file must not be finished without what could not be written.
			end(error);
			throw error;
		}
	};
	const add = (of: RebuildPhase, added: readonly unknown[], work: () => void) => {
		documents += added.length;
		return step(of, work);
	};
	const builder: IndexBuilder = {
		addObjects: (objects) => add('objects', objects, () => filling.addObjects(objects)),
		addLinks: (links) => add('links', links, () => filling.addLinks(links)),
		async *addRanks() {
			for (const statements of filling.arrangement()) {
				await step('ranks', () => connection.execute(statements));
				yield;
			}
		},
		flush: async () => documents,
		async finish(syncToken) {
			await step('changes', () => completeGenerationFile(connection, files, generation, syncToken));
			removeFile(unsortedPath(path, generation));
			end();
		},
	};
	return {
		generation,
		enter(next) {
			assert.ok(rebuildPhases.indexOf(phase) <= rebuildPhases.indexOf(next), `the phase ${next} is over`);
			[phase, documents] = [next, 0];
			return builder;
		},
		abandon() {
			end();
			connection.close();
		},
	};
}

function createFilling(path: string, generation: number) {
	let connection: Connection | undefined;
	try {
		connection = createGenerationFile(path, generation);
		return { connection, filling: openFilling(connection, unsortedPath(path, generation)) };
	} catch (error) {
		connection?.close();
		removeGeneration(path, generation);
		throw error;
	}
}

type Filling = {
	addObjects(objects: readonly IndexObject[]): void;
	addLinks(links: readonly IndexLink[]): void;
	/** Lists the SQL steps that sort everything into its tables; each may take a while. */
	arrangement(): string[];
};

// Identifiers and links come in any order. Sorted, they fill their tables from one end to the
// other.
const unsorted = `
CREATE TABLE unsorted.identifier (key TEXT, scheme TEXT, identity INTEGER);
CREATE TABLE unsorted.link (
  source INTEGER, relation INTEGER, target INTEGER, level INTEGER, latest INTEGER, history INTEGER
);
`;
// That file is written from one end to the other, and read once in the same way.
const unsortedCacheMebibytes = 1;
// SQLite sorts as much in memory as the cache may use, beside the cache.
const sortingCacheMebibytes = 8;

/**
 * Begins to fill a file made by createGenerationFile; `unsortedFile` stores rows until they are
 * sorted.
 */
export function openFilling(connection: Connection, unsortedFile: string): Filling {
	defineRank(connection);
	connection.prepare('ATTACH ? AS unsorted').run(unsortedFile);
	connection.execute(`PRAGMA unsorted.journal_mode = MEMORY; PRAGMA unsorted.synchronous = OFF;
		${cacheOf(unsortedCacheMebibytes, 'unsorted')}; BEGIN; ${unsorted}`);
	return {
		addObjects: prepareObjects(connection),
		addLinks: prepareLinks(connection),
		arrangement,
	};
}

function prepareObjects(connection: Connection): Filling['addObjects'] {
	const object = prepareInserts(connection, 'object', 8);
	const document = prepareInserts(connection, 'document', 6);
	const text = prepareInserts(connection, 'text', 1 + textColumns.length);
	const identifier = prepareInserts(connection, 'unsorted.identifier', 3);
	return (objects) => {
		for (const added of objects) {
			const rows = rowsOf(added);
			object.put(rows.object);
			document.put(rows.document);
			text.put(rows.text);
			const id = objectId(added.level, added.group);
			for (const { key, scheme } of leadingTo(added)) identifier.put([key, scheme, id]);
		}
		for (const { flush } of [object, document, text, identifier]) flush();
	};
}

function prepareLinks(connection: Connection): Filling['addLinks'] {
	const { store } = createStatementWriter(connection);
	const link = prepareInserts(connection, 'unsorted.link', 6);
	const stored = (history: IndexLink['identity']) => (history ? store(history) : null);
	return (links) => {
		for (const { source, relation, target, identity, version } of links) {
			const state = { identity: stored(identity), version: stored(version) };
			for (const { level, latest, history } of levelRows(state)) {
				link.put([source, codeOfRelation(relation), target, level, latest, history]);
			}
		}
		link.flush();
	};
}

function arrangement(): string[] {
	return [
		// SQLite may sort with two more threads: nothing is derived meanwhile.
		`COMMIT; PRAGMA threads = 2; ${cacheOf(sortingCacheMebibytes)}; BEGIN`,
		'INSERT OR REPLACE INTO identifier SELECT key, scheme, identity FROM unsorted.identifier ORDER BY key, scheme',
		'INSERT OR REPLACE INTO link SELECT * FROM unsorted.link ORDER BY source, relation, target, level',
		...indexes,
		`INSERT INTO tally ${talliesOfLinks()}`,
		// Sorted separately, places take few bytes; works with the same rank follow each other.
		`CREATE TABLE unsorted.place (place INTEGER PRIMARY KEY);
			INSERT INTO unsorted.place SELECT ${placeOfObject} FROM object o ORDER BY 1`,
		`INSERT INTO words (rowid, ${wordColumns.join(', ')}) SELECT place, ${wordValues} FROM unsorted.place
			CROSS JOIN object o ON o.id = ${idOfPlace('place')} CROSS JOIN text t ON t.id = o.id ORDER BY place`,
		'INSERT INTO year SELECT DISTINCT year FROM object WHERE year IS NOT NULL',
		`UPDATE summary SET objects = (SELECT count(*) FROM object WHERE id > 0),
			links = coalesce((SELECT sum(level & 1) FROM link), 0)`,
		'COMMIT; DETACH unsorted',
	];
}

// Twenty rows a statement take half the time of one row a statement.
const rowsTogether = 20;

/**
 * Prepares inserts of whole rows of this many columns; rows are written by `flush` at the latest.
 */
function prepareInserts(connection: Connection, table: string, columns: number) {
	const places = `(${Array(columns).fill('?').join(', ')})`;
	const insert = (rows: number): Statement =>
		connection.prepare(`INSERT INTO ${table} VALUES ${Array(rows).fill(places).join(', ')}`);
	const many = insert(rowsTogether);
	const single = insert(1);
	let gathered: Value[] = [];
	return {
		put(row: readonly Value[]): void {
			for (const value of row) gathered.push(value);
			if (gathered.length < rowsTogether * columns) return;
			many.run(...gathered);
			gathered = [];
		},
		flush(): void {
			for (let at = 0; at < gathered.length; at += columns) {
				const row = gathered.slice(at, at + columns);
				single.run(...row);
			}
			gathered = [];
		},
	};
}
