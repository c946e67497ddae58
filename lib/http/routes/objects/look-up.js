// Many identifiers at once: POST /objects/lookup; knows nothing of how they are found.
import { z } from '@hono/zod-openapi';
                                                        
import { mostLookedUp } from '../../../broker/objects/look-up-objects.js';
import { describeLookUp, lookUpHeader, lookUpRow } from '../../../formats/scholix/writing/describe-lookup.js';
                                                     
import { jsonAnswer } from '../../answers/answer.js';
import { identifierSchema } from '../../answers/answer-schemas.js';
import { exportForms } from '../../answers/export-formats.js';
import { plainText, readJsonBody } from '../../answers/json-body.js';
import { chooseOffered, jsonMediaType } from '../../answers/media-types.js';
import { readParameters, refuseOthers } from '../../answers/query-parameters.js';
import { baseAddress } from '../../server/addresses.js';
import { jsonBody } from '../describe.js';
                                         
import { levelCountsSchema, self } from './object-schemas.js';

const csvMediaType = 'text/csv';
// A thousand of the longest identifiers, and what JSON adds to them.
const mostBytes = 2 ** 23;

const inputSchema = z
	.union([plainText, z.strictObject({ ID: plainText, IDScheme: plainText })])
	.openapi('IdentifierToLookUp', { example: '10.5281/zenodo.11020' });

// Counted before they are checked: millions of wrong ones would make millions of problems.
const countedSchema = z
	.array(z.unknown())
	.min(1, 'must hold an identifier')
	.max(mostLookedUp, `holds more than ${mostLookedUp} identifiers; ask in several requests`);
const inputsSchema = z.array(inputSchema).min(1).max(mostLookedUp);

const resultSchema = z
	.strictObject({
		input: inputSchema.openapi({ description: 'As it was given.' }),
		understood_as: identifierSchema.optional().openapi({ description: 'What it was understood to be.' }),
		known: z.boolean(),
		problem: z.string().optional().openapi({ description: 'Why it names no work, or which ones it names.' }),
		self: self.optional(),
		counts: levelCountsSchema.optional(),
	})
	.openapi('LookedUp');

                                                                                              

/** Creates the route that looks identifiers up. */
export function createLookUpRoute({ broker, settings }       )        {
	return {
		method: 'post',
		path: '/objects/lookup',
		access: 'anyone',
		shared: true,
		operation,
		problems: [
			...(['malformed-json', 'bad-query', 'not-acceptable', 'body-too-large']         ),
			...(['unsupported-media-type', 'invalid-body', 'unavailable']         ),
		],
		async handle(context) {
			const { url } = context.req;
			refuseOthers(readParameters(url), []);
			const form = chooseOffered(context.req.header('accept'), [jsonMediaType, csvMediaType]);
			const inputs = await readJsonBody(context, countedSchema.pipe(inputsSchema), mostBytes);
			const results = await broker.lookUpObjects(inputs);
			const base = baseAddress(url, settings.publicUrl);
			const headers = { Vary: 'Accept' };
			if (form === jsonMediaType) {
				return jsonAnswer({ results: results.map((one) => describeLookUp(one, base)) }, 200, headers);
			}
			const body = lookUpHeader + results.map((one) => lookUpRow(one, base)).join('');
			return { status: 200, headers: { 'Content-Type': exportForms.csv.contentType, ...headers }, body };
		},
	};
}

const operation                     = {
	operationId: 'lookUpObjects',
	summary: 'Look many identifiers up',
	description:
		`Answers for up to ${mostLookedUp} identifiers, in their order, what each was understood to be, whether it is ` +
		'known, and how many works each relation leads to. What names no work, or several, has a problem and fails no ' +
		'other.',
	tags: ['objects'],
	request: { body: jsonBody(inputsSchema) },
	responses: {
		200: {
			description: 'What was found of each.',
			content: {
				[jsonMediaType]: { schema: z.strictObject({ results: z.array(resultSchema) }) },
				[csvMediaType]: { schema: { type: 'string' } },
			},
		},
	},
};
