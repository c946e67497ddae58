// Asking why two identifiers are one work, versions of one, or linked: GET /why.
import { z } from '@hono/zod-openapi';
import { whyDocument } from '../../broker/why/why-document.ts';
import { whyQuestionSchema } from '../../broker/why/why-question.ts';
import { relations } from '../../links/relation.ts';
import { jsonAnswer, privately } from '../answers/answer.ts';
import { identifierSchema } from '../answers/answer-schemas.ts';
import type { AppNeeds } from '../server/app.ts';
import { findSender, seesAllEvents } from '../server/authentication.ts';
import { clientGone } from '../server/http-context.ts';
import { defineRoute, json, type Route } from './route.ts';

const understoodSchema = z
	.strictObject({
		understood_as: identifierSchema.openapi({ description: 'What it was understood to be.' }),
		known: z.literal(true),
	})
	.openapi('UnderstoodIdentifier');

const joint = {
	source: identifierSchema,
	relation: z.enum(relations).openapi({ example: 'IsIdenticalTo' }),
	target: identifierSchema,
};

const stepSchema = z.union([
	z
		.strictObject({ ...joint, rule: z.string().openapi({ description: 'By which rule both are one, in a sentence.' }) })
		.openapi('RuleStep'),
	z
		.strictObject({
			...joint,
			provider: z.string().openapi({ description: 'Who said it first.', example: 'Zenodo' }),
			date: z.string().openapi({ description: 'The date given with it.', example: '2018-01-01' }),
			sub_type: z.string().optional().openapi({ description: 'The relation as worded.', example: 'IsVersionOf' }),
			event_id: z.uuid().optional().openapi({ description: 'The event that said it first; for those who may see it.' }),
			others: z.int().min(0).openapi({ description: 'How many further assertions say the same.' }),
		})
		.openapi('AssertedStep'),
]);

export const whySchema = z
	.strictObject({
		id: understoodSchema,
		other: understoodSchema,
		relation: z.enum(['same', 'versions', 'linked', 'none']).openapi({
			description:
				'same: one work; versions: versions of one; linked: their works, or else all versions of these, are.',
		}),
		steps: z.array(stepSchema).openapi({
			description: 'The shortest chain that makes it so, from id to other; neighbours share an identifier.',
		}),
	})
	.openapi('Why');

// Assertions are taken back at any time, and who asks decides what is told of events.
const anyonesCaching = { 'Cache-Control': 'no-cache', Vary: 'Authorization, Cookie' } as const;

/** Creates the route of explanations. */
export function createWhyRoute({ broker, ...needs }: Pick<AppNeeds, 'broker' | 'accounts' | 'sessions'>): Route {
	return defineRoute({
		route: 'GET /why',
		access: 'anyone',
		shared: true,
		id: 'explainWhy',
		tag: 'relationships',
		summary: 'Ask why two identifiers belong together',
		description:
			'Tells whether two identifiers are of one work, of versions of one, or of linked works, and the shortest chain ' +
			'of assertions and rules that makes it so. With a token or a session, steps name the event where that account ' +
			'may see it.',
		query: whyQuestionSchema,
		answers: { 200: json('What they are to each other, and why.', whySchema) },
		problems: ['not-an-identifier', 'several-identifiers', 'ambiguous-identifier', 'not-found'],
		async handle({ context, query }) {
			const sender = await findSender(context, needs);
			const reader = sender?.scopes.includes('read') ? sender : undefined;
			const viewer = { userId: reader?.userId ?? null, seesAllEvents: reader !== undefined && seesAllEvents(reader) };
			const why = await broker.explainWhy(query, viewer, clientGone(context));
			return jsonAnswer(whyDocument(why), 200, sender ? privately : anyonesCaching);
		},
	});
}
