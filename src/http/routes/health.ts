// Whether the process lives and can work: GET /health/live, GET /health/ready; tells no reasons.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../broker/broker.ts';
import type { Health } from '../../broker/tell-status.ts';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { jsonAnswer } from '../answers/answer.ts';
import { dependenciesSchema, problemAnswer } from '../answers/problem.ts';
import { rootAddress } from '../server/addresses.ts';
import { jsonResponse } from './describe.ts';
import type { Route } from './route.ts';

type Needs = { broker: Pick<Broker, 'health'>; settings: Pick<Settings, 'publicUrl'> };

/** Creates the routes of health; `unavailable` while database or index do not answer. */
export function createHealthRoutes(needs: Needs): Route[] {
	return [liveRoute, readyRoute(needs)];
}

const liveRoute: Route = {
	method: 'get',
	path: '/health/live',
	access: 'anyone',
	unlimited: true,
	operation: {
		operationId: 'isLive',
		summary: 'Is the process alive?',
		tags: ['health'],
		responses: { 200: jsonResponse('The process answers.', z.strictObject({ status: z.literal('live') })) },
	},
	problems: [],
	handle: () => jsonAnswer({ status: 'live' }),
};

function readyRoute({ broker, settings }: Needs): Route {
	const schema = z.strictObject({ status: z.literal('ready'), dependencies: dependenciesSchema });
	return {
		method: 'get',
		path: '/health/ready',
		access: 'anyone',
		unlimited: true,
		operation: {
			operationId: 'isReady',
			summary: 'Is the broker ready?',
			description:
				'Asks what the broker needs. Without the search index links are still taken, without the database nothing is done.',
			tags: ['health'],
			responses: { 200: jsonResponse('The broker can work.', schema) },
		},
		problems: ['unavailable'],
		async handle(context) {
			const health = await broker.health();
			const away = Object.entries(health).flatMap(([name, failure]) => (failure ? [{ name, ...failure }] : []));
			const dependencies = dependenciesOf(health);
			if (away.length === 0) return jsonAnswer({ status: 'ready', dependencies });
			const names = away.map(({ name }) => name).join(' and ');
			const failure = new BrokerError('unavailable', `The broker is not ready: ${names} does not answer.`, {
				cause: away[0]?.cause,
			});
			const answer = problemAnswer(failure, rootAddress(context.req.url, settings.publicUrl), '', { dependencies });
			return { ...answer, failure };
		},
	};
}

function dependenciesOf(health: Health): z.infer<typeof dependenciesSchema> {
	const shown = (failure: Health[keyof Health]) => ({ status: failure ? ('down' as const) : ('up' as const) });
	return { database: shown(health.database), search: shown(health.search) };
}
