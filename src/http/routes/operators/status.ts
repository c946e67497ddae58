// How the broker is, for administrators: GET /status; knows nothing of how that is found out.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../../broker/broker.ts';
import { jsonAnswer, privately, secondsSince } from '../../answers/answer.ts';
import type { Metrics } from '../../operations/metrics.ts';
import { jsonResponse } from '../describe.ts';
import type { Route } from '../route.ts';

const count = z.int().min(0);
const seconds = z.number().min(0);
const bytes = count.nullable().openapi({ description: 'null where the engine cannot tell it quickly.' });

const parts = z.strictObject({ waiting: count, building: count, done: count });

/** Describes the status. Names of figures end in their unit, for pages that do not know them. */
const statusSchema = z
	.strictObject({
		queue: z.strictObject({
			new: count,
			processing: count,
			done: count.openapi({ description: 'May lag by a minute.' }),
			error: count,
			withdrawn: count.openapi({ description: 'May lag by a minute.' }),
			oldest_waiting_seconds: seconds.openapi({ description: 'Of events that are New or Processing.' }),
			waiting_entries: count.openapi({ description: 'Outbox entries that wait for the search index.' }),
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
		rebuild: z
			.strictObject({
				generation: count,
				parts: z.strictObject({ objects: parts, links: parts, standings: parts, changes: parts }),
			})
			.nullable()
			.openapi({ description: 'The rebuild of the index in parts that is under way; null where none is.' }),
	})
	.openapi('Status');

type Needs = {
	broker: Broker;
	metrics: Pick<Metrics, 'rates'>;
	/** Tells milliseconds since 1970. */
	now(): number;
};

/** Creates the route of the status. */
export function createStatusRoute({ broker, metrics, now }: Needs): Route {
	return {
		method: 'get',
		path: '/status',
		access: 'admin',
		operation: {
			operationId: 'tellStatus',
			summary: 'Tell how the broker is',
			description: 'Tells what waits, how fast this process works, and how large the broker is.',
			tags: ['operators'],
			responses: { 200: jsonResponse('The status.', statusSchema) },
		},
		problems: [],
		async handle() {
			const status = await broker.status();
			const { requests, events, links } = metrics.rates();
			const document: z.infer<typeof statusSchema> = {
				queue: {
					new: status.events.New,
					processing: status.events.Processing,
					done: status.events.Done,
					error: status.events.Error,
					withdrawn: status.events.Withdrawn,
					oldest_waiting_seconds: secondsSince(status.oldestEventAt, now()),
					waiting_entries: status.waitingEntries,
					index_lag_seconds: secondsSince(status.oldestEntryAt, now()),
				},
				rates: { requests_last_minute: requests, events_last_minute: events, links_last_minute: links },
				sizes: {
					works: status.objects,
					links: status.links,
					database_bytes: status.recordBytes,
					index_bytes: status.indexBytes,
				},
				rebuild: status.rebuild && { generation: status.rebuild.generation, parts: status.rebuild.parts },
			};
			return jsonAnswer(document, 200, privately);
		},
	};
}
