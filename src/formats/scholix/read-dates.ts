// Reads the dates of a Scholix link, which are kept as they were given.
import { canonicalDate, isDate } from '../../links/link-date.ts';
import { isBlank, kindOf, quoted, type Reading, refuse } from './record-reading.ts';

const shape = 'a calendar date: YYYY, YYYY-MM, YYYY-MM-DD, or a date-time such as 2018-01-31T12:00:00Z';

/** Reads the date of the link itself; '' where it is missing or none. */
export function readLinkPublicationDate(reading: Reading, value: unknown): string {
	const date = typeof value === 'string' ? canonicalDate(value) : undefined;
	if (date !== undefined) return date;
	if (value === undefined) refuse(reading, '', `\`LinkPublicationDate\` is missing; it must be ${shape}`);
	else refuse(reading, '/LinkPublicationDate', notADate(value));
	return '';
}

/** Matches the date that some databases write where they have none. */
const zeroDate = /^\s*0000(?:-00){0,2}(?:[T ]00:00:00Z?)?\s*$/;

/** Reads a date of a part at `parent`, which may be absent, null, empty or zero. */
export function readOptionalDate(reading: Reading, value: unknown, parent: string, field: string): string | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value === 'string') {
		const date = canonicalDate(value);
		if (date !== undefined || isBlank(value) || zeroDate.test(value)) return date;
	}
	return refuse(reading, `${parent}/${field}`, notADate(value));
}

function notADate(value: unknown): string {
	if (typeof value !== 'string') return `must be ${shape}, not ${kindOf(value)}`;
	const meant = possibleDates(value);
	const advice = meant.length === 0 ? '' : `; write ${meant.map(quoted).join(' or ')}`;
	return `must be ${shape}, not ${quoted(value)}${advice}`;
}

const dayFirst = /^\s*(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})\s*$/;
const yearFirst = /^\s*(\d{4})[-./ ](\d{1,2})[-./ ](\d{1,2})\s*$/;
// Without separators only eight digits separate month and day.
const digitsAlone = /^\s*(\d{4})(\d{2})(\d{2})\s*$/;

/** Returns what a date of other writing may mean: `05-06-2018` is one in May or in June. */
function possibleDates(text: string): string[] {
	const [, one = '', other = '', lastYear = ''] = dayFirst.exec(text) ?? [];
	const [, firstYear = '', month = '', day = ''] = yearFirst.exec(text) ?? digitsAlone.exec(text) ?? [];
	const dates = [
		[lastYear, other, one],
		[lastYear, one, other],
		[firstYear, month, day],
	].map(([year = '', month = '', day = '']) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
	return [...new Set(dates)].filter(isDate);
}
