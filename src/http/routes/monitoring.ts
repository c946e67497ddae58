// Health for monitoring (GET /health/ready, its two parts, GET /health/live), metrics (GET
// /metrics), and the status for administrators (GET /status). Answers to monitoring contain no path
// or address.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../broker/broker.ts';
import { type Health, hindrances, type Reason } from '../../broker/health.ts';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, jsonAnswer, privateJson, privately, secondsSince } from '../answers/answer.ts';
import { count } from '../answers/answer-schemas.ts';
import { dependenciesSchema, healthPartSchema, overdueSchema, problemAnswer } from '../answers/problem.ts';
import type { Metrics } from '../operations/metrics.ts';
import { rootAddress } from '../server/addresses.ts';
import type { AppNeeds } from '../server/app.ts';
import type { HttpContext } from '../server/http-context.ts';
import { defineRoute, json, type Route } from './route.ts';

type Needs = { broker: Broker; settings: Pick<Settings, 'publicUrl'> };

const seconds = z.number().min(0);
const bytes = count.nullable().openapi({ description: 'null if the engine cannot return it quickly.' });

const ofIndex = (description: string) =>
	count.nullable().openapi({ description: `${description} null while the index does not answer.` });

const parts = z.strictObject({ waiting: count, building: count, done: count });

/** Names of figures end in their unit, so pages can show figures that they do not know. */
const statusSchema = z
	.strictObject({
		queue: z.strictObject({
			new: count,
			processing: count,
			done: count.openapi({ description: 'Up to a minute old.' }),
			error: count,
			withdrawn: count.openapi({ description: 'Up to a minute old.' }),
			oldest_waiting_seconds: seconds.openapi({
				description: 'The age of the oldest event that is New or Processing.',
			}),
			waiting_entries: count.openapi({ description: 'Outbox entries that wait for the search index.' }),
			index_lag_seconds: seconds,
		}),
		rates: z
			.strictObject({
				requests_last_minute: count,
				events_last_minute: count,
				links_last_minute: count,
			})
			.openapi({ description: 'Counts of this process over the last minute.' }),
		sizes: z.strictObject({
			works: ofIndex('Works (Identity groups) in the search index.'),
			relationships: ofIndex('Relationships between these works.'),
			database_bytes: bytes,
			index_bytes: bytes,
		}),
		rebuild: z
			.strictObject({
				generation: count,
				parts: z.strictObject({ objects: parts, links: parts, ranks: parts, changes: parts }),
			})
			.nullable()
			.openapi({ description: 'The progress of a rebuild of the index in parts. null: no rebuild.' }),
	})
	.openapi('Status');

const forMonitoring = { access: 'anyone', needs: 'nothing', probe: true, unlimited: true, tag: 'health' } as const;

/** Creates the routes of health. */
export function createHealthRoutes(needs: Needs): Route[] {
	return [liveRoute(needs), readyRoute(needs), partRoute(needs, 'submissions'), partRoute(needs, 'searches')];
}

function liveRoute({ broker }: Needs): Route {
	return defineRoute({
		route: 'GET /health/live',
		...forMonitoring,
		id: 'isLive',
		summary: 'Is the process alive?',
		description: 'Fails only if a restart is needed.',
		answers: { 200: json('The process works.', z.strictObject({ status: z.literal('live') })) },
		problems: ['unavailable'],
		async handle() {
			const reason = await broker.needsRestart();
			if (reason === null) return jsonAnswer({ status: 'live' });
			throw new BrokerError('unavailable', `The broker needs a restart: ${reason.words}`, {
				cause: asError(reason.cause),
			});
		},
	});
}

function readyRoute(needs: Needs): Route {
	const schema = z.strictObject({
		status: z.literal('ready'),
		submissions: healthPartSchema,
		searches: healthPartSchema,
		dependencies: dependenciesSchema,
		overdue: overdueSchema,
	});
	return defineRoute({
		route: 'GET /health/ready',
		...forMonitoring,
		id: 'isReady',
		summary: 'Is the broker ready?',
		description: 'Fails if submissions are not accepted or searches are not answered.',
		answers: { 200: json('The broker is ready.', schema) },
		problems: ['unavailable'],
		async handle({ context }) {
			const health = await needs.broker.health();
			return answerReady(context, needs, health, hindrances(health));
		},
	});
}

