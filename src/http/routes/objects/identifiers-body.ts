// The list of identifiers that some requests bring, and what is told of each of them in any answer;
// knows no route.
import { z } from '@hono/zod-openapi';
import { mostLookedUp, unclearCodes } from '../../../broker/objects/look-up-objects.ts';
import { identifierSchema } from '../../answers/answer-schemas.ts';
import { plainText } from '../../answers/json-body.ts';
import { levelCountsSchema, self } from './object-schemas.ts';

/** A thousand of the longest identifiers, and what JSON adds to them. */
export const mostBytesOfIdentifiers = 2 ** 23;

const inputSchema = z
	.union([plainText, z.strictObject({ ID: plainText, IDScheme: plainText })])
	.openapi('IdentifierToLookUp', { example: '10.5281/zenodo.11020' });

/** Describes a list of identifiers. */
export const identifiersToLookUp = z.array(inputSchema).min(1).max(mostLookedUp);

/**
 * Reads one. They are counted before they are checked: millions of wrong ones would make millions
 * of problems.
 */
export const countedIdentifiers = z
	.array(z.unknown())
	.min(1, 'must hold an identifier')
	.max(mostLookedUp, `holds more than ${mostLookedUp} identifiers; ask in several requests`)
	.pipe(identifiersToLookUp);

/** Describes what an identifier was understood to be, and the counts of what is known. */
export const lookedUpSchema = z
	.strictObject({
		input: inputSchema.openapi({ description: 'As it was given.' }),
		understood_as: identifierSchema.optional().openapi({ description: 'What it was understood to be.' }),
		known: z.boolean(),
		problem: z.string().optional().openapi({ description: 'Why it names no work, or which ones it names.' }),
		problem_code: z
			.enum(unclearCodes)
			.optional()
			.openapi({ description: 'Which problem it is: `not-an-identifier` may be words of a title.' }),
		self: self.optional(),
		counts: levelCountsSchema.optional(),
	})
	.openapi('LookedUp');
