// Days and moments as the pages of sources write them.

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** Writes a moment: `31 Jan 2026, 12:00 UTC`; the server does not know the reader's zone. */
export function dayOrMoment(time: string): string {
	return `${moment.format(new Date(time))} UTC`;
}

/** Writes the day of a date as it was given, which may be but a year; nothing for null. */
export function dayOf(date: string | null): string {
	return date?.slice(0, 10) ?? '';
}
