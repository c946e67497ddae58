// The parameters that lists of events and of what belongs to them have in common.
import { z } from '@hono/zod-openapi';
import { mustBe } from '../../broker/searching/parameters.ts';

const mostListed = 1_000;
const wrongLimit = mustBe(`a whole number from 1 to ${mostListed}`);

/** Describes how many to list. */
export function limitParameter(byDefault: number) {
	return z
		.string()
		.regex(/^\d{1,4}$/, wrongLimit)
		.default(String(byDefault))
		.transform(Number)
		.refine((limit) => limit >= 1 && limit <= mostListed, wrongLimit)
		.openapi({ type: 'integer', minimum: 1, maximum: mostListed, description: 'How many to list.' });
}

/** Describes where a list that begins with the newest goes on. */
export const beforeParameter = z
	.string()
	.regex(/^\d{1,15}$/, mustBe('what next of an earlier answer was'))
	.transform(Number)
	.optional()
	.openapi({
		type: 'string',
		pattern: '^[0-9]{1,15}$',
		description: 'Goes on with older ones: next of the answer before.',
	});
