// Following what becomes of submitted links: GET /events, one event, its rerun; and all routes of
// events together.
                                                        
import { eventDocument,                } from '../../../broker/event-document.js';
import { BrokerError } from '../../../errors.js';
import { jsonAnswer, privately } from '../../answers/answer.js';
import { readQuery } from '../../answers/query-parameters.js';
import { adminRole } from '../../server/authentication.js';
import { jsonResponse } from '../describe.js';
                                         
import { createEventLinksRoute } from './event-links.js';
import { allowedValues, eventListQuerySchema, eventListSchema, eventPathSchema, eventSchema } from './event-schemas.js';
import { createSubmitRoute,                  } from './submit.js';
import { findVisibleEvent } from './visible-event.js';
import { createWithdrawRoutes } from './withdraw.js';

/** What the routes of events ask of the broker. */
                                 
	       
	               
	             
	              
	                  
	               
	                 
	                
	                     
  

                                                     

/** Creates the routes of events. */
export function createEventRoutes(needs       )          {
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

function listRoute(broker                 )        {
	return {
		method: 'get',
		path: '/events',
		access: 'account',
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

function showRoute(broker                 )        {
	return {
		method: 'get',
		path: '/events/{event_id}',
		access: 'account',
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

function rerunRoute(broker                 )        {
	return {
		method: 'post',
		path: '/events/{event_id}/rerun',
		access: 'account',
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
			const event = (await broker.findEvent(eventId))             ;
			if (again === 0) throw cannotRerun(event);
			return { ...jsonAnswer(eventDocument(event), 202, privately), logged: { event_id: eventId } };
		},
	};
}

function cannotRerun({ eventId, state }           )              {
	const why = state === 'Withdrawn' ? 'is withdrawn; restore it instead' : 'is being processed at the moment';
	return new BrokerError('conflict', `The event ${eventId} ${why}.`);
}
