// Says beside an answer of the index that it lacks what was received since; knows no command.
import type { CommandBroker } from './application.ts';
import type { CommandContext } from './context.ts';
import { count, duration } from './wording.ts';

/** Notes what is not in the index yet, and for how long; nothing where all is. */
export async function tellBehind({ terminal, now }: CommandContext, broker: CommandBroker): Promise<void> {
	// The answer is there, also where the records cannot be asked.
	const backlog = await broker.backlog().catch(() => undefined);
	if (backlog === undefined) return;
	const { events, entries, oldestEventAt, oldestEntryAt } = backlog;
	const waiting = events.New + events.Processing;
	const parts = [
		...(waiting > 0 ? [`${count(waiting, 'event')} not applied`] : []),
		...(entries > 0 ? [`${count(entries, 'change')} not indexed`] : []),
	];
	if (parts.length === 0) return;
	const seconds = Math.max(0, now() - Math.min(oldestEventAt ?? Infinity, oldestEntryAt ?? Infinity)) / 1_000;
	const since = Number.isFinite(seconds) ? `, the oldest for ${duration(seconds)}` : '';
	terminal.note(`The search index is behind: ${parts.join(' and ')} yet${since}. The answer may lack what they say.`);
}
