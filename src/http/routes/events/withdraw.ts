// Taking a whole event back and bringing it back: DELETE /events/{event_id}, what that would
// change, and POST /events/{event_id}/restore.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../../broker/broker.ts';
import { eventDocument, longestReason, reasonProblem, type ToldEvent } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import { type Answer, jsonAnswer, privately } from '../../answers/answer.ts';
import { readOptionalJsonBody } from '../../answers/json-body.ts';
import { takesBackAll } from '../../server/authentication.ts';
import { jsonResponse } from '../describe.ts';
import type { Route } from '../route.ts';
import { eventPathSchema, eventSchema } from './event-schemas.ts';
import { findVisibleEvent } from './visible-event.ts';

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

const count = z.int().min(0);

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

/** Creates the routes. */
export function createWithdrawRoutes({ broker }: { broker: Broker }): Route[] {
	return [withdrawRoute(broker), previewRoute(broker), restoreRoute(broker)];
}

function withdrawRoute(broker: Broker): Route {
	return {
		method: 'delete',
		path: '/events/{event_id}',
		access: 'account',
		scope: 'withdraw',
		operation: {
			operationId: 'withdrawEvent',
			summary: 'Withdraw an event',
			description:
				'Takes back all that a submitted batch said or took back: everything is then as if it had never been ' +
				'submitted. The event stays on record in the state Withdrawn. For who submitted it, and users with the ' +
				'role curator or admin. One that is Withdrawn stays as it is.',
			tags: ['events'],
			request: {
				params: eventPathSchema,
				body: { required: false, content: { 'application/json': { schema: orderSchema } } },
			},
			responses: { 200: jsonResponse('The event, which is Withdrawn.', eventSchema) },
		},
		problems: ['not-found', 'conflict', 'invalid-body'],
		async handle(context, sender) {
			const { eventId } = await findVisibleEvent(broker, sender, context.req.param('event_id'));
			const { reason } = (await readOptionalJsonBody(context, orderSchema)) ?? {};
			const order = { eventId, userId: sender.userId, reason: reason?.trim() ?? null };
			await broker.withdrawEvent(sender.by, order);
			return answerEvent(broker, eventId, 200);
		},
	};
}

function previewRoute(broker: Broker): Route {
	return {
		method: 'get',
		path: '/events/{event_id}/withdrawal',
		access: 'account',
		scope: 'read',
		operation: {
			operationId: 'previewWithdrawal',
			summary: 'Preview a withdrawal',
			description: 'Tells what would change if the event were withdrawn now. Nothing is changed.',
			tags: ['events'],
			request: { params: eventPathSchema },
			responses: { 200: jsonResponse('What would change.', previewSchema) },
		},
		problems: ['not-found', 'conflict'],
		async handle(context, sender) {
			const { eventId } = await findVisibleEvent(broker, sender, context.req.param('event_id'));
			const { relationships, identifiers, splitGroups, works } = await broker.previewWithdrawal(eventId);
			return jsonAnswer({ relationships, identifiers, split_groups: splitGroups, works }, 200, privately);
		},
	};
}

function restoreRoute(broker: Broker): Route {
	return {
		method: 'post',
		path: '/events/{event_id}/restore',
		access: 'account',
		scope: 'withdraw',
		operation: {
			operationId: 'restoreEvent',
			summary: 'Restore an event',
			description:
				'Brings an event back that is Withdrawn: it is New again at its old place in the order of acceptance. What ' +
				'somebody else withdrew needs the role curator or admin.',
			tags: ['events'],
			request: { params: eventPathSchema },
			responses: { 202: jsonResponse('The event will be processed.', eventSchema) },
		},
		problems: ['not-found', 'conflict', 'forbidden'],
		async handle(context, sender) {
			const { eventId, withdrawn } = await findVisibleEvent(broker, sender, context.req.param('event_id'));
			if (withdrawn !== null && withdrawn.by !== sender.userId && !takesBackAll(sender.roles)) {
				const message = `The event ${eventId} was withdrawn by somebody else; restoring it needs the role curator.`;
				throw new BrokerError('forbidden', message);
			}
			await broker.restoreEvent(sender.by, eventId);
			return answerEvent(broker, eventId, 202);
		},
	};
}

async function answerEvent(broker: Broker, eventId: string, status: number): Promise<Answer> {
	const event = (await broker.findEvent(eventId)) as ToldEvent;
	return { ...jsonAnswer(eventDocument(event), status, privately), logged: { event_id: eventId } };
}
