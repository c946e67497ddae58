// The HTTP interface: all routes and pages, and the steps that every request passes.
// Knows no socket and no storage.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
                                                           
                                                           
                                                     
                                                  
import {              abandonedAnswer, toResponse } from '../answers/answer.js';
                                               
import { problemAnswer } from '../answers/problem.js';
import { readParameters, refuseOthers } from '../answers/query-parameters.js';
import { safetyHeaders, withContentPolicy } from '../answers/safety-headers.js';
import {                      createAdmission } from '../limits/admission.js';
                                                        
import { createObserver,                    } from '../operations/observer.js';
import { createExplorerPages,               } from '../pages/explorer.js';
import { createReferencePages } from '../pages/reference.js';
import { createBadgeRoute } from '../routes/badges.js';
import { createChangeRoutes } from '../routes/changes/changes.js';
import { createEventRoutes,                    } from '../routes/events/events.js';
import { createHealthRoutes } from '../routes/health.js';
import { createMetricsRoute } from '../routes/metrics.js';
import { createLookUpRoute } from '../routes/objects/look-up.js';
import { createObjectRoutes } from '../routes/objects/objects.js';
import { createOpenApiRoute, describeInterface } from '../routes/openapi.js';
import { createAuditRoute } from '../routes/operators/audit.js';
import { createRoleRoutes } from '../routes/operators/roles.js';
import { createSessionRoutes } from '../routes/operators/session.js';
import { createStatusRoute } from '../routes/operators/status.js';
import { createTokenRoutes } from '../routes/operators/tokens.js';
import { createUserRoutes } from '../routes/operators/users.js';
import { createProblemRoute } from '../routes/problems.js';
import { createRelationshipRoute } from '../routes/relationships.js';
                                                
import { createWhyRoute } from '../routes/why.js';
import { prefixes, rootAddress } from './addresses.js';
import { requireSender } from './authentication.js';
import { answerOtherMethod, refusePath } from './fallback.js';
import {                                         isAbandoned } from './http-context.js';

/** Says what the interface works on. */
                                        
	                       
		     
			       
			                       
			                  
			               
			                 
			               
			              
			                
			               
			                     
			          
			            
			          
			                
		  
	                   
	                   
	                                                                                                               
	                 
	                   
	                
	                                     
	              
  

                                        

/** Says where a request arrived, as routes write it, and what holds there. */
                                                                                            

                                                                 

/** What answers one method of some paths, as hono writes them. */
                                                                                         

/**
 * Creates the interface. A request goes to the handler of its route, of a page for people, or of
 * the fallback, by the steps of `createSteps`. Every request is answered: as asked, or with a
 * problem.
 */
export function createApp(needs          )      {
	const { publicUrl } = needs.settings;
	const routes = createRoutes(needs);
	const served = [...routes.map((route) => servedRoute(route, needs)), ...createPages(routes, needs).map(servedPage)];
	const nowhere        = { method: 'any', path: 'none' };
	const steps = createSteps(needs);
	const app      = new Hono();
	// Path by path: what a path refuses must not go on to a path with a parameter that it fits as
	// well.
	for (const ofPath of Map.groupBy(served, ({ paths }) => paths.join()).values()) {
		for (const { method, paths, place, handle } of ofPath) app.on(method, [...paths], steps(place, handle));
		const methods = ofPath.map(({ method }) => method);
		const shared = ofPath.filter(({ place }) => place.shared).map(({ method }) => method);
		const handle         = (context) => answerOtherMethod(context, { methods, shared, publicUrl });
		for (const path of ofPath[0]?.paths ?? []) app.all(path, steps(nowhere, handle));
	}
	app.notFound(steps(nowhere, refusePath));
	app.onError((failure, context) => steps({ ...nowhere, unlimited: true }, () => Promise.reject(failure))(context));
	return app;
}

function servedRoute(route       , needs          )         {
	const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
	const honoPath = route.deep ? deepPath(path) : path;
	return {
		method: route.method,
		paths: prefixes.map((prefix) => prefix + honoPath),
		place: route,
		handle: (context) => handleRoute(route, context, needs),
	};
}

