// Whether the process lives and can work, for whoever watches over it: GET /health/live and GET /health/ready; tells nothing else.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../broker/broker.ts';
import { BrokerError } from '../../errors.ts';
import { type Answer, jsonAnswer } from '../answer.ts';
import { jsonMediaType } from '../media-types.ts';
import type { Route } from '../route.ts';

/** Creates the routes of health. Ready is `unavailable` while the broker cannot tell its status. */
export function createHealthRoutes(broker: Pick<Broker, 'status'>): Route[] {
	return [
		healthRoute('live', 'The process answers.', async () => jsonAnswer({ status: 'live' })),
		healthRoute('ready', 'The broker can work.', () => ready(broker)),
	];
}

async function ready(broker: Pick<Broker, 'status'>): Promise<Answer> {
	try {
		await broker.status();
	} catch (cause) {
		throw new BrokerError('unavailable', 'The broker is not ready.', { cause });
	}
	return jsonAnswer({ status: 'ready' });
}

function healthRoute(status: 'live' | 'ready', description: string, handle: Route['handle']): Route {
	const schema = z.strictObject({ status: z.literal(status) });
	return {
		method: 'get',
		path: `/health/${status}`,
		operation: {
			operationId: status === 'live' ? 'isLive' : 'isReady',
			summary: status === 'live' ? 'Is the process alive?' : 'Is the broker ready?',
			tags: ['health'],
			responses: { 200: { description, content: { [jsonMediaType]: { schema } } } },
		},
		problems: status === 'live' ? [] : ['unavailable'],
		shared: false,
		limited: false,
		handle,
	};
}
