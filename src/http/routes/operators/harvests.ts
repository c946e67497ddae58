// Harvests of other services, for administrators: GET /harvests, POST /harvests/{number}, DELETE
// /harvests/{number}; runs none.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../../broker/broker.ts';
import { harvestConditions, harvestDocument, harvestOrders, harvestOutcomes } from '../../../broker/harvests.ts';
import { BrokerError } from '../../../errors.ts';
import { doneAnswer, jsonAnswer, privately } from '../../answers/answer.ts';
import { readJsonBody } from '../../answers/json-body.ts';
import type { HttpContext } from '../../server/http-context.ts';
import { exampleTime, jsonBody, jsonResponse, time } from '../describe.ts';
import type { Route } from '../route.ts';

const amount = z.int().min(0);
const moment = time.nullable().openapi({ example: exampleTime });
const counts = {
	pages: amount,
	records: amount.openapi({ description: 'Records of the service.' }),
	links: amount,
	refused: amount.openapi({ description: 'Links that were not valid.' }),
	events: amount,
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
			.strictObject({ ...counts, failures: amount.openapi({ description: 'Runs that failed.' }) })
			.openapi({ description: 'All that ever came.' }),
		run: z
			.strictObject({
				began: time,
				since: moment.openapi({ description: 'It takes what changed since; null: everything.' }),
				last_page: time,
				total: amount.nullable().openapi({ description: 'How many records the service told of.' }),
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

type Needs = {
	broker: Broker;
	/** Tells milliseconds since 1970. */
	now(): number;
};

/** Creates the routes of harvests. */
export function createHarvestRoutes(needs: Needs): Route[] {
	return [listRoute(needs), orderRoute(needs), removeRoute(needs)];
}

function listRoute({ broker, now }: Needs): Route {
	return {
		method: 'get',
		path: '/harvests',
		access: 'admin account',
		scope: 'read',
		operation: {
			operationId: 'listHarvests',
			summary: 'List harvests of other services',
			description: 'Lists how each is, what came of its last run, and when the next is due; by number.',
			tags: ['operators'],
			responses: { 200: jsonResponse('The harvests.', listSchema) },
		},
		problems: [],
		async handle() {
			const moment = now();
			const harvests = (await broker.listHarvests()).map((harvest) => harvestDocument(harvest, moment));
			return jsonAnswer({ harvests } satisfies z.infer<typeof listSchema>, 200, privately);
		},
	};
}

function orderRoute({ broker }: Needs): Route {
	return {
		method: 'post',
		path: '/harvests/{number}',
		access: 'admin',
		operation: {
			operationId: 'orderHarvest',
			summary: 'Start or pause a harvest',
			description: 'A run under way comes to its end.',
			tags: ['operators'],
			request: { params: numberParameter, body: jsonBody(orderSchema) },
			responses: { 204: { description: 'It is ordered.' } },
		},
		problems: ['invalid-body', 'not-found'],
		async handle(context, { by }) {
			const number = numberIn(context);
			const { order } = await readJsonBody(context, orderSchema);
			await broker.orderHarvest(by, number, order);
			return doneAnswer;
		},
	};
}

function removeRoute({ broker }: Needs): Route {
	return {
		method: 'delete',
		path: '/harvests/{number}',
		access: 'admin',
		operation: {
			operationId: 'removeHarvest',
			summary: 'Forget a harvest',
			description: 'The links that it brought stay.',
			tags: ['operators'],
			request: { params: numberParameter },
			responses: { 204: { description: 'There is no such harvest any more.' } },
		},
		problems: ['not-found'],
		async handle(context, { by }) {
			await broker.orderHarvest(by, numberIn(context), 'remove');
			return doneAnswer;
		},
	};
}

/** Reads the number in the path; fails with `not-found` where it is none. */
function numberIn(context: HttpContext): number {
	const text = context.req.param('number') ?? '';
	if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
	throw new BrokerError('not-found', `There is no harvest ${JSON.stringify(text)}.`);
}
