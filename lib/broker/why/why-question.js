// The parameters of a question why, over HTTP, on the command line and in OpenAPI: what each may
// be, and their reading. It knows no records.
import { z } from '@hono/zod-openapi';
import { unknownParameter, wrongInput } from '../../errors/wrong-input.js';
import { relationshipQuerySchema } from '../searching/relationship-query.js';

const { scheme } = relationshipQuerySchema.shape;

const identifierText = (name        , example        ) =>
	z
		.string()
		.regex(/\S/, `${name} must name an object: an identifier such as ${example}.`)
		.max(4_096, `${name} is longer than any identifier: 4,096 characters at most.`);

/** Describes and checks the parameters. */
export const whyQuestionSchema = z.strictObject({
	id: identifierText('id', '10.5281/zenodo.11020').openapi({
		description: 'The one identifier, in any of its forms, or a text that holds exactly one.',
		example: '10.5281/zenodo.11020',
	}),
	scheme: scheme.openapi({ description: 'The scheme of id; detected where it is left out.', example: 'doi' }),
	other: identifierText('other', 'https://github.com/dfm/corner.py').openapi({
		description: 'The other identifier, likewise.',
		example: 'https://github.com/dfm/corner.py',
	}),
	other_scheme: z
		.string()
		.regex(/\S/, 'other_scheme must name a scheme such as url, or be left out.')
		.max(64, 'other_scheme is longer than any scheme: 64 characters at most.')
		.trim()
		.optional()
		.openapi({ description: 'The scheme of other; detected where it is left out.', example: 'url' }),
});

/** Names two identifiers, each by a text and perhaps its scheme. */
                                                             

/** Checks raw parameters; fails with `bad-query` naming each that is wrong. */
export function readWhyQuestion(parameters                                  )              {
	const result = whyQuestionSchema.safeParse(parameters);
	if (result.success) return result.data;
	const known = Object.keys(whyQuestionSchema.shape);
	const problems = result.error.issues.flatMap((issue) => {
		if (issue.code === 'unrecognized_keys') {
			return issue.keys.map((field) => unknownParameter(field, known));
		}
		const field = String(issue.path[0] ?? '');
		return [{ field, message: issue.code === 'invalid_type' ? `${field} is required.` : issue.message }];
	});
	throw wrongInput('bad-query', problems);
}
