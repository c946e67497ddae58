// The error that every engine returns once it has found its data damaged, and what can still be
// read.
import { BrokerError } from '../errors.ts';
import type { SqlDatabase } from './sql-database.ts';

// A person has to act first.
const retryAfterSeconds = 60;

const wayBack =
	'Stop every process, run `link-broker doctor`, and restore a backup. Without a backup, `link-broker export FILE` ' +
	'writes what can be read, for `link-broker events import FILE` into an empty database';

/** Says that the database cannot be used before an operator has acted: waiting does not help. */
export class NeedsOperator extends BrokerError {}

/**
 * Refuses everything that would be stored; `found` names the place and the failure, for the log.
 */
export class DamagedDatabase extends NeedsOperator {
	/** What was found, without the way back. */
	readonly found: string;

	constructor(found: string) {
		super('unavailable', 'The database is damaged. Nothing is accepted until an operator has restored it.', {
			cause: new Error(`${found}. ${wayBack}`),
			retryAfterSeconds,
		});
		this.found = found;
	}
}

/** How many rows of a table can be read, and whether those are all. */
export type ReadableTable = { table: string; rows: number; isWhole: boolean };

/** Opens the checks of a database that may be damaged. */
export function openDamage(database: SqlDatabase) {
	return {
		/** Checks the stored bytes; see SqlDatabase. */
		checkFiles: (): Promise<string[]> => database.checkFiles(),
		/** Reads each table as far as it can be read. */
		async readTables(): Promise<ReadableTable[]> {
			const names = await database.read((sql) => sql.all<[string]>(sql.dialect.selectTables));
			const tables: ReadableTable[] = [];
			for (const [table] of names) tables.push(await readTable(database, table));
			return tables;
		},
	};
}

async function readTable(database: SqlDatabase, table: string): Promise<ReadableTable> {
	let rows = 0;
	const isWhole = await unlessDamaged(() =>
		database.snapshot(async (sql) => {
			for await (const step of sql.stream(`select * from ${table}`)) rows += step.length;
			return true;
		}),
	);
	return { table, rows, isWhole: isWhole === true };
}

/** Runs `read`; undefined where it meets damage. */
export async function unlessDamaged<T>(read: () => Promise<T>): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		if (error instanceof DamagedDatabase) return undefined;
		throw error;
	}
}
