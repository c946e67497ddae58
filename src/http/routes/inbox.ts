// The inbox for notifications of COAR Notify (Linked Data Notifications): POST and GET /inbox, GET
// /inbox/{uuid} and POST /inbox/{uuid}/replay.
import { z } from '@hono/zod-openapi';
import { notificationListSchema } from '../../broker/list-questions.ts';
import { notificationDocument, receivedDocument } from '../../broker/notify/notify-documents.ts';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, privately } from '../answers/answer.ts';
import { time } from '../answers/answer-schemas.ts';
import { pageOf } from '../answers/list-page.ts';
import { jsonLdMediaType, jsonMediaType } from '../answers/media-types.ts';
import { createRateLimiter } from '../limits/rate-limit.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { adminRole, requireSender } from '../server/authentication.ts';
import { type HttpContext, senderAddress } from '../server/http-context.ts';
import { readBody } from '../server/request-body.ts';
import { forAdmins } from './operators/users.ts';
import { defineRoute, header, optionalHeader, type Route } from './route.ts';

const mostBytes = 65_536;
const mostAMinute = 60;

/** The media types of a notification. */
const acceptPost = `${jsonLdMediaType}, ${jsonMediaType}`;

const path = z.strictObject({
	uuid: z.uuid().openapi({ description: 'The end of the Location that POST /inbox returned.' }),
});

const pageSchema = notificationListSchema.extend({
	all: z.enum(['1']).optional().meta({ description: '1: those of all senders, for administrators.' }),
});

const notificationSchema = z
	.looseObject({
		type: z.union([z.string(), z.array(z.string())]).openapi({ example: ['Announce', 'coar-notify:ReviewAction'] }),
		id: z.string().openapi({ example: 'urn:uuid:94ecae35-dcfd-4182-8550-22c7164fe23f' }),
		object: z.union([z.string(), z.looseObject({})]),
	})
	.openapi('Notification', { description: 'A notification of COAR Notify 1.0 as JSON-LD.' });

const received = z.strictObject({
	time,
	outcome: z.enum(['accepted', 'withdrawn', 'nothing']).openapi({
		description:
			'accepted: its links are an event. withdrawn: the event that it undoes was withdrawn. nothing: it asks for ' +
			'nothing that this broker does.',
	}),
	note: z.string().nullable(),
	event_id: z.string().nullable(),
	sender: z.string().openapi({ description: 'The email of the account, or the origin.', example: 'ada@example.org' }),
	answer: z
		.strictObject({
			inbox: z.string().openapi({ description: 'Where the answer goes.' }),
			tries: z.number().openapi({ description: 'How often it was sent.' }),
			accepted: time.nullable().openapi({ description: 'When the inbox accepted it.' }),
			problem: z.string().nullable().openapi({ description: 'Why the last try failed.' }),
		})
		.nullable()
		.openapi({ description: 'The answer to an Offer.' }),
});

const receivedSchema = z
	.looseObject({ received })
	.openapi('ReceivedNotification', { description: 'The notification as it came, with `received`.' });

const containerSchema = z
	.strictObject({
		'@context': z.strictObject({ ldp: z.string() }),
		'@id': z.string(),
		'@type': z.literal('ldp:Container'),
		'ldp:contains': z.array(
			z.strictObject({
				'@id': z.string(),
				type: z.array(z.string()).openapi({ example: ['Announce', 'RelationshipAction'] }),
				received,
			}),
		),
	})
	.openapi('Inbox');

type Needs = Pick<AppNeeds, 'broker' | 'accounts' | 'sessions' | 'now'> & {
	settings: Pick<Settings, 'inbox' | 'notifyOrigins' | 'eventsRole' | 'publicUrl' | 'trustedProxies'>;
};

/** Creates the routes of the inbox. */
export function createInboxRoutes(needs: Needs): Route[] {
	return [sendRoute(needs), listRoute(needs), showRoute(needs), replayRoute(needs)];
}

function jsonLd(description: string, schema: z.ZodType) {
	return { description, content: { [jsonLdMediaType]: { schema } } };
}

function sendRoute(needs: Needs): Route {
	const takeTurn = createRateLimiter(mostAMinute);
	const { publicUrl, notifyOrigins, eventsRole, inbox } = needs.settings;
	const content = { schema: notificationSchema };
	return defineRoute({
		route: 'POST /inbox',
		access: 'anyone',
		needs: 'records',
		acceptPost,
		id: 'sendNotification',
		tag: 'notifications',
		summary: 'Send a notification',
		description:
			'Takes a notification of COAR Notify. Announced relationships, reviews and endorsements become links; Undo of ' +
			'an announcement withdraws them; all others are kept, with nothing to do, and Offers are answered so. A ' +
			'notification that is sent again ' +
			'with the same id is not taken twice. It needs an access token with the scope notify, or an origin that the ' +
			`operator has registered with its network. At most ${mostBytes} bytes, and ${mostAMinute} a minute.`,
		security: [
			...(inbox === 'origins' ? [] : [{ accessToken: ['notify'] }, { session: [], csrfToken: [] }]),
			...(inbox === 'tokens' ? [] : [{}]),
		],
		ownBody: { required: true, content: { [jsonLdMediaType]: content, [jsonMediaType]: content } },
		answers: {
			201: {
				description: 'The notification is stored durably.',
				headers: { Location: header('Its address.', { type: 'string', format: 'uri' }) },
			},
		},
		problems: [
			...(['unauthorized', 'forbidden', 'insufficient-scope', 'bad-request', 'malformed-json'] as const),
			...(['body-too-large', 'unsupported-media-type', 'invalid-links', 'invalid-body'] as const),
		],
		async handle({ context }) {
			const rules = { origins: notifyOrigins ?? [], role: eventsRole };
			const caller = await callerOf(context, needs, rules);
			const turn = takeTurn(caller.account ? `account ${caller.account.userId}` : caller.address, needs.now());
			if (turn.waitSeconds > 0) throw tooMany(turn.waitSeconds);
			checkMediaType(context.req.header('content-type'));
			const body = await readBody(context, mostBytes, '; a notification has no more');
			const { uuid, eventId } = await needs.broker.receiveNotification(body, caller, rules);
			const Location = `${baseAddress(context.req.url, publicUrl)}/inbox/${uuid}`;
			const logged = eventId === null ? {} : { event_id: eventId };
			return { status: 201, headers: { ...privately, Location }, body: null, logged };
		},
	});
}

