// What is sent and answered about events, for reading requests and for the description in OpenAPI.
import { z } from '@hono/zod-openapi';
import { reportLimits } from '../../../formats/scholix/limits.ts';
import { eventStates } from '../../../links/link-event.ts';
import { namesTold } from '../../../links/name-counts.ts';
import { exampleTime, time } from '../describe.ts';

const exampleEventId = '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51';

/** Describes the parts of an address that names an event. */
export const eventPathSchema = z.strictObject({
	event_id: z.uuid().openapi({ description: 'The event_id of the acceptance.', example: exampleEventId }),
});

/** Describes the parameters of a submission. */
export const submissionQuerySchema = z.strictObject({
	noindex: z.enum(['0', '1']).default('0').openapi({
		description: '1 stores and groups the links but leaves them out of the search index until a reindex.',
	}),
	partial: z.enum(['0', '1']).default('0').openapi({
		description: '1 takes the links that are valid, and tells those that are not, instead of refusing the batch.',
	}),
});

const refusedSchema = z
	.strictObject({
		pointer: z.string().openapi({ description: 'Where in the body, as a JSON pointer.', example: '/3/Source/Title' }),
		message: z.string().openapi({ example: 'must be a string, not a number' }),
	})
	.openapi('RefusedLink');

/** Describes the answer to a submission. */
export const acceptedSchema = z
	.strictObject({
		message: z.literal('event accepted'),
		event_id: z.uuid().openapi({ example: exampleEventId }),
		refused_count: z
			.int()
			.min(0)
			.optional()
			.openapi({ description: 'With `partial=1`: how many links are not valid and were left out.', example: 0 }),
		refused: z
			.array(refusedSchema)
			.max(reportLimits.records)
			.optional()
			.openapi({ description: `With \`partial=1\`: the first ${reportLimits.records} of them.` }),
	})
	.openapi('EventAccepted');

const nameCountSchema = z
	.strictObject({ name: z.string().openapi({ example: 'IsAmongTopNSimilarDocuments' }), count: z.int().min(1) })
	.openapi('NameCount');

const laterCount = z.int().min(0).nullable();

/** Describes an event as it is answered; what is not known yet is null. */
export const eventSchema = z
	.strictObject({
		event_id: z.uuid().openapi({ example: exampleEventId }),
		status: z.enum(eventStates).openapi({ example: 'Done' }),
		indexed: z.boolean().nullable().openapi({
			description:
				'true once all that the event changed can be found, false until then, null where noindex=1 was asked.',
		}),
		created: time.openapi({ example: exampleTime }),
		started: time.nullable().openapi({ example: '2026-01-31T12:00:00.010Z' }),
		finished: time.nullable().openapi({ example: '2026-01-31T12:00:00.250Z' }),
		attempts: z.int().min(0).openapi({ description: 'How often it was tried.', example: 1 }),
		next_try: time.nullable().openapi({ description: 'When it is tried again after a failure.', example: null }),
		counts: z.strictObject({
			links: z.int().min(1).openapi({ example: 2 }),
			refused: z.int().min(0).openapi({ description: 'Links that `partial=1` left out.', example: 0 }),
			ignored: laterCount.openapi({ description: 'Links of an object to itself, which say nothing.', example: 0 }),
			containers: laterCount.openapi({
				description: 'ISSNs, and ISBNs beside DOIs: they say in what a work lies, so they do not name it.',
				example: 0,
			}),
			unknown_relations: z
				.array(nameCountSchema)
				.max(namesTold)
				.nullable()
				.openapi({ description: 'Names that are no relation type of DataCite or Scholix, most frequent first.' }),
			new_relationships: laterCount.openapi({ example: 2 }),
			new_identifiers: laterCount.openapi({ example: 3 }),
			merged_groups: laterCount.openapi({ example: 1 }),
		}),
		error: z.string().nullable().openapi({ description: 'What happened, where it failed.', example: null }),
	})
	.openapi('Event');

const mostListed = 1_000;

/** Describes the parameters of a list of events. */
export const eventListQuerySchema = z.strictObject({
	state: z.enum(eventStates).optional().openapi({ description: 'Only events in this state.', example: 'Error' }),
	limit: z
		.string()
		.regex(/^\d{1,4}$/)
		.default('50')
		.transform(Number)
		.refine((limit) => limit >= 1 && limit <= mostListed)
		.openapi({ type: 'integer', minimum: 1, maximum: mostListed, description: 'How many to list.' }),
	before: z
		.string()
		.regex(/^\d{1,15}$/)
		.transform(Number)
		.optional()
		.openapi({ type: 'string', description: 'Goes on with older ones: next of the answer before.' }),
});

/** Completes "… must be" for the parameters of events. */
export const allowedValues = {
	noindex: '0 or 1',
	partial: '0 or 1',
	state: `one of ${eventStates.join(', ')}`,
	limit: `a whole number from 1 to ${mostListed}`,
	before: 'what next of an earlier answer was',
} as const;

/** Describes a list of events. */
export const eventListSchema = z
	.strictObject({
		events: z.array(eventSchema),
		next: z.string().nullable().openapi({ description: 'What before must be for older ones; null at the end.' }),
	})
	.openapi('EventList');

/** Shows a body of a submission. */
export const exampleLinks = [
	{
		Source: { Identifier: { ID: '10.5281/zenodo.11020', IDScheme: 'doi' }, Type: { Name: 'software' } },
		RelationshipType: { Name: 'IsRelatedTo', SubType: 'IsIdenticalTo', SubTypeSchema: 'DataCite' },
		Target: {
			Identifier: { ID: 'https://github.com/dfm/corner.py', IDScheme: 'url' },
			Type: { Name: 'software' },
		},
		LinkProvider: [{ Name: 'Zenodo' }],
		LinkPublicationDate: '2018-01-01',
	},
];
