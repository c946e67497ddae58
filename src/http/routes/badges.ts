// Counting the relationships of a work as a picture for web pages: GET /badges/{scheme}/{id}.svg; knows nothing of how they are counted and drawn.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../broker/broker.ts';
import { readRelationshipQuery, relationshipQuerySchema } from '../../broker/search-relationships.ts';
import { BrokerError } from '../../errors.ts';
import { type SearchRelation, searchRelations } from '../../links/relation.ts';
import { drawBadge } from '../answers/badge.ts';
import { entityTag, unlessKnown } from '../answers/conditional.ts';
import { badQuery, readParameters, refuseOthers } from '../answers/query-parameters.ts';
import type { Route } from './route.ts';

const mediaType = 'image/svg+xml';
const mostLabelCharacters = 60;

const badgeQuerySchema = z.strictObject({
	relation: z
		.enum(searchRelations)
		.default('isCitedBy')
		.openapi({ description: 'Which relationships are counted.', example: 'isCitedBy' }),
	group_by: relationshipQuerySchema.shape.group_by,
	label: z
		.string()
		.max(mostLabelCharacters)
		.optional()
		.openapi({ description: 'The words before the number; if none, those of the relation.', example: 'cited by' }),
});

const labels: Readonly<Record<SearchRelation, string>> = {
	cites: 'cites',
	isCitedBy: 'cited by',
	isSupplementTo: 'supplement to',
	isSupplementedBy: 'supplemented by',
	isRelatedTo: 'related to',
};

const headers = {
	'Content-Type': mediaType,
	'Cache-Control': 'public, max-age=300',
	'Content-Security-Policy': "default-src 'none'",
};

/** Creates the route of badges. */
export function createBadgeRoute(broker: Pick<Broker, 'searchRelationships'>): Route {
	return {
		method: 'get',
		path: '/badges/{scheme}/{id}.svg',
		deep: true,
		operation,
		problems: ['bad-query', 'not-found', 'unavailable'],
		shared: true,
		limited: true,
		async handle(context) {
			const { scheme, id } = readPath(context.req.url);
			const { relation, group_by, label } = readQuery(context.req.url);
			const query = readRelationshipQuery({ scheme, id, relation, group_by, size: '1' });
			const { total } = await broker.searchRelationships(query, { facets: false });
			const body = drawBadge(label ?? labels[relation], total.toLocaleString('en'));
			const answer = { status: 200, headers: { ...headers, ETag: entityTag(body) }, body };
			return unlessKnown(answer, context.req.header('if-none-match'));
		},
	};
}

/** Reads scheme and identifier from the address itself: what routes make of it has lost which slashes were encoded. */
function readPath(url: string): { scheme: string; id: string } {
	const [, scheme, id] = /^[^?#]*?\/badges\/([^/?#]+)\/([^?#]+)\.svg(?:[?#]|$)/.exec(url) ?? [];
	if (scheme === undefined || id === undefined) {
		throw new BrokerError('not-found', 'The address of a badge is /badges/{scheme}/{id}.svg.');
	}
	try {
		return { scheme: decodeURIComponent(scheme), id: decodeURIComponent(id) };
	} catch {
		throw new BrokerError(
			'bad-request',
			'The address is not percent-encoded UTF-8; write a percent sign itself as %25.',
		);
	}
}

function readQuery(url: string): z.output<typeof badgeQuerySchema> {
	const parameters = readParameters(url);
	const known = Object.keys(badgeQuerySchema.shape);
	refuseOthers(parameters, known);
	const query = badgeQuerySchema.safeParse(parameters);
	if (query.success) return query.data;
	throw badQuery(
		query.error.issues.map((issue) => {
			const field = String(issue.path[0]);
			const allowed =
				issue.code === 'invalid_value'
					? `one of ${issue.values.join(', ')}`
					: `at most ${mostLabelCharacters} characters`;
			return { field, message: `${field} must be ${allowed}.` };
		}),
	);
}

const operation: Route['operation'] = {
	operationId: 'drawBadge',
	summary: 'Count the relationships of a work as a picture',
	description:
		'Draws how many works relate to one, for a README or a web page. Slashes of the identifier may be encoded or not. An identifier that is ' +
		'not known counts 0.',
	tags: ['relationships'],
	request: {
		params: z.strictObject({
			scheme: z.string().openapi({ description: 'The scheme of the identifier.', example: 'doi' }),
			id: z.string().openapi({ description: 'The identifier.', example: '10.5281/zenodo.11020' }),
		}),
		query: badgeQuerySchema,
	},
	responses: {
		200: {
			description: 'The badge. It may be kept for five minutes.',
			headers: {
				ETag: { description: 'Changes with the badge.', required: true, schema: { type: 'string' } },
				'Cache-Control': { description: 'Always public, max-age=300.', required: true, schema: { type: 'string' } },
			},
			content: { [mediaType]: { schema: z.string() } },
		},
		304: { description: 'The badge is the one that If-None-Match names.' },
	},
};
