// Holds the outbox entries that one call works on, so that no other process does. It knows no
// index.
import type { Clock } from '../../clock.ts';
import type { OutboxClaims, StoredEntry } from '../../store/outbox.ts';
import { keepRenewing } from '../keep-renewing.ts';

/** Entries that are held until `end`. */
export type EntryClaim = {
	readonly entries: readonly StoredEntry[];
	/** Says that the entries need not be given back. */
	forget(): void;
	/** Ends the claim; what is not forgotten is given back at once. */
	end(): Promise<void>;
};

export type ClaimOptions = { worker: string; clock: Clock; namesPerRound: number };

const entriesPerRound = 64;

/**
 * What a dead process has claimed waits for so long. It is short, since two that deliver the same
 * entry do no harm.
 */
export const claimMilliseconds = 5_000;

/** Claims entries that wait, the oldest first, and keeps up the claim. */
export async function claimEntries(
	records: OutboxClaims,
	{ worker, clock, namesPerRound }: ClaimOptions,
): Promise<EntryClaim> {
	const lease = () => ({ worker, until: clock.now() + claimMilliseconds });
	const entries = await records.claimEntries(lease(), clock.now(), { limit: entriesPerRound, size: namesPerRound });
	const ids = entries.map(({ id }) => id);
	const renewing =
		entries.length === 0 ? undefined : keepRenewing(clock, claimMilliseconds, () => records.renewEntries(ids, lease()));
	let isForgotten = entries.length === 0;
	return {
		entries,
		forget() {
			isForgotten = true;
		},
		async end() {
			await renewing?.end();
			// Where this fails, others take the entries once the claim has run out.
			if (!isForgotten) await records.releaseEntries(ids, worker).catch(() => undefined);
		},
	};
}
