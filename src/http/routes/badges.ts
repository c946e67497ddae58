// Badges with the number of a work's relationships: a picture, GET /badges/{scheme}/{id}.svg, and
// data for shields.io, GET /badges/{scheme}/{id}.json.
import { z } from '@hono/zod-openapi';
import { countingParameters } from '../../broker/counting/counting-parameters.ts';
import { mustBe } from '../../broker/searching/parameters.ts';
import { readRelationshipQuery, relationshipQuerySchema } from '../../broker/searching/relationship-query.ts';
import { fitsScheme } from '../../identifiers/index.ts';
import { searchRelations } from '../../links/relation.ts';
import { relationPhrase } from '../../links/words.ts';
import type { Answer } from '../answers/answer.ts';
import { type Badge, type BadgeKind, colourPattern, drawBadge, readColour, valueColour } from '../answers/badge.ts';
import { entityTag, unlessKnown } from '../answers/conditional.ts';
import { jsonMediaType, prefersProblemAs, svgMediaType } from '../answers/media-types.ts';
import { countedHeaders } from '../answers/paging.ts';
import { badgeStyles } from '../pages/object/work-choices.ts';
import type { AppNeeds } from '../server/app.ts';
import type { HttpContext } from '../server/http-context.ts';
import { countedHeaderSchemas, defineRoute, header, json, type Route } from './route.ts';
import { workPathSchema } from './work-path.ts';

const mostLabelCharacters = 60;
const cachedSeconds = 300;

const colours = 'three or six hexadecimal digits, or a name of shields.io such as brightgreen';
const colour = z.string().regex(colourPattern, mustBe(colours));

const badgeQuerySchema = z.strictObject({
	relation: z
		.enum(searchRelations)
		.default('isCitedBy')
		.openapi({ description: 'The relation to count.', example: 'isCitedBy' }),
	group_by: relationshipQuerySchema.shape.group_by,
	definition: countingParameters.definition,
	label: z
		.string()
		.max(mostLabelCharacters, mustBe(`at most ${mostLabelCharacters} characters`))
		.optional()
		.openapi({
			description:
				'The text before the number. If omitted, the name of the relation, and that of the definition behind it.',
			example: 'cited by',
		}),
	style: z.enum(badgeStyles).default(badgeStyles[0]).openapi({ description: 'A style of shields.io.' }),
	color: colour
		.optional()
		.openapi({ description: `The colour behind the number: ${colours}.`, maxLength: 13, example: 'blue' }),
	labelColor: colour
		.optional()
		.openapi({ description: `The colour behind the label: ${colours}.`, maxLength: 13, example: '555' }),
});

const pictureHeaders = {
	'Content-Type': svgMediaType,
	'Content-Security-Policy': "default-src 'none'",
	// Lets pages that are isolated from other origins show it.
	'Cross-Origin-Resource-Policy': 'cross-origin',
};
const caching = { 'Cache-Control': `public, max-age=${cachedSeconds}` };

const endpointSchema = z
	.strictObject({
		schemaVersion: z.literal(1),
		label: z.string(),
		message: z.string(),
		color: z.string(),
		labelColor: z.string().optional(),
		isError: z.literal(true).optional(),
		style: z.enum(badgeStyles).optional(),
		cacheSeconds: z.int(),
	})
	.openapi({
		example: {
			schemaVersion: 1,
			label: 'cited by',
			message: '203',
			color: '1d5f94',
			style: 'flat',
			cacheSeconds: cachedSeconds,
		},
	});

const commonOfBadges = {
	access: 'anyone',
	needs: 'index',
	deep: true,
	shared: true,
	tag: 'embedding',
	params: workPathSchema,
	query: badgeQuerySchema,
	problems: ['not-found'],
} as const;
const badgeHeaders = {
	...countedHeaderSchemas,
	ETag: header('Changes with the badge.'),
	'Cache-Control': header(`Always public, max-age=${cachedSeconds}.`),
};
const unchanged = 'The badge named in If-None-Match is still current.';

