// Makes a dump for the command line, from the records alone: neither a server nor the search index
// need be there.
import type { DumpOrder } from '../../cli/application.ts';
import type { Settings } from '../../settings.ts';
import { openStores } from '../open.ts';
import { streamDump, type WrittenDump, writeDump } from './write-dump.ts';

/** Makes a dump. The audit tells of it where the records can be written. */
export async function dumpRecords(settings: Settings, order: DumpOrder): Promise<WrittenDump> {
	const { file, write, force, by, format, signal, onProgress } = order;
	const { records, close } = await openStores(settings);
	try {
		const now = Date.now();
		const options = { format, now, signal, onProgress };
		const detail = { format, file: file ?? null };
		await records.audit([{ by, now, action: 'dump.started', subject: null, detail }]).catch(() => undefined);
		if (file === null) return await streamDump(records, write, options);
		return await writeDump(records, file, { ...options, force, settings });
	} finally {
		await close();
	}
}
