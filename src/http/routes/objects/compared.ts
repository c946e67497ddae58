// The citations of a work by every definition: GET /objects/{number}/definitions.
import { z } from '@hono/zod-openapi';
import { describeCompared } from '../../../broker/counting/compare-definitions.ts';
import { flags } from '../../../broker/counting/counting-parameters.ts';
import { levels } from '../../../broker/counting/definitions.ts';
import { prettyprintParameter } from '../../../broker/searching/parameters.ts';
import { readObject } from '../../../formats/scholix/described-object.ts';
import { shownIdentifier } from '../../../formats/scholix/writing/object-document.ts';
import { describeQuery } from '../../../formats/scholix/writing/write-answers.ts';
import { searchRelations } from '../../../links/relation.ts';
import { titleOf } from '../../../links/words.ts';
import { type Answer, writtenJson } from '../../answers/answer.ts';
import { count, flagNumbersSchema, understoodQuerySchema } from '../../answers/answer-schemas.ts';
import { unchanged, unlessUnchanged } from '../../answers/conditional.ts';
import { jsonMediaType, prefersPage } from '../../answers/media-types.ts';
import type { PageWriter } from '../../pages/page-writer.ts';
import { baseAddress } from '../../server/addresses.ts';
import type { AppNeeds } from '../../server/app.ts';
import { disconnectSignal } from '../../server/http-context.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { numberSchema, readNumber, unknownNumber } from './objects.ts';

const ofLinks = {
	relation: z.enum(searchRelations).openapi({ example: 'isCitedBy' }),
	items: count.openapi({ description: 'The number of links.' }),
	links: z.url().openapi({ description: 'The address of these links.' }),
};

const comparedSchema = z
	.strictObject({
		query: understoodQuerySchema,
		definitions: z
			.array(
				z
					.strictObject({
						name: z.string().openapi({ example: 'strict' }),
						version: z.int().min(1),
						words: z.string().openapi({ description: 'What counts, for people.' }),
						group_by: z.enum(levels),
						total: count.openapi({ description: 'The citations that count.' }),
						relations: z.array(
							z
								.strictObject({
									...ofLinks,
									counts: z.boolean().openapi({ description: 'Whether links of this relation count as citations.' }),
								})
								.openapi('ComparedRelation'),
						),
						excluded: z.array(z.strictObject({ flag: z.enum(flags), ...ofLinks }).openapi('ExcludedLinks')).openapi({
							description:
								'The links that are left out, each under the first of its flags. They and total add up to all ' +
								'relations that count.',
						}),
						unknown: flagNumbersSchema,
						links: ofLinks.links,
					})
					.openapi('ComparedDefinition'),
			)
			.openapi({ description: 'Each definition at each level at which it counts.' }),
	})
	.openapi('ComparedDefinitions');

type Needs = Pick<AppNeeds, 'broker' | 'settings' | 'version'> & { pageWriter: PageWriter };

/** Creates the route. */
export function createComparedRoute(needs: Needs): Route {
	const { broker, settings, pageWriter } = needs;
	return defineRoute({
		route: 'GET /objects/{number}/definitions',
		access: 'anyone',
		needs: 'both',
		shared: true,
		id: 'compareDefinitions',
		tag: 'objects',
		summary: 'Count the citations of a work by every definition',
		description:
			'Returns the citations of the work by each definition of GET /definitions, at each level at which it counts, ' +
			'with what it leaves out and the relations that it does not count. Each number has the address of its ' +
			'links, so that the numbers of two definitions can be compared link by link. A browser gets a page.',
		params: z.strictObject({ number: numberSchema }),
		query: z.strictObject({ prettyprint: prettyprintParameter }),
		answers: {
			200: {
				...json('The counts.', comparedSchema),
				content: { [jsonMediaType]: { schema: comparedSchema }, 'text/html': { schema: z.string() } },
			},
			304: unchanged,
		},
		problems: ['not-found'],
		showProblem: pageWriter.showProblem,
		handle({ context, params, query: { prettyprint } }) {
			const number = readNumber(params.number);
			const isPage = prefersPage(context.req.header('accept'));
			const form = JSON.stringify([isPage && pageWriter.tag, broker.definitions()]);
			const answer = async (): Promise<Answer> => {
				const found = await broker.compareDefinitions({ number }, { signal: disconnectSignal(context) });
				if (!found?.source || !found.overview?.compared) throw unknownNumber(params.number);
				const { compared } = found.overview;
				const asked = shownIdentifier(found.asked);
				if (isPage) {
					const content = { number, asked, counts: compared, title: titleOf(readObject(found.source)) };
					const headers = { ...pageWriter.security, 'Content-Type': 'text/html; charset=utf-8' };
					return { status: 200, headers, body: pageWriter.writeStill({ compared: content }) };
				}
				const base = `${baseAddress(context.req.url, settings.publicUrl)}/relationships`;
				const definitions = describeCompared(compared, (one) => {
					return `${base}?${new URLSearchParams({ id: asked.ID, scheme: asked.IDScheme, ...one })}`;
				});
				return writtenJson(
					{ query: describeQuery(found), definitions },
					{ prettyprint: prettyprint === '1', headers: {} },
				);
			};
			return unlessUnchanged(needs, context, answer, form);
		},
	});
}
