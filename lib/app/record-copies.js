// What backing up and restoring share: which file, what is in a copy, whether it is whole. It knows
// neither of them.
                                                         
import { openAccountRecords } from '../engines/sql/accounts/account-records.js';
                                                           
                                                                  
import { openSqlRecords } from '../engines/sql/sql-records.js';
import { faultsOfSqliteFile, makeOneFile, syncToDisk } from '../engines/sqlite/records/copy-file.js';
import { BrokerError } from '../errors.js';
                                               
import { openDatabase } from './open.js';

/** Answers the file of the records; fails where they are kept by a server of its own. */
export function embeddedFile({ database }          )         {
	if (database.kind === 'sqlite') return database.path;
	throw new BrokerError(
		'bad-usage',
		'DATABASE_URL names a PostgreSQL database: pg_dump and pg_restore copy that, as "Backup and restore" in ' +
			'docs/operating.md shows.',
	);
}

/** Works on a copy as a database, which is one file again afterwards. */
export async function withCopy   (
	path        ,
	work                                                                         ,
)             {
	const { database, migrations } = await openDatabase({ kind: 'sqlite', path });
	const result = await work(database, migrations).finally(() => database.close());
	makeOneFile(path);
	return result;
}

/** Tells what is in a database. */
export async function contentOf(database             )                       {
	const records = openSqlRecords(database);
	const events = Object.values((await records.size()).events).reduce((sum, count) => sum + count, 0);
	const users = (await openAccountRecords(database).users()).length;
	const lastChange = await records.snapshot(async (transaction) => (await transaction.changeLog()).newest);
	return { events, users, lastChange };
}

/** Fails with `bad-file`, in the words of `failure`, where the file is not whole. */
export function refuseDamaged(path        , failure        )       {
	const faults = faultsOfSqliteFile(path);
	if (faults.length === 0) return;
	throw new BrokerError('bad-file', failure, { problems: faults.map((message) => ({ message })) });
}

/** Reads the whole file for faults and has it written to the disk. */
export function finishCopy(path        , failure        )       {
	refuseDamaged(path, failure);
	syncToDisk(path);
}

/** Tells a failure of the file system in words; leaves others as they are. */
export function asFileFailure(error         , what        )          {
	const { syscall, message, code } = error                         ;
	const ofFiles = syscall !== undefined || code === 'ERR_SQLITE_ERROR';
	return ofFiles ? new BrokerError('bad-file', `${what}: ${message}.`, { cause: error }) : error;
}
