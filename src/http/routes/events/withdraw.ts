// Taking a whole event back and bringing it back: DELETE /events/{event_id}, what that would
// change, and POST /events/{event_id}/restore.
import { z } from '@hono/zod-openapi';
import { longestReason, reasonProblem } from '../../../broker/event-view.ts';
import { BrokerError } from '../../../errors.ts';
import { privateJson } from '../../answers/answer.ts';
import { count } from '../../answers/answer-schemas.ts';
import { readOptionalJsonBody } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import { takesBackAll } from '../../server/authentication.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { eventPathSchema, eventSchema } from './event-schemas.ts';
import { answerEvent, findVisibleEvent } from './visible-event.ts';

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

const withdrawing = { access: 'account', scope: 'withdraw', tag: 'events' } as const;

/** Creates the routes. */
export function createWithdrawRoutes({ broker }: Pick<AppNeeds, 'broker'>): Route[] {
	return [withdrawRoute(broker), previewRoute(broker), restoreRoute(broker)];
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
		...{ ...withdrawing, scope: 'read' },
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
