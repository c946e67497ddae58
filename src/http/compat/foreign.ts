// What answers in the form of another service have in common: parameters are read with leniency, and
// an answer names the same question in the interface of this broker.
import { z } from '@hono/zod-openapi';
import { deepestPagedItem, largestPageSize } from '../../broker/searching/relationship-query.ts';
import { wrongParameter } from '../../errors/wrong-input.ts';
import { type ErrorCode, hasCode } from '../../errors.ts';
import { relationTypeName } from '../../links/relation.ts';
import type { Answer } from '../answers/answer.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import type { Parameters } from '../answers/query-parameters.ts';
import type { HttpContext } from '../server/http-context.ts';

/** What the routes have in common. */
export const foreignRoute = {
	access: 'anyone',
	needs: 'index',
	shared: true,
	// Some clients write a slash before the question mark.
	endsInSlash: true,
	tag: 'compatibility',
	showProblem: shownAsJson,
	problemsShownAs: jsonMediaType,
} as const;

const defaultPageSize = 10;

/** The parameters of pages, and how many results a page has without any. */
const usualPaging = { page: 'page', size: 'size', results: defaultPageSize };

/** Describes the number of results on a page. */
export const foreignSize = z
	.int()
	.min(1)
	.optional()
	.openapi({
		description: `By default ${defaultPageSize}. More than ${largestPageSize} counts as ${largestPageSize}.`,
	});

/** Reads the number of results on a page; GET /relationships refuses a wrong one. */
export function pageSizeOf(parameters: ForeignParameters, names = usualPaging): string {
	const size = parameters.first(names.size) ?? String(names.results);
	return Number(size) > largestPageSize ? String(largestPageSize) : size;
}

/** A page as asked for: its number from 0, and its parameters of GET /relationships. */
export type ForeignPage = { number: number; isBeyond: boolean; asParameters: { size: string; page: string } };

/**
 * Reads which page is asked for; pages are counted from `first`. For one beyond those that GET
 * /relationships has, the first one is asked for: its total is all that is needed.
 */
export function readForeignPage(parameters: ForeignParameters, first: 0 | 1, names = usualPaging): ForeignPage {
	const given = parameters.first(names.page) ?? String(first);
	const number = Number(given) - first;
	if (!/^\d{1,16}$/.test(given) || number < 0) {
		throw wrongParameter(names.page, `${names.page} must be a whole number from ${first}.`);
	}
	const size = pageSizeOf(parameters, names);
	const isBeyond = (number + 1) * Number(size) > deepestPagedItem;
	return { number, isBeyond, asParameters: { size, page: isBeyond ? '1' : String(number + 1) } };
}

/** Returns what a page has: nothing after the last item. Fails with `bad-query` if it is too deep. */
export function itemsOnPage<Item>(
	{ items, total }: { items: readonly Item[]; total: number },
	{ number, isBeyond, asParameters }: ForeignPage,
): readonly Item[] {
	if (!isBeyond) return items;
	if (number * Number(asParameters.size) >= total) return [];
	const message = `Pages reach the first ${deepestPagedItem} links. For more, follow the cursor of GET /relationships.`;
	throw wrongParameter('page', message);
}

/** The parameters of a foreign client; those that are empty count as omitted. */
export type ForeignParameters = {
	first(name: string): string | undefined;
	/** All values of a parameter that may be repeated, or whose values commas separate. */
	all(name: string): string[];
	pick(names: readonly string[]): Parameters;
	/** Writes all of them, some replaced, as the query of an address. */
	with(replaced: Readonly<Record<string, string>>): string;
};

/** Reads the query of an address. Unknown parameters, and odd encodings, are no failure. */
export function readForeignParameters(url: string): ForeignParameters {
	const { searchParams } = new URL(url);
	const first = (name: string) => searchParams.getAll(name).find((value) => value.trim() !== '');
	return {
		first,
		all: (name) =>
			[...new Set(searchParams.getAll(name).flatMap((value) => value.split(',')))].filter((one) => one.trim() !== ''),
		pick: (names) =>
			Object.fromEntries(names.flatMap((name) => (first(name) === undefined ? [] : [[name, first(name) as string]]))),
		with(replaced) {
			const written = new URLSearchParams(searchParams);
			for (const [name, value] of Object.entries(replaced)) written.set(name, value);
			return String(written);
		},
	};
}

/** Clients and proxies refuse an answer with longer headers. */
const longestLink = 4_000;

/** Makes the header that names the same question in the interface of this broker, unless it is long. */
export function canonicalLink(address: string, question: Parameters): Answer['headers'] {
	const link = `<${address}?${new URLSearchParams(question)}>; rel="canonical"`;
	return link.length > longestLink ? {} : { Link: link };
}

/** Shows a problem as plain JSON: `status` and `message` are what clients of Invenio read. */
function shownAsJson(_: HttpContext, problem: Answer): Answer {
	return { ...problem, headers: { ...problem.headers, 'Content-Type': jsonMediaType } };
}

/** A work of which nothing is known. */
export const unknownWork = { identifiers: '[]', fields: '"Type":{"Name":"unknown"}', versions: null } as const;

/** Turns the failure of a text that names no work, or one of `further` codes, into an empty result. */
export function unlessNoIdentifier(error: unknown, ...further: readonly ErrorCode[]): undefined {
	const codes = ['not-an-identifier', 'several-identifiers', 'ambiguous-identifier', ...further] as const;
	if (!codes.some((code) => hasCode(error, code))) throw error;
}

/** The most characters of the name of a relation type. */
export const longestRelation = 60;

/** Reads the name of a relation type, in any spelling. Fails with `bad-query` for an unknown one. */
export function readRelationName(field: string, given: string): string {
	const name = relationTypeName(given.replaceAll(/[-_\s]/g, ''));
	if (name !== undefined) return name;
	const message = `${field} is not a relation type: ${given.slice(0, longestRelation)}.`;
	throw wrongParameter(field, message);
}
