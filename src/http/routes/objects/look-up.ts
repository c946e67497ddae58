// Many identifiers at once: POST /objects/lookup; knows nothing of how they are found.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../../broker/broker.ts';
import { mostLookedUp } from '../../../broker/objects/look-up-objects.ts';
import { describeLookUp, lookUpHeader, lookUpRow } from '../../../formats/scholix/writing/describe-lookup.ts';
import type { Settings } from '../../../settings.ts';
import type { Route } from '../route.ts';
import { countedIdentifiers, identifiersToLookUp, lookedUpSchema } from './identifiers-body.ts';
import { createTableRoute } from './table-route.ts';

type Needs = { broker: Broker; settings: Pick<Settings, 'publicUrl'> };

/** Creates the route that looks identifiers up. */
export function createLookUpRoute({ broker, settings }: Needs): Route {
	return createTableRoute(settings, {
		path: '/objects/lookup',
		question: { read: countedIdentifiers, described: identifiersToLookUp },
		async answer(inputs, { base }) {
			const results = await broker.lookUpObjects(inputs);
			return {
				document: () => ({ results: results.map((one) => describeLookUp(one, base)) }),
				lines: () => lookUpHeader + results.map((one) => lookUpRow(one, base)).join(''),
			};
		},
		operation: {
			operationId: 'lookUpObjects',
			summary: 'Look many identifiers up',
			description:
				`Answers for up to ${mostLookedUp} identifiers, in their order, what each was understood to be, ` +
				'whether it is known, and how many works each relation leads to. What names no work, or several, has a ' +
				'problem and fails no other.',
		},
		response: {
			description: 'What was found of each.',
			schema: z.strictObject({ results: z.array(lookedUpSchema) }),
		},
	});
}
