// Runs searches for works beside all others: they look at every work that has their words, so they
// have a connection of their own and give way between slices. It knows no SQL of searches.
import { setImmediate as tick } from 'node:timers/promises';
import type { WorksRequest, WorksResult } from '../../../../ports/search/work-finder.ts';
import type { Connection } from '../connection.ts';
import { createHistoryReader } from './histories.ts';
import { createCountReader } from './objects.ts';
import { createQueryCondition, givenUp } from './query.ts';
import { createWorkFinder } from './works.ts';

/** Finds works in one generation, one search after the other. */
export type WorkSearch = {
	findWorks(request: WorksRequest): Promise<WorksResult>;
	/** Closes the connection, once what is under way has ended. */
	close(): void;
};

/**
 * Creates it; `open` is called once the first works are looked for. A search for which nobody waits
 * any more (`isGivenUp`) fails.
 */
export function createWorkSearch(open: () => Connection, isGivenUp: () => boolean): WorkSearch {
	let connection: Connection | undefined;
	let find: ReturnType<typeof createWorkFinder> | undefined;
	let last: Promise<unknown> = Promise.resolve();
	const run = async (request: WorksRequest): Promise<WorksResult> => {
		connection ??= open();
		find ??= createFinder(connection, isGivenUp);
		connection.execute('BEGIN');
		try {
			const search = find(request);
			for (;;) {
				const step = search.next();
				if (step.done) return step.value;
				if (isGivenUp()) throw givenUp();
				await tick();
			}
		} finally {
			if (connection.isInTransaction()) connection.execute('COMMIT');
		}
	};
	return {
		findWorks(request) {
			const found = last.then(() => run(request));
			last = found.catch(() => undefined);
			return found;
		},
		close: () => void last.finally(() => connection?.close()),
	};
}

function createFinder(connection: Connection, isGivenUp: () => boolean): ReturnType<typeof createWorkFinder> {
	// Works are found by themselves: nobody's statements are read.
	const queryHolds = createQueryCondition(connection, {
		readHistory: createHistoryReader(connection, 0),
		isGivenUp,
	});
	return createWorkFinder(connection, { queryHolds, countLinks: createCountReader(connection) });
}
