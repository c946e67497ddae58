// What the interfaces of OpenCitations do with the rows of an answer before they send it: `require`,
// `filter`, `sort` and `json` of RAMOSE (github.com/opencitations/ramose).
import { RE2JS } from 're2js';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';

/** A row of an answer: texts by the name of their column, in the order of the columns. */
export type Row = Readonly<Record<string, string>>;

/** What a request asks for, as it stands in its address. */
export type RowQuery = {
	/** Columns that must have a value; `exclude` of RAMOSE means the same. */
	require: readonly string[];
	filter: readonly string[];
	sort: readonly string[];
	json: readonly string[];
};

/** How values of a column are compared; other columns are text. */
export type ColumnTypes = Readonly<Record<string, 'date' | 'duration' | 'number'>>;

const longestPattern = 200;
/** Patterns with counted repetitions are far larger than their text. Counts those of all filters. */
const largestProgram = 500;
/** Instructions of patterns times characters, in all rows: 10 s of work at worst. */
const mostMatching = 300_000_000;

/** How often each parameter may be repeated, and the most characters of its value. */
export const rowLimits = { repeated: 20, length: 1_000 } as const;

/** Reads the query of an address. Fails with `bad-query` for long or often repeated parameters. */
export function readRowQuery({ searchParams }: URL): RowQuery {
	const all = (name: string) => {
		const values = searchParams.getAll(name).filter((value) => value.trim() !== '');
		const { repeated, length } = rowLimits;
		if (values.length > repeated) {
			throw wrongParameter(name, `${name} is repeated more than ${repeated} times.`);
		}
		if (values.every((value) => value.length <= length)) return values;
		throw wrongParameter(name, `${name} is longer than ${length} characters.`);
	};
	return {
		require: [...all('require'), ...all('exclude')],
		filter: all('filter'),
		sort: all('sort'),
		json: all('json'),
	};
}

/**
 * Makes the test that rows must pass: each required column has a value, and each filter fits,
 * `<column>:<pattern>` or `<column>:=value` (also `<` and `>`). Filters of unknown columns are
 * ignored. Fails with `bad-query` if a pattern is not a regular expression of RE2, or is too long. The
 * test fails with `answer-too-large` once its patterns have read too much.
 */
export function rowTest(
	{ require, filter }: Pick<RowQuery, 'require' | 'filter'>,
	types: ColumnTypes,
): (row: Row) => boolean {
	const spent: Matching = { program: 0, work: 0 };
	const tests = filter.map((text) => filterTest(text, types, spent));
	return (row) => require.every((column) => row[column] !== '') && tests.every((fits) => fits(row));
}

/** The instructions of all patterns, and what they have read so far. */
type Matching = { program: number; work: number };

function filterTest(text: string, types: ColumnTypes, spent: Matching): (row: Row) => boolean {
	const [, column = '', sign, value = ''] = /^([^:]*):([<>=])?(.*)$/s.exec(text) ?? [];
	if (sign === undefined) {
		const pattern = compile(value, spent);
		return (row) => row[column] === undefined || finds(pattern, row[column], spent);
	}
	const comparable = comparableOf(types[column]);
	const wanted = comparable(value.toLowerCase());
	return (row) => {
		const given = row[column];
		if (given === undefined) return true;
		const own = comparable(given.toLowerCase());
		return sign === '=' ? own === wanted : sign === '<' ? own < wanted : own > wanted;
	};
}

function finds(pattern: RE2JS, text: string, spent: Matching): boolean {
	spent.work += pattern.programSize() * text.length;
	if (spent.work <= mostMatching) return pattern.matcher(text).find();
	throw new BrokerError('answer-too-large', 'There are too many rows for these filters. Give a simpler pattern.');
}

function compile(pattern: string, spent: Matching): RE2JS {
	if (pattern.length > longestPattern) {
		throw wrongParameter('filter', `The pattern in filter is longer than ${longestPattern} characters.`);
	}
	let compiled: RE2JS;
	try {
		compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
	} catch {
		throw wrongParameter('filter', 'The pattern in filter is not a regular expression of RE2.');
	}
	spent.program += compiled.programSize();
	if (spent.program <= largestProgram) return compiled;
	throw wrongParameter('filter', 'The patterns in filter have too many repetitions.');
}

