// Describes harvests, what is wanted of them, and the services that can be harvested.
import { z } from '@hono/zod-openapi';
import { harvestConditions, harvestOrders, harvestOutcomes } from '../../../broker/harvests.ts';
import { intervalLimits } from '../../../settings/readers.ts';
import { count, exampleTime, time } from '../../answers/answer-schemas.ts';
import { plainText } from '../../answers/json-body.ts';
import { flag, previewSchema } from '../events/submission-schemas.ts';

const moment = time.nullable().openapi({ example: exampleTime });
const counts = {
	pages: count,
	records: count.openapi({ description: 'Records read from the service.' }),
	links: count,
	refused: count.openapi({ description: 'Links that were not valid.' }),
	events: count,
};
const notes = z.array(z.string()).openapi({ description: 'Warnings, one sentence each.', example: [] });

const load = z.string().nullable().openapi({
	description: 'The id of the load of the run. null: it has stored nothing, or an earlier version began it.',
	example: '0b6f3c6e-2f0e-4f6b-9d0c-3c2f6a1f1f6a',
});

/** Describes a harvest. */
export const harvestSchema = z
	.strictObject({
		number: z.int().min(1),
		name: z
			.string()
			.openapi({ description: 'The harvest as arguments of the command.', example: 'datacite --prefix 10.5281' }),
		service: z.string().openapi({ example: 'datacite' }),
		filters: z.record(z.string(), z.string()).openapi({ example: { prefix: '10.5281' } }),
		address: z.string().nullable().openapi({ description: 'null: the default address of the service.' }),
		provider: z.string().nullable(),
		condition: z.enum(harvestConditions).openapi({
			description:
				'`scheduled`: due at `next`. `paused`: no worker runs it although it has a schedule. `interrupted`: ' +
				'its run was interrupted and must be continued by hand.',
			example: 'scheduled',
		}),
		every_seconds: z.int().min(1).nullable().openapi({ description: 'null: run by hand only.' }),
		next: moment,
		last_complete: moment,
		totals: z
			.strictObject({ ...counts, failures: count.openapi({ description: 'Runs that failed.' }) })
			.openapi({ description: 'Totals over all runs.' }),
		run: z
			.strictObject({
				load,
				began: time,
				since: moment.openapi({ description: 'The run reads records changed since this time. null: all records.' }),
				last_page: time,
				total: count.nullable().openapi({ description: 'The number of records that the service reported.' }),
				...counts,
				notes,
			})
			.nullable()
			.openapi({ description: 'The run in progress or interrupted.' }),
		last: z
			.strictObject({
				outcome: z.enum(harvestOutcomes),
				load,
				began: time,
				ended: time,
				...counts,
				notes,
				problem: z.string().nullable().openapi({ description: 'The reason why the run failed or waits.' }),
				not_before: moment.openapi({ description: 'The earliest time of the next request to the service.' }),
			})
			.nullable()
			.openapi({ description: 'The result of the last run.' }),
	})
	.openapi('Harvest');

/** Describes the list of harvests. */
export const listSchema = z.strictObject({ harvests: z.array(harvestSchema) }).openapi('Harvests');

/** Describes an order. */
export const orderSchema = z
	.strictObject({
		order: z.enum(harvestOrders).exclude(['remove']).openapi({
			description: '`start`: a worker runs the harvest now. `pause`: no worker runs it until it is started.',
		}),
	})
	.openapi('HarvestOrder');

const everySeconds = z
	.int()
	.min(intervalLimits.least)
	.max(intervalLimits.most)
	.nullable()
	.openapi({ description: 'A worker runs the harvest that often. null: only on request.', example: 21_600 });

const given = plainText.trim().min(1);

/** Describes what is wanted of a new harvest. */
export const wantedSchema = z
	.strictObject({
		service: given.openapi({ description: 'A `name` of GET /harvests/services.', example: 'datacite' }),
		filters: z
			.record(z.string(), given)
			.default({})
			.openapi({
				description: 'The filters of the service by name.',
				example: { prefix: '10.5281' },
			}),
		address: given.nullable().default(null).openapi({
			description: 'The address of the service. null: its default address.',
			example: null,
		}),
		provider: given.nullable().default(null).openapi({
			description: 'The provider of links for which the service names none.',
			example: null,
		}),
		every_seconds: everySeconds.default(null),
		from: z.iso.date('must be a date: YYYY-MM-DD').nullable().default(null).openapi({
			description: 'The first run reads what has changed since this day. null: everything.',
			example: null,
		}),
	})
	.openapi('WantedHarvest');

/** Describes the parameters of a new harvest. */
export const createQuerySchema = z.strictObject({
	dry_run: flag.default('0').openapi({
		description: '1 asks the service for the first page, stores nothing, and returns what it holds (200).',
	}),
});

/** Describes a change of a harvest. */
export const changeSchema = z.strictObject({ every_seconds: everySeconds }).openapi('HarvestChange');

/** Describes the first page of a harvest. */
export const harvestPreviewSchema = z
	.strictObject({
		message: z.literal('nothing stored'),
		address: z.string().openapi({ description: 'The requested address, without secrets.' }),
		total: count.nullable().openapi({ description: 'The records that the service has. null: it does not say.' }),
		records: count.openapi({ description: 'The records of the page.' }),
		page_seconds: z.number().min(0).nullable().openapi({ description: 'How long the page took.', example: 1.2 }),
		estimate: z
			.strictObject({
				pages: count,
				seconds: count.openapi({ description: 'The least time for them, without the time to store them.' }),
			})
			.nullable()
			.openapi({ description: 'The first run. null: the number of records is unknown.' }),
		notes,
		page: z
			.union([previewSchema, z.null()])
			.openapi({ description: 'What the page holds. null: there is nothing to ask.' }),
	})
	.openapi('HarvestPreview');

/** Describes the services. */
export const servicesSchema = z
	.strictObject({
		services: z.array(
			z
				.strictObject({
					name: z.string().openapi({ example: 'datacite' }),
					title: z.string(),
					address: z.string().nullable().openapi({ description: 'null: `address` must be given.' }),
					changes: z.string().nullable().openapi({
						description: 'How a run finds what has changed. null: each run reads everything.',
					}),
					pause_seconds: z.number().min(0).openapi({ description: 'The least time between two requests.' }),
					filters: z.array(
						z.strictObject({
							name: z.string().openapi({ example: 'prefix' }),
							meaning: z.string().openapi({ example: 'a DOI prefix' }),
							example: z.string().openapi({ example: '10.5281' }),
						}),
					),
					needs_one_of: z.array(z.string()).openapi({ description: 'One of these filters must be given, if any.' }),
					whole_since: z.boolean().openapi({ description: 'With `from`, no filter needs to be given.' }),
					settings: z
						.array(
							z.strictObject({
								name: z.string().openapi({ example: 'CONTACT_EMAIL' }),
								needed: z.boolean(),
								set: z.boolean(),
								words: z.string().openapi({ description: 'Completes “the service needs …”.' }),
							}),
						)
						.openapi({ description: 'The settings that the service needs or uses.' }),
					command: z.string().openapi({ description: 'An example of its command.' }),
				})
				.openapi('HarvestService'),
		),
	})
	.openapi('HarvestServices');
