// Keeps the number of the generation that answers, in a file that all processes share.
// It knows no table of a generation.
import { BrokerError } from '../../../../errors.ts';
import { isForeignFile } from '../../failures.ts';
import { type Connection, openConnection } from '../connection.ts';
import { createEmptyGeneration } from './generation-files.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/** Keeps the number of the generation that answers. */
export type Pointer = {
	/** Reads the number; takes microseconds. */
	read(): number;
	/** Sets the number, durably. */
	write(generation: number): void;
	close(): void;
};

/**
 * Opens the pointer; where there is none, makes one to an empty generation 1. Several processes may
 * do so at once. Fails with `bad-setting` where the file is one of something else.
 */
export async function openPointer(path: string): Promise<Pointer> {
	const connection = await openPointerFile(path);
	const read = connection.prepare('SELECT generation FROM answering');
	const write = connection.prepare('UPDATE answering SET generation = ?');
	if (read.get() === undefined) createFirstGeneration(connection, path);
	return {
		read: () => (read.get<[number]>() as [number])[0],
		write: (generation) => write.run(generation),
		close: () => connection.close(),
	};
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
		await retryWhileBusy(() => opened.execute('PRAGMA journal_mode = WAL'));
		await retryWhileBusy(() =>
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
