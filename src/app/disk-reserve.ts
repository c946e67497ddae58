// Keeps a reserve free on the disk of an embedded engine: writes that make the records or the index
// grow are refused before the disk is full, so that running work can finish and users can still
// sign in.
import { readdir, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { cached } from '../broker/cached.ts';
import type { Disks } from '../broker/health.ts';
import type { Clock } from '../clock.ts';
import { isOutage } from '../errors.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { SearchAddress, Settings } from '../settings.ts';
import { insufficientStorage, type Stored } from '../store/insufficient-storage.ts';
import type { Records } from '../store/records.ts';
import type { Incident } from '../store/sql-database.ts';

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
			const least = `DISK_RESERVE_BYTES (${diskReserveBytes})`;
			throw insufficientStorage(stored, new Error(`${bytes} bytes are free beside the ${stored}, fewer than ${least}`));
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

type Room = Pick<Disks, 'requireRoom'>;

/**
 * Wraps records: while the disk of the database is nearly full, they accept and apply no event, and
 * fail with `insufficient-storage`.
 */
export function keepReserve(records: Records, { requireRoom }: Room): Records {
	const room = () => requireRoom('database');
	return {
		...records,
		...withRoom(records, ['accept', 'acceptClaimed', 'importEvents', 'claim'], room),
		incident: async () => (await records.incident()) ?? shortageOf(requireRoom),
	};
}

/** Returns the incident of too little room on the disk; null if there is enough. */
async function shortageOf(requireRoom: Room['requireRoom']): Promise<Incident | null> {
	try {
		await requireRoom('database');
		return null;
	} catch (error) {
		if (!isOutage(error)) throw error;
		return { failure: error, needsRestart: false };
	}
}

/** Returns an index that is neither changed nor built while its disk is nearly full; see above. */
export function keepReserveOfIndex(index: SearchIndex, { requireRoom }: Room): SearchIndex {
	const room = () => requireRoom('search index');
	return {
		...index,
		...withRoom(index, ['update'], room),
		async begin(generation) {
			await room();
			await index.begin(generation);
		},
		async open(...part) {
			const builder = await index.open(...part);
			return { ...builder, ...withRoom(builder, ['addObjects', 'addLinks'], room) };
		},
	};
}

type Method = (...given: never[]) => Promise<unknown>;

/** Picks methods of an object, each of which waits for `room` first, and fails where that does. */
function withRoom<T extends { [Each in Name]: Method }, Name extends keyof T & string>(
	target: T,
	names: readonly Name[],
	room: () => Promise<void>,
): Pick<T, Name> {
	const guarded = names.map((name) => {
		const call = async (...given: never[]) => {
			await room();
			return target[name](...given);
		};
		return [name, call];
	});
	return Object.fromEntries(guarded) as Pick<T, Name>;
}
