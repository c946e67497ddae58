// Opens the search index on SQLite: reading, writing and generations of one path.
// It says how a rebuilt generation takes over, and knows neither tables nor SQL.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
                                                                         
import { buildGeneration } from './generations/build.js';
import { isComplete, readMark, removeGenerationsBelow } from './generations/generation-files.js';
import { openPointer } from './generations/pointer.js';
import { createReading } from './reading/reader.js';
import { createUpdates } from './writing/updates.js';

/** Bounds the memory of one handle where not the default. */
                                  
	                                             
	                            
	                                            
	                             
	                                                                
	                          
	                                                                                  
	                          
  

/**
 * Opens the index kept beside `path` (`data/search.db`, `data/search.db.g1`, …), making an empty
 * one where there is none. Searches run on the caller's thread. Fails with `bad-setting` where
 * `path` is a file of something else.
 */
export async function openSqliteIndex(path        , options                     = {})                       {
	const { readCacheMebibytes = 16, writeCacheMebibytes = 24, cachedStatements = 10_000 } = options;
	const { isGivenUp = () => false } = options;
	mkdirSync(dirname(path), { recursive: true });
	const pointer = await openPointer(path);
	const reading = createReading(path, pointer, { cacheMebibytes: readCacheMebibytes, cachedStatements, isGivenUp });
	const updates = createUpdates(path, pointer, writeCacheMebibytes);

	const switchTo = async (generation        , before                      )                => {
		if (!isComplete(path, generation)) throw new Error(`generation ${generation} of ${path} is not finished`);
		await updates.whileNoneWrites(async (answering) => {
			if (answering === generation) return;
			await before?.();
			pointer.write(generation);
		});
		removeGenerationsBelow(path, generation);
	};

	const mark = async ()                              => {
		await pointer.mend();
		for (let { generation, isTrusted } = pointer.read(); ; ) {
			const found = isTrusted ? readMark(path, generation) : undefined;
			// A switch meanwhile may have taken the file away.
			const answering = pointer.read();
			if (found !== undefined || answering.generation === generation) return found;
			({ generation, isTrusted } = answering);
		}
	};

	return {
		name: path,
		...reading,
		condition: async () => null,
		mark,
		update: updates.update,
		generation: async () => pointer.read().generation,
		build: async (generation) => {
			if (generation <= pointer.read().generation) throw new Error(`generation ${generation} of ${path} is not new`);
			return buildGeneration(path, generation);
		},
		switchTo,
		switchToFinished: async (generation) => {
			if (!isComplete(path, generation)) return false;
			await switchTo(generation);
			return true;
		},
		close: async () => {
			await updates.close();
			reading.close();
			pointer.close();
		},
	};
}
