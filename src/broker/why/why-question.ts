// The parameters of a question why two identifiers belong together: what each may be.
import { z } from 'zod';
import { identifierParameter, idParameter, schemeOf, schemeParameter } from '../searching/parameters.ts';

/** Describes and checks the parameters. */
export const whyQuestionSchema = z.strictObject({
	id: idParameter.meta({
		description: 'The one identifier, in any of its forms, or a text that holds exactly one.',
		example: '10.5281/zenodo.11020',
	}),
	scheme: schemeParameter.meta({ description: 'The scheme of id; detected where it is left out.', example: 'doi' }),
	other: identifierParameter('other', 'https://github.com/dfm/corner.py').meta({
		description: 'The other identifier, likewise.',
		example: 'https://github.com/dfm/corner.py',
	}),
	other_scheme: schemeOf('other_scheme', 'url').meta({
		description: 'The scheme of other; detected where it is left out.',
		example: 'url',
	}),
});

/** Names two identifiers, each by a text and perhaps its scheme. */
export type WhyQuestion = z.output<typeof whyQuestionSchema>;
