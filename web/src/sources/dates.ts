// Days and moments as the pages of sources write them; knows no source.

/** Writes a moment: `31 Jan 2026, 12:00`, in the reader's zone. */
export function dayOrMoment(time: string): string {
	return new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Writes the day of a date as it was given, which may be but a year; nothing for null. */
export function dayOf(date: string | null): string {
	return date?.slice(0, 10) ?? '';
}
