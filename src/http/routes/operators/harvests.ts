// Harvests of other services, for administrators: GET and POST /harvests, GET /harvests/services,
// PATCH, POST and DELETE /harvests/{number}.
import { z } from '@hono/zod-openapi';
import { type HarvestPreview, harvestDocument, type WantedHarvest } from '../../../broker/harvests.ts';
import { BrokerError } from '../../../errors.ts';
import { readDateInstant } from '../../../links/link-date.ts';
import { doneAnswer, privateJson } from '../../answers/answer.ts';
import { invalidBody } from '../../answers/json-body.ts';
import type { AppNeeds } from '../../server/app.ts';
import { describePreview } from '../events/preview-document.ts';
import { pathNumber, readPathNumber } from '../path-number.ts';
import { defineRoute, json, type Route } from '../route.ts';
import {
	changeSchema,
	createQuerySchema,
	harvestPreviewSchema,
	harvestSchema,
	listSchema,
	orderSchema,
	servicesSchema,
	wantedSchema,
} from './harvest-schemas.ts';
import { forAdmins, shownToAdmins } from './users.ts';

const numberParameter = z.strictObject({
	number: pathNumber({ example: '3' }),
});

type Needs = Pick<AppNeeds, 'broker' | 'harvestMaker' | 'now'>;

/** Creates the routes of harvests. */
export function createHarvestRoutes(needs: Needs): Route[] {
	return [...listRoutes(needs), createRoute(needs), ...numberedRoutes(needs)];
}

function listRoutes({ broker, harvestMaker, now }: Needs): Route[] {
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
			route: 'GET /harvests/services',
			...shownToAdmins,
			needs: 'nothing',
			id: 'listHarvestServices',
			summary: 'List the services that can be harvested',
			description: 'Lists each service with its filters and the settings that it needs.',
			answers: { 200: json('The services.', servicesSchema) },
			handle: () => privateJson({ services: harvestMaker.listServices() } satisfies z.infer<typeof servicesSchema>),
		}),
	];
}

function createRoute({ harvestMaker, now }: Needs): Route {
	return defineRoute({
		route: 'POST /harvests',
		...forAdmins,
		id: 'createHarvest',
		summary: 'Create a harvest',
		description:
			'Creates a harvest. A worker runs it now, and then as often as `every_seconds`. With `dry_run=1` nothing is ' +
			'stored: the service is asked for the first page, once and for at most 30 seconds.',
		query: createQuerySchema,
		body: wantedSchema,
		answers: {
			200: json('With `dry_run=1`: the first page.', harvestPreviewSchema),
			201: json('The harvest.', harvestSchema),
		},
		problems: ['conflict', 'harvest-failed'],
		async handle({ query, body, sender }) {
			const wanted = readWanted(await body());
			if (query.dry_run === '1') return privateJson(previewDocument(await harvestMaker.preview(wanted)));
			return privateJson(harvestDocument(await harvestMaker.create(sender.by, wanted), now()), 201);
		},
	});
}

function readWanted({ every_seconds, from, ...task }: z.output<typeof wantedSchema>): WantedHarvest {
	const begin = from === null ? undefined : readDateInstant(from);
	if (from !== null && begin === undefined) throw invalidBody([{ pointer: '/from', message: 'must be a date' }]);
	return { task, from: begin === undefined ? null : begin * 1_000, everySeconds: every_seconds };
}

function previewDocument(preview: HarvestPreview) {
	const { address, total, records, page, pageSeconds, estimate, notes } = preview;
	return {
		...{ message: 'nothing stored', address, total, records, page_seconds: pageSeconds, estimate, notes },
		page: page === undefined ? null : describePreview({ ...page, refusal: null }),
	};
}

function numberedRoutes({ broker, now }: Needs): Route[] {
	return [
		defineRoute({
			route: 'PATCH /harvests/{number}',
			...forAdmins,
			id: 'changeHarvest',
			summary: 'Change the schedule of a harvest',
			description:
				'Changes how often a harvest runs. The next run begins that long after the last one began. A paused ' +
				'harvest stays paused.',
			params: numberParameter,
			body: changeSchema,
			answers: { 200: json('The harvest.', harvestSchema) },
			problems: ['not-found'],
			async handle({ params, body, sender }) {
				const number = readNumber(params.number);
				const { every_seconds: everySeconds } = await body();
				return privateJson(harvestDocument(await broker.changeHarvest(sender.by, number, everySeconds), now()));
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
	return readPathNumber(text, (shown) => new BrokerError('not-found', `Unknown harvest: ${JSON.stringify(shown)}.`));
}
