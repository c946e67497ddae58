// Matches new entries of the change log with subscriptions: the log is read once, however many
// follow it.
import type { Clock } from '../../clock.ts';
import type { Records, Transaction } from '../../store/records.ts';
import type { MatchingPass } from '../../store/subscription-matching.ts';

/** Bounds the entries of one step: its transaction is short, and finds a work of many entries once. */
const entriesAtOnce = 5_000;

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
			const step = await records.read((transaction) => nextStep(transaction, pass));
			if (step === undefined) return found;
			found = true;
			await records.noteMatches(worker, { ...step, now: clock.now() });
		}
		return found;
	} finally {
		await records.releaseMatching(worker);
	}
}

/** Reads the entries behind those that were matched; undefined: there are none. */
async function nextStep(transaction: Transaction, { log, last, isFollowed }: MatchingPass) {
	const { id, newest } = await transaction.changeLog();
	if (log === id && last === newest) return undefined;
	// Of another log nothing was matched: who followed the former one is sent a gap. Who is active
	// from now on looks for itself.
	if (log !== id || !isFollowed) return { log: id, last: newest, entries: [] };
	const { changes } = await transaction.changes({ after: last, entries: entriesAtOnce });
	return { log: id, last: changes.at(-1)?.number ?? newest, entries: changes };
}
