// Submitting links and asking what became of them: POST /events and GET /events/{event_id}; knows nothing of how events are processed.
import { z } from '@hono/zod-openapi';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Broker } from '../../broker/broker.ts';
import { eventDocument } from '../../broker/event-document.ts';
import { BrokerError } from '../../errors.ts';
import { linksSchema } from '../../formats/scholix/schema.ts';
import { eventStates, type LinkEvent } from '../../links/link-event.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, jsonAnswer } from '../answers/answer.ts';
import { checkContentType, jsonMediaType, scholixMediaType } from '../answers/media-types.ts';
import { badQuery, readParameters, refuseOthers } from '../answers/query-parameters.ts';
import { baseAddress } from '../server/addresses.ts';
import { requireSender } from '../server/authentication.ts';
import type { HttpContext } from '../server/http-context.ts';
import { adminRole, type Person, requirePerson } from '../server/operator.ts';
import { readBody } from '../server/request-body.ts';
import type { Route } from './route.ts';

const exampleEventId = '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51';

/** Names an event in an address. */
export const eventIdSchema = z
	.uuid()
	.openapi({ description: 'The event_id of the acceptance.', example: exampleEventId });

const submissionQuerySchema = z.strictObject({
	noindex: z.enum(['0', '1']).default('0').openapi({
		description: '1 stores and groups the links but leaves them out of the search index until a reindex.',
	}),
});

const acceptedSchema = z
	.strictObject({
		message: z.literal('event accepted'),
		event_id: z.uuid().openapi({ example: exampleEventId }),
	})
	.openapi('EventAccepted');

const time = z.iso.datetime({ precision: 3 });
const laterCount = z.int().min(0).nullable();

/** Describes an event as it is answered; what is not known yet is null. */
export const eventSchema = z
	.strictObject({
		event_id: z.uuid().openapi({ example: exampleEventId }),
		status: z.enum(eventStates).openapi({ example: 'Done' }),
		indexed: z.boolean().nullable().openapi({
			description:
				'true once all that the event changed can be found, false until then, null where noindex=1 was asked.',
		}),
		created: time.openapi({ example: '2026-01-31T12:00:00.000Z' }),
		started: time.nullable().openapi({ example: '2026-01-31T12:00:00.010Z' }),
		finished: time.nullable().openapi({ example: '2026-01-31T12:00:00.250Z' }),
		attempts: z.int().min(0).openapi({ description: 'How often it was tried.', example: 1 }),
		next_try: time.nullable().openapi({ description: 'When it is tried again after a failure.', example: null }),
		counts: z.strictObject({
			links: z.int().min(1).openapi({ example: 2 }),
			ignored: laterCount.openapi({ description: 'Links of an object to itself, which say nothing.', example: 0 }),
			new_relationships: laterCount.openapi({ example: 2 }),
			new_identifiers: laterCount.openapi({ example: 3 }),
			merged_groups: laterCount.openapi({ example: 1 }),
		}),
		error: z.string().nullable().openapi({ description: 'What happened, where it failed.', example: null }),
	})
	.openapi('Event');

type Needs = {
	broker: Pick<Broker, 'acceptEvent' | 'findEvent'>;
	accounts: Pick<Accounts, 'authenticate'>;
	sessions: Pick<Sessions, 'find'>;
	settings: Pick<Settings, 'eventsRole' | 'maxBodyBytes' | 'maxLinksPerEvent' | 'publicUrl'>;
};

/** Creates the routes of events. */
export function createEventRoutes(needs: Needs): Route[] {
	return [submitRoute(needs), showRoute(needs)];
}

function submitRoute({ broker, accounts, settings }: Needs): Route {
	return {
		method: 'post',
		path: '/events',
		operation: submitOperation(settings),
		problems: [
			...(['bad-request', 'malformed-json', 'bad-query', 'unauthorized', 'forbidden'] as const),
			...(['body-too-large', 'unsupported-media-type', 'invalid-links', 'unavailable'] as const),
		],
		shared: false,
		limited: true,
		async handle(context) {
			const { userId, roles } = await requireSender(context, accounts);
			requireRole(roles, settings.eventsRole);
			const noindex = readNoindex(context);
			checkContentType(context.req.header('content-type'));
			const body = await readBody(context, settings.maxBodyBytes);
			const { eventId } = await broker.acceptEvent({ body, noindex, userId, ...traceOf(context) });
			const location = `${baseAddress(context.req.url, settings.publicUrl)}/events/${eventId}`;
			const accepted = jsonAnswer({ message: 'event accepted', event_id: eventId }, 202, { Location: location });
			return { ...accepted, logged: { event_id: eventId } };
		},
	};
}

