// Keeps each generation of the index in a file of its own, and the number of the one that answers in another; knows no tables of a generation.
import { closeSync, fsyncSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerError } from '../../../errors.ts';
import {
	type Connection,
	cacheOf,
	isBusy,
	isForeignFile,
	isMissingFile,
	openConnection,
	orClose,
} from './connection.ts';
import { formatNumber, linkIndex, tables } from './schema.ts';

/** Tells the file of a generation: `data/search.db.g3`. */
export function generationPath(path: string, generation: number): string {
	return `${path}.g${generation}`;
}

/** Tells the files that a build of a generation keeps rows in until they are in order: `data/search.db.g3-links`. */
export function fillingPath(path: string, generation: number, rows: 'identifiers' | 'links'): string {
	return `${generationPath(path, generation)}-${rows}`;
}

/** Removes a generation's files, as far as there are any. */
export function removeGeneration(path: string, generation: number): void {
	const file = generationPath(path, generation);
	for (const end of ['', '-wal', '-shm', '-load', '-identifiers', '-links']) removeFile(`${file}${end}`);
}

/** Removes the files of all generations below a number. */
export function removeGenerationsBelow(path: string, generation: number): void {
	const begin = `${basename(path)}.g`;
	const numbers = readdirSync(dirname(path))
		.filter((name) => name.startsWith(begin))
		.map((name) => Number(/^\d+/.exec(name.slice(begin.length))?.[0] ?? Number.NaN));
	for (const number of new Set(numbers)) if (number < generation) removeGeneration(path, number);
}

/** Removes a file if it is there. */
export function removeFile(file: string): void {
	try {
		rmSync(file, { force: true });
	} catch (error) {
		// Some systems keep files that another process has open; the next switch removes them.
		const { code } = error as NodeJS.ErrnoException;
		if (code !== 'EBUSY' && code !== 'EPERM') throw error;
	}
}

/** How long a generation's write-ahead log gets, as long as no reader hinders that. */
export const usualLogBytes = 2 ** 25;

/**
 * The cache of who fills a generation: each table from one end to the other, so that hardly any page is looked for again. With 48 a build of four million links takes 50 MB more and is as fast.
 */
export const fillingCacheMebibytes = 16;

/**
 * The cache of who sorts: SQLite sorts as much in memory as the cache may hold, beside the cache. Where that was 48 MiB, a load of four million links took 19 MiB more than at any other
 * time. More is slower, too.
 */
export const sortingCacheMebibytes = 8;

// What waits is written from one end to the other, and read so once; but who has said it is looked for again.
const waitingCacheMebibytes = 1;
const linksCacheMebibytes = 8;

/** What a file is filled with, that nobody reads yet, need not outlive a crash. */
const unsafe = (schema: string) => `PRAGMA ${schema}.journal_mode = MEMORY; PRAGMA ${schema}.synchronous = OFF`;

/** Makes the file of an empty generation that is complete. */
export function createEmptyGeneration(path: string, generation: number): void {
	removeGeneration(path, generation);
	const connection = createGenerationFile(path, generation);
	connection.execute(linkIndex);
	completeGenerationFile(connection, path, generation);
}

/** Makes the file of a generation with tables, without indexes and triggers, fast to fill and not safe until completed. */
export function createGenerationFile(path: string, generation: number): Connection {
	const connection = openConnection(generationPath(path, generation), {
		create: true,
		cacheMebibytes: fillingCacheMebibytes,
		busyMilliseconds: 0,
	});
	connection.execute(`${unsafe('main')}; BEGIN; ${tables} COMMIT`);
	return connection;
}

/** Opens a file that was made by createGenerationFile, and one of rows that wait (by their name, as SQL is to know it) beside it, as fast to fill. */
export function openToFill(path: string, generation: number, beside: Parameters<typeof fillingPath>[2]): Connection {
	const connection = openConnection(generationPath(path, generation), {
		cacheMebibytes: fillingCacheMebibytes,
		busyMilliseconds: 0,
	});
	return orClose(connection, () => {
		connection.prepare(`ATTACH ? AS ${beside}`).run(fillingPath(path, generation, beside));
		connection.execute(`${unsafe('main')}; ${unsafe(beside)}; ${cacheOf(waitingCacheMebibytes, beside)}`);
		return connection;
	});
}

/** Makes the file of a generation's links, to be filled while others fill that of the generation. */
export function createLinksFile(path: string, generation: number): Connection {
	const connection = openConnection(fillingPath(path, generation, 'links'), {
		create: true,
		cacheMebibytes: linksCacheMebibytes,
		busyMilliseconds: 0,
	});
	return orClose(connection, () => {
		connection.execute(unsafe('main'));
		return connection;
	});
}

