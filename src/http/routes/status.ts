// How the broker is, for administrators: GET /status; knows nothing of how that is found out.
import { z } from '@hono/zod-openapi';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Broker } from '../../broker/broker.ts';
import { jsonAnswer } from '../answers/answer.ts';
import { jsonMediaType } from '../answers/media-types.ts';
import { readParameters, refuseOthers } from '../answers/query-parameters.ts';
import { secondsSince } from '../answers/seconds-since.ts';
import type { Metrics } from '../operations/metrics.ts';
import { requireAdmin } from '../server/operator.ts';
import type { Route } from './route.ts';
import { privately } from './session.ts';

const count = z.int().min(0);
const seconds = z.number().min(0);
const bytes = count.nullable().openapi({ description: 'null where the engine cannot tell it quickly.' });

/** Names of figures end in their unit, for whoever shows them without knowing them. */
const statusSchema = z
	.strictObject({
		queue: z.strictObject({
			new: count,
			processing: count,
			done: count.openapi({ description: 'May lag by a minute.' }),
			error: count,
			oldest_waiting_seconds: seconds.openapi({ description: 'Of events that are New or Processing.' }),
			waiting_marks: count.openapi({ description: 'Changes that the search index has not taken up.' }),
			index_lag_seconds: seconds,
		}),
		rates: z
			.strictObject({
				requests_last_minute: count,
				events_last_minute: count,
				links_last_minute: count,
			})
			.openapi({ description: 'What this process did.' }),
		sizes: z.strictObject({
			works: count.openapi({ description: 'Identity groups that can be found.' }),
			links: count.openapi({ description: 'Links between them.' }),
			database_bytes: bytes,
			index_bytes: bytes,
		}),
	})
	.openapi('Status');

type Needs = {
	broker: Pick<Broker, 'status'>;
	sessions: Pick<Sessions, 'find'>;
	metrics: Pick<Metrics, 'rates'>;
	/** Tells milliseconds since 1970. */
	now(): number;
};

/** Creates the route of the status. */
export function createStatusRoute({ broker, sessions, metrics, now }: Needs): Route {
	return {
		method: 'get',
		path: '/status',
		operation: {
			operationId: 'tellStatus',
			summary: 'Tell how the broker is',
			description: 'Tells what waits, how fast this process works, and how large the broker is.',
			tags: ['operators'],
			security: [{ session: [] }],
			responses: { 200: { description: 'The status.', content: { [jsonMediaType]: { schema: statusSchema } } } },
		},
		problems: ['bad-query', 'unauthorized', 'forbidden', 'unavailable'],
		shared: false,
		limited: true,
		async handle(context) {
			await requireAdmin(context, sessions);
			refuseOthers(readParameters(context.req.url), []);
			const status = await broker.status();
			const { requests, events, links } = metrics.rates();
			const document: z.infer<typeof statusSchema> = {
				queue: {
					new: status.events.New,
					processing: status.events.Processing,
					done: status.events.Done,
					error: status.events.Error,
					oldest_waiting_seconds: secondsSince(status.oldestEventAt, now()),
					waiting_marks: status.waitingMarks,
					index_lag_seconds: secondsSince(status.oldestMarkAt, now()),
				},
				rates: { requests_last_minute: requests, events_last_minute: events, links_last_minute: links },
				sizes: {
					works: status.objects,
					links: status.links,
					database_bytes: status.recordBytes,
					index_bytes: status.indexBytes,
				},
			};
			return jsonAnswer(document, 200, privately);
		},
	};
}
