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
	records: count.openapi({ description: 'Records of the service.' }),
	links: count,
	refused: count.openapi({ description: 'Links that were not valid.' }),
	events: count,
};
const notes = z.array(z.string()).openapi({ description: 'What was odd, in a sentence each.', example: [] });

const harvestSchema = z
	.strictObject({
		number: z.int().min(1),
		name: z.string().openapi({ description: 'What is asked, as a command.', example: 'datacite --prefix 10.5281' }),
		service: z.string().openapi({ example: 'datacite' }),
		filters: z.record(z.string(), z.string()).openapi({ example: { prefix: '10.5281' } }),
		address: z.string().nullable().openapi({ description: "Null: the service's usual one." }),
		provider: z.string().nullable(),
		condition: z.enum(harvestConditions).openapi({
			description:
				'`scheduled`: due at `next`; `paused`: it has a schedule, and no worker runs it; `broken off`: its run is to ' +
				'be gone on with, by hand.',
			example: 'scheduled',
		}),
		every_seconds: z.int().min(1).nullable().openapi({ description: 'Null: it is run by hand alone.' }),
		next: moment,
		last_complete: moment,
		totals: z
			.strictObject({ ...counts, failures: count.openapi({ description: 'Runs that failed.' }) })
			.openapi({ description: 'All that ever came.' }),
		run: z
			.strictObject({
				began: time,
				since: moment.openapi({ description: 'It takes what changed since; null: everything.' }),
				last_page: time,
				total: count.nullable().openapi({ description: 'How many records the service told of.' }),
				...counts,
				notes,
			})
			.nullable()
			.openapi({ description: 'The run that goes on, or is to be gone on with.' }),
		last: z
			.strictObject({
				outcome: z.enum(harvestOutcomes),
				began: time,
				ended: time,
				...counts,
				notes,
				problem: z.string().nullable().openapi({ description: 'Why it failed, or waits.' }),
				not_before: moment.openapi({ description: 'The service is not to be asked before.' }),
			})
			.nullable()
			.openapi({ description: 'What came of the last run.' }),
	})
	.openapi('Harvest');

const listSchema = z.strictObject({ harvests: z.array(harvestSchema) }).openapi('Harvests');

const orderSchema = z
	.strictObject({
		order: z
			.enum(harvestOrders)
			.exclude(['remove'])
			.openapi({ description: '`start`: a worker runs it now; `pause`: none runs it until it is started.' }),
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
			description: 'Lists how each is, what came of its last run, and when the next is due; by number.',
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
			description: 'A run under way comes to its end.',
			params: numberParameter,
			body: orderSchema,
			answers: { 204: 'It is ordered.' },
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
			summary: 'Forget a harvest',
			description: 'The links that it brought stay.',
			params: numberParameter,
			answers: { 204: 'There is no such harvest any more.' },
			problems: ['not-found'],
			async handle({ params, sender }) {
				await broker.orderHarvest(sender.by, readNumber(params.number), 'remove');
				return doneAnswer;
			},
		}),
	];
}

/** Reads the number in the path; fails with `not-found` where it is none. */
function readNumber(text: string): number {
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
	throw new BrokerError('not-found', `There is no harvest ${JSON.stringify(text)}.`);
}
