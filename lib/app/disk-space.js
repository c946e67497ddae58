// Watches how much room the disks have on which the embedded engines keep their files, and refuses
// to use the last of it. It knows no engine's files but their place.
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { cached } from '../broker/cached.js';
                                         
import { insufficientStorage,             } from '../ports/insufficient-storage.js';
                                               

/** Free bytes of the disk of each; null where it is not of this machine, or cannot be told. */
                                                      

                         
	                                                 
	                           
	                                                                                       
	                                           
  

const cachedMilliseconds = 1_000;

/** Watches the disks that the settings name. */
export function watchDisks(
	{ database, search, diskReserveBytes }                                                            ,
	clock                        ,
)            {
	const folders                                = {
		database: database.kind === 'sqlite' ? dirname(resolve(database.path)) : null,
		'search index': search.kind === 'sqlite' ? dirname(resolve(search.path)) : null,
	};
	const free = cached(() => readAll(folders), cachedMilliseconds, clock);
	return {
		free,
		async requireRoom(stored) {
			const bytes = (await free())[stored];
			if (bytes === null || bytes >= diskReserveBytes) return;
			const reason = `${bytes} bytes are free beside the ${stored}, fewer than DISK_RESERVE_BYTES (${diskReserveBytes})`;
			throw insufficientStorage(stored, new Error(reason));
		},
	};
}

async function readAll(folders                               )                     {
	const [database, search] = await Promise.all([freeBytes(folders.database), freeBytes(folders['search index'])]);
	return { database, 'search index': search };
}

async function freeBytes(folder               )                         {
	if (folder === null) return null;
	try {
		const { bavail, bsize } = await statfs(folder);
		return bavail * bsize;
	} catch {
		// What is wrong with the folder shows where the files are used.
		return null;
	}
}
