// Following what becomes of submitted links: GET /events, one event, its rerun; and all routes of
// events together.
import type { Broker } from '../../../broker/broker.ts';
import { eventDocument, type ToldEvent } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import { jsonAnswer, privately } from '../../answers/answer.ts';
import { readQuery } from '../../answers/query-parameters.ts';
import { adminRole } from '../../server/authentication.ts';
import { jsonResponse } from '../describe.ts';
import type { Route } from '../route.ts';
import { createEventLinksRoute } from './event-links.ts';
import { allowedValues, eventListQuerySchema, eventListSchema, eventPathSchema, eventSchema } from './event-schemas.ts';
import { createSubmitRoute, type SubmitNeeds } from './submit.ts';
import { findVisibleEvent } from './visible-event.ts';
import { createWithdrawRoutes } from './withdraw.ts';

/** Creates the routes of events. */
export function createEventRoutes(needs: SubmitNeeds): Route[] {
	const { broker } = needs;
	return [
		createSubmitRoute(needs),
		listRoute(broker),
		showRoute(broker),
		createEventLinksRoute(needs),
		rerunRoute(broker),
		...createWithdrawRoutes(needs),
	];
}

function listRoute(broker: Broker): Route {
	return {
		method: 'get',
		path: '/events',
		access: 'account',
		scope: 'read',
		operation: {
			operationId: 'listEvents',
			summary: 'List events',
			description:
				'Lists submitted batches, newest first: those of the account, to users with the role admin those of all.',
			tags: ['events'],
			request: { query: eventListQuerySchema },
			responses: { 200: jsonResponse('The events.', eventListSchema) },
		},
		problems: [],
		async handle(context, { userId, roles }) {
			const { state, limit, before } = readQuery(context.req.url, eventListQuerySchema, allowedValues);
			const events = await broker.listEvents({
				limit: limit + 1,
				...(state && { state }),
				...(before !== undefined && { before }),
				...(!roles.includes(adminRole) && { userId }),
			});
			const shown = events.slice(0, limit);
			const next = events.length > limit ? String(shown.at(-1)?.sequence) : null;
			return jsonAnswer({ events: shown.map(eventDocument), next }, 200, privately);
		},
	};
}

function showRoute(broker: Broker): Route {
	return {
		method: 'get',
		path: '/events/{event_id}',
		access: 'account',
		scope: 'read',
		operation: {
			operationId: 'showEvent',
			summary: 'Show an event',
			description:
				'Tells what became of a submitted batch. Only who submitted it, and users with the role admin or curator, ' +
				'may see it.',
			tags: ['events'],
			request: { params: eventPathSchema },
			responses: { 200: jsonResponse('The event as it is now.', eventSchema) },
		},
		problems: ['not-found'],
		async handle(context, sender) {
			const event = await findVisibleEvent(broker, sender, context.req.param('event_id'));
			return jsonAnswer(eventDocument(event), 200, privately);
		},
	};
}

function rerunRoute(broker: Broker): Route {
	return {
		method: 'post',
		path: '/events/{event_id}/rerun',
		access: 'account',
		scope: 'submit',
		operation: {
			operationId: 'rerunEvent',
			summary: 'Process an event again',
			description:
				'Makes an event New again. What it brought stays; applying it again adds nothing twice. For who submitted it, ' +
				'and users with the role admin.',
			tags: ['events'],
			request: { params: eventPathSchema },
			responses: { 202: jsonResponse('The event will be processed.', eventSchema) },
		},
		problems: ['not-found', 'conflict'],
		async handle(context, sender) {
			const { eventId } = await findVisibleEvent(broker, sender, context.req.param('event_id'), [adminRole]);
			const again = await broker.rerunEvents(sender.by, [eventId]);
			const event = (await broker.findEvent(eventId)) as ToldEvent;
			if (again === 0) throw cannotRerun(event);
			return { ...jsonAnswer(eventDocument(event), 202, privately), logged: { event_id: eventId } };
		},
	};
}

function cannotRerun({ eventId, state }: ToldEvent): BrokerError {
	const why = state === 'Withdrawn' ? 'is withdrawn; restore it instead' : 'is being processed at the moment';
	return new BrokerError('conflict', `The event ${eventId} ${why}.`);
}
