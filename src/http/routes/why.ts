// Explains how two identifiers are connected: GET /why.
import { z } from '@hono/zod-openapi';
import { mostSteps } from '../../broker/why/reach.ts';
import { whyDocument } from '../../broker/why/why-document.ts';
import { whyQuestionSchema } from '../../broker/why/why-question.ts';
import { relations, searchRelations } from '../../links/relation.ts';
import { jsonAnswer, privately } from '../answers/answer.ts';
import {
	agentSchema,
	answeredContainerSchema,
	count,
	flagSchema,
	identifierSchema,
	noticeSchema,
} from '../answers/answer-schemas.ts';
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

const of = z.enum(['id', 'other']).openapi({ description: 'The work: that of id, or that of other.' });
const matched = z.string().openapi({ description: 'What they have in common, as it is compared.' });
const provider = z.string().openapi({ example: 'Crossref' });
const date = z.string().openapi({ description: 'The date of the assertion.', example: '2018-01-01' });

const evidenceSchema = z
	.union([
		z.strictObject({ id: agentSchema, other: agentSchema, matched }).openapi('SharedCreator'),
		z.strictObject({ id: answeredContainerSchema, other: answeredContainerSchema, matched }).openapi('SharedContainer'),
		z.strictObject({ of, publisher: z.string(), provider }).openapi('OwnPublisher'),
		z
			.strictObject({
				provider,
				date,
				words: z.array(z.string()).openapi({ description: 'The relation types as the provider gave them.' }),
				mined_by: z.enum(['provider', 'words']).openapi({ description: 'What says that a program found the link.' }),
			})
			.openapi('MinedAssertion'),
		z.strictObject({ provider }).openapi('OnlyProvider'),
		z.strictObject({ of, relation: z.literal('IsSupplementTo') }).openapi('SupplementOf'),
		z
			.strictObject({ of, lacks: z.array(z.string()).openapi({ description: 'Schemes. It has none of them.' }) })
			.openapi('UnregisteredWork'),
		z
			.strictObject({
				of,
				notice: noticeSchema,
				provider: provider.optional().openapi({ description: 'Who stated the notice last.' }),
				date: date.optional(),
				event_id: z.uuid().optional().openapi({
					description: 'The event that states it. Only for accounts that may see the event.',
				}),
			})
			.openapi('StatedNotice'),
		z
			.strictObject({
				published: z.string().openapi({ description: 'When the citing work was published.', example: '2016' }),
				retracted: z.string().openapi({ description: 'When the cited work was retracted.', example: '2015-06-03' }),
			})
			.openapi('ComparedDates'),
	])
	.openapi('FlagEvidence');

const explainedFlagSchema = z
	.strictObject({
		name: flagSchema,
		holds: z.enum(['yes', 'no', 'unknown']),
		certainty: z.enum(['identifier', 'name']).optional().openapi({
			description: 'identifier: the works match by an ORCID iD, ISNI or ISSN. name: by a name or title alone.',
		}),
		evidence: z.array(evidenceSchema).openapi({ description: 'Why the link has the flag.' }),
		others: count.openapi({ description: 'The number of further pieces of evidence.' }),
		missing: z
			.array(
				z
					.strictObject({
						of,
						field: z.string().openapi({ example: 'Creator' }),
						value: z.string().optional().openapi({ description: 'The date, if it is not precise enough.' }),
					})
					.openapi('MissingField'),
			)
			.optional()
			.openapi({ description: 'Why the flag is unknown: what is not known of the works.' }),
	})
	.openapi('ExplainedFlag');

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
		link: z
			.strictObject({
				relation: z.enum(searchRelations).openapi({ description: 'The relation as seen from id.' }),
				group_by: z.enum(['identity', 'version']).openapi({
					description: 'identity: these works are linked. version: only their versions are.',
				}),
				flags: z.array(flagSchema).openapi({ description: 'The flags of the link.' }),
			})
			.openapi('ExplainedLink')
			.optional()
			.openapi({
				description: 'The link between the works, if there is one. One version of a work may be linked with another.',
			}),
		flag: explainedFlagSchema.optional().openapi({ description: 'The flag that was asked for.' }),
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
			'is 404, and errors has it. Linked works are shown with the flags of their link; `flag` asks for the ' +
			'evidence of one of them, and is refused if nothing links the works.',
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
