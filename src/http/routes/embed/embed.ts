// The box about a work for other pages, which show it in a frame: GET /embed/{scheme}/{id}.
import { z } from '@hono/zod-openapi';
import { readRelationshipQuery } from '../../../broker/searching/relationship-query.ts';
import { fitsScheme } from '../../../identifiers/index.ts';
import { searchRelations } from '../../../links/relation.ts';
import type { Answer } from '../../answers/answer.ts';
import { entityTag, unlessKnown } from '../../answers/conditional.ts';
import { htmlMediaType, prefersProblemAs } from '../../answers/media-types.ts';
import { pagesRoot } from '../../answers/page.ts';
import { box, boxTitle, problemBox } from '../../pages/embed/box.ts';
import { boxDocument, boxHeaders, boxThemes } from '../../pages/embed/box-document.ts';
import type { AppNeeds } from '../../server/app.ts';
import { clientGone, type HttpContext } from '../../server/http-context.ts';
import { defineRoute, header, type Route } from '../route.ts';
import { workPathSchema } from '../work-path.ts';

const mostListed = '5';

/** Describes what the box takes. */
export const boxQuerySchema = z.strictObject({
	relation: z
		.enum(searchRelations)
		.default('isCitedBy')
		.openapi({ description: 'Which relationships are shown.', example: 'isCitedBy' }),
	group_by: z.enum(['version', 'identity']).default('version').openapi({
		description: 'version: those of all versions of the work together; identity: of the work itself.',
	}),
	theme: z
		.enum(boxThemes)
		.default('auto')
		.openapi({ description: "Light, dark, or auto: as the reader's system is set." }),
});

/** Creates the route. */
export function createEmbedRoute({ broker, settings }: Pick<AppNeeds, 'broker' | 'settings'>): Route {
	return defineRoute({
		route: 'GET /embed/{scheme}/{id}',
		deep: true,
		access: 'anyone',
		shared: true,
		id: 'showBox',
		tag: 'embedding',
		summary: 'Show how often a work is cited in a box for other pages',
		description:
			'A small page to be framed by any other: the number of works, how many were published each year, and the latest ' +
			'five. The script /embed.js puts it on a page. Slashes of the identifier may be encoded or not. A problem is a ' +
			'small page as well, with its status, unless Accept asks for application/problem+json or application/json.',
		params: workPathSchema,
		query: boxQuerySchema,
		answers: {
			200: {
				description: 'The box; it says so where nothing is known of the work. It may be kept for five minutes.',
				headers: {
					ETag: header('Changes with the box.'),
					'Cache-Control': header('Always public, max-age=300.'),
				},
				content: { [htmlMediaType]: { schema: z.string() } },
			},
			304: 'The box is the one that If-None-Match names.',
		},
		problems: ['not-found'],
		async handle({ context, params, query: { relation, group_by, theme } }) {
			const query = readRelationshipQuery({ ...params, relation, group_by, size: mostListed });
			const found = await broker.searchRelationships(query, { facets: true, signal: clientGone(context) });
			const content = {
				asked: found.asked,
				fits: found.source !== undefined || fitsScheme(found.asked),
				relation,
				groupBy: group_by,
				source: found.source,
				total: found.total,
				latest: found.items.map(({ object }) => object),
				years: found.facets?.publicationYear ?? [],
			};
			const markup = box(content, pagesRoot(settings.publicUrl));
			const body = boxDocument(markup, { title: boxTitle(content), theme });
			const headers = { ...boxHeaders, 'Cache-Control': 'public, max-age=300', ETag: entityTag(body) };
			return unlessKnown({ status: 200, headers, body }, context.req.header('if-none-match'));
		},
		tellProblem: showProblem,
		problemsToldAs: htmlMediaType,
	});
}

/** Shows a problem in the same place, to a client that takes a page. */
function showProblem({ req }: HttpContext, problem: Answer): Answer {
	if (!prefersProblemAs(htmlMediaType, req.header('accept'))) return problem;
	const told = JSON.parse(String(problem.body)) as { title: string; detail: string };
	const asked = new URL(req.url).searchParams.get('theme');
	const body = boxDocument(problemBox(told, problem.headers['Retry-After']), {
		title: told.title,
		theme: boxThemes.find((known) => known === asked) ?? 'auto',
	});
	return { ...problem, headers: { ...problem.headers, ...boxHeaders, 'Cache-Control': 'no-cache' }, body };
}
