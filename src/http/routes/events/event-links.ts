// The links of one event, page by page: GET /events/{event_id}/links.

import { z } from '@hono/zod-openapi';
import type { Broker } from '../../../broker/broker.ts';
import { linkSchema } from '../../../formats/scholix/schema.ts';
import { jsonAnswer, privately } from '../../answers/answer.ts';
import { readQuery } from '../../answers/query-parameters.ts';
import { jsonResponse } from '../describe.ts';
import { allowedInLists, limitParameter } from '../list-parameters.ts';
import type { Route } from '../route.ts';
import { eventPathSchema } from './event-schemas.ts';
import { findVisibleEvent } from './visible-event.ts';

const querySchema = z.strictObject({
	after: z
		.string()
		.regex(/^\d{1,9}$/)
		.default('0')
		.transform(Number)
		.openapi({
			type: 'string',
			pattern: '^[0-9]{1,9}$',
			description: 'Goes on behind so many links: next of the answer before.',
		}),
	limit: limitParameter(100),
});

const allowedValues = {
	after: 'what next of an earlier answer was',
	limit: allowedInLists.limit,
} as const;

const listSchema = z
	.strictObject({
		links: z.array(linkSchema),
		next: z.string().nullable().openapi({ description: 'What after must be for more; null at the end.' }),
	})
	.openapi('EventLinks');

/** Creates the route. */
export function createEventLinksRoute({ broker }: { broker: Broker }): Route {
	return {
		method: 'get',
		path: '/events/{event_id}/links',
		access: 'account',
		scope: 'read',
		operation: {
			operationId: 'listEventLinks',
			summary: 'List the links of an event',
			description:
				'Lists what a batch holds, in its order, as Scholix link objects in the form that answers have. A record that ' +
				'is not valid any more comes as it was submitted.',
			tags: ['events'],
			request: { params: eventPathSchema, query: querySchema },
			responses: { 200: jsonResponse('The links.', listSchema) },
		},
		problems: ['not-found'],
		async handle(context, sender) {
			const { after, limit } = readQuery(context.req.url, querySchema, allowedValues);
			const event = await findVisibleEvent(broker, sender, context.req.param('event_id'));
			const links = await broker.listEventLinks({ sequence: event.sequence, after, limit });
			const next = after + limit < event.links ? String(after + limit) : null;
			return jsonAnswer({ links, next }, 200, privately);
		},
	};
}
