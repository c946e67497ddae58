// What a process that serves nobody shows those who run it: its health and its metrics, at the
// paths and in the words of one that serves.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Broker } from '../../broker/broker.ts';
import type { Settings } from '../../settings.ts';
import { type Answer, toResponse } from '../answers/answer.ts';
import { problemAnswer } from '../answers/problem.ts';
import { safetyHeaders, withContentPolicy } from '../answers/safety-headers.ts';
import type { Metrics } from '../operations/metrics.ts';
import { logRequest, type RequestLog } from '../operations/observer.ts';
import { createHealthRoutes, createMetricsRoute } from '../routes/monitoring.ts';
import { rootAddress, targetOf } from './addresses.ts';
import type { App } from './app.ts';
import { answerOtherMethod, refusePath } from './fallback.ts';
import type { HttpContext } from './http-context.ts';

type Needs = {
	broker: Broker;
	metrics: Pick<Metrics, 'write' | 'contentType'>;
	settings: Pick<Settings, 'publicUrl' | 'tls'>;
	log: RequestLog;
};

type Handle = (context: HttpContext) => Answer | Promise<Answer>;

/** Creates it. */
export function createOperationsApp(needs: Needs): App {
	const app: App = new Hono();
	const answer = (handle: Handle) => (context: HttpContext) => answerRequest(context, handle, needs);
	for (const { method, path, ...route } of [...createHealthRoutes(needs), createMetricsRoute(needs.metrics)]) {
		if (route.access !== 'anyone') continue;
		app.on(method, [path], answer(route.handle));
		const { publicUrl } = needs.settings;
		app.all(
			path,
			answer((context) => answerOtherMethod(context, { methods: [method], shared: [], publicUrl })),
		);
	}
	app.notFound(answer(refusePath));
	return app;
}

async function answerRequest(context: HttpContext, handle: Handle, { settings, log }: Needs): Promise<Response> {
	const { url, method } = context.req;
	const requestId = randomUUID();
	const begin = performance.now();
	let answer: Answer;
	try {
		answer = await handle(context);
	} catch (failure) {
		answer = { ...problemAnswer(failure, rootAddress(url, settings.publicUrl), requestId), failure };
	}
	const milliseconds = performance.now() - begin;
	logRequest(log, { requestId, method, target: targetOf(url), status: answer.status, milliseconds }, answer.failure);
	return toResponse(withContentPolicy(answer), { 'X-Request-Id': requestId, ...safetyHeaders(settings) }, method);
}
