// Remembers that writing failed until it succeeds again, so the broker reports that it is not
// healthy meanwhile.

import { isOutage } from '../errors.ts';
import type { Incident, SqlDatabase, WriteOptions } from './sql-database.ts';

const triedMilliseconds = 1_000;

// Writes without a lasting change: the pages or rows in between differ from those before.
const turnOver = 'update index_state set current_generation = -current_generation';

type Write = SqlDatabase['write'];

/** Watches writes. `incident` tries to write again after a failure, at most once a second. */
export function rememberFailures(write: Write): { write: Write; incident(): Promise<Incident | null> } {
	let failed: Incident | null = null;
	let trying: Promise<void> | undefined;
	let triedAt = Number.NEGATIVE_INFINITY;
	const watched = async <T>(work: Parameters<typeof write<T>>[0], options?: WriteOptions): Promise<T> => {
		try {
			return await write(work, options);
		} catch (error) {
			if (isOutage(error)) failed = { failure: error, needsRestart: false };
			throw error;
		}
	};
	const tryAgain = async () => {
		triedAt = performance.now();
		try {
			await watched(
				async (sql) => {
					await sql.run(turnOver);
					await sql.run(turnOver);
				},
				{ durable: true },
			);
			failed = null;
		} catch {
			// An outage was remembered above.
		}
	};
	return {
		write: watched,
		async incident() {
			if (failed && trying === undefined && performance.now() - triedAt >= triedMilliseconds) {
				trying = tryAgain().finally(() => {
					trying = undefined;
				});
			}
			return failed;
		},
	};
}
