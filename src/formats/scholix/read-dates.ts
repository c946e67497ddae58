// Reads the dates of a Scholix link, which are kept as they were given.
import { isDate } from '../../links/link-date.ts';
import { kindOf, quoted, type Reading, refuse } from './record-reading.ts';

const shape = 'a calendar date: YYYY, YYYY-MM, YYYY-MM-DD, or a date-time such as 2018-01-31T12:00:00Z';

/** Reads the date of the link itself; '' where it is missing or none. */
export function readLinkPublicationDate(reading: Reading, value: unknown): string {
	if (typeof value === 'string' && isDate(value)) return value;
	if (value === undefined) refuse(reading, '', `\`LinkPublicationDate\` is missing; it must be ${shape}`);
	else refuse(reading, '/LinkPublicationDate', notADate(value));
	return '';
}

/** Reads the date of an object at `parent`, which may be absent or null. */
export function readPublicationDate(reading: Reading, value: unknown, parent: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string' && isDate(value)) return value;
	return refuse(reading, `${parent}/PublicationDate`, notADate(value));
}

function notADate(value: unknown): string {
	return `must be ${shape}, not ${typeof value === 'string' ? quoted(value) : kindOf(value)}`;
}
