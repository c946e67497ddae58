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
