// The parts that addresses of several pages share: queries, page numbers, years and flags.
import { withoutGroups } from '../../../src/search/flags/flag-groups.ts';
import type { Flag } from '../../../src/search/flags/flags.ts';
import { flagPhrase } from '../../../src/search/flags/left-out.ts';

/** Years from and to, both included; undefined is open. */
export type YearRange = { from: number | undefined; to: number | undefined };

/** Writes the defined parameters as a query with its question mark; '' if there are none. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
	return query.size === 0 ? '' : `?${query}`;
}

/** Reads a parameter that has one of the known values; otherwise undefined. */
export function oneOf<T extends string>(parameters: URLSearchParams, name: string, known: readonly T[]): T | undefined {
	return known.find((value) => value === parameters.get(name));
}

/** Reads the number of a page. */
export function readPageNumber(parameters: URLSearchParams): number {
	return Number(/^[1-9]\d{0,5}$/.exec(parameters.get('page') ?? '')?.[0] ?? 1);
}

/**
 * Writes years as the API reads them: `2015--2018`, `2015--`; undefined if both ends are
 * open.
 */
export function writeYears(years: YearRange | undefined): string | undefined {
	if (years?.from === undefined && years?.to === undefined) return undefined;
	const text = (year: number | undefined) => (year === undefined ? '' : String(year).padStart(4, '0'));
	return `${text(years.from)}--${text(years.to)}`;
}

/**
 * Reads years in all spellings of the API, `2015--<2018` and `>2014--` too; undefined if
 * they are none.
 */
export function readYears(text: string | null): YearRange | undefined {
	const [, after, first, before, last] = /^(>?)(\d{4})?--(<?)(\d{4})?$/.exec(text ?? '') ?? [];
	if (first === undefined && last === undefined) return undefined;
	const from = first === undefined ? undefined : Number(first) + (after ? 1 : 0);
	const to = last === undefined ? undefined : Number(last) - (before ? 1 : 0);
	if (from !== undefined && to !== undefined && from > to) return undefined;
	return { from, to };
}

/** Lists the flags in their order. */
export const flagNames = Object.keys(flagPhrase) as Flag[];

/**
 * Reads flags and groups of them, joined by commas or one by one, as a form sends ticks; undefined if
 * there are none.
 */
export function readFlags(parameters: URLSearchParams, name: string): readonly Flag[] | undefined {
	const given = withoutGroups(parameters.getAll(name).flatMap((text) => text.split(',').map((one) => one.trim())));
	const known = flagNames.filter((flag) => given.includes(flag));
	return known.length > 0 ? known : undefined;
}
