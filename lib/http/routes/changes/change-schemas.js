// How the log of changes looks, for the description in OpenAPI; knows no writer.
import { z } from '@hono/zod-openapi';
import { changeQuerySchema } from '../../../broker/changes/change-query.js';
import { linkSchema } from '../../../formats/scholix/schema.js';
import { atomMediaType } from '../../answers/atom-feed.js';
import { jsonMediaType } from '../../answers/media-types.js';
import { exampleTime, header, time } from '../describe.js';
                                         

/** The media type of JSON Lines. */
export const linesMediaType = 'application/x-ndjson';

const changeSchema = z
	.strictObject({
		number: z.int().min(1).openapi({ description: 'Grows by one from entry to entry.', example: 4711 }),
		time: time.openapi({ description: 'When it was logged.', example: exampleTime }),
		kind: z.enum(['asserted', 'withdrawn']).openapi({ description: 'Whether it began to count, or ceased to.' }),
		first: z.literal(true).optional().openapi({ description: 'Nobody had asserted this relationship before.' }),
		last: z.literal(true).optional().openapi({ description: 'Nobody asserts this relationship any more.' }),
		link: linkSchema.openapi({ description: 'What was said by one provider with one date, as POST /events takes it.' }),
	})
	.openapi('Change');

/** Describes the log in application/json. */
export const changesSchema = z
	.strictObject({
		changes: z.array(changeSchema),
		next: z.string().openapi({ description: 'The cursor that goes on: what after= takes.', example: '3f9a0b12cd-2f' }),
	})
	.openapi('Changes');

const text = { type: 'string' }         ;

/** Describes GET /changes. */
export const changesOperation                     = {
	operationId: 'readChanges',
	summary: 'Read what came to count, and what ceased to',
	description:
		'The log of what counts, complete and in order. Who reads it from the begin and submits the link of each entry ' +
		'to an empty broker, `asserted` ones with action=assert and `withdrawn` ones with action=withdraw, has the same ' +
		'graph.',
	tags: ['changes'],
	request: { query: changeQuerySchema },
	responses: {
		200: {
			description:
				'Entries, the oldest first. A page may be empty and go on all the same: a filter may pass over many entries.',
			headers: {
				Link: {
					description: 'rel next: where the log goes on (RFC 8288); of a feed of the newest entries there is none.',
					schema: text,
				},
				'Cache-Control': header('Always no-cache.'),
				Vary: header('Always Accept.'),
			},
			content: {
				[jsonMediaType]: { schema: changesSchema },
				[linesMediaType]: { schema: text },
				[atomMediaType]: { schema: text },
			},
		},
	},
};

/** Describes GET /objects/{scheme}/{id}/feed.atom. */
export const feedOperation                     = {
	operationId: 'readFeed',
	summary: 'Follow the links of a work in a feed reader',
	description: 'The newest changes of the links of a work, the newest first, as an Atom feed.',
	tags: ['changes'],
	request: {
		params: z.strictObject({
			scheme: z.string().openapi({ description: 'The scheme of the identifier.', maxLength: 64, example: 'doi' }),
			id: z.string().openapi({
				description: 'The identifier; slashes may be encoded or not.',
				maxLength: 4_096,
				example: '10.5281/zenodo.11020',
			}),
		}),
		query: changeQuerySchema.pick({ limit: true, provider: true, relation: true, type: true }),
	},
	responses: {
		200: {
			description: 'The feed.',
			headers: { 'Cache-Control': header('Always no-cache.') },
			content: { [atomMediaType]: { schema: text } },
		},
	},
};
