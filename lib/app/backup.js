// Copies the records of the embedded engine to one file while a broker uses them. It does not know
// what is in them.
import { existsSync, renameSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
                                                                      
import { copySqliteFile, removeSqliteFile, syncToDisk, unfinishedFile } from '../engines/sqlite/records/copy-file.js';
import { BrokerError } from '../errors.js';
                                               
import { openStores } from './open.js';
import { asFileFailure, contentOf, embeddedFile, finishCopy, withCopy } from './record-copies.js';

/**
 * Copies the records to `file`: what was accepted before the command began is in it, and nothing
 * half. The file is there once it is whole, checked and on the disk, or not at all. `audited` is
 * false where the records take no entry, as on a full disk: a copy is needed most then.
 */
export async function backUpRecords(
	settings          ,
	{ file, force, by, onProgress }             ,
)                                                             {
	const source = embeddedFile(settings);
	if (!existsSync(source)) throw new BrokerError('bad-file', `There are no records at ${source} to back up.`);
	const target = resolve(file);
	refuseToOverwrite(target, source, force);
	const audited = await tellAudit(settings, by, target);
	let copy                    ;
	try {
		copy = unfinishedFile(target);
		await copySqliteFile(source, copy, onProgress);
		const content = await withCopy(copy, contentOf);
		finishCopy(
			copy,
			`The copy is damaged, as the records at ${source} are; "Damaged files" in docs/operating.md helps.`,
		);
		refuseToOverwrite(target, source, force);
		renameSync(copy, target);
		syncToDisk(dirname(target));
		return { ...content, bytes: statSync(target).size, audited };
	} catch (error) {
		if (copy !== undefined) removeSqliteFile(copy);
		throw asFileFailure(error, `${file} cannot be written`);
	}
}

function refuseToOverwrite(target        , source        , force         )       {
	if (target === resolve(source)) throw new BrokerError('bad-usage', `${target} is the file of the records itself.`);
	if (force || !existsSync(target)) return;
	throw new BrokerError('bad-file', `${target} is there already: name another file, or overwrite it with --force.`);
}

async function tellAudit(settings          , by                   , target        )                   {
	const { records, close } = await openStores(settings);
	try {
		await records.audit([{ by, now: Date.now(), action: 'backup.started', subject: null, detail: { file: target } }]);
		return true;
	} catch {
		return false;
	} finally {
		await close();
	}
}
