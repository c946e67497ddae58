// What operators do with events: GET /events lists them, POST /events/{event_id}/rerun has one processed again; knows nothing of how events are processed.
import { z } from '@hono/zod-openapi';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Broker } from '../../broker/broker.ts';
import { eventDocument } from '../../broker/event-document.ts';
import { BrokerError } from '../../errors.ts';
import { eventStates, type LinkEvent } from '../../links/link-event.ts';
import { jsonAnswer } from '../answers/answer.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import { badQuery, readParameters, refuseOthers } from '../answers/query-parameters.ts';
import { adminRole, type Person, requirePerson } from '../server/operator.ts';
import { eventIdSchema, eventSchema, findVisibleEvent } from './events.ts';
import type { Route } from './route.ts';
import { privately } from './session.ts';

const mostListed = 1_000;

const listQuerySchema = z.strictObject({
	state: z.enum(eventStates).optional().openapi({ description: 'Only events in this state.', example: 'Error' }),
	limit: z
		.string()
		.regex(/^\d{1,4}$/)
		.default('50')
		.transform(Number)
		.refine((limit) => limit >= 1 && limit <= mostListed)
		.openapi({ type: 'integer', minimum: 1, maximum: mostListed, description: 'How many to list.' }),
	before: z
		.string()
		.regex(/^\d{1,15}$/)
		.transform(Number)
		.optional()
		.openapi({ type: 'string', description: 'Goes on with older ones: next of the answer before.' }),
});

/** Completes "… must be". */
const allowed: Readonly<Record<string, string>> = {
	state: `one of ${eventStates.join(', ')}`,
	limit: `a whole number from 1 to ${mostListed}`,
	before: 'what next of an earlier answer was',
};

const listSchema = z
	.strictObject({
		events: z.array(eventSchema),
		next: z.string().nullable().openapi({ description: 'What before must be for older ones; null at the end.' }),
	})
	.openapi('EventList');

type Needs = {
	broker: Pick<Broker, 'findEvent' | 'listEvents' | 'rerunEvents'>;
	accounts: Pick<Accounts, 'authenticate'>;
	sessions: Pick<Sessions, 'find'>;
};

/** Creates the routes. */
export function createEventListRoutes(needs: Needs): Route[] {
	return [listRoute(needs), rerunRoute(needs)];
}

function listRoute(needs: Needs): Route {
	return {
		method: 'get',
		path: '/events',
		operation: listOperation,
		problems: ['bad-query', 'unauthorized', 'unavailable'],
		shared: false,
		limited: true,
		async handle(context) {
			const person = await requirePerson(context, needs);
			const { state, limit, before } = readListQuery(context.req.url);
			const events = await needs.broker.listEvents({
				limit: limit + 1,
				...(state && { state }),
				...(before !== undefined && { before }),
				...ownOnly(person),
			});
			const shown = events.slice(0, limit);
			const next = events.length > limit ? String(shown.at(-1)?.sequence) : null;
			return jsonAnswer({ events: shown.map(eventDocument), next }, 200, privately);
		},
	};
}

function ownOnly({ userId, roles }: Person): { userId?: number } {
	return roles.includes(adminRole) ? {} : { userId };
}

function readListQuery(url: string): z.output<typeof listQuerySchema> {
	const parameters = readParameters(url);
	refuseOthers(parameters, Object.keys(listQuerySchema.shape));
	const query = listQuerySchema.safeParse(parameters);
	if (query.success) return query.data;
	const fields = new Set(query.error.issues.map(({ path }) => String(path[0])));
	throw badQuery([...fields].map((field) => ({ field, message: `${field} must be ${allowed[field]}.` })));
}

function rerunRoute(needs: Needs): Route {
	return {
		method: 'post',
		path: '/events/{event_id}/rerun',
		operation: rerunOperation,
		problems: ['bad-query', 'unauthorized', 'forbidden', 'not-found', 'conflict', 'unavailable'],
		shared: false,
		limited: true,
		async handle(context) {
			const person = await requirePerson(context, needs);
			refuseOthers(readParameters(context.req.url), []);
			const { eventId } = await findVisibleEvent(needs.broker, person, context.req.param('event_id') ?? '');
			if ((await needs.broker.rerunEvents([eventId])) === 0) {
				throw new BrokerError('conflict', `The event ${eventId} is being processed at the moment.`);
			}
			const event = (await needs.broker.findEvent(eventId)) as LinkEvent;
			return { ...jsonAnswer(eventDocument(event), 202, privately), logged: { event_id: eventId } };
		},
	};
}

const listOperation: Route['operation'] = {
	operationId: 'listEvents',
	summary: 'List events',
	description:
		'Lists submitted batches, newest first: those of the account, to users with the role admin those of all.',
	tags: ['events'],
	security: [{ accessToken: [] }, { session: [] }],
	request: { query: listQuerySchema },
	responses: { 200: { description: 'The events.', content: { [jsonMediaType]: { schema: listSchema } } } },
};

const rerunOperation: Route['operation'] = {
	operationId: 'rerunEvent',
	summary: 'Process an event again',
	description: 'Makes an event New again. What it brought stays; applying it again adds nothing twice.',
	tags: ['events'],
	security: [{ accessToken: [] }, { session: [] }],
	request: { params: z.strictObject({ event_id: eventIdSchema }) },
	responses: {
		202: { description: 'The event will be processed.', content: { [jsonMediaType]: { schema: eventSchema } } },
	},
};
