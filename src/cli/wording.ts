// Writes numbers and times for the command line.
import type { CountedMembers } from '../formats/scholix/writing/write-answers.ts';

// Made when a number is first written, since it is slow to make and many commands write none.
let numbers: Intl.NumberFormat | undefined;

/** Writes a whole number with separators: `421,578`. */
export function number(value: number): string {
	numbers ??= new Intl.NumberFormat('en');
	return numbers.format(value);
}

/** Writes a number with its noun in singular or plural: `1 link`, `2 links`. */
export function count(value: number, singular: string, plural = `${singular}s`): string {
	return `${number(value)} ${value === 1 ? singular : plural}`;
}

/** Writes what a count leaves out: `left out: author-self 2, machine 0`, `kept, but unknown: author-self 1`. */
export function leftOut({ excluded = {}, unknown = {} }: Omit<CountedMembers, 'definition'>): string[] {
	const listed = (words: string, numbers: readonly (readonly [string, number])[]) =>
		numbers.length === 0 ? [] : [`${words}: ${numbers.map(([flag, links]) => `${flag} ${number(links)}`).join(', ')}`];
	const someUnknown = Object.entries(unknown).filter(([, links]) => links > 0);
	return [...listed('left out', Object.entries(excluded)), ...listed('kept, but unknown', someUnknown)];
}

/**
 * Writes a time (milliseconds since 1970) for tables: `2026-01-15 12:00`, in UTC; nothing for null.
 */
export function shortTime(time: number | null): string {
	return time === null ? '' : new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** Writes a yes or a no. */
export function yesOrNo(value: boolean): string {
	return value ? 'yes' : 'no';
}

/** Writes that the secrets of so many subscriptions cannot be read, and what to do. */
export function unreadableSecrets(subscriptions: number): string {
	return (
		`${count(subscriptions, 'subscription')}: their secrets were encrypted by another key. Restore the former ` +
		'SECRET_KEY or secret.key, or let their owners replace the secrets (`link-broker subscriptions rotate`).'
	);
}

/** Returns whether a typed answer is y or yes. */
export function isYes(answer: string): boolean {
	return ['y', 'yes'].includes(answer.trim().toLowerCase());
}
