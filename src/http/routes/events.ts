// Submitting links and following what becomes of them: POST and GET /events, one event, its rerun.
import type { Broker } from '../../broker/broker.ts';
import { eventDocument } from '../../broker/event-document.ts';
import { BrokerError } from '../../errors.ts';
import { linksSchema } from '../../formats/scholix/schema.ts';
import type { LinkEvent } from '../../links/link-event.ts';
import type { Settings } from '../../settings.ts';
import { jsonAnswer, privately } from '../answers/answer.ts';
import { checkContentType, jsonMediaType, scholixMediaType } from '../answers/media-types.ts';
import { readQuery } from '../answers/query-parameters.ts';
import { baseAddress } from '../server/addresses.ts';
import { adminRole, type Sender } from '../server/authentication.ts';
import { readBody } from '../server/request-body.ts';
import { header, jsonResponse } from './describe.ts';
import {
	acceptedSchema,
	allowedValues,
	eventListQuerySchema,
	eventListSchema,
	eventPathSchema,
	eventSchema,
	exampleLinks,
	submissionQuerySchema,
} from './event-schemas.ts';
import type { Route } from './route.ts';

type Needs = {
	broker: Pick<Broker, 'acceptEvent' | 'findEvent' | 'listEvents' | 'rerunEvents'>;
	settings: Pick<Settings, 'eventsRole' | 'maxBodyBytes' | 'maxLinksPerEvent' | 'publicUrl'>;
};

/** Creates the routes of events. */
export function createEventRoutes({ broker, settings }: Needs): Route[] {
	return [submitRoute(broker, settings), listRoute(broker), showRoute(broker), rerunRoute(broker)];
}

function submitRoute(broker: Needs['broker'], settings: Needs['settings']): Route {
	return {
		method: 'post',
		path: '/events',
		access: 'token',
		operation: submitOperation(settings),
		problems: ['bad-request', 'invalid-links'],
		async handle(context, { userId, roles }) {
			checkMaySubmit(roles, settings.eventsRole);
			const { noindex, partial } = readQuery(context.req.url, submissionQuerySchema, allowedValues);
			checkContentType(context.req.header('content-type'));
			const body = await readBody(context, settings.maxBodyBytes);
			// Processing the event becomes part of the trace of its submission.
			const trace = context.get('trace');
			const asked = { noindex: noindex === '1', partial: partial === '1' };
			const submission = { body, ...asked, userId, ...(trace !== undefined && { trace }) };
			const { eventId, refused } = await broker.acceptEvent(submission);
			const location = `${baseAddress(context.req.url, settings.publicUrl)}/events/${eventId}`;
			const leftOut = asked.partial ? { refused_count: refused.count, refused: refused.first } : {};
			const document = { message: 'event accepted', event_id: eventId, ...leftOut };
			const accepted = jsonAnswer(document, 202, { Location: location });
			return { ...accepted, logged: { event_id: eventId } };
		},
	};
}

function submitOperation({ maxBodyBytes, maxLinksPerEvent }: Needs['settings']): Route['operation'] {
	const content = { schema: linksSchema(maxLinksPerEvent), example: exampleLinks };
	return {
		operationId: 'submitEvent',
		summary: 'Submit links',
		description:
			`Submits a batch of Scholix links: 1 to ${maxLinksPerEvent} in at most ${maxBodyBytes} bytes. It is taken whole ` +
			'or refused whole, unless `partial=1` takes the valid links alone; once it is accepted it is stored ' +
			'durably and processed in the background.',
		tags: ['events'],
		request: {
			query: submissionQuerySchema,
			body: { required: true, content: { [scholixMediaType]: content, [jsonMediaType]: content } },
		},
		responses: {
			202: {
				...jsonResponse('The event is stored and will be processed.', acceptedSchema),
				headers: { Location: header('Where the event can be watched.', { type: 'string', format: 'uri' }) },
			},
		},
	};
}

function checkMaySubmit(roles: readonly string[], role: string | null): void {
	if (role === null || roles.includes(role)) return;
	throw new BrokerError(
		'forbidden',
		`Submitting links needs the role ${JSON.stringify(role)}, which this account does not have.`,
	);
}

function listRoute(broker: Needs['broker']): Route {
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

function showRoute(broker: Needs['broker']): Route {
	return {
		method: 'get',
		path: '/events/{event_id}',
		access: 'account',
		operation: {
			operationId: 'showEvent',
			summary: 'Show an event',
			description:
				'Tells what became of a submitted batch. Only who submitted it, and users with the role admin, may see it.',
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

function rerunRoute(broker: Needs['broker']): Route {
	return {
		method: 'post',
		path: '/events/{event_id}/rerun',
		access: 'account',
		operation: {
			operationId: 'rerunEvent',
			summary: 'Process an event again',
			description: 'Makes an event New again. What it brought stays; applying it again adds nothing twice.',
			tags: ['events'],
			request: { params: eventPathSchema },
			responses: { 202: jsonResponse('The event will be processed.', eventSchema) },
		},
		problems: ['not-found', 'conflict'],
		async handle(context, sender) {
			const { eventId } = await findVisibleEvent(broker, sender, context.req.param('event_id'));
			if ((await broker.rerunEvents([eventId])) === 0) {
				throw new BrokerError('conflict', `The event ${eventId} is being processed at the moment.`);
			}
			const event = (await broker.findEvent(eventId)) as LinkEvent;
			return { ...jsonAnswer(eventDocument(event), 202, privately), logged: { event_id: eventId } };
		},
	};
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Finds an event that the sender may see. Fails alike with `not-found` for what is not there and
 * what is not theirs, so that no id is confirmed to strangers.
 */
async function findVisibleEvent(
	broker: Pick<Broker, 'findEvent'>,
	{ userId, roles }: Sender,
	text = '',
): Promise<LinkEvent> {
	const eventId = text.toLowerCase();
	const event = uuid.test(eventId) ? await broker.findEvent(eventId) : undefined;
	if (!event || (event.userId !== userId && !roles.includes(adminRole))) {
		throw new BrokerError('not-found', `There is no event ${JSON.stringify(text)} that this account may see.`);
	}
	return event;
}
