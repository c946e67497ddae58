// The count of a work's relationships as a picture: GET /badges/{scheme}/{id}.svg.
import { z } from '@hono/zod-openapi';
                                                     
import { readRelationshipQuery, relationshipQuerySchema } from '../../broker/searching/relationship-query.js';
                                                                                         
import { fitsScheme } from '../../identifiers/index.js';
import {                      searchRelations } from '../../links/relation.js';
import { drawBadge } from '../answers/badge.js';
import { entityTag, unlessKnown } from '../answers/conditional.js';
import { readQuery } from '../answers/query-parameters.js';
import { header } from './describe.js';
                                        
import { readWorkPath } from './work-path.js';

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

const labels                                           = {
	cites: 'cites',
	isCitedBy: 'cited by',
	isSupplementTo: 'supplement to',
	isSupplementedBy: 'supplemented by',
	isRelatedTo: 'related to',
};

/** Completes "… must be". */
const allowedValues = {
	relation: `one of ${searchRelations.join(', ')}`,
	group_by: 'one of identity, version',
	label: `at most ${mostLabelCharacters} characters`,
}         ;

const headers = {
	'Content-Type': mediaType,
	'Cache-Control': 'public, max-age=300',
	'Content-Security-Policy': "default-src 'none'",
};

/** Creates the route of badges. */
export function createBadgeRoute({ broker }                                                                 )        {
	return {
		method: 'get',
		path: '/badges/{scheme}/{id}.svg',
		deep: true,
		access: 'anyone',
		shared: true,
		operation,
		problems: ['bad-query', 'not-found', 'unavailable'],
		async handle(context) {
			const { scheme, id } = readWorkPath(context.req.url, '/badges/{scheme}/{id}.svg');
			const { relation, group_by, label } = readQuery(context.req.url, badgeQuerySchema, allowedValues);
			const query = readRelationshipQuery({ scheme, id, relation, group_by, size: '1' });
			const body = drawAnswer(label ?? labels[relation], await broker.searchRelationships(query, { facets: false }));
			const answer = { status: 200, headers: { ...headers, ETag: entityTag(body) }, body };
			return unlessKnown(answer, context.req.header('if-none-match'));
		},
	};
}

/** Draws the count of a work; of what is not known, whether that can be an identifier at all. */
function drawAnswer(label        , { source, total, asked }                    )         {
	if (source) return drawBadge(label, total.toLocaleString('en'));
	return fitsScheme(asked) ? drawBadge(label, 'unknown', 'unknown') : drawBadge(label, 'no identifier', 'wrong');
}

const operation                     = {
	operationId: 'drawBadge',
	summary: 'Count the relationships of a work as a picture',
	description:
		'Draws how many works relate to one, for a README or a web page. Slashes of the identifier may be encoded or not. ' +
		'Of an identifier that is not known it says so, and of what has not the form of its scheme.',
	tags: ['relationships'],
	request: {
		params: z.strictObject({
			scheme: z.string().openapi({ description: 'The scheme of the identifier.', maxLength: 64, example: 'doi' }),
			id: z.string().openapi({ description: 'The identifier.', maxLength: 4_096, example: '10.5281/zenodo.11020' }),
		}),
		query: badgeQuerySchema,
	},
	responses: {
		200: {
			description: 'The badge. It may be kept for five minutes.',
			headers: {
				ETag: header('Changes with the badge.'),
				'Cache-Control': header('Always public, max-age=300.'),
			},
			content: { [mediaType]: { schema: z.string() } },
		},
		304: { description: 'The badge is the one that If-None-Match names.' },
	},
};
