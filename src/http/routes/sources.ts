// Who provides links, and what is held: GET /sources.
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

/** Describes and checks the parameters of a question about the sources. */
export const sourcesQuerySchema = z.strictObject({
	size: wholeNumberOr(100, 'size', 1, mostListed).meta({ description: 'How many providers a page holds.' }),
	page: wholeNumberOr(1, 'page', 1, mostPages).meta({
		description: 'Which page of providers, those with the most links first.',
	}),
	prettyprint: prettyprintParameter,
});

const someTime = time.nullable().openapi({ example: exampleTime });
const date = z.string().nullable().openapi({ description: 'As it was given.', example: '2018-06-01' });

const providerSchema = z
	.strictObject({
		name: z.string().openapi({ description: 'As it was spelled first.' }),
		links: count.openapi({ description: 'Relationships between two identifiers that it asserts.' }),
		works: count.openapi({ description: 'Works that it speaks of.' }),
		first_link: date,
		last_link: date,
		last_received: someTime.openapi({ description: 'When the last submission was accepted that says any of it.' }),
		years: z
			.array(z.strictObject({ year: z.int(), links: count }))
			.openapi({ description: 'Its links by the year of their first LinkPublicationDate.' }),
	})
	.openapi('SourceOfLinks');

const { Title, TitleMarkup, Type, PublicationDate } = metadata;

const sourcesSchema = z
	.strictObject({
		as_of: someTime.openapi({ description: 'When all of this was counted; null: it was not yet.' }),
		current: z.boolean().openapi({ description: 'Whether nothing has changed since.' }),
		empty: z.boolean().openapi({ description: 'Whether the broker holds no work at all.' }),
		last_applied: someTime.openapi({ description: 'When the last submission was applied.' }),
		works: count.openapi({ description: 'Works, each version of one by itself.' }),
		links: count.openapi({ description: 'Relationships between two identifiers, whoever says so.' }),
		identifiers: count,
		types: z
			.array(z.strictObject({ type: z.enum(typeNames), works: count }))
			.openapi({ description: 'Works by type, each version of one by itself.' }),
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
			.openapi({ description: 'The most cited works of each type; of their identifiers the first.' }),
	})
	.openapi('Sources');

/** Creates the route of the sources. */
export function createSourcesRoute({ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	return defineRoute({
		route: 'GET /sources',
		access: 'anyone',
		shared: true,
		id: 'getSources',
		tag: 'relationships',
		summary: 'Tell where links come from, and what is held',
		description:
			'Tells what each link provider says and how that grew, and what is held by type and scheme, as it was counted ' +
			'last. Counting is done in the background, a while after something has changed. A browser is sent to the page.',
		query: sourcesQuerySchema,
		answers: {
			200: json('The sources.', sourcesSchema),
			303: 'To a browser: the page that tells them.',
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
