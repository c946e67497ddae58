// What a monitoring system scrapes: GET /metrics; knows no metric.
import { z } from '@hono/zod-openapi';
import { privately } from '../answers/answer.js';
                                                        
                                        

/** Creates the route of metrics. */
export function createMetricsRoute(metrics                                        )        {
	return {
		method: 'get',
		path: '/metrics',
		access: 'anyone',
		unlimited: true,
		operation: {
			operationId: 'tellMetrics',
			summary: 'Tell metrics',
			description:
				'Tells how the broker is in the text format of Prometheus. What cannot be read at the moment is left out.',
			tags: ['health'],
			responses: { 200: { description: 'The metrics.', content: { 'text/plain': { schema: z.string() } } } },
		},
		problems: [],
		async handle() {
			const headers = { 'Content-Type': metrics.contentType, ...privately };
			return { status: 200, headers, body: await metrics.write() };
		},
	};
}
