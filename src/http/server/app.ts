// The broker's HTTP interface as one hono application: routes, pages, and what holds for all of them; knows no socket and no storage.
import { Hono } from 'hono';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Broker } from '../../broker/broker.ts';
import type { Settings } from '../../settings.ts';
import type { Page } from '../answers/page.ts';
import type { Metrics } from '../operations/metrics.ts';
import { createExplorerPages, type Explorer } from '../pages/explorer.ts';
import { createReferencePages } from '../pages/reference.ts';
import { createBadgeRoute } from '../routes/badges.ts';
import { createEventListRoutes } from '../routes/event-lists.ts';
import { createEventRoutes } from '../routes/events.ts';
import { createHealthRoutes } from '../routes/health.ts';
import { createMetricsRoute } from '../routes/metrics.ts';
import { createOpenApiRoute, describeInterface } from '../routes/openapi.ts';
import { createProblemRoute } from '../routes/problems.ts';
import { createRelationshipRoute } from '../routes/relationships.ts';
import type { Route } from '../routes/route.ts';
import { createSessionRoutes } from '../routes/session.ts';
import { createStatusRoute } from '../routes/status.ts';
import { createTokenRoutes } from '../routes/tokens.ts';
import { createUserRoutes } from '../routes/users.ts';
import { prefixes } from './addresses.ts';
import { type AnsweringNeeds, createAnswering } from './answering.ts';
import { createElsewhere } from './elsewhere.ts';
import type { HttpEnvironment } from './http-context.ts';

/** Says what the interface works on. */
export type AppNeeds = AnsweringNeeds & {
	broker: Pick<
		Broker,
		| 'acceptEvent'
		| 'findEvent'
		| 'listEvents'
		| 'rerunEvents'
		| 'searchRelationships'
		| 'searchState'
		| 'status'
		| 'health'
	>;
	accounts: Accounts;
	sessions: Sessions;
	settings: Pick<
		Settings,
		'eventsRole' | 'maxBodyBytes' | 'maxLinksPerEvent' | 'publicUrl' | 'rateLimit' | 'trustedProxies'
	>;
	metrics: Metrics;
	explorer: Explorer;
	version: string;
	/** Tells milliseconds since 1970. */
	now(): number;
};

export type App = Hono<HttpEnvironment>;

/** Creates the interface. Whatever a request holds, it is answered: with what was asked, or with a problem. */
export function createApp(needs: AppNeeds): App {
	const routes = createRoutes(needs);
	const pages = createPages(routes, needs);
	const answering = createAnswering(needs);
	const app: App = new Hono();
	for (const route of routes) {
		const path = servedPath(route);
		app.on(
			route.method,
			prefixes.map((prefix) => prefix + path),
			answering(route, route.handle),
		);
	}
	for (const { paths, handle } of pages) {
		const [path = ''] = paths;
		app.on('get', [...paths], answering({ method: 'get', path, shared: false, limited: false }, handle));
	}
	const nowhere = { method: 'any', path: 'none', shared: false } as const;
	app.notFound(answering({ ...nowhere, limited: true }, createElsewhere(routes, pages, needs.settings)));
	const failing = answering({ ...nowhere, limited: false }, (context) => {
		throw context.error;
	});
	app.onError((_, context) => failing(context));
	return app;
}

/** Writes a path as hono does. */
function servedPath({ path, deep }: Route): string {
	const written = path.replaceAll(/\{(\w+)\}/g, ':$1');
	return deep ? written.replace(/:[^/]*$/, '*') : written;
}

function createRoutes(needs: AppNeeds): readonly Route[] {
	const { broker, settings, sessions, metrics, log, version, clock = () => performance.now() } = needs;
	const routes: Route[] = [
		createRelationshipRoute(broker, settings, (err) => log.warn({ err }, 'A result broke off while it was taken away')),
		createBadgeRoute(broker),
		...createEventRoutes(needs),
		...createEventListRoutes(needs),
		...createSessionRoutes({ sessions, settings, clock }),
		...createTokenRoutes(needs),
		...createUserRoutes(needs),
		createStatusRoute(needs),
		createOpenApiRoute(() => routes, version, settings),
		createProblemRoute(settings),
		...createHealthRoutes(needs),
		createMetricsRoute(metrics),
	];
	return routes;
}

function createPages(routes: readonly Route[], { explorer, settings, version }: AppNeeds): readonly Page[] {
	return [
		...createExplorerPages(explorer, settings),
		...createReferencePages(() => describeInterface(routes, version), settings),
	];
}
