// Following what becomes of submitted links: GET /events, one event, its links and its rerun; and all
// routes of events together.
import { z } from '@hono/zod-openapi';
import { eventDocument, type ToldEvent } from '../../../broker/event-view.ts';
import { mustBe } from '../../../broker/searching/parameters.ts';
import { BrokerError } from '../../../errors.ts';
import { linkSchema } from '../../../formats/scholix/schema.ts';
import { privateJson } from '../../answers/answer.ts';
import type { AppNeeds } from '../../server/app.ts';
import { adminRole } from '../../server/authentication.ts';
import { limitParameter } from '../list-parameters.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { eventListQuerySchema, eventListSchema, eventPathSchema, eventSchema } from './event-schemas.ts';
import { createSubmitRoute } from './submit.ts';
import { answerEvent, findVisibleEvent } from './visible-event.ts';
import { createWithdrawRoutes } from './withdraw.ts';

const linksQuerySchema = z.strictObject({
	after: z
		.string()
		.regex(/^\d{1,9}$/, mustBe('what next of an earlier answer was'))
		.default('0')
		.transform(Number)
		.openapi({
			type: 'string',
			pattern: '^[0-9]{1,9}$',
			description: 'Goes on behind so many links: next of the answer before.',
		}),
	limit: limitParameter(100),
});

const linksSchema = z
	.strictObject({
		links: z.array(linkSchema),
		next: z.string().nullable().openapi({ description: 'What after must be for more; null at the end.' }),
	})
	.openapi('EventLinks');

/** Creates the routes of events. */
export function createEventRoutes(needs: AppNeeds): Route[] {
	const { broker } = needs;
	return [
		createSubmitRoute(needs),
		listRoute(broker),
		showRoute(broker),
		linksRoute(broker),
		rerunRoute(broker),
		...createWithdrawRoutes(needs),
	];
}

const reading = { access: 'account', scope: 'read', tag: 'events' } as const;

function listRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'GET /events',
		...reading,
		id: 'listEvents',
		summary: 'List events',
		description:
			'Lists submitted batches, newest first: those of the account, to users with the role admin those of all.',
		query: eventListQuerySchema,
		answers: { 200: json('The events.', eventListSchema) },
		async handle({ query: { state, limit, before }, sender: { userId, roles } }) {
			const events = await broker.listEvents({
				limit: limit + 1,
				...(state && { state }),
				...(before !== undefined && { before }),
				...(!roles.includes(adminRole) && { userId }),
			});
			const shown = events.slice(0, limit);
			const next = events.length > limit ? String(shown.at(-1)?.sequence) : null;
			return privateJson({ events: shown.map(eventDocument), next });
		},
	});
}

function showRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'GET /events/{event_id}',
		...reading,
		id: 'showEvent',
		summary: 'Show an event',
		description:
			'Tells what became of a submitted batch. Only who submitted it, and users with the role admin or curator, ' +
			'may see it.',
		params: eventPathSchema,
		answers: { 200: json('The event as it is now.', eventSchema) },
		problems: ['not-found'],
		async handle({ params, sender }) {
			return privateJson(eventDocument(await findVisibleEvent(broker, sender, params)));
		},
	});
}

function linksRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'GET /events/{event_id}/links',
		...reading,
		id: 'listEventLinks',
		summary: 'List the links of an event',
		description:
			'Lists what a batch holds, in its order, as Scholix link objects in the form that answers have. A record that ' +
			'is not valid any more comes as it was submitted.',
		params: eventPathSchema,
		query: linksQuerySchema,
		answers: { 200: json('The links.', linksSchema) },
		problems: ['not-found'],
		async handle({ params, query: { after, limit }, sender }) {
			const event = await findVisibleEvent(broker, sender, params);
			const links = await broker.listEventLinks({ sequence: event.sequence, after, limit });
			return privateJson({ links, next: after + limit < event.links ? String(after + limit) : null });
		},
	});
}

function rerunRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'POST /events/{event_id}/rerun',
		...{ ...reading, scope: 'submit' },
		id: 'rerunEvent',
		summary: 'Process an event again',
		description:
			'Makes an event New again. What it brought stays; applying it again adds nothing twice. For who submitted it, ' +
			'and users with the role admin.',
		params: eventPathSchema,
		answers: { 202: json('The event will be processed.', eventSchema) },
		problems: ['not-found', 'conflict'],
		async handle({ params, sender }) {
			const { eventId } = await findVisibleEvent(broker, sender, params, ({ roles }) => roles.includes(adminRole));
			const again = await broker.rerunEvents(sender.by, [eventId]);
			if (again === 0) throw cannotRerun((await broker.findEvent(eventId)) as ToldEvent);
			return answerEvent(broker, eventId, 202);
		},
	});
}

function cannotRerun({ eventId, state }: ToldEvent): BrokerError {
	const why = state === 'Withdrawn' ? 'is withdrawn; restore it instead' : 'is being processed at the moment';
	return new BrokerError('conflict', `The event ${eventId} ${why}.`);
}
