// Whether the broker can do what it is for: GET /health/ready, and of each of its tasks alone; and
// whether it lives: GET /health/live. No answer names a path or an address.
import { z } from '@hono/zod-openapi';
import type { Broker } from '../../broker/broker.ts';
import { type Health, hindrances, type Reason } from '../../broker/health.ts';
import { BrokerError } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, jsonAnswer } from '../answers/answer.ts';
import { dependenciesSchema, healthPartSchema, lateSchema, problemAnswer } from '../answers/problem.ts';
import { rootAddress } from '../server/addresses.ts';
import type { HttpContext } from '../server/http-context.ts';
import { jsonResponse } from './describe.ts';
import type { Route } from './route.ts';

type Needs = { broker: Broker; settings: Pick<Settings, 'publicUrl'> };

/** Creates the routes of health. */
export function createHealthRoutes(needs: Needs): Route[] {
	return [liveRoute(needs), readyRoute(needs), partRoute(needs, 'submissions'), partRoute(needs, 'searches')];
}

const common = { method: 'get', access: 'anyone', unlimited: true, problems: ['unavailable'] } as const;
const tags = ['health'];

function liveRoute({ broker }: Needs): Route {
	return {
		...common,
		path: '/health/live',
		operation: {
			operationId: 'isLive',
			summary: 'Is the process alive?',
			description: 'Fails where nothing but a restart helps, and only then.',
			tags,
			responses: { 200: jsonResponse('The process works.', z.strictObject({ status: z.literal('live') })) },
		},
		async handle() {
			const reason = await broker.needsRestart();
			if (reason === null) return jsonAnswer({ status: 'live' });
			throw new BrokerError('unavailable', `The broker has to be started again: ${reason.words}`, {
				cause: asError(reason.cause),
			});
		},
	};
}

function readyRoute(needs: Needs): Route {
	const schema = z.strictObject({
		status: z.literal('ready'),
		submissions: healthPartSchema,
		searches: healthPartSchema,
		dependencies: dependenciesSchema,
		late: lateSchema,
	});
	return {
		...common,
		path: '/health/ready',
		operation: {
			operationId: 'isReady',
			summary: 'Is the broker ready?',
			description: 'Tells whether submissions are taken and searches answered; fails where either is not.',
			tags,
			responses: { 200: jsonResponse('The broker can work.', schema) },
		},
		handle: async (context: HttpContext) => {
			const health = await needs.broker.health();
			return answerReady(context, needs, health, hindrances(health));
		},
	};
}

function partRoute(needs: Needs, part: 'submissions' | 'searches'): Route {
	const schema = z.strictObject({ status: z.literal('ready'), reasons: z.array(z.string()), late: lateSchema });
	const isTaken = part === 'submissions' ? 'Are submissions taken?' : 'Are searches answered?';
	return {
		...common,
		path: `/health/ready/${part}`,
		operation: {
			operationId: part === 'submissions' ? 'areSubmissionsTaken' : 'areSearchesAnswered',
			summary: isTaken,
			description: 'Says nothing of the rest of the broker.',
			tags,
			responses: { 200: jsonResponse('They are.', schema) },
		},
		async handle(context: HttpContext) {
			const health = await needs.broker.health();
			if (health[part].length === 0) return jsonAnswer({ ...tellPart([]), late: health.late });
			return answerReady(context, needs, health, health[part]);
		},
	};
}

/** Answers all that is known, as a problem where there are reasons. */
function answerReady(
	context: HttpContext,
	{ settings }: Needs,
	{ submissions, searches, dependencies, late }: Health,
	reasons: readonly Reason[],
): Answer {
	const shown = (reason: Reason | null) => ({ status: reason ? ('down' as const) : ('up' as const) });
	const told = {
		submissions: tellPart(submissions),
		searches: tellPart(searches),
		dependencies: {
			database: shown(dependencies.database),
			search: shown(dependencies.search),
			disk: shown(dependencies.disk),
		},
		late: [...late],
	};
	if (reasons.length === 0) return jsonAnswer({ status: 'ready', ...told });
	const words = reasons.map((reason) => reason.words).join(' ');
	const cause = asError(reasons[0]?.cause);
	const failure = new BrokerError('unavailable', `The broker is not ready. ${words}`, { cause });
	return { ...problemAnswer(failure, rootAddress(context.req.url, settings.publicUrl), '', told), failure };
}

function tellPart(reasons: readonly Reason[]): z.infer<typeof healthPartSchema> {
	return { status: reasons.length === 0 ? 'ready' : 'not-ready', reasons: reasons.map(({ words }) => words) };
}

/** What another thread tells of a cause is a text. */
function asError(cause: unknown): unknown {
	return typeof cause === 'string' ? new Error(cause) : cause;
}
