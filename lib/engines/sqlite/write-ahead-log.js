// Brings the write-ahead log of a SQLite file into the database and keeps it short, also where
// readers overlap without end. It knows no tables and no driver.
import { statSync } from 'node:fs';
import { setImmediate as tick } from 'node:timers/promises';

/** How long a checkpoint waits for readers to end; meanwhile no process can write. */
const restartWaitMilliseconds = 25;
/** How long writing goes on before the next such checkpoint. */
const restartPauseMilliseconds = 250;

/** Says where the log is and how long it may get. */
                         
	                                
	             
	   
	                                                                                             
	                  
	   
	                   
	                                                                      
	                     
  

/**
 * Creates what is to be called after each commit, outside any transaction, on a connection that
 * neither checkpoints by itself nor waits for locks. It never fails, and it lets the caller have
 * its answer first, which SQLite's own checkpoints would delay.
 *
 * SQLite begins a log anew at the first write that finds all of it in the database and no reader
 * on it. Where readers overlap, that moment never comes by itself, and the log grows without end.
 * So once it has twice the usual length, the writer waits for the readers (RESTART, see
 * sqlite.org/pragma.html#pragma_wal_checkpoint): again and again, since each wait is short, for
 * meanwhile nothing can be written. It never waits for readers of its own thread, which cannot end
 * meanwhile.
 */
export function createCheckpoints(
	execute                       ,
	{ path, usualBytes, readsHere }           ,
)                      {
	let nextRestart = 0;
	const restart = () => {
		execute(`pragma busy_timeout = ${restartWaitMilliseconds}`);
		try {
			execute('pragma wal_checkpoint(restart)');
		} finally {
			execute('pragma busy_timeout = 0');
			nextRestart = performance.now() + restartPauseMilliseconds;
		}
	};
	return async () => {
		try {
			if (logBytes(path) <= usualBytes) return;
			await tick();
			// Most of it while others can still write.
			execute('pragma wal_checkpoint(passive)');
			if (logBytes(path) > 2 * usualBytes && !readsHere() && performance.now() >= nextRestart) restart();
		} catch {
			// What was committed stays so; as with SQLite's own checkpoints, the next one tries
			// again.
		}
	};
}

function logBytes(path        )         {
	return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