/** Marks a file that was filled as complete, closes it and makes it durable. */
export function completeGenerationFile(connection: Connection, path: string, generation: number): void {
	connection.execute(`PRAGMA user_version = ${formatNumber}; PRAGMA journal_mode = WAL`);
	connection.close();
	syncFile(generationPath(path, generation));
	// That the file is there must last as well; Windows sees to it by itself and opens no folders.
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

/** Says for what a generation is opened; for its `lock` alone, whatever its format. */
export type GenerationUse = 'read' | 'write' | 'lock';

/** Opens a generation; undefined where it is not there, or incomplete or in another format (unless only its lock is wanted). */
export function openGeneration(
	path: string,
	generation: number,
	use: GenerationUse,
	cacheMebibytes: number,
): Connection | undefined {
	const readable = (connection: Connection) => use === 'lock' || readFormat(connection) === formatNumber;
	let connection: Connection | undefined;
	try {
		connection = openConnection(generationPath(path, generation), {
			cacheMebibytes,
			// Readers hardly ever wait; writers wait without holding up their thread.
			busyMilliseconds: use === 'read' ? 30_000 : 0,
		});
		if (readable(connection)) {
			connection.execute(
				`PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 0;
				PRAGMA journal_size_limit = ${usualLogBytes};
				${use === 'read' ? 'PRAGMA query_only = ON' : ''}`,
			);
			return connection;
		}
		connection.close();
		return undefined;
	} catch (error) {
		connection?.close();
		if (isMissingFile(error) || isForeignFile(error)) return undefined;
		throw error;
	}
}

function readFormat(connection: Connection): number {
	return (connection.prepare('PRAGMA user_version').get<[number]>() as [number])[0];
}

/** Keeps the number of the generation that answers. */
export type Pointer = {
	/** Reads the number; takes microseconds. */
	read(): number;
	/** Sets the number, durably. */
	write(generation: number): void;
	close(): void;
};

/** Opens the pointer; where there is none, makes one to an empty generation 1. Several processes may do so at once. */
export async function openPointer(path: string): Promise<Pointer> {
	const connection = await openPointerFile(path);
	const read = connection.prepare('SELECT generation FROM answering');
	const write = connection.prepare('UPDATE answering SET generation = ?');
	const pointer: Pointer = {
		read: () => (read.get<[number]>() as [number])[0],
		write: (generation) => write.run(generation),
		close: () => connection.close(),
	};
	if (read.get() === undefined) createFirstGeneration(connection, path);
	return pointer;
}

function createFirstGeneration(connection: Connection, path: string): void {
	connection.execute('BEGIN IMMEDIATE');
	try {
		if (connection.prepare('SELECT 1 FROM answering').get() === undefined) {
			createEmptyGeneration(path, 1);
			connection.execute('INSERT INTO answering VALUES (1)');
		}
		connection.execute('COMMIT');
	} catch (error) {
		connection.execute('ROLLBACK');
		throw error;
	}
}

async function openPointerFile(path: string): Promise<Connection> {
	let connection: Connection | undefined;
	try {
		const opened = openConnection(path, { create: true, cacheMebibytes: 1, busyMilliseconds: 30_000 });
		connection = opened;
		await patiently(() => opened.execute('PRAGMA journal_mode = WAL'));
		await patiently(() =>
			opened.execute('PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS answering (generation INTEGER NOT NULL)'),
		);
		return opened;
	} catch (error) {
		connection?.close();
		if (!isForeignFile(error)) throw error;
		throw new BrokerError('bad-setting', `${path} is no search index; name another file or remove this one.`, {
			cause: error,
		});
	}
}

const longestPauseMilliseconds = 25;

/**
 * Does something as soon as no other connection holds the lock it needs, without holding up the thread meanwhile.
 * Fails with `unavailable` after half a minute.
 */
export async function patiently<T>(work: () => T, waitMilliseconds = 30_000): Promise<T> {
	const deadline = performance.now() + waitMilliseconds;
	for (let pause = 1; ; pause = Math.min(pause * 2, longestPauseMilliseconds)) {
		try {
			return work();
		} catch (error) {
			if (!isBusy(error)) throw error;
			if (performance.now() > deadline) {
				throw new BrokerError('unavailable', 'The search index is being written to by another process; try again.', {
					cause: error,
					retryAfterSeconds: 5,
				});
			}
		}
		await delay(pause * (0.5 + Math.random() / 2));
	}
}
