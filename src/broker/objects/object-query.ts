// The parameters of a question about one work: what each may be, and their reading.
import { z } from 'zod';
import { idParameter, prettyprintParameter, readParametersBy, schemeParameter } from '../searching/parameters.ts';

export { mostVersionsListed } from '../../ports/search/object-reader.ts';
export { mostFacetValues } from '../../ports/search/search-reader.ts';

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

/** Checks raw parameters beside a number; fails with `bad-query` naming each that is wrong. */
export function readNumberedObjectQuery(
	parameters: Readonly<Record<string, string>>,
): z.output<typeof numberedObjectQuerySchema> {
	return readParametersBy(numberedObjectQuerySchema, parameters);
}
