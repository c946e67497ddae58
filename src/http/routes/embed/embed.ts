// The box about a work for other pages, which show it in a frame: GET /embed/{scheme}/{id}. It knows
// no markup.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../../broker/broker.ts';
import { readRelationshipQuery } from '../../../broker/searching/relationship-query.ts';
import { fitsScheme } from '../../../identifiers/index.ts';
import { searchRelations } from '../../../links/relation.ts';
import type { Settings } from '../../../settings.ts';
import type { Answer } from '../../answers/answer.ts';
import { entityTag, unlessKnown } from '../../answers/conditional.ts';
import { htmlMediaType, prefersProblemAs } from '../../answers/media-types.ts';
import { pagesRoot } from '../../answers/page.ts';
import { readQuery } from '../../answers/query-parameters.ts';
import { box, boxTitle, problemBox } from '../../pages/embed/box.ts';
import { boxDocument, boxHeaders, boxThemes } from '../../pages/embed/box-document.ts';
import { clientGone, type HttpContext } from '../../server/http-context.ts';
import { header } from '../describe.ts';
import type { Route } from '../route.ts';
import { readWorkPath, workPathSchema } from '../work-path.ts';

type Needs = { broker: Broker; settings: Pick<Settings, 'publicUrl'> };

const shape = '/embed/{scheme}/{id}';
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

/** Completes "… must be". */
const allowedValues = {
	relation: `one of ${searchRelations.join(', ')}`,
	group_by: 'one of version, identity',
	theme: `one of ${boxThemes.join(', ')}`,
} as const;

/** Creates the route. */
export function createEmbedRoute({ broker, settings }: Needs): Route {
	return {
		method: 'get',
		path: shape,
		deep: true,
		access: 'anyone',
		shared: true,
		operation,
		problems: ['bad-query', 'not-found', 'unavailable'],
		async handle(context) {
			const named = readWorkPath(context.req.url, shape);
			const { relation, group_by, theme } = readQuery(context.req.url, boxQuerySchema, allowedValues);
			const query = readRelationshipQuery({ ...named, relation, group_by, size: mostListed });
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
	};
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

const operation: Route['operation'] = {
	operationId: 'showBox',
	summary: 'Show how often a work is cited in a box for other pages',
	description:
		'A small page to be framed by any other: the number of works, how many were published each year, and the latest ' +
		'five. The script /embed.js puts it on a page. Slashes of the identifier may be encoded or not. A problem is a ' +
		'small page as well, with its status, unless Accept asks for application/problem+json or application/json.',
	tags: ['embedding'],
	request: { params: workPathSchema, query: boxQuerySchema },
	responses: {
		200: {
			description: 'The box; it says so where nothing is known of the work. It may be kept for five minutes.',
			headers: {
				ETag: header('Changes with the box.'),
				'Cache-Control': header('Always public, max-age=300.'),
			},
			content: { [htmlMediaType]: { schema: z.string() } },
		},
		304: { description: 'The box is the one that If-None-Match names.' },
	},
};
