// Reads the cells of anybody's table: identifiers, words for relations, and dates as people write
// them.

import { fitsScheme, readIdentifier, readText } from '../../../identifiers/index.ts';
import { relationTypeName } from '../../../links/relation.ts';
import type { GivenIdentifier, TableRow, WrongCell } from '../dialect.ts';
import { monthOf } from '../values.ts';
import { miswritten } from '../write-object.ts';

/** What stands in a cell. */
type CellReading =
	| { kind: 'identifier'; identifier: GivenIdentifier }
	/** Nothing, or a word for nothing. */
	| { kind: 'empty' }
	/** Something else. */
	| { kind: 'wrong'; problem: string };

/** What is wrong with a cell that may name several works or one. */
export const severalIdentifiers = 'several identifiers';

const empty: CellReading = { kind: 'empty' };

/**
 * Reads a cell whose column names a scheme or none. The value counts before the scheme: tables have
 * a bibcode in the column of DOIs. A number alone is an identifier only of the scheme of its
 * column.
 */
export function readCell(cell: string, scheme: string | undefined): CellReading {
	const text = cell.trim();
	const doi = plainDoi.exec(text)?.[1];
	if (doi !== undefined) return { kind: 'identifier', identifier: { id: doi, scheme: 'doi' } };
	if (isNothing(text)) return empty;
	const number = numberIn(text);
	if (scheme !== undefined && (number !== undefined || scheme !== 'pmid')) {
		const read = readIdentifier(number ?? text, scheme);
		if (fitsScheme(read)) return { kind: 'identifier', identifier: { id: read.value, scheme: read.scheme } };
	}
	// Ten digits alone may be anything.
	const problem = number?.length === 10 ? undefined : miswritten(text);
	if (problem !== undefined) return wrong(problem);
	if (number !== undefined) return wrong('a number alone');
	if (readWrittenDate(text, undefined) !== undefined) return wrong('a date');
	const reading = readText(text);
	if (reading.kind === 'several') return wrong(severalIdentifiers);
	const [identifier] = reading.kind === 'one' ? reading.candidates : [];
	if (identifier === undefined) return wrong('not an identifier');
	if (identifier.scheme === 'url' && addressOfDoi.test(text)) return wrong('no DOI');
	return { kind: 'identifier', identifier: { id: identifier.value, scheme: identifier.scheme } };
}

/**
 * Reads a cell that may name several objects, with bars, semicolons, commas or blanks between their
 * identifiers.
 */
export function readCells(cell: string, scheme: string | undefined): readonly CellReading[] {
	return dividedCell(cell, scheme, 0) ?? [readCell(cell, scheme)];
}

/**
 * What may stand between identifiers; each is tried before those behind it. A DOI may hold a semicolon
 * or a comma, so these count first where another DOI begins.
 */
const marks = [/\|/, /(?<![;,\s])[;,\s]+(?=doi:|https?:|10\.\d{4})/i, /;/, /,/, /\s+/] as const;

/** Commas and blanks may stand in local names: what is between them must say itself what it is. */
const firstInNames = 3;

function schemeOfNumbers(scheme: string | undefined): string | undefined {
	return scheme === 'pmid' || scheme === 'pmcid' ? scheme : undefined;
}

/** Divides a cell; undefined where it is not of several identifiers: they hold these signs, too. */
function dividedCell(cell: string, scheme: string | undefined, from: number): CellReading[] | undefined {
	if (plainDoi.test(cell) || /^\d{1,3}(?:,\d{3})+$/.test(cell)) return undefined;
	for (const [at, mark] of marks.entries()) {
		if (at < from || !mark.test(cell)) continue;
		const given = identifiersBetween(cell.split(mark), at < firstInNames ? scheme : schemeOfNumbers(scheme), at + 1);
		if (given !== undefined && given.length > 1) return given;
	}
	return undefined;
}

/** Reads the parts of a cell; undefined as soon as one is no identifier. */
function identifiersBetween(parts: readonly string[], scheme: string | undefined, from: number) {
	const given: CellReading[] = [];
	for (const part of parts) {
		const readings = dividedCell(part, scheme, from) ?? [readCell(part, scheme)];
		for (const reading of readings) {
			if (reading.kind === 'wrong') return undefined;
			if (reading.kind === 'identifier') given.push(reading);
		}
	}
	return given;
}

/** Reports a cell of a row that does not hold what its column does. */
export function wrongCell({ table, cells }: TableRow, at: number, problem: string): WrongCell {
	return { column: at + 1, name: table.columns[at] ?? '', cell: (cells[at] ?? '').slice(0, longestCell), problem };
}

