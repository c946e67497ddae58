// Writes times as operators read them, in their own zone; knows no page.
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Writes a time in the reader's zone: `2 Mar 2026, 14:05:09`; a dash where there is none. */
export function momentText(time: string | null): string {
	return time === null ? '–' : moment.format(new Date(time));
}

/** Writes a day in the reader's zone: `2 Mar 2026`; `never` where there is none. */
export function dayText(time: string | null): string {
	return time === null ? 'never' : day.format(new Date(time));
}
