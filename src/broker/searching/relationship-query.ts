// The parameters of a search, over HTTP, on the command line and in OpenAPI: what each may be, and
// their reading. It knows no index.
import { z } from '@hono/zod-openapi';
import { BrokerError } from '../../errors.ts';
import { exportFormats } from '../../formats/write-exports.ts';
import { objectTypeNames } from '../../links/description.ts';
import { readDateEnd, readDateInstant } from '../../links/link-date.ts';
import { searchRelations } from '../../links/relation.ts';

export { mostFacetValues, mostViaOfItem } from '../../ports/search/search-reader.ts';

const defaultPageSize = 100;
export const largestPageSize = 1_000;
/** Pages reach so many items deep; beyond, a cursor goes on. */
export const deepestPagedItem = 10_000;

const wholeNumber = (name: string, least: number, most: number) =>
	z
		.string()
		.regex(/^\d{1,9}$/, `${name} must be a whole number from ${least} to ${most}.`)
		.transform(Number)
		.refine((value) => value >= least && value <= most, `${name} must be a whole number from ${least} to ${most}.`);

const yearRange = z.string().transform((text, context) => {
	const match = /^(>?)(\d{4})?--(<?)(\d{4})?$/.exec(text);
	const [, after, first, before, last] = match ?? [];
	if (!match || (after && !first) || (before && !last)) {
		context.addIssue(
			'publication_year must be a range such as 2015--2018, 2015--<2018, >2005-- or 2005--2005: years of four digits around two hyphens.',
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

const moment = (name: string, read: (text: string) => number | undefined) =>
	z.string().transform((text, context) => {
		// A plus sign that was not escaped arrives as a space.
		const instant = read(text.replace(/ (?=\d\d:?\d\d$)/, '+'));
		if (instant === undefined) {
			context.addIssue(
				`${name} must be a real date: YYYY, YYYY-MM, YYYY-MM-DD or YYYY-MM-DDThh:mm:ss, with or without a zone.`,
			);
			return z.NEVER;
		}
		return instant;
	});

/**
 * Describes and checks the parameters of a search, over HTTP, on the command line and in OpenAPI.
 */
export const relationshipQuerySchema = z.strictObject({
	// Blanks stay: one may be a plus sign that was not escaped.
	id: z
		.string()
		.regex(/\S/, 'id must name an object: an identifier such as 10.5281/zenodo.11020.')
		.max(4_096, 'id is longer than any identifier: 4,096 characters at most.')
		.openapi({
			description: 'The identifier of the object asked about, in any of its forms, or a text that holds exactly one.',
			example: '10.5281/zenodo.11020',
		}),
	scheme: z
		.string()
		.trim()
		.min(1, 'scheme must name a scheme such as doi, or be left out.')
		.max(64, 'scheme is longer than any scheme: 64 characters at most.')
		.optional()
		.openapi({
			description: 'The scheme of id, such as doi, arxiv, ads or url; detected from id where it is left out.',
			example: 'doi',
		}),
	relation: z.enum(searchRelations).optional().openapi({
		description: 'Keeps only this relation of the object to others; all five where it is left out.',
		example: 'isCitedBy',
	}),
	type: z
		.enum(objectTypeNames as ['literature', 'software', 'dataset', 'unknown'])
		.optional()
		.openapi({ description: 'Keeps only related objects of this type.' }),
	publication_year: yearRange.optional().openapi({
		type: 'string',
		description:
			'Keeps only related objects published in these years: from--to, both ends included unless written with > (lower) or < (upper); an open end is left empty.',
		example: '2015--<2018',
	}),
	from: moment('from', readDateInstant)
		.optional()
		.openapi({ type: 'string', description: 'Keeps links asserted at this date or later.', example: '2016-01-01' }),
	to: moment('to', readDateEnd).optional().openapi({
		type: 'string',
		description: 'Keeps links asserted up to this date; a day, month or year reaches to its end.',
		example: '2016-12-31',
	}),
	group_by: z.enum(['identity', 'version']).default('identity').openapi({
		description:
			'identity: relationships of the work itself; version: of all its versions together, to works over all theirs.',
	}),
	via: z
		.string()
		.trim()
		.min(1, 'via must name a version of the object: one of its identifiers.')
		.max(4_096, 'via is longer than any identifier: 4,096 characters at most.')
		.optional()
		.openapi({
			description:
				'With group_by=version: keeps only what this version of the object is linked to; ' +
				'one of its identifiers in any form.',
			example: 'doi:10.5281/zenodo.53155',
		}),
	subtype: z
		.string()
		.trim()
		.min(1, 'subtype must be a relation as providers word it, such as IsReviewedBy.')
		.max(256, 'subtype is longer than any word for a relation: 256 characters at most.')
		.optional()
		.openapi({
			description:
				'Keeps only relationships that some provider worded so, in any letter case, ' +
				'as it reads from the object asked about.',
			example: 'IsReviewedBy',
		}),
	q: z.string().optional().openapi({
		description: 'Free text or query string about the related object, such as title:corner AND year:[2016 TO 2018].',
	}),
	sort: z
		.enum(['mostrecent', '-mostrecent'])
		.default('mostrecent')
		.openapi({ description: 'mostrecent: newest link first; -mostrecent: oldest first.' }),
	size: wholeNumber('size', 1, largestPageSize).default(defaultPageSize).openapi({
		type: 'integer',
		minimum: 1,
		maximum: largestPageSize,
		default: defaultPageSize,
		description: 'How many relationships a page holds.',
	}),
	page: wholeNumber('page', 1, deepestPagedItem).optional().openapi({
		type: 'integer',
		minimum: 1,
		description: 'Which page, from 1; for what lies deeper than 10,000 items follow the cursor of rel="next".',
	}),
	cursor: z
		.string()
		.min(1, 'cursor is empty; leave it out to begin.')
		.max(8_192, 'cursor is not one that was handed out.')
		.optional()
		.openapi({
			description: 'Goes on where an earlier answer ended; taken from its rel="next" link.',
		}),
	prettyprint: z.enum(['0', '1']).optional().openapi({ description: '1 indents the answer.' }),
	format: z
		.enum(exportFormats)
		.optional()
		.openapi({
			description:
				'Answers the whole result as a file, whatever Accept says: a table (csv), Scholix links one a line (jsonl) or in one array (scholix), ' +
				'or the related works as references (bibtex, ris). Without size, page and cursor.',
		}),
});

export type RelationshipQuery = z.output<typeof relationshipQuerySchema>;

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readRelationshipQuery(parameters: Readonly<Record<string, string>>): RelationshipQuery {
	const result = relationshipQuerySchema.safeParse(parameters);
	if (!result.success) throw badQuery(result.error);
	const query = result.data;
	const problems: { field: string; message: string }[] = [];
	if (query.cursor !== undefined && query.page !== undefined) {
		problems.push({ field: 'cursor', message: 'cursor and page cannot be given together; leave page out.' });
	}
	if ((query.page ?? 1) * query.size > deepestPagedItem) {
		problems.push({
			field: 'page',
			message: `Pages reach ${deepestPagedItem} items deep; for more, follow the cursor of the rel="next" link.`,
		});
	}
	if (query.via !== undefined && query.group_by !== 'version') {
		problems.push({ field: 'via', message: 'via names a version: add group_by=version.' });
	}
	if (query.from !== undefined && query.to !== undefined && query.from > query.to) {
		problems.push({ field: 'to', message: 'to lies before from; exchange them.' });
	}
	if (problems.length > 0)
		throw new BrokerError('bad-query', problems.map(({ message }) => message).join(' '), { problems });
	return query;
}

function badQuery(error: z.ZodError): BrokerError {
	const known = Object.keys(relationshipQuerySchema.shape).join(', ');
	const problems = error.issues.flatMap((issue) => {
		if (issue.code === 'unrecognized_keys') {
			return issue.keys.map((field) => ({
				field,
				message: `There is no parameter ${JSON.stringify(field)}; known are ${known}.`,
			}));
		}
		const field = String(issue.path[0] ?? '');
		if (issue.code === 'invalid_value') {
			return [{ field, message: `${field} must be one of ${issue.values.join(', ')}.` }];
		}
		const missing = issue.code === 'invalid_type' && issue.path.length === 1;
		return [{ field, message: missing ? `${field} is required.` : issue.message }];
	});
	return new BrokerError('bad-query', problems.map(({ message }) => message).join(' '), { problems });
}
