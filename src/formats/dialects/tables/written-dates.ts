// Reads dates as tables have them: without zeros, by month and year, with the day first, in words.
// It knows no column.

/** Writes the zeros of a date that has none: `2022-9-30` is `2022-09-30`. */
export function paddedDate(text: string | undefined): string | undefined {
	return text?.replaceAll(/-(\d)(?!\d)/g, '-0$1');
}

/** Which number of `03/05/2024` is the day; undefined where nothing tells. */
export type NumberOrder = 'day-first' | 'month-first' | undefined;

/**
 * Finds the order of days and months by the dates of one column: a number above twelve is a day.
 * Undefined where there is none, or there are both orders.
 */
export function orderOf(dates: Iterable<string>): NumberOrder {
	let isDayFirst = false;
	let isMonthFirst = false;
	for (const date of dates) {
		const [, first, , second] = threeNumbers.exec(date) ?? [];
		if (Number(first) > 12) isDayFirst = true;
		if (Number(second) > 12) isMonthFirst = true;
	}
	if (isDayFirst === isMonthFirst) return undefined;
	return isDayFirst ? 'day-first' : 'month-first';
}

/**
 * Reads a date as somebody wrote it; undefined where it is none. With points the day stands first,
 * as with hyphens behind which the year follows; with strokes the order tells, and where that is
 * not known only the year is sure.
 */
export function readWrittenDate(text: string, order: NumberOrder): string | undefined {
	const iso = yearFirst.exec(text);
	if (iso) return dateOf(iso[1], iso[2], iso[3]) + (iso[4] ?? '');
	const three = threeNumbers.exec(text);
	if (three) {
		const [, first = '', mark, second = '', year] = three;
		if (order === 'month-first' && mark !== '.') return dateOf(year, first, second);
		if (order === 'day-first' || mark !== '/' || first === second) return dateOf(year, second, first);
		return year;
	}
	const [, month, year] = monthAndYear.exec(text) ?? [];
	if (year !== undefined) return dateOf(year, month, undefined);
	return inWords(text);
}

const threeNumbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/;
const monthAndYear = /^(\d{1,2})[./-](\d{4})$/;
const yearFirst = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?([T ]\d{2}:\d{2}\S*)?$/;

function dateOf(year: string | undefined, month: string | undefined, day: string | undefined): string {
	return [year, month?.padStart(2, '0'), day?.padStart(2, '0')].filter((part) => part !== undefined).join('-');
}

/** `March 2024`, `3 March 2024`, `Mar 3, 2024`. */
function inWords(text: string): string | undefined {
	const year = /\b(\d{4})\b/.exec(text)?.[1];
	const name = /\p{L}{3,}/u.exec(text)?.[0].slice(0, 3).toLowerCase();
	const month = name === undefined ? 0 : months.indexOf(name) + 1;
	if (year === undefined || month === 0 || text.length > longestInWords) return undefined;
	const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/i.exec(text)?.[1];
	return dateOf(year, String(month), day);
}

const longestInWords = 20;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
