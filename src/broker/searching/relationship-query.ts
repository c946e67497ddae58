// The parameters of a search for the relationships of a work: what each may be, and their reading.
import { z } from 'zod';
import { wrongInput } from '../../errors/wrong-input.ts';
import { exportFormats } from '../../formats/export-formats.ts';
import { datePattern, readDateEnd, readDateInstant } from '../../links/link-date.ts';
import { searchRelations } from '../../links/relation.ts';
import { queryLengthLimit } from '../../search/query-limits.ts';
import {
	cursorParameter,
	idParameter,
	prettyprintParameter,
	readParametersBy,
	schemeParameter,
	textParameter,
	typeParameter,
	wholeNumber,
	wholeNumberOr,
	yearParameter,
} from './parameters.ts';

export { mostFacetValues, mostViaOfItem } from '../../ports/search/search-reader.ts';

const defaultPageSize = 100;
export const largestPageSize = 1_000;
/** Pages reach so many items deep; beyond, a cursor goes on. */
export const deepestPagedItem = 10_000;

/** Bounds a date as a pattern can: any month may have the days of the longest one. */
const dateSchema = { type: 'string', pattern: `^(?:${datePattern})$` } as const;

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

/** Describes and checks the parameters of a search. */
export const relationshipQuerySchema = z.strictObject({
	id: idParameter,
	scheme: schemeParameter,
	relation: z.enum(searchRelations).optional().meta({
		description: 'Keeps only this relation of the object to others; all five where it is left out.',
		example: 'isCitedBy',
	}),
	type: typeParameter.meta({ description: 'Keeps only related objects of this type.' }),
	publication_year: yearParameter.meta({
		description:
			'Keeps only related objects published in these years: from--to, both ends included unless written with > ' +
			'(lower) or < (upper); an open end is left empty.',
		example: '2015--<2018',
	}),
	from: moment('from', readDateInstant)
		.optional()
		.meta({ ...dateSchema, description: 'Keeps links asserted at this date or later.', example: '2016-01-01' }),
	to: moment('to', readDateEnd)
		.optional()
		.meta({
			...dateSchema,
			description: 'Keeps links asserted up to this date; a day, month or year reaches to its end.',
			example: '2016-12-31',
		}),
	group_by: z.enum(['identity', 'version']).default('identity').meta({
		description:
			'identity: relationships of the work itself; version: of all its versions together, to works over all theirs.',
	}),
	via: textParameter('via', 'name a version of the object: one of its identifiers', 4_096, 'identifier')
		.trim()
		.optional()
		.meta({
			description:
				'With group_by=version: keeps only what this version of the object is linked to; ' +
				'one of its identifiers in any form.',
			example: 'doi:10.5281/zenodo.53155',
		}),
	subtype: textParameter(
		'subtype',
		'be a relation as providers word it, such as IsReviewedBy',
		256,
		'word for a relation',
	)
		.trim()
		.optional()
		.meta({
			description:
				'Keeps only relationships that some provider worded so, in any letter case, ' +
				'as it reads from the object asked about.',
			example: 'IsReviewedBy',
		}),
	q: z.string().optional().meta({
		maxLength: queryLengthLimit,
		description: 'Free text or query string about the related object, such as title:corner AND year:[2016 TO 2018].',
	}),
	sort: z
		.enum(['mostrecent', '-mostrecent'])
		.default('mostrecent')
		.meta({ description: 'mostrecent: newest link first; -mostrecent: oldest first.' }),
	size: wholeNumberOr(defaultPageSize, 'size', 1, largestPageSize).meta({
		description: 'How many relationships a page holds.',
	}),
	page: wholeNumber('page', 1, deepestPagedItem).optional().meta({
		description: 'Which page, from 1; for what lies deeper than 10,000 items follow the cursor of rel="next".',
	}),
	cursor: cursorParameter.meta({
		description: 'Goes on where an earlier answer ended; taken from its rel="next" link.',
	}),
	prettyprint: prettyprintParameter,
	format: z
		.enum(exportFormats)
		.optional()
		.meta({
			description:
				'Answers the whole result as a file, whatever Accept says: a table (csv), Scholix links one a line (jsonl) ' +
				'or in one array (scholix), ' +
				'the related works as references (bibtex, ris), or as metadata.related_identifiers of an InvenioRDM record ' +
				'(inveniordm). Without size, page and cursor.',
		}),
});

export type RelationshipQuery = z.output<typeof relationshipQuerySchema>;

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readRelationshipQuery(parameters: Readonly<Record<string, string>>): RelationshipQuery {
	const query = readParametersBy(relationshipQuerySchema, parameters);
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
	if (problems.length > 0) throw wrongInput('bad-query', problems);
	return query;
}