/** Lets the last parameter of a path hold slashes, and whatever ends it. */
function deepPath(path        )         {
	const at = path.lastIndexOf(':');
	const begin = path.slice(0, at);
	const [parameter = ''] = /^:\w+/.exec(path.slice(at)) ?? [];
	const ending = path.slice(at + parameter.length);
	return ending.startsWith('/') ? `${begin}${parameter}{.+${RegExp.escape(ending)}}` : `${begin}*`;
}

function servedPage({ paths, handle }      )         {
	return { method: 'get', paths, place: { method: 'get', path: paths[0] ?? '', unlimited: true, page: true }, handle };
}

/**
 * Creates what leads a request to its answer: its id is taken over or made, the limits are checked,
 * the handler works, a failure becomes a problem, the request is counted, traced and logged, and
 * the answer gets the headers of all answers.
 */
function createSteps(needs          )                                                                                {
	const { settings } = needs;
	const admit = createAdmission(needs);
	const observe = createObserver(needs);
	return (place, handle) => async (context) => {
		const requestId = requestIdOf(context);
		const observed = observe(context, place, requestId);
		const admitted = await admit(context, place);
		let answer        ;
		try {
			if (admitted.refusal) throw admitted.refusal;
			answer = await handle(context);
		} catch (failure) {
			const root = rootAddress(context.req.url, settings.publicUrl);
			// What was given up because nobody waits for it is no fault.
			answer = isAbandoned(context) ? abandonedAnswer : { ...problemAnswer(failure, root, requestId), failure };
		}
		leaveWith(answer, context, admitted.leave);
		observed.answered(answer);
		const headers = { ...headersOf(place, settings, requestId), ...admitted.headers };
		return toResponse(place.page ? answer : withContentPolicy(answer), headers, context.req.method);
	};
}

/** Checks that the sender may use a route and sent no unknown parameter; then the route answers. */
async function handleRoute(route       , context             , needs          )                  {
	// Routes for anyone are lenient: browsers and balancers add parameters of their own.
	if (route.access === 'anyone') return route.handle(context);
	const sender = await requireSender(route.access, context, needs);
	if (!route.operation.request?.query) refuseOthers(readParameters(context.req.url), []);
	return route.handle(context, sender);
}

function createRoutes(needs          )                   {
	const { metrics, version, settings } = needs;
	const routes          = [
		createRelationshipRoute(needs),
		// Before the path of numbers, which it would fit as well.
		createLookUpRoute(needs),
		...createObjectRoutes(needs),
		createBadgeRoute(needs),
		...createChangeRoutes(needs),
		createWhyRoute(needs),
		...createEventRoutes(needs),
		...createSessionRoutes(needs),
		...createTokenRoutes(needs),
		...createUserRoutes(needs),
		...createRoleRoutes(needs),
		createStatusRoute(needs),
		createAuditRoute(needs),
		createOpenApiRoute(() => routes, version, settings),
		createProblemRoute(settings),
		...createHealthRoutes(needs),
		createMetricsRoute(metrics),
	];
	return routes;
}

function createPages(routes                  , { explorer, settings, version }          )                  {
	return [
		...createExplorerPages(explorer, settings),
		...createReferencePages(() => describeInterface(routes, version), settings),
	];
}

/** Takes over the id that a proxy gave a request, where it is one. */
function requestIdOf(context             )         {
	const given = context.req.header('x-request-id');
	return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

const sharing = {
	'Access-Control-Allow-Origin': '*',
	'Access-Control-Expose-Headers':
		'Content-Disposition, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, X-Known, X-Request-Id, ' +
		'X-Total-Count, X-Understood-As',
}         ;

function headersOf(
	{ shared }       ,
	settings                                     ,
	requestId        ,
)                         {
	return { 'X-Request-Id': requestId, ...safetyHeaders(settings), ...(shared && sharing) };
}

/** A request is over with its answer; one that streams its answer, when its connection has it. */
function leaveWith({ body }        , { env }             , leave            )       {
	if (body instanceof ReadableStream && env?.outgoing?.closed === false) env.outgoing.once('close', leave);
	else leave();
}
