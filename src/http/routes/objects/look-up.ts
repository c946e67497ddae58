// Many identifiers at once: POST /objects/lookup; knows nothing of how they are found.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../../broker/broker.ts';
import { mostLookedUp } from '../../../broker/objects/look-up-objects.ts';
import { describeLookUp, lookUpHeader, lookUpRow } from '../../../formats/scholix/writing/describe-lookup.ts';
import type { Settings } from '../../../settings.ts';
import { jsonAnswer } from '../../answers/answer.ts';
import { exportForms } from '../../answers/export-formats.ts';
import { readJsonBody } from '../../answers/json-body.ts';
import { chooseOffered, jsonMediaType } from '../../answers/media-types.ts';
import { readParameters, refuseOthers } from '../../answers/query-parameters.ts';
import { baseAddress } from '../../server/addresses.ts';
import { jsonBody } from '../describe.ts';
import type { Route } from '../route.ts';
import { countedIdentifiers, identifiersToLookUp, lookedUpSchema, mostBytesOfIdentifiers } from './identifiers-body.ts';

const csvMediaType = 'text/csv';
type Needs = { broker: Pick<Broker, 'lookUpObjects'>; settings: Pick<Settings, 'publicUrl'> };

/** Creates the route that looks identifiers up. */
export function createLookUpRoute({ broker, settings }: Needs): Route {
	return {
		method: 'post',
		path: '/objects/lookup',
		access: 'anyone',
		shared: true,
		operation,
		problems: [
			...(['malformed-json', 'bad-query', 'not-acceptable', 'body-too-large'] as const),
			...(['unsupported-media-type', 'invalid-body', 'unavailable'] as const),
		],
		async handle(context) {
			const { url } = context.req;
			refuseOthers(readParameters(url), []);
			const form = chooseOffered(context.req.header('accept'), [jsonMediaType, csvMediaType]);
			const inputs = await readJsonBody(context, countedIdentifiers, mostBytesOfIdentifiers);
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

const operation: Route['operation'] = {
	operationId: 'lookUpObjects',
	summary: 'Look many identifiers up',
	description:
		`Answers for up to ${mostLookedUp} identifiers, in their order, what each was understood to be, whether it is ` +
		'known, and how many works each relation leads to. What names no work, or several, has a problem and fails no ' +
		'other.',
	tags: ['objects'],
	request: { body: jsonBody(identifiersToLookUp) },
	responses: {
		200: {
			description: 'What was found of each.',
			content: {
				[jsonMediaType]: { schema: z.strictObject({ results: z.array(lookedUpSchema) }) },
				[csvMediaType]: { schema: { type: 'string' } },
			},
		},
	},
};
