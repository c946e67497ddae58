// Writes one dump, to files that are never left incomplete, or as a stream. It needs only the
// records, not a server or the search index.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Dumped, type DumpOptions, type DumpTarget, dumpGraph } from '../../broker/dumps/dump-graph.ts';
import type { DumpOrder } from '../../cli/context.ts';
import { systemClock } from '../../clock.ts';
import { BrokerError } from '../../errors.ts';
import { hasTables } from '../../formats/dumps/dump-formats.ts';
import { ownFiles, type Settings } from '../../settings.ts';
import type { Records } from '../../store/records.ts';
import { asFileFailure } from '../backup.ts';
import { watchDisks } from '../disk-reserve.ts';
import { openStores } from '../open.ts';
import { openDumpFiles } from './dump-files.ts';

/** What became of a dump. */
export type WrittenDump = Dumped & { bytes: number };

type DiskSettings = Settings;

/** Writes a dump to `path`; see openDumpFiles for its failures. */
export async function writeDump(
	records: Records,
	path: string,
	{ force, settings, ...options }: DumpOptions & { force: boolean; settings: DiskSettings },
): Promise<WrittenDump> {
	const target = resolve(path);
	try {
		const requireRoom = roomAt(dirname(target), settings);
		const files = openDumpFiles(path, {
			hasTables: hasTables(options.format),
			force,
			own: ownFiles(settings),
			requireRoom,
		});
		try {
			const dumped = await dumpGraph(records, options, files);
			return { ...dumped, bytes: await files.finish() };
		} catch (error) {
			await files.abandon();
			throw error;
		}
	} catch (error) {
		throw failureOf(error, path);
	}
}

/** Writes a dump of one file to `write`, which is waited for. */
export async function streamDump(
	records: Records,
	write: (text: string) => Promise<void>,
	options: DumpOptions,
): Promise<WrittenDump> {
	if (hasTables(options.format)) {
		throw new BrokerError(
			'bad-usage',
			`A dump as ${options.format} is several files: name a folder, or an archive that ends in .tar.`,
		);
	}
	let bytes = 0;
	const target: DumpTarget = {
		open: async () => undefined,
		async write(pieces) {
			const text = pieces.map(([, piece]) => piece).join('');
			bytes += Buffer.byteLength(text);
			await write(text);
		},
	};
	const dumped = await dumpGraph(records, options, target);
	return { ...dumped, bytes };
}

/**
 * Returns what fails where too little is free in a folder that lies on the disk of the records or
 * of the index; other disks may be filled.
 */
function roomAt(folder: string, settings: DiskSettings): () => Promise<void> {
	mkdirSync(folder, { recursive: true });
	const device = statSync(folder).dev;
	const { requireRoom } = watchDisks(settings, systemClock);
	const kept = (
		[
			['database', settings.database],
			['search index', settings.search],
		] as const
	).flatMap(([stored, address]) => {
		if (address.kind !== 'sqlite') return [];
		const there = statSync(dirname(resolve(address.path)), { throwIfNoEntry: false });
		return there?.dev === device ? [stored] : [];
	});
	return async () => {
		for (const stored of kept) await requireRoom(stored);
	};
}

function failureOf(error: unknown, path: string): unknown {
	if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
		return new BrokerError('insufficient-storage', `The disk of ${path} does not have enough free space.`, {
			cause: error,
		});
	}
	return asFileFailure(error, `${path} cannot be written`);
}

/** Makes a dump. The audit records it where the records can be written. */
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
