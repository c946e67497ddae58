// Explains how two identifiers are connected: GET /why.
import { z } from '@hono/zod-openapi';
import { mostSteps } from '../../broker/why/reach.ts';
import { whyDocument } from '../../broker/why/why-document.ts';
import { whyQuestionSchema } from '../../broker/why/why-question.ts';
import { relations } from '../../links/relation.ts';
import { jsonAnswer, privately } from '../answers/answer.ts';
import { identifierSchema } from '../answers/answer-schemas.ts';
import type { AppNeeds } from '../server/app.ts';
import { findSender, seesAllEvents } from '../server/authentication.ts';
import { disconnectSignal } from '../server/http-context.ts';
import { defineRoute, json, type Route } from './route.ts';

const understoodSchema = z
	.strictObject({
		understood_as: identifierSchema.openapi({ description: 'The identifier that the broker read from the input.' }),
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
		.strictObject({
			...joint,
			rule: z
				.string()
				.openapi({ description: 'The rule of the scheme that makes both identifiers equal, as a sentence.' }),
		})
		.openapi('RuleStep'),
	z
		.strictObject({
			...joint,
			provider: z
				.string()
				.openapi({ description: 'The provider of the assertion that was accepted first.', example: 'Zenodo' }),
			date: z.string().openapi({ description: 'The date of that assertion.', example: '2018-01-01' }),
			sub_type: z
				.string()
				.optional()
				.openapi({ description: 'The relation type as the provider gave it.', example: 'IsVersionOf' }),
			event_id: z
				.uuid()
				.optional()
				.openapi({ description: 'The event of that assertion. Only for accounts that may see the event.' }),
			others: z.int().min(0).openapi({ description: 'The number of further assertions of the same link.' }),
		})
		.openapi('AssertedStep'),
]);

/** Describes the connection of two identifiers. */
export const whySchema = z
	.strictObject({
		id: understoodSchema,
		other: understoodSchema,
		relation: z.enum(['same', 'versions', 'linked', 'none']).openapi({
			description:
				'same: one work. versions: versions of one work. linked: the works are linked or, if they are not, ' +
				'versions of them. none: no connection.',
		}),
		steps: z.array(stepSchema).openapi({
			description: 'The shortest chain from id to other. Neighbouring steps share an identifier.',
		}),
		truncated: z
			.literal(true)
			.optional()
			.openapi({
				description:
					`Present if the chain has more than ${mostSteps} steps, or if the works have too many identifiers or ` +
					'versions to find it. steps is then empty.',
			}),
	})
	.openapi('Why');

// Assertions can be withdrawn at any time, and the visible events depend on the sender.
const anyonesCaching = { 'Cache-Control': 'no-cache', Vary: 'Authorization, Cookie' } as const;

type WhyNeeds = Pick<AppNeeds, 'broker'> & Parameters<typeof findSender>[1];

/** Creates the route of explanations. */
export function createWhyRoute({ broker, ...needs }: WhyNeeds): Route {
	return defineRoute({
		route: 'GET /why',
		access: 'anyone',
		needs: 'records',
		shared: true,
		id: 'explainWhy',
		tag: 'relationships',
		summary: 'Explain how two identifiers are connected',
		description:
			'Returns whether two identifiers belong to one work, to versions of one work, or to linked works, ' +
			'and the shortest chain of assertions and rules that connects them. With a token or a session, ' +
			'steps name the events that the account may see. If one of the identifiers is unknown, the answer ' +
			'is 404, and errors has it.',
		query: whyQuestionSchema,
		answers: { 200: json('The connection and its explanation.', whySchema) },
		problems: ['not-an-identifier', 'several-identifiers', 'ambiguous-identifier', 'not-found'],
		async handle({ context, query }) {
			const sender = await findSender(context, needs);
			const reader = sender?.scopes.includes('read') ? sender : undefined;
			const viewer = { userId: reader?.userId ?? null, seesAllEvents: reader !== undefined && seesAllEvents(reader) };
			const why = await broker.explainWhy(query, viewer, disconnectSignal(context));
			return jsonAnswer(whyDocument(why), 200, sender ? privately : anyonesCaching);
		},
	});
}
