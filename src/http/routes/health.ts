// Whether the process lives and can work, for whoever watches over it: GET /health/live and GET /health/ready; tells no reasons.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../broker/broker.ts';
import type { Health } from '../../broker/tell-status.ts';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { jsonAnswer } from '../answers/answer.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import { dependenciesSchema, problemAnswer } from '../answers/problem.ts';
import { rootAddress } from '../server/addresses.ts';
import type { Route } from './route.ts';

type Needs = { broker: Pick<Broker, 'health'>; settings: Pick<Settings, 'publicUrl'> };

/** Creates the routes of health. Ready is `unavailable` while database or search index do not answer. */
export function createHealthRoutes(needs: Needs): Route[] {
	return [liveRoute, readyRoute(needs)];
}

const common = { method: 'get', shared: false, limited: false } as const;

const liveRoute: Route = {
	...common,
	path: '/health/live',
	operation: {
		operationId: 'isLive',
		summary: 'Is the process alive?',
		tags: ['health'],
		responses: {
			200: {
				description: 'The process answers.',
				content: { [jsonMediaType]: { schema: z.strictObject({ status: z.literal('live') }) } },
			},
		},
	},
	problems: [],
	handle: () => jsonAnswer({ status: 'live' }),
};

function readyRoute({ broker, settings }: Needs): Route {
	const schema = z.strictObject({ status: z.literal('ready'), dependencies: dependenciesSchema });
	return {
		...common,
		path: '/health/ready',
		operation: {
			operationId: 'isReady',
			summary: 'Is the broker ready?',
			description:
				'Asks what the broker needs. Without the search index links are still taken, without the database nothing is done.',
			tags: ['health'],
			responses: { 200: { description: 'The broker can work.', content: { [jsonMediaType]: { schema } } } },
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
