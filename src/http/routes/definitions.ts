// The definitions of a citation and the flags of links: GET /definitions, GET /definitions/{name}.
import { z } from '@hono/zod-openapi';
import { findDefinition } from '../../broker/counting/counting.ts';
import { flags, longestDefinitionName } from '../../broker/counting/counting-parameters.ts';
import { levels, relationsToCount } from '../../broker/counting/definitions.ts';
import { showDefinition, showDefinitions } from '../../broker/counting/describe-definitions.ts';
import { BrokerError } from '../../errors.ts';
import type { Answer } from '../answers/answer.ts';
import { entityTag, unchanged, unlessKnown } from '../answers/conditional.ts';
import { jsonMediaType, prefersPage } from '../answers/media-types.ts';
import { pagesRoot } from '../answers/page.ts';
import type { PageWriter } from '../pages/page-writer.ts';
import type { AppNeeds } from '../server/app.ts';
import type { HttpContext } from '../server/http-context.ts';
import { defineRoute, json, type Route } from './route.ts';

const flag = z.enum(flags);

const definitionSchema = z
	.strictObject({
		name: z.string().openapi({ example: 'strict' }),
		version: z.int().min(1).openapi({ description: 'Goes up by one with every change of what counts.' }),
		since: z.iso.date().openapi({ description: 'The day since when this version holds.', example: '2026-11-30' }),
		words: z.string().openapi({ description: 'What counts, for people.' }),
		relations: z
			.array(z.enum(relationsToCount))
			.nullable()
			.openapi({ description: 'The relations that count. null: those that a question asks for.' }),
		levels: z.array(z.enum(levels)).openapi({ description: 'The values of group_by with which it counts.' }),
		exclude: z.array(flag).openapi({
			description: 'Links with one of these flags do not count. A link of which the flag is not known counts.',
		}),
		built_in: z.boolean().openapi({ description: 'Whether every broker has it. false: it is one of this broker.' }),
	})
	.openapi('DefinitionOfCitation');

const definitionsSchema = z
	.strictObject({
		definitions: z.array(definitionSchema),
		rules: z.int().min(1).openapi({ description: 'The version of the rules of flags.' }),
		flags: z
			.array(
				z
					.strictObject({
						name: flag,
						words: z.string().openapi({ description: 'What is true of a link that has the flag.' }),
						unknown_if: z.string().nullable().openapi({
							description: 'When that is not known. null: it always is.',
							example: 'a work has no known creators',
						}),
					})
					.openapi('FlagOfLinks'),
			)
			.openapi({ description: 'A link that is left out is counted under the first of its flags in this order.' }),
		groups: z.record(z.string(), z.array(flag)).openapi({
			description: 'Names of several flags, for exclude and flagged.',
			example: { self: ['author-self', 'journal-self'] },
		}),
	})
	.openapi('DefinitionsOfCitation');

type Needs = Pick<AppNeeds, 'broker' | 'settings'> & { pageWriter: PageWriter };

/** Creates the routes. What they answer is the same until the next start. */
export function createDefinitionRoutes({ broker, settings, pageWriter }: Needs): Route[] {
	const shared = { access: 'anyone', needs: 'nothing', shared: true, tag: 'relationships' } as const;
	return [
		defineRoute({
			...shared,
			route: 'GET /definitions',
			id: 'listDefinitions',
			summary: 'List the definitions of a citation',
			description:
				'Returns the definitions that `definition` may name, and the flags that `exclude` and `flagged` may name. ' +
				'A browser gets a page.',
			answers: {
				200: {
					...json('The definitions and the flags.', definitionsSchema),
					content: { 'application/json': { schema: definitionsSchema }, 'text/html': { schema: z.string() } },
				},
				304: unchanged,
			},
			handle({ context }) {
				const shown = showDefinitions(broker.definitions());
				if (!prefersPage(context.req.header('accept'))) return currentJson(context, shown);
				const headers = { ...pageWriter.security, 'Content-Type': 'text/html; charset=utf-8' };
				return current(context, headers, pageWriter.writeStill({ counting: shown }));
			},
		}),
		defineRoute({
			...shared,
			route: 'GET /definitions/{name}',
			id: 'showDefinition',
			summary: 'Show a definition of a citation',
			description: 'A browser is redirected to the page of all definitions.',
			params: z.strictObject({ name: z.string().max(longestDefinitionName).openapi({ example: 'strict' }) }),
			answers: {
				200: json('The definition.', definitionSchema),
				303: 'A redirect to the page, for browsers.',
				304: unchanged,
			},
			problems: ['not-found'],
			handle({ context, params: { name } }): Answer {
				const failing = (message: string) => new BrokerError('not-found', message);
				const found = findDefinition(broker.definitions(), name, failing);
				if (!prefersPage(context.req.header('accept'))) return currentJson(context, showDefinition(found));
				const Location = `${pagesRoot(settings.publicUrl)}definitions#definition-${name}`;
				return { status: 303, headers: { Location, ...vary }, body: null };
			},
		}),
	];
}

function currentJson(context: HttpContext, shown: object): Answer {
	return current(context, { 'Content-Type': jsonMediaType }, JSON.stringify(shown));
}

/** Answers what a cache may keep, if it asks each time whether that is still current. */
function current(context: HttpContext, type: Answer['headers'], body: string): Answer {
	const headers = { ...type, ...vary, 'Cache-Control': 'no-cache', ETag: entityTag(body) };
	return unlessKnown({ status: 200, headers, body }, context.req.header('if-none-match'));
}

const vary = { Vary: 'Accept' };
