// Stores the number of the active generation, and quarantined generations, in a file that all
// processes share.
import { randomUUID } from 'node:crypto';
import { linkSync, renameSync } from 'node:fs';
import { BrokerError } from '../../../../errors.ts';
import { unreadableIndex } from '../../../../ports/search/search-reader.ts';
import { isDamage, isForeignFile, isMissingFile } from '../../failures.ts';
import { type FilePlace, fileIdentity, notePlace } from '../../file-identity.ts';
import { type Connection, openConnection } from '../connection.ts';
import {
	createEmptyGeneration,
	type IndexFiles,
	isComplete,
	numbersOfGenerations,
	removeFile,
} from './generation-files.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/** The active generation, and whether it was quarantined because its file is damaged. */
export type ActiveGeneration = { generation: number; isQuarantined: boolean };

export type Pointer = {
	/**
	 * Reads it; takes microseconds. Fails with `unavailable` where the file is damaged or missing.
	 */
	read(): ActiveGeneration;
	/** Sets the number, durably. */
	write(generation: number): void;
	/** Quarantines a damaged generation: no process reads it any longer. */
	quarantine(generation: number): void;
	/**
	 * Checks whether the file can be read. Where it cannot, sets it aside and creates it again,
	 * pointing to the newest complete generation, or an empty one.
	 */
	repair(): Promise<void>;
	close(): void;
};

/**
 * Opens the pointer; where there is none, creates it as `repair` does. Several processes may do so at
 * once. Fails with `bad-setting` where the file belongs to something else and there is no index
 * beside it.
 */
export async function openPointer(files: IndexFiles): Promise<Pointer> {
	const { path } = files;
	let open: OpenPointer | undefined;
	const quarantined = new Set<number>();
	const close = () => {
		open?.connection.close();
		open = undefined;
	};
	const use = <T>(work: (open: OpenPointer) => T): T => {
		if (open && !open.place.isSame()) close();
		open ??= openMade(path);
		return work(open);
	};
	await prepare(files).catch((error) => {
		// What cannot be repaired now may be later; until then nothing is found.
		if (error instanceof BrokerError || numbersOfGenerations(path).length === 0) throw error;
	});
	return {
		read() {
			try {
				const row = use(({ connection }) => connection.prepare(selectActive).get<[number, number]>());
				if (!row) throw new Error(`${path} names no generation`);
				const [generation, isStored] = row;
				return { generation, isQuarantined: isStored === 1 || quarantined.has(generation) };
			} catch (error) {
				close();
				throw error instanceof BrokerError ? error : unreadableIndex(nameFile(path, error));
			}
		},
		write(generation) {
			// Opened again: a write to a file that was set aside a moment ago would be lost.
			close();
			use(({ connection }) => {
				connection.prepare('UPDATE active SET generation = ?').run(generation);
				connection.prepare('DELETE FROM quarantined WHERE generation <> ?').run(generation);
			});
		},
		quarantine(generation) {
			quarantined.add(generation);
			try {
				use(({ connection }) => connection.prepare('INSERT OR IGNORE INTO quarantined VALUES (?)').run(generation));
			} catch {
				// This handle remembers it; others find the damage themselves.
				close();
			}
		},
		repair: () => prepare(files),
		close,
	};
}

type OpenPointer = { connection: Connection; place: FilePlace };

const selectActive = `SELECT generation, generation IN (SELECT generation FROM quarantined) FROM active`;

const options = { cacheMebibytes: 1, busyMilliseconds: 30_000 };

function openMade(path: string): OpenPointer {
	// Noted first: where another file replaces it in between, it is opened again.
	const place = notePlace(path);
	const connection = openConnection(path, options);
	try {
		connection.execute('PRAGMA synchronous = FULL');
		return { connection, place };
	} catch (error) {
		connection.close();
		throw error;
	}
}

