// The parameters of a search for works, and of a request for one work.
import { z } from 'zod';
import { BrokerError } from '../../errors.ts';
import { queryLengthLimit } from '../../search/query-limits.ts';
import { countingParameters } from '../counting/counting-parameters.ts';
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

export { mostMembersListed, mostVersionsListed } from '../../ports/search/object-reader.ts';
export { mostFacetValues } from '../../ports/search/search-reader.ts';

const defaultPageSize = 20;
export const largestWorksPage = 1_000;

const sorts = ['relevance', 'mostcited', 'mostrecent', '-relevance', '-mostcited', '-mostrecent'] as const;

/** Describes and checks the parameters of a search for works. */
export const worksQuerySchema = z.strictObject({
	q: z.string().optional().meta({
		maxLength: queryLengthLimit,
		description: 'Free-text query about the work, such as title:corner AND year:[2016 TO 2018].',
		example: 'corner plots',
	}),
	type: typeParameter.meta({ description: 'Only works of this type.' }),
	publication_year: yearParameter.meta({
		description: 'Only works published in these years, in the form of GET /relationships.',
		example: '2015--<2018',
	}),
	group_by: z
		.enum(['identity', 'version'])
		.default('version')
		.meta({
			description:
				'version: all versions of a work are one result, described by the version from which the others ' +
				'come. identity: each version is a result.',
		}),
	sort: z
		.enum(sorts)
		.optional()
		.meta({
			description:
				'relevance (default with q): titles equal to q first, then most words of q in the title, then most ' +
				'citing works. mostcited (default without q): most citing works first. mostrecent: latest published ' +
				'first. A hyphen before the value reverses the order; works without a date are always last.',
		}),
	...countingParameters,
	size: wholeNumberOr(defaultPageSize, 'size', 1, largestWorksPage).meta({
		description: 'The number of works on a page.',
	}),
	cursor: cursorParameter.meta({ description: 'Continue after an earlier page. Take the value from its links.next.' }),
	prettyprint: prettyprintParameter,
});

export type WorksQuery = z.output<typeof worksQuerySchema>;

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readWorksQuery(parameters: Readonly<Record<string, string>>): WorksQuery {
	const query = readParametersBy(worksQuerySchema, parameters);
	if (query.q !== undefined || query.type !== undefined || query.publication_year !== undefined) return query;
	const message = 'Give id for one work, or q, type or publication_year to find works.';
	throw new BrokerError('bad-query', message, { problems: [{ field: 'id', message }] });
}

/** Describes and checks the parameters of a question about one work that is named otherwise. */
export const numberedObjectQuerySchema = z.strictObject({
	facets: z.enum(['0', '1']).optional().meta({
		description: '1 adds facets: counts by type, year, relation type and version for each relation.',
	}),
	...countingParameters,
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
