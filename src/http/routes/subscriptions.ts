// What users follow: GET and POST /subscriptions, and GET, PATCH, DELETE and orders for each.
import { z } from '@hono/zod-openapi';
import {
	deliveryDocument,
	entryOfMessage,
	subscriptionDocument,
} from '../../broker/following/subscription-documents.ts';
import type { Owner } from '../../broker/following/subscriptions.ts';
import { unclearCodes } from '../../broker/objects/look-up-objects.ts';
import { wholeNumberOr } from '../../broker/searching/parameters.ts';
import { wrongInput } from '../../errors/wrong-input.ts';
import { BrokerError, hasCode } from '../../errors.ts';
import { doneAnswer, privateJson } from '../answers/answer.ts';
import { pageOf } from '../answers/list-page.ts';
import { createRateLimiter } from '../limits/rate-limit.ts';
import type { AppNeeds } from '../server/app.ts';
import { adminRole, type Sender } from '../server/authentication.ts';
import { flag } from './events/submission-schemas.ts';
import { defineRoute, json, type Route } from './route.ts';
import {
	deliveryListSchema,
	deliverySchema,
	newSubscriptionSchema,
	numberIn,
	rotatedSecretSchema,
	subscriptionChangeSchema,
	subscriptionListSchema,
	subscriptionPath,
	subscriptionSchema,
	trialSchema,
	wantedSchema,
} from './subscription-schemas.ts';

/** Enough for a filter with the most identifiers. */
const mostBytes = 2 ** 18;
const defaultSize = 50;
const mostAtOnce = 200;

const messagePath = subscriptionPath.extend({
	message: z.string().max(60).openapi({ example: 'msg_7_4711' }),
});

const pageSchema = z.strictObject({
	after: z
		.string()
		.regex(/^\d{1,15}$/, 'after must be the value of `next` in an earlier answer.')
		.optional()
		.meta({ description: 'The value of next in an earlier answer.' }),
	size: wholeNumberOr(defaultSize, 'size', 1, mostAtOnce).meta({
		description: 'The number of subscriptions on a page.',
	}),
	all: flag.default('0').openapi({ description: '1: those of all accounts, for administrators.' }),
});

const following = { access: 'account', needs: 'records', scope: 'subscribe', tag: 'subscriptions' } as const;

type Needs = Pick<AppNeeds, 'subscriptions' | 'now'>;

/** Creates the routes of subscriptions. */
export function createSubscriptionRoutes(needs: Needs): Route[] {
	return [
		createRoute(needs),
		listRoute(needs),
		...numberedRoutes(needs),
		deliveriesRoute(needs),
		...orderRoutes(needs),
	];
}

function createRoute({ subscriptions, now }: Needs): Route {
	return defineRoute({
		route: 'POST /subscriptions',
		...following,
		id: 'createSubscription',
		summary: 'Follow works',
		description:
			'Creates a subscription: what the filter selects of the change log is sent to the address from now on. Messages ' +
			'to a webhook are signed as in Standard Webhooks; the answer has the secret, once.',
		body: bodyOf(wantedSchema),
		answers: { 201: json('The subscription.', newSubscriptionSchema) },
		problems: ['conflict', 'cursor-expired', ...unclearCodes],
		async handle({ body, sender }) {
			const wanted = await body();
			const made = subscriptions.create(actOf(sender, now), ownerOf(sender), wanted);
			const { subscription, secret } = await made.catch(asPartsOfBody);
			return privateJson({ ...subscriptionDocument(subscription, now()), secret }, 201);
		},
	});
}

function listRoute({ subscriptions, now }: Needs): Route {
	return defineRoute({
		route: 'GET /subscriptions',
		...following,
		id: 'listSubscriptions',
		summary: 'List subscriptions',
		description: 'Lists the subscriptions of the account by number.',
		query: pageSchema,
		answers: { 200: json('The subscriptions.', subscriptionListSchema) },
		async handle({ query: { after, size, all }, sender }) {
			const from = { all: all === '1', ...(after !== undefined && { after: Number(after) }) };
			const read = (most: number) => subscriptions.list(ownerOf(sender), { ...from, size: most });
			const { shown, next } = await pageOf(read, size, ({ number }) => number);
			return privateJson({ subscriptions: shown.map((one) => subscriptionDocument(one, now())), next });
		},
	});
}

