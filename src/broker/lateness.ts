// Tells what has waited for too long: events to be applied, changes to be found. It knows no
// engine.
import type { Clock } from '../clock.ts';
import type { Backlog } from '../store/records.ts';

/** When the oldest of each came, in milliseconds since 1970; null where none waits. */
export type Oldest = Pick<Backlog, 'oldestEventAt' | 'oldestEntryAt'>;

/** Ages in seconds, 0 where nothing waits, and in words what is late. */
export type Waiting = { oldestEventSeconds: number; oldestChangeSeconds: number; late: string[] };

/**
 * Creates what tells in words what has waited for longer than so many seconds. A clock that was
 * ahead when something came makes it look young: so it is late, too, once it was the oldest for so
 * long.
 */
export function createLateness(lateAfterSeconds: number, clock: Clock): (oldest: Oldest) => Waiting {
	const eventAge = createAge(clock);
	const entryAge = createAge(clock);
	const late = (seconds: number, words: (time: string) => string): string[] =>
		seconds > lateAfterSeconds ? [words(inWords(seconds))] : [];
	return ({ oldestEventAt, oldestEntryAt }) => {
		const oldestEventSeconds = eventAge(oldestEventAt);
		const oldestChangeSeconds = entryAge(oldestEntryAt);
		return {
			oldestEventSeconds,
			oldestChangeSeconds,
			late: [
				...late(oldestEventSeconds, (time) => `The oldest event has waited for ${time} to be applied.`),
				...late(oldestChangeSeconds, (time) => `The oldest change has waited for ${time} to be found.`),
			],
		};
	};
}

/** Creates what tells the age in seconds of what is the oldest, 0 where there is none. */
function createAge({ now, elapsed }: Clock): (oldestAt: number | null) => number {
	let seen: { oldestAt: number; since: number } | undefined;
	return (oldestAt) => {
		if (oldestAt === null) {
			seen = undefined;
			return 0;
		}
		if (seen?.oldestAt !== oldestAt) seen = { oldestAt, since: elapsed() };
		return Math.max(now() - oldestAt, elapsed() - seen.since) / 1_000;
	};
}

function inWords(seconds: number): string {
	return seconds < 120 ? `${Math.floor(seconds)} seconds` : `${Math.floor(seconds / 60)} minutes`;
}
