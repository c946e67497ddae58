// Following what becomes of submitted links, and changing it: GET /events, one event, its links, its
// rerun, withdrawal and restoring; and all routes of events together.
import { z } from '@hono/zod-openapi';
import { eventDocument, longestReason, reasonProblem, type ToldEvent } from '../../../broker/event-view.ts';
import { eventListSchema, limitParameter } from '../../../broker/list-questions.ts';
import { mustBe } from '../../../broker/searching/parameters.ts';
import { BrokerError } from '../../../errors.ts';
import { linkSchema } from '../../../formats/scholix/schema.ts';
import { type Answer, privateJson } from '../../answers/answer.ts';
import { count } from '../../answers/answer-schemas.ts';
import { readOptionalJsonBody } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import { adminRole, type Sender, seesAllEvents, takesBackAll } from '../../server/authentication.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { eventPathSchema, eventSchema, eventsSchema } from './event-schemas.ts';
import { createSubmitRoute } from './submit.ts';

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
				description: `Why, in at most ${longestReason} characters; it is kept with the event.`,
				maxLength: longestReason,
				pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
				example: 'The two works only share their title.',
			}),
	})
	.openapi('EventWithdrawal');

const previewSchema = z
	.strictObject({
		relationships: count.openapi({ description: 'Relationships that would be there no more.', example: 12 }),
		identifiers: count.openapi({ description: 'Identifiers that would be known no more.', example: 3 }),
		split_groups: count.openapi({ description: 'How many groups more there would be, at both levels.', example: 1 }),
		works: z
			.array(z.strictObject({ ID: z.string(), IDScheme: z.string() }))
			.openapi({ description: 'The first 100 works that would change, each by one identifier.' }),
	})
	.openapi('EventWithdrawalPreview');

/** Creates the routes of events. */
export function createEventRoutes(needs: AppNeeds): Route[] {
	const { broker } = needs;
	return [
		createSubmitRoute(needs),
		listRoute(broker),
		showRoute(broker),
		linksRoute(broker),
		rerunRoute(broker),
		withdrawRoute(broker),
		previewRoute(broker),
		restoreRoute(broker),
	];
}

const reading = { access: 'account', scope: 'read', tag: 'events' } as const;
const withdrawing = { ...reading, scope: 'withdraw' } as const;

function listRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'GET /events',
		...reading,
		id: 'listEvents',
		summary: 'List events',
		description:
			'Lists submitted batches, newest first: those of the account, to users with the role admin those of all.',
		query: eventListSchema,
		answers: { 200: json('The events.', eventsSchema) },
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

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Finds an event that the sender submitted, or may act on by `ofAll`. Fails alike with `not-found`
 * for what is not there and what is not theirs, so that no id is confirmed to strangers.
 */
async function findVisibleEvent(
	broker: AppNeeds['broker'],
	sender: Sender,
	{ event_id: text }: { event_id: string },
	ofAll: (sender: Sender) => boolean = seesAllEvents,
): Promise<ToldEvent> {
	const eventId = text.toLowerCase();
	const event = uuid.test(eventId) ? await broker.findEvent(eventId) : undefined;
	if (event && (event.userId === sender.userId || ofAll(sender))) return event;
	throw new BrokerError('not-found', `There is no event ${JSON.stringify(text)} that this account may see.`);
}

/** Answers an event as it is after a change, which the log names. */
async function answerEvent(broker: AppNeeds['broker'], eventId: string, status: number): Promise<Answer> {
	const event = (await broker.findEvent(eventId)) as ToldEvent;
	return { ...privateJson(eventDocument(event), status), logged: { event_id: eventId } };
}

function withdrawRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'DELETE /events/{event_id}',
		...withdrawing,
		id: 'withdrawEvent',
		summary: 'Withdraw an event',
		description:
			'Takes back all that a submitted batch said or took back: everything is then as if it had never been ' +
			'submitted. The event stays on record in the state Withdrawn. For who submitted it, and users with the ' +
			'role curator or admin. One that is Withdrawn stays as it is.',
		params: eventPathSchema,
		ownBody: { required: false, content: { 'application/json': { schema: orderSchema } } },
		answers: { 200: json('The event, which is Withdrawn.', eventSchema) },
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
		description: 'Tells what would change if the event were withdrawn now. Nothing is changed.',
		params: eventPathSchema,
		answers: { 200: json('What would change.', previewSchema) },
		problems: ['not-found', 'conflict'],
		async handle({ params, sender }) {
			const { eventId } = await findVisibleEvent(broker, sender, params);
			const { relationships, identifiers, splitGroups, works } = await broker.previewWithdrawal(eventId);
			return privateJson({ relationships, identifiers, split_groups: splitGroups, works });
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
			'Brings an event back that is Withdrawn: it is New again at its old place in the order of acceptance. What ' +
			'somebody else withdrew needs the role curator or admin.',
		params: eventPathSchema,
		answers: { 202: json('The event will be processed.', eventSchema) },
		problems: ['not-found', 'conflict', 'forbidden'],
		async handle({ params, sender }) {
			const { eventId, withdrawn } = await findVisibleEvent(broker, sender, params);
			if (withdrawn !== null && withdrawn.by !== sender.userId && !takesBackAll(sender.roles)) {
				const message = `The event ${eventId} was withdrawn by somebody else; restoring it needs the role curator.`;
				throw new BrokerError('forbidden', message);
			}
			await broker.restoreEvent(sender.by, eventId);
			return answerEvent(broker, eventId, 202);
		},
	});
}