/** Creates the pointer where it is missing, damaged, or has no number. */
async function prepare(files: IndexFiles): Promise<void> {
	const { path } = files;
	// Tables are created before generations: a file without tables but with generations beside it has
	// lost its own.
	if (numbersOfGenerations(path).length === 0) return makeFirst(files);
	const file = fileIdentity(path);
	try {
		if (!namesGeneration(path)) await make(files);
	} catch (error) {
		if (!isDamage(error) && !isMissingFile(error)) throw error;
		await replace(files, file);
	}
}

/** Creates the pointer of an index without generations. */
async function makeFirst(files: IndexFiles): Promise<void> {
	const { path } = files;
	try {
		await make(files);
	} catch (error) {
		// Without generations it is not a damaged index, but a wrong setting.
		if (!isForeignFile(error)) throw error;
		throw new BrokerError('bad-setting', `${path} is not a search index; choose another file or remove this one.`, {
			cause: error,
		});
	}
}

function namesGeneration(path: string): boolean {
	const connection = openConnection(path, options);
	try {
		return connection.prepare(selectActive).get() !== undefined;
	} finally {
		connection.close();
	}
}

/**
 * Sets a damaged file aside, unless another process has done so, and puts an intact one in its
 * place. Never repairs it in place: that takes an exclusive lock, which every handle with the file
 * open prevents until it reads it again, and everyone who opens it would wait meanwhile.
 */
async function replace(files: IndexFiles, damaged: string | null): Promise<void> {
	const { path } = files;
	const made = `${path}.${randomUUID()}`;
	try {
		await makeTables(made);
		if (fileIdentity(path) === damaged) setAside(path);
		placeUnlessThere(made, path);
	} finally {
		removeFile(made);
	}
	await make(files);
}

/** Creates the file, its tables and its number, where missing. */
async function make(files: IndexFiles): Promise<void> {
	const { path } = files;
	await makeTables(path);
	const connection = openConnection(path, options);
	try {
		if (connection.prepare(selectActive).get() === undefined) chooseGeneration(connection, files);
	} finally {
		connection.close();
	}
}

async function makeTables(file: string): Promise<void> {
	const connection = openConnection(file, { ...options, create: true });
	try {
		await retryWhileBusy(() => connection.execute('PRAGMA journal_mode = WAL'));
		await retryWhileBusy(() =>
			connection.execute(
				`PRAGMA synchronous = FULL;
				CREATE TABLE IF NOT EXISTS active (generation INTEGER NOT NULL);
				CREATE TABLE IF NOT EXISTS quarantined (generation INTEGER PRIMARY KEY)`,
			),
		);
	} finally {
		connection.close();
	}
}

const larger = (one: number, other: number) => Math.max(one, other);

/** Points to the newest complete generation; where there is none, to an empty one. */
function chooseGeneration(connection: Connection, files: IndexFiles): void {
	connection.execute('BEGIN IMMEDIATE');
	try {
		if (connection.prepare('SELECT 1 FROM active').get() === undefined) {
			const numbers = numbersOfGenerations(files.path);
			const complete = numbers.filter((number) => isComplete(files, number));
			const chosen = complete.reduce(larger, 0) || numbers.reduce(larger, 0) + 1;
			if (complete.length === 0) createEmptyGeneration(files, chosen);
			connection.prepare('INSERT INTO active VALUES (?)').run(chosen);
		}
		connection.execute('COMMIT');
	} catch (error) {
		connection.execute('ROLLBACK');
		throw error;
	}
}

/** Renames the file at the path, which may belong to somebody. */
function setAside(path: string): void {
	// First: writes in the log of the old file must not get into the new one.
	for (const end of ['-wal', '-shm']) removeFile(`${path}${end}`);
	try {
		renameSync(path, `${path}.damaged`);
	} catch (error) {
		// The file was missing, or another process has set it aside.
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
	}
}

const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

function placeUnlessThere(made: string, path: string): void {
	try {
		linkSync(made, path);
	} catch (error) {
		// A file system without links: it is created in place.
		if (!['EEXIST', ...noLinks].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
	}
}

function nameFile(path: string, error: unknown): Error {
	return new Error(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
}
