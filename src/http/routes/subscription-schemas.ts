// Describes subscriptions and their messages.
import { z } from '@hono/zod-openapi';
import { subscriptionKinds, subscriptionPaces } from '../../broker/following/subscriptions.ts';
import { wantedSubscriptionSchema } from '../../broker/following/wanted-subscription.ts';
import { shortened } from '../../errors/wrong-input.ts';
import { BrokerError } from '../../errors.ts';
import { count, exampleTime, time } from '../answers/answer-schemas.ts';
import { pathNumber, readPathNumber } from './path-number.ts';

const moment = time.nullable().openapi({ example: exampleTime });

/** Describes the path of a subscription. */
export const subscriptionPath = z.strictObject({
	id: pathNumber({ example: '7' }),
});

const longestShown = 20;

/** Reads the number in such a path. Fails with `not-found`. */
export function numberIn({ id }: { id: string }): number {
	const shown = JSON.stringify(shortened(id, longestShown));
	return readPathNumber(id, () => new BrokerError('not-found', `There is no subscription ${shown}.`));
}

/** Describes a subscription. */
export const subscriptionSchema = z
	.strictObject({
		id: z.int().min(1),
		kind: z.enum(subscriptionKinds),
		address: z.string().openapi({ example: 'https://example.org/hook' }),
		filter: z
			.record(z.string(), z.string())
			.openapi({ description: 'Filters of GET /changes.', example: { prefix: '10.5281', kind: 'asserted' } }),
		pace: z.enum(subscriptionPaces),
		at: wantedSubscriptionSchema.shape.at,
		name: z.string().nullable(),
		state: z.enum(['unconfirmed', 'active', 'paused', 'disabled']).openapi({
			description:
				'unconfirmed: the receiver has not agreed yet. disabled: it failed for three days, or wants no more messages.',
		}),
		cursor: z.string().openapi({
			description: 'The cursor of GET /changes behind the last entry that was sent or does not fit.',
			example: '3f9a0b12cd-2f',
		}),
		lag: z.strictObject({
			changes: count.openapi({
				description:
					'The entries of the change log from the first that may fit up to the newest: at most so many are still to ' +
					'be sent.',
			}),
			seconds: count.openapi({ description: 'How long ago the first of these entries was logged. 0: there is none.' }),
		}),
		may_have_more: z.boolean().openapi({ description: 'Whether entries behind the cursor may fit.' }),
		next: moment.openapi({ description: 'The time of the next try or digest, if something is to be sent.' }),
		last_success: moment,
		last_failure: z
			.strictObject({
				time,
				status: z.int().nullable().openapi({ description: 'The status of the answer. null: none came.' }),
				message: z.string().openapi({ example: 'It answered 500.' }),
			})
			.nullable(),
		failures: count.openapi({ description: 'Failures since the last success.' }),
		created: time,
	})
	.openapi('Subscription');

/** Describes a new subscription with its secret. */
export const newSubscriptionSchema = z
	.strictObject({
		...subscriptionSchema.shape,
		secret: z.string().nullable().openapi({
			description: 'What signs the messages to a webhook (Standard Webhooks). It is not shown again.',
			example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
		}),
	})
	.openapi('NewSubscription');

/** Describes a page of subscriptions. */
export const subscriptionListSchema = z
	.strictObject({
		subscriptions: z.array(subscriptionSchema),
		next: z.string().nullable().openapi({ description: 'The value of after for the next page. null at the end.' }),
	})
	.openapi('SubscriptionList');

/** Describes a message with its last try. */
export const deliverySchema = z
	.strictObject({
		message: z.string().openapi({ description: 'The same at every try.', example: 'msg_7_4711' }),
		entries: count.openapi({ description: 'The entries of the change log that it has.' }),
		first: z.int().openapi({ description: 'The number of its first entry.' }),
		last: z.int().openapi({ description: 'The number of its last entry.' }),
		tries: count,
		tried: time,
		status: z.int().nullable().openapi({ description: 'The status of the answer. null: none came.' }),
		failure: z.string().nullable().openapi({ description: 'Why the last try failed. null: it did not.' }),
	})
	.openapi('Delivery');

/** Describes the newest messages of a subscription. */
export const deliveryListSchema = z.strictObject({ deliveries: z.array(deliverySchema) }).openapi('DeliveryList');

/** Describes what a receiver answered to a message that only tries it. */
export const trialSchema = z
	.strictObject({
		accepted: z.boolean(),
		status: z.int().nullable().openapi({ description: 'The status of the answer. null: none came.' }),
		message: z.string().nullable().openapi({ description: 'Why it was not accepted.' }),
		excerpt: z.string().openapi({ description: 'The first 1,024 bytes of the answer.' }),
		milliseconds: count,
	})
	.openapi('SubscriptionTrial');

// A schema that was made before zod knew of OpenAPI cannot be named.
const filter = wantedSubscriptionSchema.shape.filter.clone().openapi('SubscriptionFilter');

/** Describes what is wanted of a new subscription. */
export const wantedSchema = wantedSubscriptionSchema.extend({ filter }).openapi('WantedSubscription');

const { address, pace, at, name, token, since } = wantedSubscriptionSchema.shape;

/** Describes a secret that replaces another. */
export const rotatedSecretSchema = z.strictObject({ secret: z.string() }).openapi('RotatedSecret');

/** Describes what may be changed. */
export const subscriptionChangeSchema = z
	.strictObject({
		address: address.optional(),
		filter: filter.optional(),
		pace,
		at,
		name: name.nullable(),
		paused: z.boolean().optional().openapi({ description: 'false also continues a disabled one.' }),
		token: token.nullable().meta({
			description: 'For coar-notify: the token that the receiver gave. null: none. Another address needs it again.',
		}),
		since: since.meta({
			description: 'The cursor of GET /changes with which it continues. now: skips what was not sent.',
		}),
	})
	.openapi('SubscriptionChange');
