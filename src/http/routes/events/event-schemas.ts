// Schemas of events and loads in answers.
import { z } from '@hono/zod-openapi';
import { eventActions, eventStates } from '../../../links/link-event.ts';
import { loadKinds, loadStatuses } from '../../../links/load.ts';
import { namesShown } from '../../../links/name-counts.ts';
import { count, exampleTime, time } from '../../answers/answer-schemas.ts';

/** An example of an event id. */
export const exampleEventId = '0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51';

const nameCountSchema = z
	.strictObject({ name: z.string().openapi({ example: 'IsAmongTopNSimilarDocuments' }), count: z.int().min(1) })
	.openapi('NameCount');

const laterCount = count.nullable();

/** Describes the counts of an event, or the sums of those of a load. */
export const countsSchema = z.strictObject({
	links: count.openapi({ example: 2 }),
	refused: count.openapi({ description: 'Links omitted because of `partial=1`.', example: 0 }),
	descriptions: laterCount.openapi({
		description: 'Links of an object to itself. They describe the object and make no relationship.',
		example: 0,
	}),
	ignored: laterCount.openapi({
		description: 'Links of an object to itself that assert nothing about it.',
		example: 0,
	}),
	containers: laterCount.openapi({
		description: 'Identifiers of the container of a work, such as an ISSN. They do not name the work itself.',
		example: 0,
	}),
	unknown_relations: z
		.array(nameCountSchema)
		.max(namesShown)
		.nullable()
		.openapi({ description: 'Names that are not relation types of DataCite or Scholix, most frequent first.' }),
	new_relationships: laterCount.openapi({ example: 2 }),
	new_identifiers: laterCount.openapi({ example: 3 }),
	merged_groups: laterCount.openapi({ example: 1 }),
	withdrawn: laterCount.openapi({
		description: 'Assertions of earlier events that this event withdrew.',
		example: 0,
	}),
	nothing_to_withdraw: laterCount.openapi({
		description: 'With action=withdraw: links that nobody had asserted.',
		example: 0,
	}),
	not_yours: laterCount.openapi({
		description: 'With action=withdraw: links that only other accounts had asserted. They were not withdrawn.',
		example: 0,
	}),
	identities_kept: laterCount.openapi({
		description:
			'With action=withdraw: identities between the identifiers of one object of a withdrawn link. They still ' +
			'count. To withdraw one, send an IsIdenticalTo link between these identifiers.',
		example: 0,
	}),
	split_groups: laterCount.openapi({
		description: 'The number of groups added by splits.',
		example: 0,
	}),
});

/** Describes the withdrawal of an event or a load. */
export function withdrawnSchema(what: string) {
	return z
		.strictObject({
			at: time.openapi({ example: exampleTime }),
			by: z.string().nullable().openapi({ description: 'An email. null for the command line.' }),
			reason: z.string().nullable(),
		})
		.nullable()
		.openapi({
			description: `When, by whom and why the ${what} was withdrawn. null if it is not withdrawn.`,
			example: null,
		});
}

/** Describes an event. Values that are not known yet are null. */
export const eventSchema = z
	.strictObject({
		event_id: z.uuid().openapi({ example: exampleEventId }),
		action: z.enum(eventActions).openapi({ example: 'assert' }),
		status: z.enum(eventStates).openapi({ example: 'Done' }),
		indexed: z
			.boolean()
			.nullable()
			.openapi({
				description:
					'true once searches show all changes of the event, false until then. null if it was submitted with ' +
					'noindex=1.',
			}),
		submitter: z.string().nullable().openapi({
			description: 'The email of the account that submitted the event. null for the command line.',
			example: 'feeds@example.org',
		}),
		load: z.uuid().openapi({
			description: 'The id of the load that the event belongs to: that of its first event.',
			example: exampleEventId,
		}),
		file_name: z.string().nullable().openapi({
			description: 'The name of the file from which the event was loaded or submitted.',
			example: null,
		}),
		source_address: z.string().nullable().openapi({
			description: 'The network address of the sender.',
			example: '192.0.2.7',
		}),
		created: time.openapi({ example: exampleTime }),
		started: time.nullable().openapi({ example: '2026-01-31T12:00:00.010Z' }),
		finished: time.nullable().openapi({ example: '2026-01-31T12:00:00.250Z' }),
		attempts: count.openapi({ description: 'The number of attempts to process the event.', example: 1 }),
		next_try: time.nullable().openapi({ description: 'The time of the next attempt after a failure.', example: null }),
		counts: countsSchema,
		error: z.string().nullable().openapi({ description: 'Why processing failed.', example: null }),
		withdrawn: withdrawnSchema('event'),
	})
	.openapi('Event');

/** Describes a load. */
export const loadSchema = z
	.strictObject({
		id: z.uuid().openapi({ description: 'The event_id of its first event.', example: exampleEventId }),
		kind: z.enum(loadKinds).openapi({
			description:
				'submission: one POST /events. files: the files and folders of one `events load`. harvest: one run of a ' +
				'harvest.',
			example: 'files',
		}),
		name: z.string().nullable().openapi({
			description: 'The files as they were named, or the name of the harvest. null for a submission without file_name.',
			example: 'links-2026-01.jsonl.gz',
		}),
		submitter: z.string().nullable().openapi({
			description: 'The email of the account that submitted it. null for the command line and for harvests.',
			example: 'feeds@example.org',
		}),
		created: time.openapi({ description: 'When its first event was accepted.', example: exampleTime }),
		finished: time.nullable().openapi({
			description: 'When its last event was processed. null while some wait, or more may come.',
			example: '2026-01-31T12:00:09.250Z',
		}),
		complete: z.boolean().openapi({
			description:
				'false while more events may come: the files are being loaded or the harvest runs, or that was interrupted ' +
				'and can be continued.',
			example: true,
		}),
		status: z.enum(loadStatuses).openapi({
			description:
				'New: no event was begun. Processing: some wait or are being processed. Error: processing failed for some. ' +
				'Done: all are done. Withdrawing: it is being withdrawn as a whole. Withdrawn: all are withdrawn. ' +
				'Partly withdrawn: some are, and the others are done.',
			example: 'Done',
		}),
		events: z
			.strictObject({
				total: count.openapi({ example: 177 }),
				new: count.openapi({ example: 0 }),
				processing: count.openapi({ example: 0 }),
				done: count.openapi({ example: 177 }),
				error: count.openapi({ example: 0 }),
				withdrawn: count.openapi({ example: 0 }),
			})
			.openapi({ description: 'How many events the load has in all, and in each state.' }),
		actions: z
			.array(z.enum(eventActions))
			.min(1)
			.openapi({
				description: 'What its events do.',
				example: ['assert'],
			}),
		counts: countsSchema.openapi({
			description:
				'The sums of the counts of its events. In a list of loads, only links and refused are counted, and all ' +
				'others are null.',
		}),
		withdrawn: withdrawnSchema('load'),
	})
	.openapi('Load');
