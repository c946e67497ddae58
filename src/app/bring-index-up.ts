// Brings the search index up to date, for commands whose effect must be searchable when they end.
import { systemClock } from '../clock.ts';
import { BrokerError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { Settings } from '../settings.ts';
import type { Records } from '../store/records.ts';
import { createGivingUp, giveUp, indexGivenUp, recordsGivenUp } from './giving-up.ts';
import { startIndexWorker } from './workers/index-worker.ts';

// A person waits for the command. An index that cannot be reached for longer is left to a server
// or worker.
const failsAfterMilliseconds = 30_000;

/**
 * Brings the index up to the records. Fails with `index-behind`, in the words of `failure`, where
 * that fails for half a minute. Where `signal` says so, what is under way is given up.
 */
export async function bringIndexUp(
	settings: Pick<Settings, 'pollSeconds' | 'leaseSeconds'>,
	{ records, index, log }: { records: Records; index: SearchIndex; log: Log },
	failure: string,
	signal?: AbortSignal,
): Promise<void> {
	const givingUp = createGivingUp();
	const worker = startIndexWorker(recordsGivenUp(records, givingUp), indexGivenUp(index, givingUp), {
		pollMilliseconds: settings.pollSeconds * 1000,
		leaseMilliseconds: settings.leaseSeconds * 1000,
		clock: systemClock,
		log,
		failsAfterMilliseconds,
	});
	const aborted = new Promise<void>((resolve) => {
		signal?.addEventListener('abort', () => resolve(giveUp(givingUp)), { once: true });
	});
	try {
		await Promise.race([worker.idle(), aborted]);
	} catch (cause) {
		throw new BrokerError('index-behind', failure, { cause });
	} finally {
		await worker.stop();
	}
}

/** Says that links which were brought in by this doing need not be brought in again. */
export function linksAreStored(doing: 'Loading' | 'Harvesting' | 'Asking for'): string {
	return (
		`The links are stored, but the search index cannot be brought up to them. ${doing} them again is not needed: ` +
		'a server or a worker brings it up as soon as it can.'
	);
}