/**
 * Sorts rows by `asc(<column>)`, `desc(<column>)` or a column. Of several, RAMOSE applies the one
 * last that is first in the alphabet, and so does this.
 */
export function sortRows<R extends Row>(rows: readonly R[], sort: readonly string[], types: ColumnTypes): R[] {
	let sorted = [...rows];
	for (const text of [...sort].sort().reverse()) {
		const [, order = 'asc', column = text] = /^(asc|desc)\(([^()]+)\)$/.exec(text) ?? [];
		if (sorted[0]?.[column] === undefined) continue;
		const comparable = comparableOf(types[column]);
		const keyed = sorted.map((row) => ({ row, key: comparable((row[column] as string).toLowerCase()) }));
		const sign = order === 'desc' ? -1 : 1;
		keyed.sort((one, other) => (one.key < other.key ? -sign : one.key > other.key ? sign : 0));
		sorted = keyed.map(({ row }) => row);
	}
	return sorted;
}

/** What is not known comes first among dates and numbers, and last among durations. */
function comparableOf(type: ColumnTypes[string] | undefined): (text: string) => string | number {
	if (type === 'number') return (text) => (text === '' ? Number.NEGATIVE_INFINITY : Number(text));
	if (type === 'duration') return daysOf;
	if (type === 'date') return (text) => (text === '' ? '' : `${text}-01-01`.slice(0, 10));
	return (text) => text;
}

/** Counts the days of a duration (XSD), at the mean length of years and months. */
function daysOf(text: string): number {
	const [whole, minus, years = 0, months = 0, days = 0] = /^(-?)p(?:(\d+)y)?(?:(\d+)m)?(?:(\d+)d)?$/.exec(text) ?? [];
	if (whole === undefined) return Number.POSITIVE_INFINITY;
	const length = Number(years) * 365.2425 + Number(months) * 30.436875 + Number(days);
	return minus === '-' ? -length : length;
}

/**
 * Makes the function that splits texts of rows: `array("<separator>",<column>)` makes a list of one,
 * `dict("<separator>",<column>,<name>,…)` an object, or a list of them from a list. A column within
 * an object is named with a dot. A text with very many parts stays as it is. Fails with `bad-query` if
 * a name is too long.
 */
export function restructuring(json: readonly string[]): (row: Row) => Readonly<Record<string, unknown>> {
	const steps = json
		.flatMap((text) => [...text.matchAll(operation)])
		.slice(0, rowLimits.repeated)
		.map(([, kind, separator = '', rest = '']) => {
			const [column = '', ...names] = rest.split(',').map((name) => name.trim());
			if (names.some((name) => name.length > longestName)) {
				throw wrongParameter('json', `A name in json is longer than ${longestName} characters.`);
			}
			const change = kind === 'array' ? toArray(separator) : toObject(separator, names);
			return (row: unknown) => changeAt(row, column.split('.'), change);
		});
	return (row) => steps.reduce<unknown>((made, step) => step(made), row) as Readonly<Record<string, unknown>>;
}

const operation = /\b(array|dict)\("([^"]+)",([^)]+)\)/g;

/** Names are repeated in each part. */
const longestName = 60;
/** Of a text of a row: a work has at most 100 authors. */
const mostParts = 1_000;

type Change = (value: unknown) => unknown;

function toArray(separator: string): Change {
	return (value) => {
		if (typeof value !== 'string') return value;
		const parts = value === '' ? [] : value.split(separator, mostParts + 1);
		return parts.length > mostParts ? value : parts;
	};
}

function toObject(separator: string, names: readonly string[]): Change {
	const one = (text: string) => {
		const parts = text.split(separator);
		// The last name gets all that is left.
		const values = [...parts.slice(0, names.length - 1), parts.slice(names.length - 1).join(separator)];
		return text === '' ? {} : Object.fromEntries(names.slice(0, parts.length).map((name, at) => [name, values[at]]));
	};
	return (value) => {
		if (Array.isArray(value)) return value.map((each) => (typeof each === 'string' ? one(each) : each));
		return typeof value === 'string' ? one(value) : value;
	};
}

function changeAt(value: unknown, [key, ...keys]: readonly string[], change: Change): unknown {
	if (key === undefined) return change(value);
	if (Array.isArray(value)) return value.map((each) => changeAt(each, [key, ...keys], change));
	if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return value;
	return { ...value, [key]: changeAt((value as Record<string, unknown>)[key], keys, change) };
}
