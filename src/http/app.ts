// The broker's HTTP interface as one hono application: routes, what holds for all of them, and answers where there is none; knows no socket and no storage.
import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Accounts } from '../accounts/accounts.ts';
import type { Broker } from '../broker/broker.ts';
import { BrokerError } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { prefixes, rootAddress, targetOf } from './addresses.ts';
import { type Answer, bodyBytes, toResponse } from './answer.ts';
import { identifySender } from './authentication.ts';
import { type HttpContext, type HttpEnvironment, senderAddress } from './http-context.ts';
import { problemAnswer } from './problem.ts';
import { createRateLimiter, networkOf } from './rate-limit.ts';
import { logRequest, type RequestLog } from './request-log.ts';
import type { Route } from './route.ts';
import { createBadgeRoute } from './routes/badges.ts';
import { createEventRoutes } from './routes/events.ts';
import { createHealthRoutes } from './routes/health.ts';
import { createOpenApiRoute } from './routes/openapi.ts';
import { createProblemRoute } from './routes/problems.ts';
import { createRelationshipRoute } from './routes/relationships.ts';

/** Says what the interface works on; `clock` tells milliseconds since any moment. */
export type AppNeeds = {
	broker: Pick<Broker, 'acceptEvent' | 'findEvent' | 'searchRelationships' | 'status'>;
	accounts: Pick<Accounts, 'authenticate'>;
	settings: Pick<Settings, 'eventsRole' | 'maxBodyBytes' | 'maxLinksPerEvent' | 'publicUrl' | 'rateLimit'>;
	log: RequestLog;
	version: string;
	clock?: () => number;
};

export type App = Hono<HttpEnvironment>;

/** Creates the interface. Whatever a request holds, it is answered: with what was asked, or with a problem. */
export function createApp(needs: AppNeeds): App {
	const routes = createRoutes(needs);
	const answering = createAnswering(needs);
	const app: App = new Hono();
	for (const route of routes) {
		const path = servedPath(route);
		const answer = (context: HttpContext) => answering(context, route.handle, route);
		app.on(
			route.method,
			prefixes.map((prefix) => prefix + path),
			answer,
		);
	}
	const elsewhere = createElsewhere(routes, needs.settings);
	app.notFound((context) => answering(context, elsewhere, { shared: false, limited: true }));
	app.onError((error, context) => {
		const fail = (): never => {
			throw error;
		};
		return answering(context, fail, { shared: false, limited: false });
	});
	return app;
}

/** Writes a path as hono does. */
function servedPath({ path, deep }: Route): string {
	const written = path.replaceAll(/\{(\w+)\}/g, ':$1');
	return deep ? written.replace(/:[^/]*$/, '*') : written;
}

function createRoutes({ broker, accounts, settings, log, version }: AppNeeds): readonly Route[] {
	const routes: Route[] = [
		createRelationshipRoute(broker, settings, (err) => log.warn({ err }, 'A result broke off while it was taken away')),
		createBadgeRoute(broker),
		...createEventRoutes({ broker, accounts, settings }),
		createOpenApiRoute(() => routes, version, settings),
		createProblemRoute(),
		...createHealthRoutes(broker),
	];
	return routes;
}

type Answering = (
	context: HttpContext,
	handle: Route['handle'],
	route: Pick<Route, 'shared' | 'limited'>,
) => Promise<Response>;

/** Creates what holds for every request: the rate limit, problems, common headers and a line in the log. */
function createAnswering(needs: AppNeeds): Answering {
	const { settings, log, clock = () => performance.now() } = needs;
	const limit = createLimit(needs, clock);
	return async (context, handle, route) => {
		const startedAt = clock();
		const requestId = requestIdOf(context);
		let answer: Answer;
		let failure: unknown;
		try {
			if (route.limited && limit) await limit(context);
			answer = await handle(context);
		} catch (error) {
			failure = error;
			answer = problemAnswer(error, rootAddress(context.req.url, settings.publicUrl), requestId);
		}
		const milliseconds = clock() - startedAt;
		const { method, url } = context.req;
		logRequest(log, { requestId, method, target: targetOf(url), status: answer.status, milliseconds }, failure);
		return toResponse(withCommonHeaders(answer, requestId, route.shared, method === 'HEAD'));
	};
}

