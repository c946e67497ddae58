// Watches how much room the disks have on which the embedded engines keep their files, and refuses
// to use the last of it. It knows no engine's files but their place.
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { cached } from '../broker/cached.ts';
import type { Clock } from '../clock.ts';
import type { Settings } from '../settings.ts';
import { insufficientStorage, type Stored } from '../store/insufficient-storage.ts';

/** Free bytes of the disk of each; null where it is not of this machine, or cannot be told. */
export type FreeBytes = Record<Stored, number | null>;

export type DiskSpace = {
	/** Tells the free bytes; cached for a second. */
	free(): Promise<FreeBytes>;
	/** Fails with `insufficient-storage` where no more is free than is to be kept free. */
	requireRoom(stored: Stored): Promise<void>;
};

const cachedMilliseconds = 1_000;

/** Watches the disks that the settings name. */
export function watchDisks(
	{ database, search, diskReserveBytes }: Pick<Settings, 'database' | 'search' | 'diskReserveBytes'>,
	clock: Pick<Clock, 'elapsed'>,
): DiskSpace {
	const folders: Record<Stored, string | null> = {
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

async function readAll(folders: Record<Stored, string | null>): Promise<FreeBytes> {
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
