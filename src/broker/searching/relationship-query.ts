// The parameters of a search for the relationships of a work.
import { z } from 'zod';
import { wrongInput } from '../../errors/wrong-input.ts';
import { hasCode } from '../../errors.ts';
import { exportFormats } from '../../formats/export-formats.ts';
import { linkLimits } from '../../links/limits.ts';
import { datePattern, readDateEnd, readDateInstant } from '../../links/link-date.ts';
import { searchRelations } from '../../links/relation.ts';
import { queryLengthLimit } from '../../search/query-limits.ts';
import { parseQueryString } from '../../search/query-string.ts';
import { countingParameters, flaggedParameter } from '../counting/counting-parameters.ts';
import {
	bomParameter,
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

/** The most related works that `only` names. */
export const mostOnly = 100;

const longestOnly = mostOnly * linkLimits.idLength;

const onlyText = z.string().max(longestOnly, { error: () => `only is longer than any ${mostOnly} identifiers.` });

const onlyWorks = onlyText.transform((text, context) => {
	const named = new Set(text.split(/[\r\n]+/).flatMap((line) => line.trim() || []));
	const problem =
		named.size === 0
			? 'only must name related works by their identifiers, one per line.'
			: named.size > mostOnly
				? `only names ${named.size} works, but at most ${mostOnly} are selected; omit it and use filters.`
				: undefined;
	if (problem !== undefined) {
		context.addIssue(problem);
		return z.NEVER;
	}
	return [...named];
});

/** Describes and checks the parameters of a search. */
export const relationshipQuerySchema = z.strictObject({
	id: idParameter,
	scheme: schemeParameter,
	relation: z.enum(searchRelations).optional().meta({
		description: 'Only this relation, as seen from the work. All those listed if omitted.',
		example: 'isCitedBy',
	}),
	type: typeParameter.meta({ description: 'Only related works of this type.' }),
	publication_year: yearParameter.meta({
		description:
			'Only related works published in these years, as from--to. Both years are included, unless > ' +
			'(first year) or < (last year) precedes them. Omit a year to leave that end open.',
		example: '2015--<2018',
	}),
	from: moment('from', readDateInstant)
		.optional()
		.meta({ ...dateSchema, description: 'Only links asserted on or after this date.', example: '2016-01-01' }),
	to: moment('to', readDateEnd)
		.optional()
		.meta({
			...dateSchema,
			description: 'Only links asserted on or before this date. A day, month or year is included whole.',
			example: '2016-12-31',
		}),
	group_by: z
		.enum(['identity', 'version'])
		.default('identity')
		.meta({
			description:
				'identity: the relationships of the work itself. version: the relationships of all its versions ' +
				'together; related works are grouped by version too.',
		}),
	via: textParameter('via', 'name a version of the work by one of its identifiers', linkLimits.idLength, 'identifier')
		.trim()
		.optional()
		.meta({
			description:
				'With group_by=version: only relationships of this version of the work. Any identifier of the ' +
				'version, in any form.',
			example: 'doi:10.5281/zenodo.53155',
		}),
	subtype: textParameter('subtype', 'be a relation type, such as IsReviewedBy', 256, 'relation type')
		.trim()
		.optional()
		.meta({
			description:
				'Only relationships to which a provider gave this relation type, as seen from the work. Letter ' +
				'case does not matter.',
			example: 'IsReviewedBy',
		}),
	...countingParameters,
	flagged: flaggedParameter,
	q: z.string().optional().meta({
		maxLength: queryLengthLimit,
		description: 'Free-text query about the related work, such as title:corner AND year:[2016 TO 2018].',
	}),
	sort: z
		.enum(['mostrecent', '-mostrecent', 'published', '-published', 'title', '-title', 'mostcited', '-mostcited'])
		.default('mostrecent')
		.meta({
			description:
				'mostrecent: newest link first. published: latest published related work first. title: by the title of ' +
				'the related work, A to Z. mostcited: most cited related work first, counted at the level of group_by. ' +
				'With - before it: the reverse. Works without a date or title are always last. Only mostrecent sorts more ' +
				'than 100,000 relationships (with OpenSearch: 10,000).',
		}),
	size: wholeNumberOr(defaultPageSize, 'size', 1, largestPageSize).meta({
		description: 'The number of relationships on a page.',
	}),
	page: wholeNumber('page', 1, deepestPagedItem).optional().meta({
		description: 'The page number, from 1. Beyond 10,000 relationships, follow the cursor in rel="next".',
	}),
	cursor: cursorParameter.meta({
		description: 'Continue after an earlier page. Take the value from its rel="next" link.',
	}),
	prettyprint: prettyprintParameter,
	format: z
		.enum(exportFormats)
		.optional()
		.meta({
			description:
				'Return the whole result as a file, regardless of Accept: a table (csv), Scholix links as JSON ' +
				'Lines (jsonl) or as one array (scholix), references to the related works (bibtex, ris, csl; reference: ' +
				'as text, one a line), or metadata.related_identifiers of an InvenioRDM record (inveniordm). Cannot be ' +
				'combined with size, page and cursor.',
		}),
	only: onlyWorks.optional().meta({
		type: 'string',
		maxLength: longestOnly,
		description:
			`With format: only these related works, at most ${mostOnly}, each by one of its identifiers. Give the ` +
			'parameter once for each, or once with one identifier per line. The file has them in this order.',
		example: 'doi:10.1000/182',
	}),
	flags: z
		.enum(['0', '1'])
		.optional()
		.meta({
			description:
				'1: links have their Flags also in the Scholix forms; application/json, jsonl and csv always have them, and ' +
				'application/json then counts them over the whole result, in aggregations.flags.',
		}),
	bom: bomParameter,
});

export type RelationshipQuery = z.output<typeof relationshipQuerySchema>;

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readRelationshipQuery(parameters: Readonly<Record<string, string>>): RelationshipQuery {
	const query = readParametersBy(relationshipQuerySchema, parameters);
	const problems: { field: string; message: string }[] = [];
	if (query.cursor !== undefined && query.page !== undefined) {
		problems.push({ field: 'cursor', message: 'cursor and page cannot be combined; omit page.' });
	}
	if ((query.page ?? 1) * query.size > deepestPagedItem) {
		problems.push({
			field: 'page',
			message: `Pages reach the first ${deepestPagedItem} relationships; for more, follow the rel="next" link.`,
		});
	}
	if (query.via !== undefined && query.group_by !== 'version') {
		problems.push({ field: 'via', message: 'via requires group_by=version.' });
	}
	if (query.from !== undefined && query.to !== undefined && query.from > query.to) {
		problems.push({ field: 'to', message: 'to is before from; swap them.' });
	}
	if (problems.length > 0) throw wrongInput('bad-query', problems);
	return query;
}

/**
 * Checks that a text is a free-text query by itself, so that it cannot end the parentheses around it.
 * Fails with `bad-query-string` for the field.
 */
export function wholeQuery(field: string, text: string): string {
	try {
		parseQueryString(text);
		return text;
	} catch (error) {
		if (!hasCode(error, 'bad-query-string')) throw error;
		throw wrongInput('bad-query-string', [{ field, message: error.message }]);
	}
}
