// Writes times, amounts and whether something can be found as operators read them; knows no page.
import type { SubmittedEvent } from '../api/event-api.ts';

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Writes a time in the reader's zone: `2 Mar 2026, 14:05:09`; a dash where there is none. */
export function momentText(time: string | null): string {
	return time === null ? '–' : moment.format(new Date(time));
}

/** Writes a day in the reader's zone: `2 Mar 2026`; `never` where there is none. */
export function dayText(time: string | null): string {
	return time === null ? 'never' : day.format(new Date(time));
}

/** Counts the days until a time, whole ones alone: 0 within the last day, less when it is over. */
export function daysLeft(time: string, now = Date.now()): number {
	return Math.floor((Date.parse(time) - now) / 86_400_000);
}

/** Writes them: `23 days left`. */
export function daysLeftText(days: number): string {
	if (days < 0) return 'expired';
	if (days === 0) return 'less than a day left';
	return days === 1 ? '1 day left' : `${days.toLocaleString('en')} days left`;
}

/** Writes whether what an event said can be found. */
export function findableText({ indexed, status }: Pick<SubmittedEvent, 'indexed' | 'status'>): string {
	if (status === 'Withdrawn') return 'no, it is withdrawn';
	if (indexed === null) return 'not asked for';
	return indexed ? 'yes' : 'not yet';
}

/**
 * Writes the name of a figure as words: `oldest_waiting_seconds` becomes `Oldest waiting`, its unit
 * goes to the value.
 */
export function figureName(name: string): string {
	const words = name
		.replace(/_(?:bytes|seconds|milliseconds)$/, '')
		.replaceAll('_', ' ')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Writes a figure with the unit that its name ends in. */
export function figureText(name: string, value: string | number | boolean | null): string {
	if (value === null) return '–';
	if (typeof value === 'string') return /^\d{4}-\d\d-\d\dT/.test(value) ? momentText(value) : value;
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (name.endsWith('_bytes')) return bytesText(value);
	const unit = name.endsWith('_milliseconds') ? ' ms' : name.endsWith('_seconds') ? ' s' : '';
	return value.toLocaleString('en', { maximumFractionDigits: 2 }) + unit;
}

/** Writes an amount of bytes with its unit: `5.9 MB`. */
export function bytesText(bytes: number): string {
	const power = bytes < 1 ? 0 : Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
	return `${(bytes / 1000 ** power).toLocaleString('en', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${byteUnits[power]}`;
}
