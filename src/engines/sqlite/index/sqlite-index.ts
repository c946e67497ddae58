// Opens the search index on SQLite: reading, writing and generations of one path, and the switch to
// a rebuilt generation.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { IndexFormats } from '../../../ports/search/index-format.ts';
import type { SearchIndex } from '../../../ports/search/search-index.ts';
import { createBuilds } from './generations/build.ts';
import { isComplete, outdatedOf, readSyncToken, removeGenerationsBelow } from './generations/generation-files.ts';
import { openPointer } from './generations/pointer.ts';
import { createReading } from './reading/reader.ts';
import { indexFormats } from './schema.ts';
import { createUpdates } from './writing/updates.ts';

/** Bounds the memory of one handle where not the default. */
export type SqliteIndexOptions = {
	/** The formats of another version of the program. */
	formats?: IndexFormats;
	/** MiB of pages that searches cache (16). */
	readCacheMebibytes?: number;
	/** MiB of pages that changes cache (24). */
	writeCacheMebibytes?: number;
	/** Statements of link histories that searches cache (10,000). */
	cachedStatements?: number;
	/** Whether the result of the running search is no longer wanted; the search then fails. */
	isCancelled?: () => boolean;
};

/**
 * Opens the index stored beside `path` (`data/search.db`, `data/search.db.g1`, …), and creates an
 * empty one where there is none. Searches run on the caller's thread. Fails with `bad-setting`
 * where `path` is a file of something else.
 */
export async function openSqliteIndex(path: string, options: SqliteIndexOptions = {}): Promise<SearchIndex> {
	const { readCacheMebibytes = 16, writeCacheMebibytes = 24, cachedStatements = 10_000 } = options;
	const { isCancelled = () => false, formats = indexFormats } = options;
	const files = { path, formats };
	mkdirSync(dirname(path), { recursive: true });
	const pointer = await openPointer(files);
	const reading = createReading(files, pointer, { cacheMebibytes: readCacheMebibytes, cachedStatements, isCancelled });
	const updates = createUpdates(files, pointer, writeCacheMebibytes);
	const builds = createBuilds(files);

	const switchTo = async (generation: number, before?: () => Promise<void>): Promise<void> => {
		if (!isComplete(files, generation)) throw new Error(`generation ${generation} of ${path} is not finished`);
		await updates.whileNoneWrites(async (active) => {
			if (active === generation || (active > generation && before === undefined)) return;
			await before?.();
			pointer.write(generation);
		});
		removeGenerationsBelow(path, generation);
	};

	const syncToken = async (): Promise<string | undefined> => {
		await pointer.repair();
		for (let { generation, isQuarantined } = pointer.read(); ; ) {
			const found = isQuarantined ? undefined : readSyncToken(files, generation);
			// A switch meanwhile may have removed the file.
			const active = pointer.read();
			if (found !== undefined || active.generation === generation) return found;
			({ generation, isQuarantined } = active);
		}
	};

	return {
		name: path,
		...reading,
		condition: async () => null,
		syncToken,
		update: updates.update,
		generation: async () => pointer.read().generation,
		outdated: async () => outdatedOf(files, pointer.read().generation),
		...builds,
		async begin(generation) {
			if (generation <= pointer.read().generation) throw new Error(`generation ${generation} of ${path} is not new`);
			await builds.begin(generation);
		},
		switchTo,
		switchToFinished: async (generation) => {
			if (!isComplete(files, generation)) return false;
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