/** Creates the routes of badges. */
export function createBadgeRoutes({ broker }: Pick<AppNeeds, 'broker'>): Route[] {
	return [
		defineRoute({
			route: 'GET /badges/{scheme}/{id}.svg',
			...commonOfBadges,
			id: 'drawBadge',
			summary: 'Draw the number of relationships as a badge',
			description:
				'Draws a badge with the number of related works, for a README or a web page. Slashes in the ' +
				'identifier may be encoded or not. The badge shows "unknown" for an unknown identifier, and "no ' +
				'identifier" for a value that is not valid in its scheme. Errors are pictures as well, unless ' +
				'Accept prefers application/problem+json or application/json.',
			answers: {
				200: {
					description: 'The badge. It may be cached for five minutes.',
					headers: badgeHeaders,
					content: { [svgMediaType]: { schema: z.string() } },
				},
				304: unchanged,
			},
			async handle(asked) {
				const { badge, headers } = await countOf(broker, asked);
				return answerOf(asked.context, { ...pictureHeaders, ...headers }, drawBadge(badge));
			},
			showProblem: drawProblem,
			problemsShownAs: svgMediaType,
		}),
		defineRoute({
			route: 'GET /badges/{scheme}/{id}.json',
			...commonOfBadges,
			id: 'getBadge',
			summary: 'Get the number of relationships as data for shields.io',
			description: 'Returns the content of a badge as an endpoint badge of shields.io (schema version 1).',
			answers: { 200: json('The badge.', endpointSchema, badgeHeaders), 304: unchanged },
			async handle(asked) {
				const { badge, headers } = await countOf(broker, asked);
				const body = JSON.stringify(endpointOf(badge));
				return answerOf(asked.context, { 'Content-Type': jsonMediaType, ...headers }, body);
			},
		}),
	];
}

function answerOf(context: HttpContext, headers: Answer['headers'], body: string): Answer {
	const answer = { status: 200, headers: { ...headers, ...caching, ETag: entityTag(body) }, body };
	return unlessKnown(answer, context.req.header('if-none-match'));
}

type AskedBadge = { params: z.output<typeof workPathSchema>; query: z.output<typeof badgeQuerySchema> };

/**
 * Counts the relationships. For an unknown identifier, checks whether it is valid in its scheme.
 */
async function countOf(
	broker: AppNeeds['broker'],
	{ params, query: asked }: AskedBadge,
): Promise<{ badge: Badge; headers: Answer['headers'] }> {
	const { relation, group_by, definition, label, style, color, labelColor } = asked;
	const query = readRelationshipQuery({
		...{ ...params, relation, group_by, size: '1' },
		...(definition !== undefined && { definition }),
	});
	const found = await broker.searchRelationships(query, { facets: false });
	const { source, total, asked: identifier } = found;
	const counted = (): { value: string; kind: BadgeKind } => {
		if (source) return { value: total.toLocaleString('en'), kind: 'counted' };
		if (fitsScheme(identifier)) return { value: 'unknown', kind: 'unknown' };
		return { value: 'no identifier', kind: 'wrong' };
	};
	const by = definition === undefined ? '' : ` (${definition})`;
	const badge = {
		label: label ?? relationPhrase[relation] + by,
		title: `${label ?? relationPhrase[relation]}${by}`.trim(),
		...counted(),
		style,
		colour: color && readColour(color),
		labelColour: labelColor && readColour(labelColor),
	};
	return { badge, headers: countedHeaders(found, { hasMembers: false }) };
}

/** Writes a badge as shields.io reads it (its endpoint badge, schema version 1). */
function endpointOf(badge: Badge): z.infer<typeof endpointSchema> {
	const hexadecimal = (colour: string) => colour.slice(1);
	return {
		schemaVersion: 1,
		label: badge.label,
		message: badge.value,
		color: hexadecimal(valueColour(badge)),
		...(badge.labelColour && { labelColor: hexadecimal(badge.labelColour) }),
		...(badge.kind === 'wrong' && { isError: true as const }),
		...(badge.style && { style: badge.style }),
		cacheSeconds: cachedSeconds,
	};
}

const problemWords: Readonly<Record<number, string>> = {
	400: 'wrong address',
	404: 'wrong address',
	429: 'too many requests',
	503: 'unavailable',
};

/** Draws a problem as a badge, if the client accepts a picture. */
function drawProblem({ req }: HttpContext, problem: Answer): Answer {
	if (!prefersProblemAs(svgMediaType, req.header('accept'))) return problem;
	const asked = new URL(req.url).searchParams;
	const relation = searchRelations.find((known) => known === asked.get('relation')) ?? 'isCitedBy';
	const body = drawBadge({
		label: (asked.get('label') ?? relationPhrase[relation]).slice(0, mostLabelCharacters).toWellFormed(),
		value: problemWords[problem.status] ?? 'failed',
		kind: problem.status === 429 || problem.status === 503 ? 'unknown' : 'wrong',
		style: badgeStyles.find((known) => known === asked.get('style')) ?? badgeStyles[0],
	});
	// A problem must not be cached.
	return { ...problem, headers: { ...problem.headers, ...pictureHeaders, 'Cache-Control': 'no-cache' }, body };
}
