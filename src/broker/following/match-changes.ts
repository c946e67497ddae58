// Matches new entries of the change log with subscriptions: the log is read once, however many
// follow it.
import type { Clock } from '../../clock.ts';
import type { Records } from '../../store/records.ts';

/** Bounds the entries of one step, each of which is a transaction of its own. */
const entriesAtOnce = 500;

export type Matching = { clock: Clock; worker: string; leaseMilliseconds: number };

/**
 * Matches entries that came since the last call, in any process, until all are matched or the
 * signal aborts. Answers whether it found any.
 */
export async function matchChanges(
	records: Records,
	{ clock, worker, leaseMilliseconds }: Matching,
	signal: AbortSignal,
): Promise<boolean> {
	const claim = () => ({ worker, now: clock.now(), until: clock.now() + leaseMilliseconds });
	let found = false;
	try {
		while (!signal.aborted) {
			const pass = await records.claimMatching(claim());
			if (pass === undefined) return found;
			const step = await records.read(async (transaction) => {
				const log = await transaction.changeLog();
				// Of another log nothing was matched: who followed the former one is sent a gap.
				const after = pass.log === log.id ? pass.last : log.newest;
				const { changes } = await transaction.changes({ after, entries: entriesAtOnce });
				return { log, changes };
			});
			const { log, changes } = step;
			if (changes.length === 0 && pass.log === log.id) return found;
			found = true;
			const last = changes.at(-1)?.number ?? log.newest;
			await records.noteMatches(worker, { log: log.id, last, entries: changes, now: clock.now() });
		}
		return found;
	} finally {
		await records.releaseMatching(worker);
	}
}
