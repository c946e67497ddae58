// How the broker is, for administrators: GET /status.
import { z } from '@hono/zod-openapi';
import { privateJson, secondsSince } from '../../answers/answer.ts';
import { count } from '../../answers/answer-schemas.ts';
import type { AppNeeds } from '../../server/app.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { forAdmins } from './users.ts';

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

/** Creates the route of the status. */
export function createStatusRoute({ broker, metrics, now }: Pick<AppNeeds, 'broker' | 'metrics' | 'now'>): Route {
	return defineRoute({
		route: 'GET /status',
		...forAdmins,
		id: 'tellStatus',
		summary: 'Tell how the broker is',
		description: 'Tells what waits, how fast this process works, and how large the broker is.',
		answers: { 200: json('The status.', statusSchema) },
		async handle() {
			const { events, oldestEventAt, oldestEntryAt, ...status } = await broker.status();
			const rates = metrics.rates();
			const document: z.infer<typeof statusSchema> = {
				queue: {
					new: events.New,
					processing: events.Processing,
					done: events.Done,
					error: events.Error,
					withdrawn: events.Withdrawn,
					oldest_waiting_seconds: secondsSince(oldestEventAt, now()),
					waiting_entries: status.waitingEntries,
					index_lag_seconds: secondsSince(oldestEntryAt, now()),
				},
				rates: {
					requests_last_minute: rates.requests,
					events_last_minute: rates.events,
					links_last_minute: rates.links,
				},
				sizes: {
					works: status.objects,
					links: status.links,
					database_bytes: status.recordBytes,
					index_bytes: status.indexBytes,
				},
				rebuild: status.rebuild && { generation: status.rebuild.generation, parts: status.rebuild.parts },
			};
			return privateJson(document);
		},
	});
}
