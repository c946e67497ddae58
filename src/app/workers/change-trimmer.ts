// Keeps the log of changes as short as CHANGES_DAYS says. It knows no engine and no thread.
import type { Clock } from '../../clock.ts';
import type { ChangeTrimming } from '../../store/changes.ts';
import { createLoop } from './loop.ts';

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;

export type TrimmerOptions = {
	/** How many days entries are kept; null: for good. */
	changesDays: number | null;
	clock: Clock;
	log: {
		info(fields: object, message: string): void;
		warn(fields: object, message: string): void;
	};
};

/** Trims the log now and every hour until it is stopped. */
export function startChangeTrimmer(
	records: ChangeTrimming,
	{ changesDays, clock, log }: TrimmerOptions,
): { stop(): Promise<void> } {
	if (changesDays === null) return { stop: async () => undefined };
	const round = async () => {
		const entries = await records.trimChanges(clock.now() - changesDays * dayMilliseconds);
		if (entries > 0) log.info({ entries }, 'Old entries of the log of changes are forgotten');
		return false;
	};
	return createLoop(round, {
		clock,
		pollMilliseconds: hourMilliseconds,
		onError: (err) => log.warn({ err }, 'The log of changes cannot be trimmed; trying again'),
	});
}
