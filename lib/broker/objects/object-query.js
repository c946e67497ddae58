// The parameters of a question about one work, over HTTP and in OpenAPI; knows no index.
import { z } from '@hono/zod-openapi';
import { idParameter, prettyprintParameter, readParametersBy, schemeParameter } from '../searching/parameters.js';

export { mostVersionsListed } from '../../ports/search/object-reader.js';
export { mostFacetValues } from '../../ports/search/search-reader.js';

/** Describes and checks the parameters of a question about one work that is named otherwise. */
export const numberedObjectQuerySchema = z.strictObject({
	facets: z.enum(['0', '1']).optional().openapi({
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

                                                             

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readObjectQuery(parameters                                  )              {
	return readParametersBy(objectQuerySchema, parameters);
}

/** Checks raw parameters beside a number; fails with `bad-query` naming each that is wrong. */
export function readNumberedObjectQuery(
	parameters                                  ,
)                                             {
	return readParametersBy(numberedObjectQuerySchema, parameters);
}
