// Watches how much room the disks have on which the embedded engines keep their files, and refuses
// to use the last of it.
import { readdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { cached } from '../broker/cached.ts';
import type { Disks } from '../broker/health.ts';
import type { Clock } from '../clock.ts';
import type { SearchAddress, Settings } from '../settings.ts';
import { insufficientStorage, type Stored } from '../store/insufficient-storage.ts';

const cachedMilliseconds = 1_000;

/** Watches the disks that the settings name. */
export function watchDisks(
	{ database, search, diskReserveBytes }: Pick<Settings, 'database' | 'search' | 'diskReserveBytes'>,
	clock: Pick<Clock, 'elapsed'>,
): Disks {
	const folders: Record<Stored, string | null> = {
		database: database.kind === 'sqlite' ? dirname(resolve(database.path)) : null,
		'search index': search.kind === 'sqlite' ? dirname(resolve(search.path)) : null,
	};
	const free = cached(() => readAll(folders), cachedMilliseconds, clock);
	return {
		free,
		indexBytes: () => bytesOfIndex(search),
		async requireRoom(stored) {
			const bytes = (await free())[stored];
			if (bytes === null || bytes >= diskReserveBytes) return;
			const reason = `${bytes} bytes are free beside the ${stored}, fewer than DISK_RESERVE_BYTES (${diskReserveBytes})`;
			throw insufficientStorage(stored, new Error(reason));
		},
	};
}

async function readAll(folders: Record<Stored, string | null>): Promise<Record<Stored, number | null>> {
	const [database, search] = await Promise.all([freeBytes(folders.database), freeBytes(folders['search index'])]);
	return { database, 'search index': search };
}

async function freeBytes(folder: string | null): Promise<number | null> {
	if (folder === null) return null;
	try {
		const { bavail, bsize } = await statfs(folder);
		return bavail * bsize;
	} catch {
		// What is wrong with the folder shows where the files are used.
		return null;
	}
}

async function bytesOfIndex(address: SearchAddress): Promise<number | null> {
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