const longestCell = 60;

/** Returns whether a cell holds a sentence. An ISBN with blanks has five parts. */
export function isLongText(cell: string): boolean {
	return cell.trim().split(/\s+/).length > 6;
}

/** Returns a word for nothing: `n/a`. */
export function isNothing(cell: string): boolean {
	return nothings.has(cell.trim().toLowerCase());
}

/** What is cut off or mistyped behind it would be a page of the web. */
const addressOfDoi = /^https?:\/\/(?:dx\.)?doi\.org(?:\/|$)/i;

function wrong(problem: string): CellReading {
	return { kind: 'wrong', problem };
}

/** DOIs that end in a letter or a digit, which are nearly all, need no closer look. */
const plainDoi = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)?(10\.\d{4,9}\/[^\s,;|"<>%?#]*[a-z\d])$/i;

const nothings: ReadonlySet<string> = new Set([
	...['', '-', '--', '–', '—', '?', '.', '/'],
	...['n/a', 'na', '#n/a', 'n.a.', 'nan', 'nil', 'none', 'null', 'no', 'tbd'],
	...['unknown', 'missing', 'not available', 'unavailable', 'no doi', 'keine', 'k.a.', 'doi:', 'https://doi.org/'],
]);

/** A whole number, also as a spreadsheet writes it behind a point. */
function numberIn(text: string): string | undefined {
	return /^(\d+)(?:\.0+)?$/.exec(text)?.[1];
}

/** A relation type, and the word where it is another; `isKnown`: it is no guess. */
type RelationWord = { relation: string; subType?: string; isKnown: boolean };

/**
 * Reads a word; undefined where there is none. What nobody knows is a relation of its own wording.
 */
export function readWord(cell: string): RelationWord | undefined {
	const known = readings.get(cell);
	if (known !== undefined) return known;
	const letters = cell.toLowerCase().replaceAll(/[^a-z]+/g, '');
	if (letters === '') return undefined;
	const name = relationTypeName(letters) ?? relationTypeName(`is${letters}`) ?? otherWords.get(letters);
	const word: RelationWord =
		name === undefined
			? { relation: 'IsRelatedTo', subType: cell.trim(), isKnown: false }
			: { relation: name, isKnown: true };
	if (readings.size < mostReadings) readings.set(cell, word);
	return word;
}

const readings = new Map<string, RelationWord>();
const mostReadings = 1000;

const otherWords: ReadonlyMap<string, string> = new Map(
	Object.entries({
		cite: 'Cites',
		citing: 'Cites',
		citation: 'Cites',
		cited: 'Cites',
		uses: 'Cites',
		reference: 'References',
		supplements: 'IsSupplementTo',
		supplement: 'IsSupplementTo',
		issupplementof: 'IsSupplementTo',
		supplementof: 'IsSupplementTo',
		supplementaryto: 'IsSupplementTo',
		hassupplement: 'IsSupplementedBy',
		sameas: 'IsIdenticalTo',
		issameas: 'IsIdenticalTo',
		identical: 'IsIdenticalTo',
		equals: 'IsIdenticalTo',
		version: 'HasVersion',
		newversionof: 'IsNewVersionOf',
		newerversionof: 'IsNewVersionOf',
		olderversionof: 'IsPreviousVersionOf',
		previousversionof: 'IsPreviousVersionOf',
		preprintof: 'IsPreviousVersionOf',
		part: 'HasPart',
		basedon: 'IsDerivedFrom',
		isbasedon: 'IsDerivedFrom',
		related: 'IsRelatedTo',
		relates: 'IsRelatedTo',
		relatesto: 'IsRelatedTo',
		seealso: 'IsRelatedTo',
	}),
);

/** Writes the zeros of a date that has none: `2022-9-30` is `2022-09-30`. */
export function paddedDate(text: string | undefined): string | undefined {
	return text?.replaceAll(/-(\d)(?!\d)/g, '-0$1');
}

/** Which number of `03/05/2024` is the day; undefined where nothing decides. */
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
 * as with hyphens behind which the year follows; with strokes the order decides, and where that is
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
	const month = monthOf(/\p{L}{3,}/u.exec(text)?.[0] ?? '');
	if (year === undefined || month === undefined || text.length > longestInWords) return undefined;
	const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/i.exec(text)?.[1];
	return dateOf(year, String(month), day);
}

const longestInWords = 20;