type Rules = Parameters<AppNeeds['broker']['mayNotify']>[1];
type Caller = Parameters<AppNeeds['broker']['receiveNotification']>[1];

/**
 * Finds out who sends: the account of a token, or nobody yet, from an address that a registered
 * sender may have. Fails with `unauthorized` and `insufficient-scope` before the body is read.
 */
async function callerOf(context: HttpContext, needs: Needs, rules: Rules): Promise<Caller> {
	const { inbox, trustedProxies } = needs.settings;
	const address = senderAddress(context, trustedProxies);
	const hasToken = context.req.header('authorization') !== undefined;
	if (inbox === 'origins' || (inbox === 'both' && !hasToken)) {
		if (await needs.broker.mayNotify(address, rules)) return { account: undefined, address };
		if (inbox === 'origins') throw new BrokerError('forbidden', `No sender is registered for ${address}.`);
	}
	return { account: await requireSender('account', 'notify', context, needs), address };
}

function tooMany(retryAfterSeconds: number): BrokerError {
	const message = `A sender may send at most ${mostAMinute} notifications a minute.`;
	return new BrokerError('too-many-requests', message, { retryAfterSeconds });
}

/** Allows every profile of JSON-LD. */
function checkMediaType(contentType = ''): void {
	const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';');
	const isUtf8 = parameters.every((one) => !/^\s*charset=(?!"?utf-?8"?\s*$)/.test(one));
	if ([jsonLdMediaType, jsonMediaType].includes(mediaType.trim()) && isUtf8) return;
	const given = contentType === '' ? 'Content-Type is missing' : `Content-Type is ${JSON.stringify(contentType)}`;
	throw new BrokerError('unsupported-media-type', `${given}; it must be ${jsonLdMediaType} or ${jsonMediaType}.`);
}

const reading = { access: 'account', needs: 'records', scope: 'notify', tag: 'notifications' } as const;

function listRoute({ broker, settings }: Needs): Route {
	return defineRoute({
		route: 'GET /inbox',
		...reading,
		id: 'listNotifications',
		summary: 'List notifications',
		description:
			'Lists the notifications that the account has sent, newest first, as a container (LDP) in JSON-LD, each with ' +
			'what became of it.',
		query: pageSchema,
		answers: {
			200: {
				...jsonLd('The notifications.', containerSchema),
				headers: { Link: optionalHeader('The next page, rel next (RFC 8288).') },
			},
		},
		problems: ['forbidden'],
		async handle({ context, query: { before, all, limit }, sender: { userId, roles } }) {
			if (all === '1' && !roles.includes(adminRole))
				throw new BrokerError('forbidden', 'Only administrators see the notifications of all senders.');
			const of = { ...(all !== '1' && { userId }), before };
			const read = (most: number) => broker.listNotifications({ ...of, limit: most });
			const { shown, next } = await pageOf(read, limit, ({ number }) => number);
			const inbox = `${baseAddress(context.req.url, settings.publicUrl)}/inbox`;
			const nextPage = new URLSearchParams({ ...(all && { all }), limit: String(limit), before: next ?? '' });
			const document = {
				...{ '@context': { ldp: 'http://www.w3.org/ns/ldp#' }, '@id': inbox, '@type': 'ldp:Container' },
				'ldp:contains': shown.map((one) => {
					return { '@id': `${inbox}/${one.uuid}`, type: one.types, received: receivedDocument(one) };
				}),
			};
			return jsonLdAnswer(document, next === null ? {} : { Link: `<${inbox}?${nextPage}>; rel="next"` });
		},
	});
}

function showRoute({ broker }: Needs): Route {
	return defineRoute({
		route: 'GET /inbox/{uuid}',
		...reading,
		id: 'showNotification',
		summary: 'Show a notification',
		description: 'Returns a notification as it came, and what became of it, to its sender and to administrators.',
		params: path,
		answers: { 200: jsonLd('The notification.', receivedSchema) },
		problems: ['not-found'],
		async handle({ params: { uuid }, sender: { userId, roles } }) {
			return jsonLdAnswer(notificationDocument(await broker.showNotification(userId, roles.includes(adminRole), uuid)));
		},
	});
}

function replayRoute({ broker }: Needs): Route {
	return defineRoute({
		route: 'POST /inbox/{uuid}/replay',
		...forAdmins,
		tag: 'notifications',
		id: 'replayNotification',
		summary: 'Replay a notification',
		description: 'Tries again a notification that had no effect: what it undoes may have come since.',
		params: path,
		answers: { 200: jsonLd('The notification.', receivedSchema) },
		problems: ['not-found', 'conflict', 'invalid-links'],
		async handle({ params: { uuid }, sender: { by } }) {
			return jsonLdAnswer(notificationDocument(await broker.replayNotification(by, uuid)));
		},
	});
}

function jsonLdAnswer(document: object, headers: Answer['headers'] = {}): Answer {
	return {
		status: 200,
		headers: { 'Content-Type': jsonLdMediaType, ...privately, ...headers },
		body: JSON.stringify(document),
	};
}
