// Submitted events: list, one event, its links, rerun, withdrawal and restoring.
import { z } from '@hono/zod-openapi';
import { type EventView, eventDocument, longestReason, reasonProblem } from '../../../broker/event-view.ts';
import { eventListSchema, limitParameter } from '../../../broker/list-questions.ts';
import { mustBe } from '../../../broker/searching/parameters.ts';
import { BrokerError } from '../../../errors.ts';
import { linkSchema } from '../../../formats/scholix/schema.ts';
import { type Answer, privateJson } from '../../answers/answer.ts';
import { count } from '../../answers/answer-schemas.ts';
import { readOptionalJsonBody } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import { adminRole, withdrawsAll } from '../../server/authentication.ts';
import { disconnectSignal } from '../../server/http-context.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { eventSchema, exampleEventId } from './event-schemas.ts';
import { findVisibleEvent, findVisibleLoad, listedOf } from './visible.ts';

/** Describes the path of an event. */
const eventPathSchema = z.strictObject({
	event_id: z.uuid().openapi({ description: 'The event_id that POST /events returned.', example: exampleEventId }),
});

/** Describes a list of events. */
const eventsSchema = z
	.strictObject({
		events: z.array(eventSchema),
		next: z.string().nullable().openapi({ description: 'The value of before for the next page. null at the end.' }),
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

const orderSchema = z
	.strictObject({
		reason: z
			.string()
			.superRefine((reason, context) => {
				const problem = reasonProblem(reason);
				if (problem !== undefined) context.addIssue(problem);
			})
			.nullish()
			.openapi({
				description: `The reason, in at most ${longestReason} characters. It is stored with the event.`,
				maxLength: longestReason,
				pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
				example: 'The two works only share their title.',
			}),
	})
	.openapi('EventWithdrawal');

const previewSchema = z
	.strictObject({
		relationships: count.openapi({ description: 'Links between identifiers that would be removed.', example: 12 }),
		identifiers: count.openapi({ description: 'Identifiers that would no longer be known.', example: 3 }),
		split_groups: count.openapi({
			description: 'The number of groups that splits would add, at both levels.',
			example: 1,
		}),
		changed_works: count.openapi({ description: 'How many works would change.', example: 1_001 }),
		works: z
			.array(z.strictObject({ ID: z.string(), IDScheme: z.string() }))
			.openapi({ description: 'The first 100 works that would change, each with one identifier.' }),
	})
	.openapi('EventWithdrawalPreview');

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

const reading = { access: 'account', needs: 'records', scope: 'read', tag: 'events' } as const;
const withdrawing = { ...reading, scope: 'withdraw' } as const;

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
			const events = await broker.listEvents({
				limit: limit + 1,
				...(state && { state }),
				...(before !== undefined && { before }),
				...(load === undefined ? listedOf(sender) : { load: (await findVisibleLoad(broker, sender, load)).sequence }),
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
		ownBody: { required: false, content: { 'application/json': { schema: orderSchema } } },
		answers: { 200: json('The Withdrawn event.', eventSchema) },
		problems: ['not-found', 'conflict', 'invalid-body'],
		async handle({ context, params, sender }) {
			const { eventId } = await findVisibleEvent(broker, sender, params);
			const { reason } = (await readOptionalJsonBody(context, orderSchema)) ?? {};
			await broker.withdrawEvent(sender.by, { eventId, userId: sender.userId, reason: reason?.trim() ?? null });
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
			const { relationships, identifiers, splitGroups, changedWorks, works } = await broker.previewWithdrawal(eventId, {
				userId: sender.userId,
				signal: disconnectSignal(context),
			});
			const counts = { relationships, identifiers, split_groups: splitGroups, changed_works: changedWorks };
			return privateJson({ ...counts, works });
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
			if (withdrawn !== null && withdrawn.by !== sender.userId && !withdrawsAll(sender.roles)) {
				const message = `The event ${eventId} was withdrawn by another account; restoring it needs the role curator.`;
				throw new BrokerError('forbidden', message);
			}
			await broker.restoreEvent(sender.by, eventId);
			return answerEvent(broker, eventId, 202);
		},
	});
}
