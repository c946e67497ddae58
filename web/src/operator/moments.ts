// Writes times in UTC, like the logs and the API, since the server cannot know the reader's time zone.
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Writes a time: `2 Mar 2026, 14:05:09 UTC`; a dash for null. */
export function momentText(time: string | null): string {
	return time === null ? '–' : `${moment.format(new Date(time))} UTC`;
}

/** Writes a day: `2 Mar 2026`; `never` for null. */
export function dayText(time: string | null): string {
	return time === null ? 'never' : day.format(new Date(time));
}
