// Parameters that several questions share, and the reading of raw ones by a schema. A question is
// described once, by a schema: HTTP checks by it, OpenAPI and the options of the command line are made
// of it.
import { z } from 'zod';
import { unknownParameter, wrongInput } from '../../errors/wrong-input.ts';
import type { Problem } from '../../errors.ts';
import { objectTypeNames } from '../../links/description.ts';
import { linkLimits } from '../../links/limits.ts';

/** Words what a parameter must be, where it is not: `limit must be a whole number.` */
export function mustBe(words: string) {
	return { error: ({ path }: { path?: PropertyKey[] | undefined }) => `${String(path?.[0])} must be ${words}.` };
}

/** Describes a whole number from `least` to `most`. */
export function wholeNumber(name: string, least: number, most: number) {
	const words = `${name} must be a whole number from ${least} to ${most}.`;
	return z
		.string()
		.regex(/^\d{1,9}$/, words)
		.transform(Number)
		.refine((value) => value >= least && value <= most, words)
		.meta({ type: 'integer', minimum: least, maximum: most });
}

/** Describes a whole number that may be left out. */
export function wholeNumberOr(byDefault: number, name: string, least: number, most: number) {
	return wholeNumber(name, least, most).default(byDefault).meta({ default: byDefault });
}

/** Describes the page of a list that is read from its beginning. */
export const pageParameter = wholeNumberOr(1, 'page', 1, 1_000_000).meta({ description: 'The page number, from 1.' });

/** Describes a text with something in it: `via must name a version …`. */
export function textParameter(name: string, mustBe: string, most: number, kind: string) {
	const tooLong = () => `${name} is longer than any ${kind}: at most ${most.toLocaleString('en')} characters.`;
	return z.string().regex(/\S/, `${name} must ${mustBe}.`).max(most, { error: tooLong });
}

const rangeOfYears = /^(?:(>?)([0-9]{4}))?--(?:(<?)([0-9]{4}))?$/;

const yearRange = z.string().transform((text, context) => {
	const match = rangeOfYears.exec(text);
	const [, after, first, before, last] = match ?? [];
	if (!match) {
		context.addIssue(
			'publication_year must be a range such as 2015--2018, 2015--<2018, >2005-- or 2005--2005: ' +
				'years of four digits around two hyphens.',
		);
		return z.NEVER;
	}
	if (first !== undefined && last !== undefined && Number(first) > Number(last)) {
		context.addIssue('publication_year ends before it begins; swap the years.');
		return z.NEVER;
	}
	const from = first === undefined ? null : Number(first) + (after ? 1 : 0);
	const to = last === undefined ? null : Number(last) - (before ? 1 : 0);
	return { from, to };
});

/**
 * Describes the identifier of what is asked about. Blanks stay: one may be a plus sign that was not
 * escaped.
 */
export function identifierParameter(name: string, example: string) {
	return textParameter(name, `be an identifier such as ${example}`, linkLimits.idLength, 'identifier');
}

/** Describes the scheme of an identifier. */
export function schemeOf(name: string, example: string) {
	const words = `name a scheme such as ${example}, or be omitted`;
	return textParameter(name, words, linkLimits.schemeLength, 'scheme').trim().optional();
}

/** Describes the identifier of the one object that is asked about. */
export const idParameter = identifierParameter('id', '10.5281/zenodo.11020').meta({
	description: 'The identifier of the work, in any form, or a text that contains exactly one identifier.',
	example: '10.5281/zenodo.11020',
});

/** Describes the scheme of that identifier. */
export const schemeParameter = schemeOf('scheme', 'doi').meta({
	description: 'The scheme of id, such as doi, arxiv, ads or url. Detected from id if omitted.',
	example: 'doi',
});

/** Describes a type of objects. */
export const typeParameter = z.enum(objectTypeNames as ['literature', 'software', 'dataset', 'unknown']).optional();

/** Describes a range of years of publication: `2015--<2018`. */
export const yearParameter = yearRange.optional().meta({ type: 'string', pattern: rangeOfYears.source });

/** Describes where an earlier answer ended. */
export const cursorParameter = z
	.string()
	.regex(/^[0-9A-Za-z_-]+$/, 'cursor is not valid; omit it to start at the beginning.')
	.max(8_192, 'cursor is not valid.')
	.optional();

/** Describes whether an answer is indented. */
export const prettyprintParameter = z.enum(['0', '1']).optional().meta({ description: '1 indents the JSON.' });

/** Describes whether a CSV begins with a byte order mark. */
export const bomParameter = z
	.enum(['0', '1'])
	.optional()
	.meta({ description: 'A CSV begins with a byte order mark, so that Excel reads it as UTF-8; 0 omits it.' });

/** Checks raw parameters by a schema; fails with `bad-query` naming each that is wrong. */
export function readParametersBy<T extends z.ZodObject>(
	schema: T,
	parameters: Readonly<Record<string, string>>,
): z.output<T> {
	const result = schema.safeParse(parameters, { error: usualWords });
	if (result.success) return result.data;
	const known = Object.keys(schema.shape);
	const problems = new Map<string, Problem>();
	for (const issue of result.error.issues) {
		const found =
			issue.code === 'unrecognized_keys'
				? issue.keys.map((field) => unknownParameter(field, known))
				: [{ field: String(issue.path[0] ?? ''), message: issue.message }];
		for (const problem of found) problems.set(problem.message, problem);
	}
	throw wrongInput('bad-query', [...problems.values()]);
}

/** Words what is wrong where a schema has no words for it. */
function usualWords({ code, path, ...issue }: z.core.$ZodRawIssue): string | undefined {
	const field = String(path?.[0] ?? '');
	if (code === 'invalid_value') return `${field} must be one of ${(issue.values as string[]).join(', ')}.`;
	return code === 'invalid_type' ? `${field} is required.` : undefined;
}
