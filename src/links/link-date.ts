// Reads dates of links and works (ISO 8601): a year, month, day or moment; knows no fields.

const shape =
	/^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/i;

/**
 * Tells whether a text is a date: year, month, day or date-time, and a real one of the calendar.
 */
export function isDate(text: string): boolean {
	return readDate(text) !== undefined;
}

/**
 * Tells the first moment of a date in seconds since 1970 (UTC; a date-time without zone is UTC), or
 * undefined where it is no real calendar date.
 */
export function readDateInstant(text: string): number | undefined {
	return readDate(text)?.from;
}

/** Tells the first moment of a date that is known to be one, in seconds since 1970. */
export function dateInstant(text: string): number {
	const period = readDate(text);
	if (!period) throw new RangeError(`not a date: ${text}`);
	return period.from;
}

/**
 * Tells the last moment that a date covers, in seconds since 1970: a year, month or day reaches to
 * its end (inclusive), a date-time is a moment.
 */
export function readDateEnd(text: string): number | undefined {
	return readDate(text)?.to;
}

/** Tells the year of a date as written; the date must be one. */
export function dateYear(text: string): number {
	return Number(text.slice(0, 4));
}

/** A stretch of time in seconds, both ends included. */
type Period = { from: number; to: number };

function readDate(text: string): Period | undefined {
	const match = shape.exec(text);
	if (!match) return undefined;
	const [, year, month, day, hour, minute, second, fraction, zone] = match;
	const y = Number(year);
	if (y === 0) return undefined;
	if (month === undefined) return periodUntil(utc(y, 1, 1), utc(y + 1, 1, 1));
	const m = Number(month);
	if (m < 1 || m > 12) return undefined;
	if (day === undefined) return periodUntil(utc(y, m, 1), utc(y, m + 1, 1));
	const d = Number(day);
	if (d < 1 || d > daysInMonth(y, m)) return undefined;
	if (hour === undefined) return periodUntil(utc(y, m, d), utc(y, m, d + 1));
	const timeOfDay = readTimeOfDay(Number(hour), Number(minute), Number(second ?? 0), fraction);
	const offset = readZone(zone);
	if (timeOfDay === undefined || offset === undefined) return undefined;
	const moment = utc(y, m, d) + timeOfDay - offset;
	return periodUntil(moment, moment + 1);
}

// Everything below counts in whole milliseconds, the finest step that is told apart, so that equal
// moments are equal numbers.

function periodUntil(from: number, next: number): Period {
	return { from: from / 1000, to: (next - 1) / 1000 };
}

function readTimeOfDay(hour: number, minute: number, second: number, fraction = ''): number | undefined {
	// 60 is a leap second; 24:00:00 is the day's end (ISO 8601-1:2019, 4.3.8).
	if (hour > 24 || minute > 59 || second > 60) return undefined;
	if (hour === 24 && (minute > 0 || second > 0 || Number(fraction) > 0)) return undefined;
	return ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

function readZone(zone = 'Z'): number | undefined {
	if (zone === 'Z' || zone === 'z') return 0;
	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', ''));
	if (hours > 23 || minutes > 59) return undefined;
	return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

const dayMilliseconds = 86_400_000;
// The Gregorian calendar repeats itself every 400 years.
const fourCenturies = 146_097 * dayMilliseconds;

function utc(year: number, month: number, day: number): number {
	// Date.UTC reads years below 100 as 19xx.
	return Date.UTC(year + 400, month - 1, day) - fourCenturies;
}

function daysInMonth(year: number, month: number): number {
	return (utc(year, month + 1, 1) - utc(year, month, 1)) / dayMilliseconds;
}
