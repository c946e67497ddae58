// Statistics on providers and content: GET /sources.
import { z } from '@hono/zod-openapi';
import { prettyprintParameter, wholeNumberOr } from '../../broker/searching/parameters.ts';
import { describeSources } from '../../broker/sources/sources.ts';
import { type Answer, writtenJson } from '../answers/answer.ts';
import { count, exampleTime, metadata, time, typeNames } from '../answers/answer-schemas.ts';
import { prefersPage } from '../answers/media-types.ts';
import { pagesRoot } from '../answers/page.ts';
import { baseAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import { countsSchema, identifiersSchema, self } from './objects/object-schemas.ts';
import { defineRoute, json, type Route } from './route.ts';

const mostListed = 1_000;
const mostPages = 10_000;

/** Describes and checks the parameters of the statistics. */
export const sourcesQuerySchema = z.strictObject({
	size: wholeNumberOr(100, 'size', 1, mostListed).meta({ description: 'The number of providers on a page.' }),
	page: wholeNumberOr(1, 'page', 1, mostPages).meta({
		description: 'The page number. Providers with the most links come first.',
	}),
	prettyprint: prettyprintParameter,
});

const someTime = time.nullable().openapi({ example: exampleTime });
const date = z.string().nullable().openapi({ description: 'As given by the provider.', example: '2018-06-01' });

const providerSchema = z
	.strictObject({
		name: z.string().openapi({ description: 'The name in the spelling that was accepted first.' }),
		links: count.openapi({ description: 'The links that the provider asserts, each counted once.' }),
		works: count.openapi({ description: 'The works in these links.' }),
		first_link: date,
		last_link: date,
		last_received: someTime.openapi({
			description: 'When the latest submission with one of these links was accepted.',
		}),
		years: z
			.array(z.strictObject({ year: z.int(), links: count }))
			.openapi({ description: 'The links by the year of their first LinkPublicationDate.' }),
	})
	.openapi('SourceOfLinks');

const { Title, TitleMarkup, Type, PublicationDate } = metadata;

const sourcesSchema = z
	.strictObject({
		as_of: someTime.openapi({ description: 'When the statistics were counted. null: not counted yet.' }),
		current: z.boolean().openapi({ description: 'Whether the data has not changed since then.' }),
		empty: z.boolean().openapi({ description: 'Whether the broker has no works.' }),
		last_applied: someTime.openapi({ description: 'When the latest submission was applied.' }),
		works: count.openapi({ description: 'Works. Each version counts separately.' }),
		links: count.openapi({ description: 'Links between two identifiers, each counted once.' }),
		identifiers: count,
		types: z
			.array(z.strictObject({ type: z.enum(typeNames), works: count }))
			.openapi({ description: 'Works by type. Each version counts separately.' }),
		schemes: z.array(z.strictObject({ scheme: z.string(), identifiers: count })),
		providers_total: count,
		providers: z.array(providerSchema).max(mostListed),
		examples: z
			.array(
				z
					.strictObject({
						...{ self, Identifiers: identifiersSchema, counts: countsSchema },
						...{ Title, TitleMarkup, Type, PublicationDate },
					})
					.openapi('ExampleOfWork'),
			)
			.openapi({ description: 'The most cited works of each type, each with one identifier.' }),
	})
	.openapi('Sources');

/** Creates the route of the statistics. */
export function createSourcesRoute({ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	return defineRoute({
		route: 'GET /sources',
		access: 'anyone',
		needs: 'records',
		shared: true,
		id: 'getSources',
		tag: 'relationships',
		summary: 'Get statistics on providers and content',
		description:
			'Returns the links of each provider by year, the works by type and the identifiers by scheme. A ' +
			'background task counts them after changes. A browser is redirected to the page.',
		query: sourcesQuerySchema,
		answers: {
			200: json('The statistics.', sourcesSchema),
			303: 'A redirect to the page, for browsers.',
		},
		async handle({ context, query: { size, page, prettyprint } }): Promise<Answer> {
			const vary = { Vary: 'Accept' };
			if (prefersPage(context.req.header('accept'))) {
				const Location = `${pagesRoot(settings.publicUrl)}providers`;
				return { status: 303, headers: { Location, ...vary }, body: null };
			}
			const base = baseAddress(context.req.url, settings.publicUrl);
			const document = describeSources(await broker.getSources(), { size, page, base });
			return writtenJson(document, {
				prettyprint: prettyprint === '1',
				headers: { ...vary, 'Cache-Control': 'no-cache' },
			});
		},
	});
}
