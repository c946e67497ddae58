// Loads: what one act brought, as a list and one by one, and the withdrawal of a whole one.
import { z } from '@hono/zod-openapi';
import { type LoadView, loadDocument, previewDocument } from '../../../broker/event-view.ts';
import { loadListSchema } from '../../../broker/list-questions.ts';
import { previewLimits } from '../../../links/limits.ts';
import { type Answer, privateJson } from '../../answers/answer.ts';
import { nextSchema, pageOf } from '../../answers/list-page.ts';
import type { AppNeeds } from '../../server/app.ts';
import { adminRole, withdrawsAll } from '../../server/authentication.ts';
import { disconnectSignal } from '../../server/http-context.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { exampleEventId, loadSchema } from './event-schemas.ts';
import { findVisibleLoad, listedOf, reading, withdrawing } from './visible.ts';
import { previewSchema, readReason, withReason } from './withdrawal-schemas.ts';

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
		next: nextSchema,
	})
	.openapi('LoadList');

/** Creates the routes of loads. */
export function createLoadRoutes({ broker }: Pick<AppNeeds, 'broker'>): Route[] {
	return [
		listRoute(broker),
		showRoute(broker),
		withdrawRoute(broker),
		previewRoute(broker),
		restoreRoute(broker),
		rerunRoute(broker),
	];
}

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
			const asked = { ...(kind && { kind }), ...(before !== undefined && { before }), ...listedOf(sender) };
			const read = (most: number) => broker.listLoads({ limit: most, ...asked });
			const { shown, next } = await pageOf(read, limit, ({ sequence }) => sequence);
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

/** How long a withdrawal is waited for before it is answered. */
const waitMilliseconds = 3_000;

function withdrawRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'DELETE /loads/{load_id}',
		...withdrawing,
		id: 'withdrawLoad',
		summary: 'Withdraw a load',
		description:
			'Withdraws all events of a load, the newest first, as if they had never been submitted. Events that are being ' +
			'processed are withdrawn afterwards, and so are events that are added to the load later. After about 3 seconds ' +
			'it answers 202 with the status Withdrawing, and a worker continues, also after a restart. Only ' +
			'for its submitter and users with the role curator or admin. A Withdrawn load does not change.',
		params: loadPathSchema,
		...withReason,
		answers: {
			200: json('The Withdrawn load.', loadSchema),
			202: json('The load; its other events will be withdrawn.', loadSchema),
		},
		problems: ['not-found', 'invalid-body'],
		async handle({ context, params, sender }) {
			const { sequence, loadId } = await findVisibleLoad(broker, sender, params.load_id);
			const reason = await readReason(context);
			const order = { sequence, loadId, userId: sender.userId, reason };
			await broker.withdrawLoad(sender.by, { ...order, forMilliseconds: waitMilliseconds });
			return answerLoad(broker, loadId, ({ isWithdrawing }) => (isWithdrawing ? 202 : 200));
		},
	});
}

/** Answers a load after a change, and adds its id to the log. */
async function answerLoad(
	broker: AppNeeds['broker'],
	loadId: string,
	statusOf: (load: LoadView) => number,
): Promise<Answer> {
	const load = (await broker.findLoad(loadId)) as LoadView;
	return { ...privateJson(loadDocument(load), statusOf(load)), logged: { load_id: loadId } };
}

function previewRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'GET /loads/{load_id}/withdrawal',
		...reading,
		id: 'previewLoadWithdrawal',
		summary: 'Preview the withdrawal of a load',
		description:
			'Returns what would change if all events of the load were withdrawn now: the difference as a whole, not the ' +
			'sum of those of its events. Events that were never processed add nothing to it. Changes nothing. 409 if the ' +
			`processed events have more than ${previewLimits.links.toLocaleString('en')} links.`,
		params: loadPathSchema,
		answers: { 200: json('The changes.', previewSchema) },
		problems: ['not-found', 'conflict'],
		async handle({ context, params, sender }) {
			const { loadId } = await findVisibleLoad(broker, sender, params.load_id);
			const asked = { userId: sender.userId, signal: disconnectSignal(context) };
			return privateJson(previewDocument(await broker.previewLoadWithdrawal(loadId, asked)));
		},
	});
}

function restoreRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'POST /loads/{load_id}/restore',
		...withdrawing,
		id: 'restoreLoad',
		summary: 'Restore a load',
		description:
			'Sets the events that were withdrawn with the load to New, at their old places in the order of acceptance. ' +
			'Events that were withdrawn one by one stay Withdrawn, unless all of them were. Restoring what another ' +
			'account withdrew needs the role curator or admin.',
		params: loadPathSchema,
		answers: { 202: json('The load will be processed.', loadSchema) },
		problems: ['not-found', 'conflict', 'forbidden'],
		async handle({ params, sender }) {
			const load = await findVisibleLoad(broker, sender, params.load_id);
			const withdrawnBy = withdrawsAll(sender.roles) ? undefined : sender.userId;
			await broker.restoreLoad(sender.by, { ...load, withdrawnBy });
			return answerLoad(broker, load.loadId, () => 202);
		},
	});
}

function rerunRoute(broker: AppNeeds['broker']): Route {
	return defineRoute({
		route: 'POST /loads/{load_id}/rerun',
		...{ ...reading, scope: 'submit' },
		id: 'rerunLoad',
		summary: 'Process a load again',
		description:
			'Sets to New all events of the load that are neither Withdrawn nor being processed. Their earlier effects ' +
			'stay, and processing them again adds nothing twice. Only for its submitter and users with the role admin.',
		params: loadPathSchema,
		answers: { 202: json('The load will be processed.', loadSchema) },
		problems: ['not-found', 'conflict'],
		async handle({ params, sender }) {
			const isAdmin = () => sender.roles.includes(adminRole);
			const load = await findVisibleLoad(broker, sender, params.load_id, isAdmin);
			await broker.rerunLoad(sender.by, load);
			return answerLoad(broker, load.loadId, () => 202);
		},
	});
}
