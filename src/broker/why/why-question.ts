// The parameters of a question why two identifiers belong together.
import { z } from 'zod';
import { flags } from '../../search/flags/flags.ts';
import { identifierParameter, idParameter, schemeOf, schemeParameter } from '../searching/parameters.ts';

/** Describes and checks the parameters. */
export const whyQuestionSchema = z.strictObject({
	id: idParameter.meta({
		description: 'The first identifier, in any form, or a text that contains exactly one identifier.',
		example: '10.5281/zenodo.11020',
	}),
	scheme: schemeParameter.meta({ description: 'The scheme of id. Detected if omitted.', example: 'doi' }),
	other: identifierParameter('other', 'https://github.com/dfm/corner.py').meta({
		description: 'The second identifier, in the same forms.',
		example: 'https://github.com/dfm/corner.py',
	}),
	other_scheme: schemeOf('other_scheme', 'url').meta({
		description: 'The scheme of other. Detected if omitted.',
		example: 'url',
	}),
	flag: z.enum(flags).optional().meta({
		description: 'Also explain whether the link between the works has this flag. See GET /definitions.',
		example: 'author-self',
	}),
});

/** Names two identifiers, each by a text and perhaps its scheme. */
export type WhyQuestion = z.output<typeof whyQuestionSchema>;
