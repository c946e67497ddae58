// What withdrawals of events and of loads have in common over HTTP: the reason, the preview, and who may
// restore what was withdrawn.
import { z } from '@hono/zod-openapi';
import { longestReason, reasonProblem, withdrawnByAnother } from '../../../broker/event-view.ts';
import type { Withdrawn } from '../../../links/link-event.ts';
import { count } from '../../answers/answer-schemas.ts';
import { readOptionalJsonBody } from '../../answers/json-body.ts';
import { type Sender, withdrawsAll } from '../../server/authentication.ts';
import type { HttpContext } from '../../server/http-context.ts';

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
				description: `The reason, in at most ${longestReason} characters. It is stored with the event or the load.`,
				maxLength: longestReason,
				pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$',
				example: 'The two works only share their title.',
			}),
	})
	.openapi('EventWithdrawal');

/** Describes what a withdrawal would change. */
export const previewSchema = z
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

/** The body of a route that withdraws. */
export const withReason = {
	ownBody: { required: false, content: { 'application/json': { schema: orderSchema } } },
} as const;

/** Reads the reason from the body, if there is one. */
export async function readReason(context: HttpContext): Promise<string | null> {
	const { reason } = (await readOptionalJsonBody(context, orderSchema)) ?? {};
	return reason?.trim() ?? null;
}

/** Fails with `forbidden` where another account withdrew it and the sender may not restore that. */
export function checkRestoring(what: string, withdrawn: Withdrawn | null, { userId, roles }: Sender): void {
	if (withdrawn === null || withdrawn.by === userId || withdrawsAll(roles)) return;
	throw withdrawnByAnother(what);
}
