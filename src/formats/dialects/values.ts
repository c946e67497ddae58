// Reads JSON and YAML values whose shape is not guaranteed.
import { type Fields, isObject as isFields } from '../scholix/record-reading.ts';

export { type Fields, isFields };

const noFields: Fields = Object.freeze({});

/** Answers the value as an object, an empty one where it is none. */
export function fields(value: unknown): Fields {
	return isFields(value) ? value : noFields;
}

/** Answers the objects in an array; of one object, that alone; else none. */
export function objects(value: unknown): Fields[] {
	return list(value).filter(isFields);
}

/** Answers the elements of an array; of one value, that alone; of nothing, none. */
export function list(value: unknown): readonly unknown[] {
	if (Array.isArray(value)) return value;
	return value === undefined || value === null ? [] : [value];
}

/**
 * Answers a text or number as a text without white space around it; undefined where it is empty.
 */
export function text(value: unknown): string | undefined {
	if (typeof value === 'number') return String(value);
	if (typeof value !== 'string') return undefined;
	const trimmed = value.trim();
	return trimmed === '' ? undefined : trimmed;
}

/** Answers the texts in an array, or the one text. */
export function texts(value: unknown): string[] {
	return list(value)
		.map(text)
		.filter((one) => one !== undefined);
}

/** Answers the texts in a value as identifiers of a scheme. */
export function inScheme(scheme: string, value: unknown): { id: string; scheme: string }[] {
	return texts(value).map((id) => ({ id, scheme }));
}

/** Answers the value at the end of a way through objects: `at(work, 'metadata', 'title')`. */
export function at(value: unknown, ...way: readonly string[]): unknown {
	return way.reduce(
		(holder, name) => (isFields(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined),
		value,
	);
}

/** Answers the day on which a span of time begins: `2024-05-01/2024-06-01`. */
export function startOf(span: string): string | undefined {
	return span.split('/')[0];
}

/** Answers the number of a month that is written as one or by its English name: `05`, `May`. */
export function monthOf(text: string): number | undefined {
	const number = /^\d{1,2}$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1;
	return number < 1 || number > 12 ? undefined : number;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Reads a date as databases print it: `2024 May 1`, `2024 May-Jun`; of `2024 Spring` the year. */
export function printedDate(text: string): string | undefined {
	const [, year, name = '', day] =
		/^\s*(\d{4})(?:[\s/-]+([a-z]{3,9}|\d{1,2})\b(?:[\s/-]+(\d{1,2})\b)?)?/i.exec(text) ?? [];
	const month = monthOf(name);
	const parts = month === undefined ? [year] : [year, String(month), day];
	return year === undefined
		? undefined
		: parts.flatMap((part) => (part === undefined ? [] : [part.padStart(2, '0')])).join('-');
}
