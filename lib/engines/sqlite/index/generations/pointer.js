// Keeps the number of the generation that answers, and whether it may, in a file that all processes
// share. It knows no table of a generation.
import { renameSync } from 'node:fs';
import { BrokerError } from '../../../../errors.js';
import { unreadableIndex } from '../../../../ports/search/unreadable-index.js';
import { isForeignFile, isMissingFile } from '../../failures.js';
import {                  openConnection } from '../connection.js';
import { isDamage } from '../failures-of-files.js';
import {                 notePlace } from '../file-place.js';
import { createEmptyGeneration, isComplete, numbersOfGenerations, removeFile } from './generation-files.js';
import { retryWhileBusy } from './retry-while-busy.js';

/** The generation that answers; `isTrusted` is false where it was found damaged. */
                                                                   

/** Keeps which generation answers. */
                       
	                                                                                                
	                  
	                                
	                                
	                                                                                
	                                   
	   
	                                                                                                  
	                                                                  
	   
	                      
	              
  

/**
 * Opens the pointer; where there is none, makes one as `mend` does. Several processes may do so at
 * once. Fails with `bad-setting` where the file is one of something else and no index lies beside
 * it.
 */
export async function openPointer(path        )                   {
	let open                         ;
	const distrusted = new Set        ();
	const close = () => {
		open?.connection.close();
		open = undefined;
	};
	const use =    (work                          )    => {
		if (open && !open.place.isSame()) close();
		open ??= openMade(path);
		return work(open);
	};
	await prepare(path).catch((error) => {
		// What cannot be mended now may be later; until then nothing is found.
		if (error instanceof BrokerError || numbersOfGenerations(path).length === 0) throw error;
	});
	return {
		read() {
			try {
				const row = use(({ connection }) => connection.prepare(selectAnswering).get                  ());
				if (!row) throw new Error(`${path} names no generation`);
				const [generation, isTrusted] = row;
				return { generation, isTrusted: isTrusted === 1 && !distrusted.has(generation) };
			} catch (error) {
				close();
				throw error instanceof BrokerError ? error : unreadableIndex(nameFile(path, error));
			}
		},
		write(generation) {
			// Opened anew: what is written to a file that was set aside a moment ago would be lost.
			close();
			use(({ connection }) => {
				connection.prepare('UPDATE answering SET generation = ?').run(generation);
				connection.prepare('DELETE FROM distrusted WHERE generation <> ?').run(generation);
			});
		},
		distrust(generation) {
			distrusted.add(generation);
			try {
				use(({ connection }) => connection.prepare('INSERT OR IGNORE INTO distrusted VALUES (?)').run(generation));
			} catch {
				// This handle knows; others find the damage themselves.
				close();
			}
		},
		mend: () => prepare(path),
		close,
	};
}

                                                                

const selectAnswering = `SELECT generation, generation NOT IN (SELECT generation FROM distrusted) FROM answering`;

const options = { cacheMebibytes: 1, busyMilliseconds: 30_000 };

/** Opens a pointer that was made before. */
function openMade(path        )              {
	// Noted first: where another file comes in between, this one is opened again.
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

/** Makes the pointer where it is missing, damaged, or has no number. */
async function prepare(path        )                {
	try {
		await make(path);
	} catch (error) {
		if (!isDamage(error) && !isMissingFile(error)) throw error;
		// Without generations it is no index that was damaged, but a wrong setting.
		if (numbersOfGenerations(path).length === 0) {
			if (!isForeignFile(error)) throw error;
			throw new BrokerError('bad-setting', `${path} is no search index; name another file or remove this one.`, {
				cause: error,
			});
		}
		setAside(path);
		await make(path);
	}
}

/** Makes the file, its tables and its number, as far as they are not there. */
async function make(path        )                {
	const connection = openConnection(path, { ...options, create: true });
	try {
		await retryWhileBusy(() => connection.execute('PRAGMA journal_mode = WAL'));
		await retryWhileBusy(() =>
			connection.execute(
				`PRAGMA synchronous = FULL;
				CREATE TABLE IF NOT EXISTS answering (generation INTEGER NOT NULL);
				CREATE TABLE IF NOT EXISTS distrusted (generation INTEGER PRIMARY KEY)`,
			),
		);
		if (connection.prepare(selectAnswering).get() === undefined) chooseGeneration(connection, path);
	} finally {
		connection.close();
	}
}

/** Points to the newest complete generation; where there is none, to an empty one. */
function chooseGeneration(connection            , path        )       {
	connection.execute('BEGIN IMMEDIATE');
	try {
		if (connection.prepare('SELECT 1 FROM answering').get() === undefined) {
			const numbers = numbersOfGenerations(path);
			const complete = numbers.filter((number) => isComplete(path, number));
			const chosen = Math.max(...complete, 0) || Math.max(...numbers, 0) + 1;
			if (complete.length === 0) createEmptyGeneration(path, chosen);
			connection.prepare('INSERT INTO answering VALUES (?)').run(chosen);
		}
		connection.execute('COMMIT');
	} catch (error) {
		connection.execute('ROLLBACK');
		throw error;
	}
}

/** Keeps what lies at the path, which may be somebody's, under another name. */
function setAside(path        )       {
	try {
		renameSync(path, `${path}.damaged`);
	} catch (error) {
		// Another process has done so.
		if ((error                         ).code !== 'ENOENT') throw error;
	}
	for (const end of ['-wal', '-shm']) removeFile(`${path}${end}`);
}

function nameFile(path        , error         )        {
	return new Error(`${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
}
