// Reads dates of links and works (ISO 8601, and what is often written for it): a year, month, day
// or moment.

const time = /[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,20}))?)?/;
const zoneOfTime = / ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)/;
// Without its colon, the zone of a day would look like a further part of the date.
const zoneOfDay = / ?(Z|UTC|GMT|[+-]\d{2}:\d{2})/;
const shape = new RegExp(
	`^(\\d{4})(?:-(\\d{2})(?:-(\\d{2})(?:${time.source}(?:${zoneOfTime.source})?|${zoneOfDay.source})?)?)?$`,
	'i',
);

/**
 * Bounds dates for descriptions of an interface, as a pattern without anchors: all in the form in
 * which they are kept, and besides them only days that the month does not have.
 */
export const datePattern = writeDatePattern();

function writeDatePattern(): string {
	const year = '(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])';
	const [month, day] = ['(?:0[1-9]|1[0-2])', '(?:0[1-9]|[12][0-9]|3[01])'];
	const [hour, minute, second] = ['(?:[01][0-9]|2[0-3])', '[0-5][0-9]', '(?:[0-5][0-9]|60)'];
	const midnight = '24:00(?::00(?:[.,]0{1,20})?)?';
	const time = `[Tt ](?:${hour}:${minute}(?::${second}(?:[.,][0-9]{1,20})?)?|${midnight})`;
	const utc = '[Zz]|[Uu][Tt][Cc]|[Gg][Mm][Tt]';
	const ofTime = ` ?(?:${utc}|[+-]${hour}(?::?${minute})?)`;
	const ofDay = ` ?(?:${utc}|[+-]${hour}:${minute})`;
	return `${year}(?:-${month}(?:-${day}(?:${time}(?:${ofTime})?|${ofDay})?)?)?`;
}

/**
 * Puts a date into the form in which it is kept: as it was given, without white space around it and
 * without parts that say nothing (`2018-06-00` is `2018-06`, `2018-00-00` is `2018`). Undefined
 * where it is not a date.
 */
export function canonicalDate(text: string): string | undefined {
	if (isDate(text)) return text;
	const spaced = text.trim().replaceAll(/\s+/g, ' ');
	const [, year, month] = withoutDay.exec(spaced) ?? [];
	const known = year === undefined ? spaced : month === undefined || month === '00' ? year : `${year}-${month}`;
	return isDate(known) ? known : undefined;
}

/**
 * Some services give a date without day or month zeros in their place, and midnight behind them.
 */
const withoutDay = /^(\d{4})(?:-(\d{2}))?-00(?:[T ]00:00(?::00(?:[.,]0{1,20})?)? ?(?:Z|UTC|GMT)?)?$/i;

/** Whether a text is a real calendar date: a year, month, day or date-time. */
export function isDate(text: string): boolean {
	return readDate(text) !== undefined;
}

/**
 * Returns the first moment of a date in seconds since 1970 (UTC; a date-time without zone is UTC), or
 * undefined where it is no real calendar date.
 */
export function readDateInstant(text: string): number | undefined {
	return readDate(text)?.from;
}

/** Returns the first moment of a valid date, in seconds since 1970. */
export function dateInstant(text: string): number {
	return datePeriod(text).from;
}

/** Returns the period of a valid date. */
export function datePeriod(text: string): Period {
	const period = readDate(text);
	if (!period) throw new RangeError(`not a date: ${text}`);
	return period;
}

/** The days of a leap year in seconds: no date stands for a longer time. */
export const longestPeriod = 366 * 86_400;

/**
 * Returns the last moment that a date covers, in seconds since 1970: a year, month or day reaches to
 * its end (inclusive), a date-time is a moment.
 */
export function readDateEnd(text: string): number | undefined {
	return readDate(text)?.to;
}

/** Returns the year of a valid date as written. */
export function dateYear(text: string): number {
	return Number(text.slice(0, 4));
}

/** A stretch of time in seconds since 1970, both ends included. */
export type Period = { from: number; to: number };

function readDate(text: string): Period | undefined {
	const match = shape.exec(text);
	if (!match) return undefined;
	const [, year, month, day, hour, minute, second, fraction, zone, dayZone] = match;
	const y = Number(year);
	if (y === 0) return undefined;
	if (month === undefined) return periodUntil(utc(y, 1, 1), utc(y + 1, 1, 1));
	const m = Number(month);
	if (m < 1 || m > 12) return undefined;
	if (day === undefined) return periodUntil(utc(y, m, 1), utc(y, m + 1, 1));
	const d = Number(day);
	if (d < 1 || (d > daysInEveryMonth && d > daysInMonth(y, m))) return undefined;
	const offset = readZone(zone ?? dayZone);
	if (offset === undefined) return undefined;
	const midnight = utc(y, m, d) - offset;
	if (hour === undefined) return periodUntil(midnight, midnight + dayMilliseconds);
	const timeOfDay = readTimeOfDay(Number(hour), Number(minute), Number(second ?? 0), fraction);
	if (timeOfDay === undefined) return undefined;
	const moment = midnight + timeOfDay;
	return periodUntil(moment, moment + 1);
}

// Everything below counts in whole milliseconds, the finest step that is distinguished, so that equal
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
	if (/^[a-z]/i.test(zone)) return 0;
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

const daysInEveryMonth = 28;

function daysInMonth(year: number, month: number): number {
	return (utc(year, month + 1, 1) - utc(year, month, 1)) / dayMilliseconds;
}

/** Writes a moment (milliseconds since 1970) in ISO 8601 and UTC, as all answers do; null stays null. */
export function isoTime<T extends number | null>(moment: T): T extends null ? null : string;
export function isoTime(moment: number | null): string | null {
	return moment === null ? null : new Date(moment).toISOString();
}
