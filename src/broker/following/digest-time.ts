// The time at which digests come, in UTC: a full hour, and for weekly ones a day.

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const monday = 1;

/** How it is written: `06:00`, or `friday 06:00`. */
export const digestTimeShape = new RegExp(`^(?:(${days.join('|')}) )?([01]\\d|2[0-3]):00$`);

/** Reads one such time, in milliseconds since 1970; without a day, it is on a Monday. */
export function readDigestTime(text: string): number {
	const [, day, hour] = digestTimeShape.exec(text) ?? [];
	// The fourth of January 1970 was a Sunday.
	return Date.UTC(1970, 0, 4 + (day === undefined ? monday : days.indexOf(day)), Number(hour));
}
