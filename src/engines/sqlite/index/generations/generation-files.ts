// Stores each generation of the index in a separate file, with its state in user_version (see
// src/ports/search/index-generations.ts):
//
//   building: 0; next to it is a file of rows that wait to be sorted. After a crash both stay until
//             the same number is built again or a later generation is active.
//   finished: the number of its format; complete and durable, but no process reads it.
//   active:   the same; the pointer (pointer.ts) names it, and updates write to it.
import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
	type Built,
	type IndexFormats,
	isUsable,
	type Outdated,
	outdatedIn,
} from '../../../../ports/search/index-format.ts';
import { isDamage, isMissingFile } from '../../failures.ts';
import { type Connection, openConnection } from '../connection.ts';
import { indexes, tables } from '../schema.ts';

/** The files of an index, which begin with `path`, and the formats of generations that are used. */
export type IndexFiles = { readonly path: string; readonly formats: IndexFormats };

/** Returns the file of a generation: `data/search.db.g3`. */
export function generationPath(path: string, generation: number): string {
	return `${path}.g${generation}`;
}

/**
 * Returns the file in which a build stores rows until they are sorted:
 * `data/search.db.g3-unsorted`.
 */
export function unsortedPath(path: string, generation: number): string {
	return `${generationPath(path, generation)}-unsorted`;
}

export function removeGeneration(path: string, generation: number): void {
	const file = generationPath(path, generation);
	for (const end of ['', '-wal', '-shm', '-unsorted']) removeFile(`${file}${end}`);
}

/** Removes the files of all generations below a number. */
export function removeGenerationsBelow(path: string, generation: number): void {
	for (const number of numbersOfGenerations(path)) if (number < generation) removeGeneration(path, number);
}

/** Lists the numbers that have files, whatever their content. */
export function numbersOfGenerations(path: string): number[] {
	const begin = `${basename(path)}.g`;
	const numbers = readdirSync(dirname(path))
		.filter((name) => name.startsWith(begin))
		.map((name) => Number(/^\d+/.exec(name.slice(begin.length))?.[0] ?? Number.NaN));
	return [...new Set(numbers.filter((number) => !Number.isNaN(number)))];
}

export function removeFile(file: string): void {
	try {
		rmSync(file, { force: true });
	} catch (error) {
		// Some systems keep files that another process has open; the next switch removes them.
		const { code } = error as NodeJS.ErrnoException;
		if (code !== 'EBUSY' && code !== 'EPERM') throw error;
	}
}

/** The usual limit of a generation's write-ahead log; long reads can make it longer. */
export const usualLogBytes = 2 ** 25;

// Each table is filled from one end to the other, so hardly any page is read again.
const fillingCacheMebibytes = 16;

/** Makes the file of an empty, complete generation. */
export function createEmptyGeneration(files: IndexFiles, generation: number): void {
	removeGeneration(files.path, generation);
	const connection = createGenerationFile(files.path, generation);
	for (const index of indexes) connection.execute(index);
	completeGenerationFile(connection, files, generation, '');
}

/**
 * Makes the file of a generation with tables and without indexes, fast to fill and not durable
 * until completed.
 */
export function createGenerationFile(path: string, generation: number): Connection {
	const connection = openConnection(generationPath(path, generation), {
		create: true,
		cacheMebibytes: fillingCacheMebibytes,
		busyMilliseconds: 0,
	});
	try {
		// No process reads it yet, and after a crash it is built again.
		connection.execute(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN; ${tables} COMMIT`);
		return connection;
	} catch (error) {
		connection.close();
		throw error;
	}
}

/**
 * Stores the sync token and the rules of flags of a filled file and marks it as complete, closes it and
 * makes it durable.
 */
export function completeGenerationFile(
	connection: Connection,
	{ path, formats }: IndexFiles,
	generation: number,
	syncToken: string,
): void {
	connection.prepare('UPDATE summary SET sync_token = ?, flag_rules = ?').run(syncToken, formats.flagRules);
	connection.execute(`PRAGMA user_version = ${formats.written}; PRAGMA journal_mode = WAL`);
	connection.close();
	syncFile(generationPath(path, generation));
	// The directory entry must be durable as well; Windows ensures that itself and opens no folders.
	if (process.platform !== 'win32') syncFile(dirname(path));
}

function syncFile(path: string): void {
	const file = openSync(path, 'r');
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
}

/** Whether a generation exists, complete and in a format that this program reads. */
export function isComplete(files: IndexFiles, generation: number): boolean {
	const connection = openGeneration(files, generation, 'read', 1);
	connection?.close();
	return connection !== undefined;
}

/** Reads the sync token of a generation; undefined where openGeneration cannot open it. */
export function readSyncToken(files: IndexFiles, generation: number): string | undefined {
	const connection = openGeneration(files, generation, 'read', 1);
	try {
		return connection?.prepare('SELECT sync_token FROM summary').get<[string]>()?.[0];
	} catch (error) {
		if (isDamage(error)) return undefined;
		throw error;
	} finally {
		connection?.close();
	}
}

/** What a generation is opened for; for its `lock` alone, whatever its format. */
export type GenerationUse = 'read' | 'write' | 'lock';

/**
 * Opens a generation; undefined where it is missing, obviously damaged, incomplete or in a format
 * that is too old (unless only its lock is needed). Fails with `index-behind` where a newer program
 * has built it.
 */
export function openGeneration(
	{ path, formats }: IndexFiles,
	generation: number,
	use: GenerationUse,
	cacheMebibytes: number,
): Connection | undefined {
	let connection: Connection | undefined;
	try {
		connection = openConnection(generationPath(path, generation), {
			cacheMebibytes,
			// Readers hardly ever wait; writers retry without blocking their thread.
			busyMilliseconds: use === 'read' ? 30_000 : 0,
		});
		if (use !== 'lock' && !isUsable(readFormat(connection), formats)) {
			connection.close();
			return undefined;
		}
		connection.execute(
			`PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0;
			PRAGMA journal_size_limit = ${usualLogBytes};
			${use === 'read' ? 'PRAGMA query_only = ON' : ''}`,
		);
		return connection;
	} catch (error) {
		connection?.close();
		if (isMissingFile(error) || isDamage(error)) return undefined;
		throw error;
	}
}

/** Returns what of a complete generation is older than what this program writes. */
export function outdatedOf(files: IndexFiles, generation: number): Outdated | undefined {
	const connection = openGeneration(files, generation, 'lock', 1);
	try {
		return connection && outdatedIn(readBuilt(connection), files.formats);
	} finally {
		connection?.close();
	}
}

/** Reads with what a generation was built; its flags need a column that older formats lack. */
export function readBuilt(connection: Connection): Built {
	const format = readFormat(connection);
	const hasRules = connection.prepare("SELECT 1 FROM pragma_table_info('summary') WHERE name = 'flag_rules'").get();
	const rules = hasRules && connection.prepare('SELECT flag_rules FROM summary').get<[number]>();
	return { format, flagRules: rules?.[0] ?? 0 };
}

function readFormat(connection: Connection): number {
	return (connection.prepare('PRAGMA user_version').get<[number]>() as [number])[0];
}
