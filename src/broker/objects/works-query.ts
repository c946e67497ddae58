// The parameters of a search for works and of a question about one: what each may be, and their
// reading.
import { z } from 'zod';
import { BrokerError } from '../../errors.ts';
import { queryLengthLimit } from '../../search/query-limits.ts';
import {
	cursorParameter,
	idParameter,
	prettyprintParameter,
	readParametersBy,
	schemeParameter,
	typeParameter,
	wholeNumberOr,
	yearParameter,
} from '../searching/parameters.ts';

export { mostVersionsListed } from '../../ports/search/object-reader.ts';
export { mostFacetValues } from '../../ports/search/search-reader.ts';

const defaultPageSize = 20;
export const largestWorksPage = 1_000;

const sorts = ['relevance', 'mostcited', 'mostrecent', '-relevance', '-mostcited', '-mostrecent'] as const;

/** Describes and checks the parameters of a search for works. */
export const worksQuerySchema = z.strictObject({
	q: z.string().optional().meta({
		maxLength: queryLengthLimit,
		description: 'Free text or query string about the work itself, such as title:corner AND year:[2016 TO 2018].',
		example: 'corner plots',
	}),
	type: typeParameter.meta({ description: 'Keeps only works of this type.' }),
	publication_year: yearParameter.meta({
		description: 'Keeps only works published in these years, written as for relationships.',
		example: '2015--<2018',
	}),
	group_by: z.enum(['identity', 'version']).default('version').meta({
		description:
			'version: a work with all its versions once, as the one describes it that they come from; identity: each.',
	}),
	sort: z
		.enum(sorts)
		.optional()
		.meta({
			description:
				'relevance (default with q): most words of q in the title first, then the most cited; mostcited (default ' +
				'without): most citing works first; mostrecent: the latest published first, undated ones last. A hyphen before ' +
				'it reverses.',
		}),
	size: wholeNumberOr(defaultPageSize, 'size', 1, largestWorksPage).meta({
		description: 'How many works a page holds.',
	}),
	cursor: cursorParameter.meta({ description: 'Goes on where an earlier answer ended; taken from links.next.' }),
	prettyprint: prettyprintParameter,
});

export type WorksQuery = z.output<typeof worksQuerySchema>;

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readWorksQuery(parameters: Readonly<Record<string, string>>): WorksQuery {
	const query = readParametersBy(worksQuerySchema, parameters);
	if (query.q !== undefined || query.type !== undefined || query.publication_year !== undefined) return query;
	const message = 'Give id, to be told of one work, or q, type or publication_year, to find works.';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'id', message }] });
}

/** Describes and checks the parameters of a question about one work that is named otherwise. */
export const numberedObjectQuerySchema = z.strictObject({
	facets: z.enum(['0', '1']).optional().meta({
		description: '1 counts the relationships of each relation and level by type, year, words and version as well.',
	}),
	prettyprint: prettyprintParameter,
});

/** Describes and checks the parameters of a question about one work. */
export const objectQuerySchema = z.strictObject({
	id: idParameter,
	scheme: schemeParameter,
	...numberedObjectQuerySchema.shape,
});

export type ObjectQuery = z.output<typeof objectQuerySchema>;

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readObjectQuery(parameters: Readonly<Record<string, string>>): ObjectQuery {
	return readParametersBy(objectQuerySchema, parameters);
}