function createLimit(
	{ accounts, settings }: AppNeeds,
	clock: () => number,
): ((context: HttpContext) => Promise<void>) | undefined {
	if (settings.rateLimit === null) return undefined;
	const take = createRateLimiter(settings.rateLimit);
	return async (context) => {
		// A token that is not valid counts for its address: inventing tokens must not help.
		const sender = await identifySender(context, accounts);
		const key = sender ? `token ${sender.tokenId}` : networkOf(senderAddress(context));
		const retryAfterSeconds = take(key, clock());
		if (retryAfterSeconds === 0) return;
		const who = sender ? 'this access token' : 'this address';
		const message = `At most ${settings.rateLimit} requests a minute are answered to ${who}.`;
		throw new BrokerError('too-many-requests', message, { retryAfterSeconds });
	};
}

function withCommonHeaders(answer: Answer, requestId: string, shared: boolean, isHead: boolean): Answer {
	const headers: Record<string, string> = {
		...answer.headers,
		'X-Request-Id': requestId,
		'X-Content-Type-Options': 'nosniff',
	};
	if (shared) {
		headers['Access-Control-Allow-Origin'] = '*';
		headers['Access-Control-Expose-Headers'] = 'Link, X-Total-Count, X-Request-Id, Retry-After';
	}
	// Hono takes the body away from answers to HEAD, and its length with it.
	const bytes = isHead ? bodyBytes(answer.body) : undefined;
	if (bytes !== undefined) headers['Content-Length'] = String(bytes);
	return { ...answer, headers };
}

/** Takes over the id that a proxy gave a request, where it is one. */
function requestIdOf(context: HttpContext): string {
	const given = context.req.header('x-request-id');
	return given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}

/** Creates the answer to what no route serves: OPTIONS, another method of a known path, or an unknown path. */
function createElsewhere(routes: readonly Route[], { publicUrl }: Pick<Settings, 'publicUrl'>): Route['handle'] {
	const places = routes.map(({ method, path, deep, shared }) => ({
		pattern: patternOf(path, deep),
		methods: method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()],
		shared,
	}));
	return ({ req: { method, path, url } }) => {
		const here = places.filter(({ pattern }) => pattern.test(path));
		if (here.length === 0) throw new BrokerError('not-found', `There is nothing at ${path}.`);
		const allowed = [...here.flatMap(({ methods }) => methods), 'OPTIONS'].join(', ');
		if (method === 'OPTIONS')
			return optionsAnswer(
				allowed,
				here.some(({ shared }) => shared),
			);
		const error = new BrokerError('method-not-allowed', `${method} does not fit ${path}; it knows ${allowed}.`);
		const problem = problemAnswer(error, rootAddress(url, publicUrl), '');
		return { ...problem, headers: { ...problem.headers, Allow: allowed } };
	};
}

function patternOf(path: string, deep?: true): RegExp {
	const written = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
	return new RegExp(`^(?:${prefixes.join('|')})${deep ? written.replace(/\[\^\/\]\+(?!.*\[)/, '.+') : written}$`);
}

/** Answers OPTIONS, also where a browser asks before a page of another origin may read (the Fetch standard's CORS protocol). */
function optionsAnswer(allowed: string, shared: boolean): Answer {
	const sharing: Record<string, string> = {
		'Access-Control-Allow-Origin': '*',
		'Access-Control-Allow-Methods': 'GET, HEAD',
		'Access-Control-Allow-Headers': '*',
		'Access-Control-Max-Age': '86400',
	};
	return { status: 204, headers: { Allow: allowed, ...(shared && sharing) }, body: null };
}
