// Puts together what a process tells of the broker to those who run it: status and health. It knows
// no engine, no thread and no transport.
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createHealth,                                     } from '../broker/health.js';
import { createServicesReport,                     } from '../broker/tell-services.js';
import {                    createStatus } from '../broker/tell-status.js';
import { systemClock } from '../clock.js';
                                                           
                                                                       
                                                                     
                                                              
import { watchDisks } from './disk-space.js';

              
	                                             
	                                                                                      
	                                                      
	                                                                                     
	                                
	                    
  

/** What is told. */
                                                                                                                 

/** Creates it. */
export function createSelfReport(settings          , { records, work, index, indexSize }       )             {
	const disks = watchDisks(settings, systemClock);
	return {
		status: createStatus(
			{
				backlog: work.backlog,
				size: work.size,
				rebuildProgress: () => records.rebuildProgress(),
				indexSize,
				indexBytes: () => bytesOfIndex(settings.search),
			},
			systemClock,
		),
		services: createServicesReport(records, index, systemClock),
		...createHealth(
			{
				records,
				writerTrouble: work.trouble,
				readIndex: indexSize,
				requireRoom: disks.requireRoom,
				freeBytes: disks.free,
				oldest: work.backlog,
			},
			{ ...settings, clock: systemClock },
		),
	};
}

/** Measures the files of an index on SQLite; null for other engines. */
async function bytesOfIndex(address               )                         {
	if (address.kind !== 'sqlite') return null;
	const folder = dirname(address.path);
	const names = (await readdir(folder)).filter((name) => name.startsWith(basename(address.path)));
	// A file of an older generation may go meanwhile.
	const sizes = names.map((name) =>
		stat(join(folder, name)).then(
			({ size }) => size,
			() => 0,
		),
	);
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
