// Loads: what one act brought, as a list and one by one.
import { z } from '@hono/zod-openapi';
import { loadDocument } from '../../../broker/event-view.ts';
import { loadListSchema } from '../../../broker/list-questions.ts';
import { privateJson } from '../../answers/answer.ts';
import type { AppNeeds } from '../../server/app.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { exampleEventId, loadSchema } from './event-schemas.ts';
import { findVisibleLoad, listedOf } from './visible.ts';

/** Describes the path of a load. */
const loadPathSchema = z.strictObject({
	load_id: z.uuid().openapi({
		description: 'The id of the load, or the event_id of one of its events.',
		example: exampleEventId,
	}),
});

/** Describes a list of loads. */
const loadsSchema = z
	.strictObject({
		loads: z.array(loadSchema),
		next: z.string().nullable().openapi({ description: 'The value of before for the next page. null at the end.' }),
	})
	.openapi('LoadList');

/** Creates the routes of loads. */
export function createLoadRoutes({ broker }: Pick<AppNeeds, 'broker'>): Route[] {
	return [listRoute(broker), showRoute(broker)];
}

const reading = { access: 'account', needs: 'records', scope: 'read', tag: 'events' } as const;

function listRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'GET /loads',
		...reading,
		id: 'listLoads',
		summary: 'List loads',
		description:
			'Lists the loads of the account, newest first: files, harvest runs and submissions, each with the number of ' +
			'its events. Users with the role admin see the loads of all accounts.',
		query: loadListSchema,
		answers: { 200: json('The loads.', loadsSchema) },
		async handle({ query: { kind, limit, before }, sender }) {
			const loads = await broker.listLoads({
				limit: limit + 1,
				...(kind && { kind }),
				...(before !== undefined && { before }),
				...listedOf(sender),
			});
			const shown = loads.slice(0, limit);
			const next = loads.length > limit ? String(shown.at(-1)?.sequence) : null;
			return privateJson({ loads: shown.map(loadDocument), next });
		},
	});
}

function showRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'GET /loads/{load_id}',
		...reading,
		id: 'showLoad',
		summary: 'Show a load',
		description:
			'Returns what one act brought, and what became of it. `GET /events?load=` lists its events. Only its ' +
			'submitter and users with the role admin or curator may see it.',
		params: loadPathSchema,
		answers: { 200: json('The load.', loadSchema) },
		problems: ['not-found'],
		async handle({ params: { load_id: eventId }, sender }) {
			return privateJson(loadDocument(await findVisibleLoad(broker, sender, eventId)));
		},
	});
}
