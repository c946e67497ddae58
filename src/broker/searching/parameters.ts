// Parameters that several questions share, over HTTP, on the command line and in OpenAPI, and the
// reading of raw ones by a schema. It knows no question.
import { z } from '@hono/zod-openapi';
import { unknownParameter, wrongInput } from '../../errors/wrong-input.ts';
import type { Problem } from '../../errors.ts';
import { objectTypeNames } from '../../links/description.ts';

/** Words what a parameter must be, where it is not: `limit must be a whole number.` */
export function mustBe(words: string) {
	return { error: ({ path }: { path?: PropertyKey[] | undefined }) => `${String(path?.[0])} must be ${words}.` };
}

/** Describes a whole number from `least` to `most`. */
export const wholeNumber = (name: string, least: number, most: number) =>
	z
		.string()
		.regex(/^\d{1,9}$/, `${name} must be a whole number from ${least} to ${most}.`)
		.transform(Number)
		.refine((value) => value >= least && value <= most, `${name} must be a whole number from ${least} to ${most}.`);

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
		context.addIssue('publication_year ends before it begins; exchange the years.');
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
export const idParameter = z
	.string()
	.regex(/\S/, 'id must name an object: an identifier such as 10.5281/zenodo.11020.')
	.max(4_096, 'id is longer than any identifier: 4,096 characters at most.')
	.openapi({
		description: 'The identifier of the object asked about, in any of its forms, or a text that holds exactly one.',
		example: '10.5281/zenodo.11020',
	});

/** Describes the scheme of that identifier. */
export const schemeParameter = z
	.string()
	.regex(/\S/, 'scheme must name a scheme such as doi, or be left out.')
	.max(64, 'scheme is longer than any scheme: 64 characters at most.')
	.trim()
	.optional()
	.openapi({
		description: 'The scheme of id, such as doi, arxiv, ads or url; detected from id where it is left out.',
		example: 'doi',
	});

/** Describes a type of objects. */
export const typeParameter = z.enum(objectTypeNames as ['literature', 'software', 'dataset', 'unknown']).optional();

/** Describes a range of years of publication: `2015--<2018`. */
export const yearParameter = yearRange.optional().openapi({ type: 'string', pattern: rangeOfYears.source });

/** Describes where an earlier answer ended. */
export const cursorParameter = z
	.string()
	.regex(/^[0-9A-Za-z_-]+$/, 'cursor is not one that was handed out; leave it out to begin.')
	.max(8_192, 'cursor is not one that was handed out.')
	.optional();

/** Describes whether an answer is indented. */
export const prettyprintParameter = z.enum(['0', '1']).optional().openapi({ description: '1 indents the answer.' });

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
