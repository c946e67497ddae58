// The ends of a link as other services write them.
import { isoTime, readDateInstant } from '../../links/link-date.ts';
import { type DescribedObject, readObject } from '../scholix/described-object.ts';
import { withAddress } from '../scholix/writing/describe-work.ts';
import type { AnswerItem, AnswerObject } from '../scholix/writing/write-answers.ts';

/** The end of a link that was asked about. */
export type AskedEnd = 'source' | 'target';

/** Reads an object, with the addresses of its identifiers. */
export function readEnd(object: AnswerObject) {
	const end: DescribedObject = readObject(object);
	return { ...end, Identifiers: end.Identifiers.map(withAddress) };
}

/** An object of a link as readEnd reads it. */
export type LinkEnd = ReturnType<typeof readEnd>;

/** Puts the work that was asked about and the one of an item in the order of the link. */
export function inOrder<End>(asked: AskedEnd, own: End, other: End): { source: End; target: End } {
	return asked === 'source' ? { source: own, target: other } : { source: other, target: own };
}

/** Returns the dates of the first and the newest statement of a link, as given. */
export function datesOf({ history, oldest = history.at(-1) }: Pick<AnswerItem, 'history' | 'oldest'>) {
	return { first: oldest?.date, newest: history[0]?.date };
}

/** Writes the first moment of a date. */
export function momentOf(date: string | undefined): string | undefined {
	const seconds = date === undefined ? undefined : readDateInstant(date);
	return seconds === undefined ? undefined : isoTime(seconds * 1_000);
}
