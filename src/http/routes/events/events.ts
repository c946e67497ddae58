// Submitted events: list, one event, its links, rerun, withdrawal and restoring.
import { z } from '@hono/zod-openapi';
import { type EventView, eventDocument, previewDocument } from '../../../broker/event-view.ts';
import { eventListSchema, limitParameter } from '../../../broker/list-questions.ts';
import { mustBe } from '../../../broker/searching/parameters.ts';
import { BrokerError } from '../../../errors.ts';
import { linkSchema } from '../../../formats/scholix/schema.ts';
import { type Answer, privateJson } from '../../answers/answer.ts';
import { nextSchema, pageOf } from '../../answers/list-page.ts';
import type { AppNeeds } from '../../server/app.ts';
import { adminRole } from '../../server/authentication.ts';
import { disconnectSignal } from '../../server/http-context.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { eventSchema, exampleEventId } from './event-schemas.ts';
import { findVisibleEvent, findVisibleLoad, listedOf, reading, withdrawing } from './visible.ts';
import { checkRestoring, previewSchema, readReason, withReason } from './withdrawal-schemas.ts';

/** Describes the path of an event. */
const eventPathSchema = z.strictObject({
	event_id: z.uuid().openapi({ description: 'The event_id that POST /events returned.', example: exampleEventId }),
});

/** Describes a list of events. */
const eventsSchema = z
	.strictObject({
		events: z.array(eventSchema),
		next: nextSchema,
	})
	.openapi('EventList');

const linksQuerySchema = z.strictObject({
	after: z
		.string()
		.regex(/^\d{1,9}$/, mustBe('the value of next in an earlier answer'))
		.default('0')
		.transform(Number)
		.openapi({
			type: 'string',
			pattern: '^[0-9]{1,9}$',
			description: 'Continue after an earlier page. Take the value from its next.',
		}),
	limit: limitParameter(100),
});

const linksSchema = z
	.strictObject({
		links: z.array(linkSchema),
		next: z.string().nullable().openapi({ description: 'The value of after for the next page. null at the end.' }),
	})
	.openapi('EventLinks');

/** Creates the routes of events. */
export function createEventRoutes({ broker }: Pick<AppNeeds, 'broker'>): Route[] {
	return [
		listRoute(broker),
		showRoute(broker),
		linksRoute(broker),
		rerunRoute(broker),
		withdrawRoute(broker),
		previewRoute(broker),
		restoreRoute(broker),
	];
}

function listRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'GET /events',
		...reading,
		id: 'listEvents',
		summary: 'List events',
		description:
			'Lists the events of the account, newest first. Users with the role admin see the events of all ' +
			'accounts. The events of a load are listed to all who may see the load.',
		query: eventListSchema,
		answers: { 200: json('The events.', eventsSchema) },
		problems: ['not-found'],
		async handle({ query: { state, load, limit, before }, sender }) {
			const asked = {
				...(state && { state }),
				...(before !== undefined && { before }),
				...(load === undefined ? listedOf(sender) : { load: (await findVisibleLoad(broker, sender, load)).sequence }),
			};
			const read = (most: number) => broker.listEvents({ limit: most, ...asked });
			const { shown, next } = await pageOf(read, limit, ({ sequence }) => sequence);
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
			'Returns the state of a submitted batch. Only its submitter and users with the role admin or ' +
			'curator may see it.',
		params: eventPathSchema,
		answers: { 200: json('The event.', eventSchema) },
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
			'Lists the links of a batch in their order, as Scholix link objects. A record that is no longer ' +
			'valid is returned as submitted.',
		params: eventPathSchema,
		query: linksQuerySchema,
		answers: { 200: json('The links.', linksSchema) },
		problems: ['not-found'],
		async handle({ context, params, query: { after, limit }, sender }) {
			const event = await findVisibleEvent(broker, sender, params);
			const asked = { sequence: event.sequence, after, limit };
			const links = await broker.listEventLinks(asked, disconnectSignal(context));
			const end = after + links.length;
			return privateJson({ links, next: links.length > 0 && end < event.links ? String(end) : null });
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
			'Sets the event to New again. Its earlier effects stay, and processing it again adds nothing ' +
			'twice. Only for its submitter and users with the role admin.',
		params: eventPathSchema,
		answers: { 202: json('The event will be processed.', eventSchema) },
		problems: ['not-found', 'conflict'],
		async handle({ params, sender }) {
			const { eventId } = await findVisibleEvent(broker, sender, params, ({ roles }) => roles.includes(adminRole));
			const again = await broker.rerunEvents(sender.by, [eventId]);
			if (again === 0) throw cannotRerun((await broker.findEvent(eventId)) as EventView);
			return answerEvent(broker, eventId, 202);
		},
	});
}

function cannotRerun({ eventId, state }: EventView): BrokerError {
	const why = state === 'Withdrawn' ? 'is withdrawn; restore it instead' : 'is being processed';
	return new BrokerError('conflict', `The event ${eventId} ${why}.`);
}

/** Answers an event after a change, and adds its id to the log. */
async function answerEvent(broker: AppNeeds['broker'], eventId: string, status: number): Promise<Answer> {
	const event = (await broker.findEvent(eventId)) as EventView;
	return { ...privateJson(eventDocument(event), status), logged: { event_id: eventId } };
}

function withdrawRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'DELETE /events/{event_id}',
		...withdrawing,
		id: 'withdrawEvent',
		summary: 'Withdraw an event',
		description:
			'Withdraws all effects of a submitted batch, as if it had never been submitted. The event stays on ' +
			'record in the state Withdrawn. Only for its submitter and users with the role curator or admin. ' +
			'An event that is already Withdrawn does not change.',
		params: eventPathSchema,
		...withReason,
		answers: { 200: json('The Withdrawn event.', eventSchema) },
		problems: ['not-found', 'conflict', 'invalid-body'],
		async handle({ context, params, sender }) {
			const { eventId } = await findVisibleEvent(broker, sender, params);
			const reason = await readReason(context);
			await broker.withdrawEvent(sender.by, { eventId, userId: sender.userId, reason });
			return answerEvent(broker, eventId, 200);
		},
	});
}

function previewRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'GET /events/{event_id}/withdrawal',
		...reading,
		id: 'previewWithdrawal',
		summary: 'Preview a withdrawal',
		description: 'Returns what would change if the event were withdrawn now. Changes nothing.',
		params: eventPathSchema,
		answers: { 200: json('The changes.', previewSchema) },
		problems: ['not-found', 'conflict'],
		async handle({ context, params, sender }) {
			const { eventId } = await findVisibleEvent(broker, sender, params);
			const asked = { userId: sender.userId, signal: disconnectSignal(context) };
			return privateJson(previewDocument(await broker.previewWithdrawal(eventId, asked)));
		},
	});
}

function restoreRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'POST /events/{event_id}/restore',
		...withdrawing,
		id: 'restoreEvent',
		summary: 'Restore an event',
		description:
			'Sets a Withdrawn event to New at its old place in the order of acceptance. Restoring an event ' +
			'that another account withdrew needs the role curator or admin.',
		params: eventPathSchema,
		answers: { 202: json('The event will be processed.', eventSchema) },
		problems: ['not-found', 'conflict', 'forbidden'],
		async handle({ params, sender }) {
			const { eventId, withdrawn } = await findVisibleEvent(broker, sender, params);
			checkRestoring(`event ${eventId}`, withdrawn, sender);
			await broker.restoreEvent(sender.by, eventId);
			return answerEvent(broker, eventId, 202);
		},
	});
}
