// Harvests of other services, for administrators: GET /harvests, POST /harvests/{number}, DELETE
// /harvests/{number}.
import { z } from '@hono/zod-openapi';
import { harvestConditions, harvestDocument, harvestOrders, harvestOutcomes } from '../../../broker/harvests.ts';
import { BrokerError } from '../../../errors.ts';
import { doneAnswer, privateJson } from '../../answers/answer.ts';
import { count, exampleTime, time } from '../../answers/answer-schemas.ts';
import type { AppNeeds } from '../../server/app.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { forAdmins, shownToAdmins } from './users.ts';

const moment = time.nullable().openapi({ example: exampleTime });
const counts = {
	pages: count,
	records: count.openapi({ description: 'Records read from the service.' }),
	links: count,
	refused: count.openapi({ description: 'Links that were not valid.' }),
	events: count,
};
const notes = z.array(z.string()).openapi({ description: 'Warnings, one sentence each.', example: [] });

const harvestSchema = z
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

const listSchema = z.strictObject({ harvests: z.array(harvestSchema) }).openapi('Harvests');

const orderSchema = z
	.strictObject({
		order: z.enum(harvestOrders).exclude(['remove']).openapi({
			description: '`start`: a worker runs the harvest now. `pause`: no worker runs it until it is started.',
		}),
	})
	.openapi('HarvestOrder');

const numberParameter = z.strictObject({
	number: z.string().openapi({ pattern: '^[1-9][0-9]{0,14}$', example: '3' }),
});

/** Creates the routes of harvests. */
export function createHarvestRoutes({ broker, now }: Pick<AppNeeds, 'broker' | 'now'>): Route[] {
	return [
		defineRoute({
			route: 'GET /harvests',
			...shownToAdmins,
			id: 'listHarvests',
			summary: 'List harvests of other services',
			description:
				'Lists each harvest with its state, the result of its last run and the time of the next one, by ' + 'number.',
			answers: { 200: json('The harvests.', listSchema) },
			async handle() {
				const moment = now();
				const harvests = (await broker.listHarvests()).map((harvest) => harvestDocument(harvest, moment));
				return privateJson({ harvests } satisfies z.infer<typeof listSchema>);
			},
		}),
		defineRoute({
			route: 'POST /harvests/{number}',
			...forAdmins,
			id: 'orderHarvest',
			summary: 'Start or pause a harvest',
			description: 'Requests that a worker start or pause a harvest. A run in progress continues to its end.',
			params: numberParameter,
			body: orderSchema,
			answers: { 204: 'The request was stored.' },
			problems: ['not-found'],
			async handle({ params, body, sender }) {
				const number = readNumber(params.number);
				const { order } = await body();
				await broker.orderHarvest(sender.by, number, order);
				return doneAnswer;
			},
		}),
		defineRoute({
			route: 'DELETE /harvests/{number}',
			...forAdmins,
			id: 'removeHarvest',
			summary: 'Remove a harvest',
			description: 'Removes a harvest. Its links stay.',
			params: numberParameter,
			answers: { 204: 'The harvest was removed.' },
			problems: ['not-found'],
			async handle({ params, sender }) {
				await broker.orderHarvest(sender.by, readNumber(params.number), 'remove');
				return doneAnswer;
			},
		}),
	];
}

/** Reads the number in the path; fails with `not-found` if it is not a number. */
function readNumber(text: string): number {
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
	throw new BrokerError('not-found', `Unknown harvest: ${JSON.stringify(text)}.`);
}
