// The parameters that lists of events and of what belongs to them have in common (OpenAPI); knows
// no route.
import { z } from '@hono/zod-openapi';

const mostListed = 1_000;

/** Describes how many to list. */
export function limitParameter(byDefault        ) {
	return z
		.string()
		.regex(/^\d{1,4}$/)
		.default(String(byDefault))
		.transform(Number)
		.refine((limit) => limit >= 1 && limit <= mostListed)
		.openapi({ type: 'integer', minimum: 1, maximum: mostListed, description: 'How many to list.' });
}

/** Describes where a list that begins with the newest goes on. */
export const beforeParameter = z
	.string()
	.regex(/^\d{1,15}$/)
	.transform(Number)
	.optional()
	.openapi({
		type: 'string',
		pattern: '^[0-9]{1,15}$',
		description: 'Goes on with older ones: next of the answer before.',
	});

/** Completes "… must be" for these parameters. */
export const allowedInLists = {
	limit: `a whole number from 1 to ${mostListed}`,
	before: 'what next of an earlier answer was',
}         ;