function partRoute(needs: Needs, part: 'submissions' | 'searches'): Route {
	const schema = z.strictObject({ status: z.literal('ready'), reasons: z.array(z.string()), overdue: overdueSchema });
	return defineRoute({
		route: `GET /health/ready/${part}`,
		...forMonitoring,
		id: part === 'submissions' ? 'areSubmissionsTaken' : 'areSearchesAnswered',
		summary: part === 'submissions' ? 'Are submissions accepted?' : 'Are searches answered?',
		description: 'Checks this task alone.',
		answers: { 200: json(`The broker is ready for ${part}.`, schema) },
		problems: ['unavailable'],
		async handle({ context }) {
			const health = await needs.broker.health();
			if (health[part].length === 0) return jsonAnswer({ ...describePart([]), overdue: health.overdue });
			return answerReady(context, needs, health, health[part]);
		},
	});
}

/** Creates the route of metrics; `admit` fails for requests that may not read them. */
export function createMetricsRoute(
	metrics: Pick<Metrics, 'write' | 'contentType'>,
	admit: (context: HttpContext) => void,
): Route {
	return defineRoute({
		route: 'GET /metrics',
		...forMonitoring,
		id: 'getMetrics',
		summary: 'Get metrics',
		description:
			'Returns metrics in the text format of Prometheus. Metrics that cannot be read at the moment are omitted. ' +
			'Needs the token in the setting METRICS_TOKEN. Without this setting, metrics are served at METRICS_PORT only.',
		security: [{ metricsToken: [] }],
		answers: { 200: { description: 'The metrics.', content: { 'text/plain': { schema: z.string() } } } },
		problems: ['unauthorized', 'not-found'],
		async handle({ context }) {
			admit(context);
			const headers = { 'Content-Type': metrics.contentType, ...privately };
			return { status: 200, headers, body: await metrics.write() };
		},
	});
}

/** Answers the health; as a problem if there are reasons. */
function answerReady(
	context: HttpContext,
	{ settings }: Needs,
	{ submissions, searches, dependencies, overdue }: Health,
	reasons: readonly Reason[],
): Answer {
	const shown = (reason: Reason | null) => ({ status: reason ? ('down' as const) : ('up' as const) });
	const state = {
		submissions: describePart(submissions),
		searches: describePart(searches),
		dependencies: {
			database: shown(dependencies.database),
			search: shown(dependencies.search),
			disk: shown(dependencies.disk),
		},
		overdue: [...overdue],
	};
	if (reasons.length === 0) return jsonAnswer({ status: 'ready', ...state });
	const words = reasons.map((reason) => reason.words).join(' ');
	const cause = asError(reasons[0]?.cause);
	const failure = new BrokerError('unavailable', `The broker is not ready. ${words}`, { cause });
	return { ...problemAnswer(failure, rootAddress(context.req.url, settings.publicUrl), '', state), failure };
}

function describePart(reasons: readonly Reason[]): z.infer<typeof healthPartSchema> {
	return { status: reasons.length === 0 ? 'ready' : 'not-ready', reasons: reasons.map(({ words }) => words) };
}

/** A cause from another thread is a text. */
function asError(cause: unknown): unknown {
	return typeof cause === 'string' ? new Error(cause) : cause;
}

/** Creates the route of the status. */
export function createStatusRoute({ broker, metrics, now }: Pick<AppNeeds, 'broker' | 'metrics' | 'now'>): Route {
	return defineRoute({
		route: 'GET /status',
		access: 'admin',
		needs: 'records',
		tag: 'operators',
		id: 'getStatus',
		summary: 'Get the status of the broker',
		description: 'Returns the queue, the rates of this process and the sizes.',
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
					relationships: status.links,
					database_bytes: status.recordBytes,
					index_bytes: status.indexBytes,
				},
				rebuild: status.rebuild && { generation: status.rebuild.generation, parts: status.rebuild.parts },
			};
			return privateJson(document);
		},
	});
}
