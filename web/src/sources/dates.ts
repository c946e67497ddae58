// Writes days and times for the pages about sources.

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Writes a time: `31 Jan 2026, 12:00 UTC`; the reader's time zone is unknown on the server. */
export function dayOrMoment(time: string): string {
	return `${moment.format(new Date(time))} UTC`;
}

/** Writes the day of a date as given, which may be only a year; '' for null. */
export function dayOf(date: string | null): string {
	return date?.slice(0, 10) ?? '';
}