function showRoute(needs: Needs): Route {
	return {
		method: 'get',
		path: '/events/{event_id}',
		operation: showOperation,
		problems: ['bad-query', 'unauthorized', 'not-found', 'unavailable'],
		shared: false,
		limited: true,
		async handle(context) {
			const person = await requirePerson(context, needs);
			refuseOthers(readParameters(context.req.url), []);
			return showEvent(needs.broker, person, context.req.param('event_id') ?? '');
		},
	};
}

async function showEvent(broker: Pick<Broker, 'findEvent'>, person: Person, text: string): Promise<Answer> {
	return jsonAnswer(eventDocument(await findVisibleEvent(broker, person, text)), 200, { 'Cache-Control': 'no-store' });
}

/** Finds an event that a person may see. Fails alike with `not-found` for what is not there and what is not theirs, so that no id is confirmed to strangers. */
export async function findVisibleEvent(
	broker: Pick<Broker, 'findEvent'>,
	{ userId, roles }: Person,
	text: string,
): Promise<LinkEvent> {
	const eventId = text.toLowerCase();
	const event = uuid.test(eventId) ? await broker.findEvent(eventId) : undefined;
	if (!event || (event.userId !== userId && !roles.includes(adminRole))) {
		throw new BrokerError('not-found', `There is no event ${JSON.stringify(text)} that this account may see.`);
	}
	return event;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Lets the processing of the event be part of the trace of its submission. */
function traceOf(context: HttpContext): { trace?: string } {
	const trace = context.get('trace');
	return trace === undefined ? {} : { trace };
}

function requireRole(roles: readonly string[], role: string | null): void {
	if (role === null || roles.includes(role)) return;
	throw new BrokerError(
		'forbidden',
		`Submitting links needs the role ${JSON.stringify(role)}, which this account does not have.`,
	);
}

function readNoindex(context: HttpContext): boolean {
	const parameters = readParameters(context.req.url);
	refuseOthers(parameters, Object.keys(submissionQuerySchema.shape));
	const query = submissionQuerySchema.safeParse(parameters);
	if (!query.success) throw badQuery([{ field: 'noindex', message: 'noindex must be 0 or 1.' }]);
	return query.data.noindex === '1';
}

const exampleLinks = [
	{
		Source: { Identifier: { ID: '10.5281/zenodo.11020', IDScheme: 'doi' }, Type: { Name: 'software' } },
		RelationshipType: { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo', SubTypeSchema: 'DataCite' },
		Target: {
			Identifier: { ID: 'https://github.com/dfm/corner.py', IDScheme: 'url' },
			Type: { Name: 'software' },
		},
		LinkProvider: [{ Name: 'Zenodo' }],
		LinkPublicationDate: '2018-01-01',
	},
];

function submitOperation({ maxBodyBytes, maxLinksPerEvent }: Needs['settings']): Route['operation'] {
	const content = { schema: linksSchema(maxLinksPerEvent), example: exampleLinks };
	return {
		operationId: 'submitEvent',
		summary: 'Submit links',
		description:
			`Submits a batch of Scholix links: 1 to ${maxLinksPerEvent} in at most ${maxBodyBytes} bytes. It is taken whole or refused whole; ` +
			'once it is accepted it is stored durably and processed in the background.',
		tags: ['events'],
		security: [{ accessToken: [] }],
		request: {
			query: submissionQuerySchema,
			body: { required: true, content: { [scholixMediaType]: content, [jsonMediaType]: content } },
		},
		responses: {
			202: {
				description: 'The event is stored and will be processed.',
				headers: {
					Location: {
						description: 'Where the event can be watched.',
						required: true,
						schema: { type: 'string', format: 'uri' },
					},
				},
				content: { [jsonMediaType]: { schema: acceptedSchema } },
			},
		},
	};
}

const showOperation: Route['operation'] = {
	operationId: 'showEvent',
	summary: 'Show an event',
	description:
		'Tells what became of a submitted batch. Only who submitted it, and users with the role admin, may see it.',
	tags: ['events'],
	security: [{ accessToken: [] }, { session: [] }],
	request: {
		params: z.strictObject({
			event_id: eventIdSchema,
		}),
	},
	responses: {
		200: { description: 'The event as it is now.', content: { [jsonMediaType]: { schema: eventSchema } } },
	},
};
