// Following what becomes of submitted links, and changing it: GET /events, one event, its links, its
// rerun, withdrawal and restoring.
import { z } from '@hono/zod-openapi';
import { type EventView, eventDocument, longestReason, reasonProblem } from '../../../broker/event-view.ts';
import { eventListSchema, limitParameter } from '../../../broker/list-questions.ts';
import { mustBe } from '../../../broker/searching/parameters.ts';
import { BrokerError } from '../../../errors.ts';
import { linkSchema } from '../../../formats/scholix/schema.ts';
import { eventActions, eventStates } from '../../../links/link-event.ts';
import { namesShown } from '../../../links/name-counts.ts';
import { type Answer, privateJson } from '../../answers/answer.ts';
import { count, exampleTime, time } from '../../answers/answer-schemas.ts';
import { readOptionalJsonBody } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import { adminRole, type Sender, seesAllEvents, takesBackAll } from '../../server/authentication.ts';
import { defineRoute, json, type Route } from '../route.ts';

/** Shows the id of an event. */
export const exampleEventId = '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51';

/** Describes the parts of an address that names an event. */
const eventPathSchema = z.strictObject({
	event_id: z.uuid().openapi({ description: 'The event_id of the acceptance.', example: exampleEventId }),
});

const nameCountSchema = z
	.strictObject({ name: z.string().openapi({ example: 'IsAmongTopNSimilarDocuments' }), count: z.int().min(1) })
	.openapi('NameCount');

const laterCount = count.nullable();

/** Describes an event as it is answered; what is not known yet is null. */
export const eventSchema = z
	.strictObject({
		event_id: z.uuid().openapi({ example: exampleEventId }),
		action: z.enum(eventActions).openapi({ example: 'assert' }),
		status: z.enum(eventStates).openapi({ example: 'Done' }),
		indexed: z.boolean().nullable().openapi({
			description:
				'true once all that the event changed can be found, false until then, null where noindex=1 was asked.',
		}),
		submitter: z.string().nullable().openapi({
			description: 'The email of who submitted it; null for the command line.',
			example: 'feeds@example.org',
		}),
		file_name: z.string().nullable().openapi({
			description: 'The file that the command line loaded it from.',
			example: null,
		}),
		source_address: z.string().nullable().openapi({
			description: 'The network address that sent it.',
			example: '192.0.2.7',
		}),
		created: time.openapi({ example: exampleTime }),
		started: time.nullable().openapi({ example: '2026-01-31T12:00:00.010Z' }),
		finished: time.nullable().openapi({ example: '2026-01-31T12:00:00.250Z' }),
		attempts: count.openapi({ description: 'How often it was tried.', example: 1 }),
		next_try: time.nullable().openapi({ description: 'When it is tried again after a failure.', example: null }),
		counts: z.strictObject({
			links: count.openapi({ example: 2 }),
			refused: count.openapi({ description: 'Links that `partial=1` left out.', example: 0 }),
			ignored: laterCount.openapi({ description: 'Links of an object to itself, which say nothing.', example: 0 }),
			containers: laterCount.openapi({
				description: 'ISSNs, and ISBNs beside DOIs: they say in what a work lies, so they do not name it.',
				example: 0,
			}),
			unknown_relations: z
				.array(nameCountSchema)
				.max(namesShown)
				.nullable()
				.openapi({ description: 'Names that are no relation type of DataCite or Scholix, most frequent first.' }),
			new_relationships: laterCount.openapi({ example: 2 }),
			new_identifiers: laterCount.openapi({ example: 3 }),
			merged_groups: laterCount.openapi({ example: 1 }),
			withdrawn: laterCount.openapi({
				description: 'Assertions of earlier events that count no more since this one.',
				example: 0,
			}),
			nothing_to_withdraw: laterCount.openapi({
				description: 'Links of action=withdraw that nobody had said.',
				example: 0,
			}),
			not_yours: laterCount.openapi({
				description: 'Links of action=withdraw that only others had said: nothing of them happened.',
				example: 0,
			}),
			split_groups: laterCount.openapi({
				description: 'How many groups more there are, since what held them together was taken back.',
				example: 0,
			}),
		}),
		error: z.string().nullable().openapi({ description: 'What happened, where it failed.', example: null }),
		withdrawn: z
			.strictObject({
				at: time.openapi({ example: exampleTime }),
				by: z.string().nullable().openapi({ description: 'An email; null for the command line.' }),
				reason: z.string().nullable(),
			})
			.nullable()
			.openapi({ description: 'When, by whom and why it was withdrawn; null unless it is.', example: null }),
	})
	.openapi('Event');

/** Describes a list of events. */
const eventsSchema = z
	.strictObject({
		events: z.array(eventSchema),
		next: z.string().nullable().openapi({ description: 'What before must be for older ones; null at the end.' }),
	})
	.openapi('EventList');

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
			if (again === 0) throw cannotRerun((await broker.findEvent(eventId)) as EventView);
			return answerEvent(broker, eventId, 202);
		},
	});
}

function cannotRerun({ eventId, state }: EventView): BrokerError {
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
): Promise<EventView> {
	const eventId = text.toLowerCase();
	const event = uuid.test(eventId) ? await broker.findEvent(eventId) : undefined;
	if (event && (event.userId === sender.userId || ofAll(sender))) return event;
	throw new BrokerError('not-found', `There is no event ${JSON.stringify(text)} that this account may see.`);
}

/** Answers an event as it is after a change, which the log names. */
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
