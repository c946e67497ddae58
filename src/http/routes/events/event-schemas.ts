// What is answered about events, and how an address names one.
import { z } from '@hono/zod-openapi';
import { eventActions, eventStates } from '../../../links/link-event.ts';
import { namesTold } from '../../../links/name-counts.ts';
import { count, exampleTime, time } from '../../answers/answer-schemas.ts';

/** Shows the id of an event. */
export const exampleEventId = '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51';

/** Describes the parts of an address that names an event. */
export const eventPathSchema = z.strictObject({
	event_id: z.uuid().openapi({ description: 'The event_id of the acceptance.', example: exampleEventId }),
});

const nameCountSchema = z
	.strictObject({ name: z.string().openapi({ example: 'IsAmongTopNSimilarDocuments' }), count: z.int().min(1) })
	.openapi('NameCount');

const laterCount = count.nullable();

/** Describes an event as it is answered; what is not known yet is null. */
export const eventSchema = z
	.strictObject({
		event_id: z.uuid().openapi({ example: exampleEventId }),
		action: z.enum(eventActions).openapi({ example: 'assert' }),
		status: z.enum(eventStates).openapi({ example: 'Done' }),
		indexed: z.boolean().nullable().openapi({
			description:
				'true once all that the event changed can be found, false until then, null where noindex=1 was asked.',
		}),
		submitter: z.string().nullable().openapi({
			description: 'The email of who submitted it; null for the command line.',
			example: 'feeds@example.org',
		}),
		file_name: z.string().nullable().openapi({
			description: 'The file that the command line loaded it from.',
			example: null,
		}),
		source_address: z.string().nullable().openapi({
			description: 'The network address that sent it.',
			example: '192.0.2.7',
		}),
		created: time.openapi({ example: exampleTime }),
		started: time.nullable().openapi({ example: '2026-01-31T12:00:00.010Z' }),
		finished: time.nullable().openapi({ example: '2026-01-31T12:00:00.250Z' }),
		attempts: count.openapi({ description: 'How often it was tried.', example: 1 }),
		next_try: time.nullable().openapi({ description: 'When it is tried again after a failure.', example: null }),
		counts: z.strictObject({
			links: count.openapi({ example: 2 }),
			refused: count.openapi({ description: 'Links that `partial=1` left out.', example: 0 }),
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
			withdrawn: laterCount.openapi({
				description: 'Assertions of earlier events that count no more since this one.',
				example: 0,
			}),
			nothing_to_withdraw: laterCount.openapi({
				description: 'Links of action=withdraw that nobody had said.',
				example: 0,
			}),
			not_yours: laterCount.openapi({
				description: 'Links of action=withdraw that only others had said: nothing of them happened.',
				example: 0,
			}),
			split_groups: laterCount.openapi({
				description: 'How many groups more there are, since what held them together was taken back.',
				example: 0,
			}),
		}),
		error: z.string().nullable().openapi({ description: 'What happened, where it failed.', example: null }),
		withdrawn: z
			.strictObject({
				at: time.openapi({ example: exampleTime }),
				by: z.string().nullable().openapi({ description: 'An email; null for the command line.' }),
				reason: z.string().nullable(),
			})
			.nullable()
			.openapi({ description: 'When, by whom and why it was withdrawn; null unless it is.', example: null }),
	})
	.openapi('Event');

/** Describes a list of events. */
export const eventsSchema = z
	.strictObject({
		events: z.array(eventSchema),
		next: z.string().nullable().openapi({ description: 'What before must be for older ones; null at the end.' }),
	})
	.openapi('EventList');
