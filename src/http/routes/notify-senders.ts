// From whom notifications are taken, for administrators: GET and POST /notify/senders, and DELETE
// /notify/senders/{number}.
import { z } from '@hono/zod-openapi';
import { senderDocument } from '../../broker/notify/notify-documents.ts';
import { BrokerError } from '../../errors.ts';
import { doneAnswer, privateJson } from '../answers/answer.ts';
import { time } from '../answers/answer-schemas.ts';
import { invalidBody, plainText } from '../answers/json-body.ts';
import type { AppNeeds } from '../server/app.ts';
import { emailSchema, forAdmins, newEmail } from './operators/users.ts';
import { pathNumber, readPathNumber } from './path-number.ts';
import { defineRoute, json, type Route } from './route.ts';

const mostRules = 100;
const longestRule = 2_000;

const rulesOf = (description: string) => z.array(plainText.max(longestRule)).max(mostRules).openapi({ description });

const rules = {
	origins: rulesOf('Beginnings of origin.id, such as https://repository.example.'),
	actors: rulesOf('Values of actor.id.'),
	networks: rulesOf('IP addresses, or networks like 192.0.2.0/24.'),
};

const senderSchema = z
	.strictObject({
		number: z.int(),
		email: emailSchema.nullable().openapi({ description: 'Of its account. null: it was deleted.' }),
		...rules,
		created: time,
	})
	.openapi('NotificationSender');

const newSenderSchema = z
	.strictObject({
		email: newEmail,
		origins: rules.origins.default([]),
		actors: rules.actors.default([]),
		networks: rules.networks.default([]),
	})
	.openapi('NewNotificationSender', {
		description: 'There must be one rule. Without a rule of a kind, all are allowed.',
	});

const senderPath = z.strictObject({
	number: pathNumber({ description: 'The number of the sender.', example: '3' }),
});

const ofSenders = { ...forAdmins, tag: 'notifications' } as const;

/** Creates the routes of senders. */
export function createNotifySenderRoutes({ broker }: Pick<AppNeeds, 'broker'>): Route[] {
	return [
		defineRoute({
			route: 'GET /notify/senders',
			...ofSenders,
			id: 'listNotificationSenders',
			summary: 'List senders of notifications',
			answers: { 200: json('The senders by number.', z.strictObject({ senders: z.array(senderSchema) })) },
			handle: async () => privateJson({ senders: (await broker.listNotifySenders()).map(senderDocument) }),
		}),
		defineRoute({
			route: 'POST /notify/senders',
			...ofSenders,
			id: 'addNotificationSender',
			summary: 'Register a sender of notifications',
			description:
				'Registers which origins, actors and networks speak for an account. With an origin and a network, it needs no ' +
				'access token where the operator allows that.',
			body: newSenderSchema,
			answers: { 201: json('The sender.', senderSchema) },
			async handle({ body, sender: { by } }) {
				const { email, ...given } = await body();
				const added = await broker.addNotifySender(by, { email, rules: given }).catch(asInvalid);
				return privateJson(senderDocument(added), 201);
			},
		}),
		defineRoute({
			route: 'DELETE /notify/senders/{number}',
			...ofSenders,
			id: 'removeNotificationSender',
			summary: 'Remove a sender of notifications',
			description: 'Removes a sender. Its links stay.',
			params: senderPath,
			answers: { 204: 'It is removed.' },
			problems: ['not-found'],
			async handle({ params, sender: { by } }) {
				await broker.removeNotifySender(by, readPathNumber(params.number, unknownSender));
				return doneAnswer;
			},
		}),
	];
}

function unknownSender(number: string): BrokerError {
	return new BrokerError('not-found', `There is no sender of notifications ${number}.`);
}

/** Names the place in the body of what the use case refuses. */
function asInvalid(cause: unknown): never {
	if (!(cause instanceof BrokerError)) throw cause;
	if (cause.code === 'not-found') throw invalidBody([{ pointer: '/email', message: 'is not the email of an account' }]);
	if (cause.code !== 'bad-usage') throw cause;
	throw invalidBody(cause.problems.map(({ field, message }) => ({ pointer: field ? `/${field}` : '', message })));
}
