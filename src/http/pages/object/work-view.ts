// Checks the parameters of a work's page, which the page itself ignores if wrong
// (web/src/address/object-view.ts), so that its reader learns of errors.
import { z } from '@hono/zod-openapi';
import { readParametersBy, wholeNumber } from '../../../broker/searching/parameters.ts';
import { readRelationshipQuery, relationshipQuerySchema } from '../../../broker/searching/relationship-query.ts';
import { shownRelations } from '../../../links/words.ts';
import { readPageParameters } from '../../answers/query-parameters.ts';
import { badgeStyles, boxThemes, listForms, pageSizes, plotAxes, readmeLanguages, shownParts } from './work-choices.ts';

const printedPageSize = '1000';
const flagLists = ['flagged', 'exclude'] as const;
const filters = [
	...(['type', 'publication_year', 'from', 'to', 'q', 'via', 'subtype', 'definition', 'sort'] as const),
	...flagLists,
];
const { type, publication_year, from, to, q, via, subtype, sort, cursor } = relationshipQuerySchema.shape;
const { flagged, definition, exclude } = relationshipQuerySchema.shape;

const year = (name: string) =>
	z
		.string()
		.regex(/^\d{4}$/, `${name} must be a year of four digits.`)
		.optional();

const viewSchema = z.strictObject({
	...{ type, publication_year, from, to, q, via, subtype, sort, cursor, flagged, definition, exclude },
	first_year: year('first_year'),
	last_year: year('last_year'),
	relation: z.enum(['all', ...shownRelations]).optional(),
	group_by: z.enum(['identity', 'version']).default('version'),
	size: z.enum(pageSizes.map(String)).default(String(pageSizes[0])),
	page: wholeNumber('page', 1, 999_999).optional(),
	show: z.enum(shownParts).default(shownParts[0]),
	form: z.enum(listForms).optional(),
	axis: z.enum(plotAxes).optional(),
	style: z.enum(badgeStyles).optional(),
	language: z.enum(readmeLanguages).optional(),
	theme: z.enum(boxThemes).optional(),
});

/**
 * Checks the known parameters of a page (see readPageParameters). Fails with `bad-query`, like the
 * API.
 */
export function checkWorkView({ scheme, id }: { scheme: string; id: string }, url: string): void {
	const given = readPageParameters(url, Object.keys(viewSchema.shape), flagLists);
	const { group_by, show, size, page = 1, first_year = '', last_year = '' } = readParametersBy(viewSchema, given);
	const years = first_year || last_year ? { publication_year: `${first_year}--${last_year}` } : {};
	readRelationshipQuery({
		...{ id, scheme, group_by, ...years },
		...Object.fromEntries(filters.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
		size: show === 'print' ? printedPageSize : size,
		...(given.cursor === undefined ? page > 1 && { page: String(page) } : { cursor: given.cursor }),
	});
}
