// What a process that serves nobody tells those who run it: its health and its metrics, at the
// paths and in the words of one that serves. It knows no socket.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
                                                     
                                                  
import {              toResponse } from '../answers/answer.js';
import { problemAnswer } from '../answers/problem.js';
import { safetyHeaders, withContentPolicy } from '../answers/safety-headers.js';
                                                        
import { logRequest,                 } from '../operations/request-log.js';
import { createHealthRoutes } from '../routes/health.js';
import { createMetricsRoute } from '../routes/metrics.js';
import { rootAddress, targetOf } from './addresses.js';
                                    
import { answerOtherMethod, refusePath } from './fallback.js';
                                                     

              
	                                                
	                                                
	                                              
	                
  

                                                                 

/** Creates it. */
export function createOperationsApp(needs       )      {
	const app      = new Hono();
	const answer = (handle        ) => (context             ) => answerRequest(context, handle, needs);
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

async function answerRequest(context             , handle        , { settings, log }       )                    {
	const { url, method } = context.req;
	const requestId = randomUUID();
	const begin = performance.now();
	let answer        ;
	try {
		answer = await handle(context);
	} catch (failure) {
		answer = { ...problemAnswer(failure, rootAddress(url, settings.publicUrl), requestId), failure };
	}
	const milliseconds = performance.now() - begin;
	logRequest(log, { requestId, method, target: targetOf(url), status: answer.status, milliseconds }, answer.failure);
	return toResponse(withContentPolicy(answer), { 'X-Request-Id': requestId, ...safetyHeaders(settings) }, method);
}