function numberedRoutes({ subscriptions, now }: Needs): Route[] {
	return [
		defineRoute({
			route: 'GET /subscriptions/{id}',
			...following,
			id: 'showSubscription',
			summary: 'Show a subscription',
			params: subscriptionPath,
			answers: { 200: json('The subscription.', subscriptionSchema) },
			problems: ['not-found'],
			async handle({ params, sender }) {
				const { subscription } = await subscriptions.show(ownerOf(sender), numberIn(params));
				return privateJson(subscriptionDocument(subscription, now()));
			},
		}),
		defineRoute({
			route: 'PATCH /subscriptions/{id}',
			...following,
			id: 'changeSubscription',
			summary: 'Change a subscription',
			description: 'Changes, pauses or continues a subscription. Another filter applies from the present cursor on.',
			params: subscriptionPath,
			body: bodyOf(subscriptionChangeSchema),
			answers: { 200: json('The subscription.', subscriptionSchema) },
			problems: ['not-found', 'cursor-expired', ...unclearCodes],
			async handle({ params, body, sender }) {
				const change = await body();
				const changing = subscriptions.change(actOf(sender, now), ownerOf(sender), numberIn(params), change);
				return privateJson(subscriptionDocument(await changing.catch(asPartsOfBody), now()));
			},
		}),
		defineRoute({
			route: 'DELETE /subscriptions/{id}',
			...following,
			id: 'deleteSubscription',
			summary: 'End a subscription',
			params: subscriptionPath,
			answers: { 204: 'It is removed; nothing more is sent.' },
			problems: ['not-found'],
			async handle({ params, sender }) {
				await subscriptions.remove(actOf(sender, now), ownerOf(sender), numberIn(params));
				return doneAnswer;
			},
		}),
	];
}

function deliveriesRoute({ subscriptions }: Needs): Route {
	return defineRoute({
		route: 'GET /subscriptions/{id}/deliveries',
		...following,
		id: 'listDeliveries',
		summary: 'List the newest messages of a subscription',
		description: 'Lists the last 100 messages, the newest first, each with its last try.',
		params: subscriptionPath,
		answers: { 200: json('The messages.', deliveryListSchema) },
		problems: ['not-found'],
		async handle({ params, sender }) {
			const { subscription, deliveries } = await subscriptions.show(ownerOf(sender), numberIn(params));
			return privateJson({ deliveries: deliveries.map((one) => deliveryDocument(subscription.number, one)) });
		},
	});
}

const triesPerMinute = 10;

function orderRoutes({ subscriptions, now }: Needs): Route[] {
	const countTry = createRateLimiter(triesPerMinute);
	const limitTries = (owner: Owner): Owner => {
		const { waitSeconds } = countTry(String(owner.userId), now());
		if (waitSeconds === 0) return owner;
		const message = `Messages may be sent on request ${triesPerMinute} times a minute.`;
		throw new BrokerError('too-many-requests', message, { retryAfterSeconds: Math.ceil(waitSeconds) });
	};
	return [
		defineRoute({
			route: 'POST /subscriptions/{id}/rotate',
			...following,
			id: 'rotateSecret',
			summary: 'Replace the secret of a webhook',
			description: 'Makes a new secret, shown once. For 24 hours, messages are signed with both.',
			params: subscriptionPath,
			answers: { 200: json('The secret.', rotatedSecretSchema) },
			problems: ['not-found', 'conflict'],
			async handle({ params, sender }) {
				const secret = await subscriptions.rotate(actOf(sender, now), ownerOf(sender), numberIn(params));
				return privateJson({ secret });
			},
		}),
		defineRoute({
			route: 'POST /subscriptions/{id}/test',
			...following,
			id: 'testSubscription',
			summary: 'Test a webhook',
			description:
				'Sends one message of the type `subscription.test` now, and answers what the receiver answered. Up to ' +
				`${triesPerMinute} a minute for an account, with messages sent again.`,
			params: subscriptionPath,
			answers: { 200: json('What came of it.', trialSchema) },
			problems: ['not-found', 'conflict'],
			async handle({ params, sender }) {
				const { answered, ...tried } = await subscriptions.test(limitTries(ownerOf(sender)), numberIn(params));
				const { isAccepted: accepted, status } = answered;
				const message = answered.isAccepted ? null : answered.message;
				return privateJson({ accepted, status, message, ...tried } satisfies z.infer<typeof trialSchema>);
			},
		}),
		defineRoute({
			route: 'POST /subscriptions/{id}/deliveries/{message}/resend',
			...following,
			id: 'resendMessage',
			summary: 'Send a message again',
			description: 'Sends one of the last 100 messages again now, with the same id.',
			params: messagePath,
			answers: { 200: json('The message with this try.', deliverySchema) },
			problems: ['not-found', 'conflict'],
			async handle({ params, sender }) {
				const [number, message] = [numberIn(params), params.message];
				const first = entryOfMessage(number, message);
				const sent = await subscriptions.resend(actOf(sender, now), limitTries(ownerOf(sender)), number, first);
				return privateJson(deliveryDocument(number, sent));
			},
		}),
	];
}

const bodyOf = <T extends z.ZodType>(schema: T) => ({ described: schema, read: schema, mostBytes });

/** What is wrong with parameters is wrong with the parts of the body that hold them. */
function asPartsOfBody(error: unknown): never {
	if (!hasCode(error, 'bad-query')) throw error;
	const places = error.problems.map(({ field, pointer = `/${field}`, message }) => ({ pointer, message }));
	throw wrongInput('invalid-body', places);
}

function ownerOf({ userId, roles, email }: Sender): Owner {
	return { userId, email, isAdmin: roles.includes(adminRole) };
}

const actOf = ({ by }: Sender, now: Needs['now']) => ({ by, now: now() });
