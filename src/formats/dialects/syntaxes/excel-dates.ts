// Reads the numbers by which Excel stores dates (ECMA-376, part 1, 18.17.4 and 18.8.30).

/** What of a date a format shows; undefined: it shows none. */
export type ShownDate = 'year' | 'month' | 'day' | undefined;

/** Formats that every workbook has: 14 to 17 and 22, and those of East Asia, are dates. */
const builtIn: ReadonlyMap<number, ShownDate> = new Map([
	...[14, 15, 16, 22].map((id) => [id, 'day'] as const),
	[17, 'month'],
	...[27, 28, 29, 30, 31, 36].map((id) => [id, 'day'] as const),
	...[50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, 'day'] as const),
]);

/** Returns what of a date a format shows, by its id and, where the workbook defines it, its code. */
export function dateShownBy(id: number, code: string | undefined): ShownDate {
	if (code === undefined) return builtIn.get(id);
	// Texts, single characters, and what stands in brackets (colours, languages) are no fields.
	const fields = code.toLowerCase().replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\][]*\]/g, '');
	if (fields.includes('d')) return 'day';
	if (!fields.includes('y')) return undefined;
	return fields.includes('m') ? 'month' : 'year';
}

const dayMilliseconds = 86_400_000;
/** The year 9999, where Excel ends. */
const lastSerial = 2_958_465;

/**
 * Writes the number of a day as ISO 8601 does, with the time where it has one: 45413 is
 * `2024-05-01`. Undefined for what is no day. Days are counted from 1900, with a 29th of February
 * in that year, which there was not, or from 1904.
 */
export function excelDate(serial: number, shown: ShownDate, { from1904 = false } = {}): string | undefined {
	if (shown === undefined || !(serial >= 1) || serial > lastSerial) return undefined;
	const epoch = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
	const seconds = Math.round((serial * dayMilliseconds) / 1_000);
	const date = new Date(epoch + seconds * 1_000).toISOString();
	if (shown === 'year') return date.slice(0, 4);
	if (shown === 'month') return date.slice(0, 7);
	return date.endsWith('T00:00:00.000Z') ? date.slice(0, 10) : date.slice(0, 19);
}
