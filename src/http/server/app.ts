// The HTTP interface: all routes and pages.
import { Hono } from 'hono';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Sessions } from '../../accounts/sessions.ts';
import type { Broker } from '../../broker/broker.ts';
import type { MadeDumps } from '../../broker/dumps/made-dumps.ts';
import type { Subscriptions } from '../../broker/following/subscriptions.ts';
import type { HarvestMaker } from '../../broker/harvests.ts';
import type { DrawCard } from '../../formats/card/draw-card.ts';
import { inboxRelation } from '../../formats/notify/write-notification.ts';
import type { Settings } from '../../settings.ts';
import type { Answer } from '../answers/answer.ts';
import { jsonLdMediaType, prefers } from '../answers/media-types.ts';
import type { Page } from '../answers/page.ts';
import { createCompatRoutes, showUnknownPath } from '../compat/compat.ts';
import { type AdmissionNeeds, createAdmission } from '../limits/admission.ts';
import type { Metrics } from '../operations/metrics.ts';
import { createObserver, type ObserverNeeds } from '../operations/observer.ts';
import { type CreateAsking, createAsking } from '../pages/ask-interface.ts';
import { createPageAssets } from '../pages/built-pages.ts';
import { createEmbedScript } from '../pages/embed/embed-script.ts';
import { createFindPage } from '../pages/find-page.ts';
import { createOperatorPages } from '../pages/operator/operator-pages.ts';
import { type BuiltPages, createPageWriter, type PageWriter } from '../pages/page-writer.ts';
import { createReferencePages } from '../pages/reference/reference.ts';
import { createReportPages } from '../pages/report/report-pages.ts';
import { createPagesForRobots } from '../pages/robots/for-robots.ts';
import { createSitemapPages } from '../pages/robots/sitemap.ts';
import { createLogoPage } from '../pages/site.ts';
import { createSitePages } from '../pages/site-pages.ts';
import { createTableTemplate } from '../pages/table-template.ts';
import { createBadgeRoutes } from '../routes/badges.ts';
import { createCardRoute } from '../routes/card.ts';
import { createChangeRoutes } from '../routes/changes.ts';
import { createDefinitionRoutes } from '../routes/definitions.ts';
import { createEmbedRoute, createOembedRoute } from '../routes/embed.ts';
import { createEventRoutes } from '../routes/events/events.ts';
import { createLoadRoutes } from '../routes/events/loads.ts';
import { createSubmitRoute } from '../routes/events/submit.ts';
import { createFeedRoutes } from '../routes/feeds.ts';
import { createHistoryRoute } from '../routes/history.ts';
import { createInboxRoutes } from '../routes/inbox.ts';
import { createMcpRoute } from '../routes/mcp.ts';
import { createHealthRoutes, createMetricsRoute, createStatusRoute } from '../routes/monitoring.ts';
import { createNotifySenderRoutes } from '../routes/notify-senders.ts';
import { createComparedRoute } from '../routes/objects/compared.ts';
import { createLookUpRoute } from '../routes/objects/look-up.ts';
import { createObjectRoutes } from '../routes/objects/objects.ts';
import { createReportRoute } from '../routes/objects/report.ts';
import { createWholeListRoutes } from '../routes/objects/whole-lists.ts';
import { createWorkPageRoute } from '../routes/objects/work-page.ts';
import { createOpenApiRoute, describeInterface } from '../routes/openapi.ts';
import { createAuditRoute } from '../routes/operators/audit.ts';
import { createDumpRoutes } from '../routes/operators/dumps.ts';
import { createHarvestRoutes } from '../routes/operators/harvests.ts';
import { createInvitationRoutes } from '../routes/operators/invitations.ts';
import { createSessionRoutes, createSignInLimit } from '../routes/operators/session.ts';
import { createTokenRoutes } from '../routes/operators/tokens.ts';
import { createRoleRoutes, createUserRoutes } from '../routes/operators/users.ts';
import { createProblemRoute } from '../routes/problems.ts';
import { createReceiverRoutes } from '../routes/receiver-links.ts';
import { createRelationshipRoute } from '../routes/relationships.ts';
import type { Route } from '../routes/route.ts';
import { createSourcesRoute } from '../routes/sources.ts';
import { createSubscriptionRoutes } from '../routes/subscriptions.ts';
import { createWhyRoute } from '../routes/why.ts';
import { prefixes, siteAddress } from './addresses.ts';
import { requireMetricsToken, requireSender } from './authentication.ts';
import type { HttpContext } from './http-context.ts';
import { type App, createSteps, type Place, type Served, serve } from './steps.ts';

/** The parts on which the interface works. */
export type AppNeeds = ObserverNeeds & {
	broker: Broker;
	accounts: Accounts;
	sessions: Sessions;
	dumps: MadeDumps;
	harvestMaker: HarvestMaker;
	subscriptions: Subscriptions;
	settings: AdmissionNeeds['settings'] &
		Pick<
			Settings,
			| 'compat'
			| 'eventsRole'
			| 'inbox'
			| 'maxLinksPerEvent'
			| 'mcp'
			| 'metricsToken'
			| 'notifyOrigins'
			| 'publicUrl'
			| 'site'
			| 'smtpUrl'
			| 'tls'
		>;
	metrics: Metrics;
	pages: BuiltPages;
	/** Draws the card of a work as PNG. */
	drawCard: DrawCard;
	version: string;
	/** Returns milliseconds since 1970. */
	now(): number;
};

/**
 * Creates the interface. By the steps of `createSteps`, a request goes to the handler of its route,
 * to a page for people, or to the fallback. Every request gets an answer or a problem.
 */
export function createApp(needs: AppNeeds): App {
	const { publicUrl } = needs.settings;
	const app: App = new Hono();
	const createAsks = createAsking((request, bindings) => app.fetch(request, bindings), needs.settings);
	const pageWriter = createPageWriter({ ...needs, createAsking: createAsks });
	const routes = createRoutes({ ...needs, createAsks, pageWriter });
	const pages = createPages(routes, { ...needs, createAsks, pageWriter });
	const served = [...routes.map((route) => servedRoute(route, needs)), ...pages.map(servedPage)].map((one) =>
		needs.settings.inbox === 'off' ? one : namingInbox(one, publicUrl),
	);
	const steps = createSteps({ ...needs, admit: createAdmission(needs), observe: createObserver(needs) });
	serve(app, served, { steps, publicUrl, showProblem: showNotFound(pageWriter, needs.settings) });
	return app;
}

function servedRoute(route: Route, needs: AppNeeds): Served {
	// Pages of works have the same path: a scheme, which is no number, and an identifier.
	const path = route.path.replace('{number}/', ':number{[0-9]+}/').replaceAll(/\{(\w+)\}/g, ':$1');
	const honoPath = route.deep ? deepPath(path) : path;
	const endings = route.endsInSlash && !route.deep ? ['', '/'] : [''];
	return {
		method: route.method,
		paths: endings.flatMap((ending) => prefixes.map((prefix) => prefix + honoPath + ending)),
		place: route,
		handle: (context) => handleRoute(route, context, needs),
	};
}

/** The pages that name the inbox (Linked Data Notifications, discovery): the first one, and those of works. */
const namingPaths = ['/', '/objects/{scheme}/{id}'];

function namingInbox(served: Served, publicUrl: string | null): Served {
	const { path } = served.place;
	if (served.method !== 'get' || !namingPaths.includes(path)) return served;
	return {
		...served,
		async handle(context) {
			const site = siteAddress(context.req.url, publicUrl);
			// Works have a description in JSON-LD.
			const isAsked = path === '/' && prefers(jsonLdMediaType, 'text/html', context.req.header('accept'));
			const answer = isAsked ? describeInbox(site) : await served.handle(context);
			const inbox = `<${site}inbox>; rel="${inboxRelation}"`;
			const { Link } = answer.headers;
			return { ...answer, headers: { ...answer.headers, Link: Link ? `${Link}, ${inbox}` : inbox } };
		},
	};
}

/** Describes the site for clients that read JSON-LD and no pages. */
function describeInbox(site: string): Answer {
	const description = { '@id': site, [inboxRelation]: { '@id': `${site}inbox` } };
	const headers = { 'Content-Type': jsonLdMediaType, Vary: 'Accept' };
	return { status: 200, headers, body: JSON.stringify(description) };
}

/** Allows slashes in the last parameter of a path, before the given ending. */
function deepPath(path: string): string {
	const at = path.lastIndexOf(':');
	const begin = path.slice(0, at);
	const [parameter = ''] = /^:\w+/.exec(path.slice(at)) ?? [];
	const ending = path.slice(at + parameter.length);
	if (ending === '') return `${begin}*`;
	return `${begin}${parameter}{${ending.startsWith('/') ? '.+' : '.*'}${RegExp.escape(ending)}}`;
}

function servedPage({ paths, method = 'get', needs, showProblem, handle }: Page): Served {
	const limits = needs ? { needs } : { needs: 'nothing' as const, unlimited: true as const };
	const shown = showProblem ? { showProblem } : {};
	const place: Place = { method, path: paths[0] ?? '', page: true, ...limits, ...shown };
	return { method, paths, place, handle };
}

/** Checks that the sender may use a route, then calls it. */
async function handleRoute(route: Route, context: HttpContext, needs: AppNeeds): Promise<Answer> {
	const { access, scope } = route;
	if (access === 'anyone') return route.handle(context);
	return route.handle(context, await requireSender(access, scope, context, needs));
}

type Documents = { pageWriter: PageWriter };
type Asking = { createAsks: CreateAsking };

/** Creates all routes, in the order in which their paths are matched. */
export function createRoutes(needs: AppNeeds & Documents & Asking): readonly Route[] {
	const { metrics, version, settings, clock = () => performance.now() } = needs;
	const limit = createSignInLimit(clock, settings.trustedProxies);
	const routes: Route[] = [
		createRelationshipRoute(needs),
		...createCompatRoutes(needs),
		// Before the path with a number, which it also matches.
		createLookUpRoute(needs),
		createReportRoute(needs),
		...createObjectRoutes(needs),
		...createWholeListRoutes(needs),
		createComparedRoute(needs),
		createHistoryRoute(needs),
		...createBadgeRoutes(needs),
		createEmbedRoute(needs),
		createOembedRoute(needs),
		...createChangeRoutes(needs),
		...createFeedRoutes(needs),
		createCardRoute(needs),
		// After paths with other endings, which it also matches.
		createWorkPageRoute(needs),
		createWhyRoute(needs),
		createSourcesRoute(needs),
		...createDefinitionRoutes(needs),
		createSubmitRoute(needs),
		...createEventRoutes(needs),
		...createLoadRoutes(needs),
		...createSessionRoutes({ ...needs, limit }),
		...createInvitationRoutes({ ...needs, limit }),
		...createTokenRoutes(needs),
		...createUserRoutes(needs),
		...createRoleRoutes(needs),
		createStatusRoute(needs),
		createAuditRoute(needs),
		...createDumpRoutes(needs),
		...createHarvestRoutes(needs),
		...(settings.mcp ? [createMcpRoute(needs)] : []),
		...createSubscriptionRoutes(needs),
		...(settings.inbox === 'off' ? [] : [...createInboxRoutes(needs), ...createNotifySenderRoutes(needs)]),
		...createReceiverRoutes(needs),
		createOpenApiRoute(() => routes, version, settings),
		createProblemRoute(needs),
		...createHealthRoutes(needs),
		createMetricsRoute(metrics, (context) => requireMetricsToken(context, settings.metricsToken)),
	];
	return routes;
}

function createPages(routes: readonly Route[], needs: AppNeeds & Documents & Asking): readonly Page[] {
	const { version } = needs;
	return [
		createEmbedScript(),
		...createReportPages(needs),
		...createSitePages(needs),
		createFindPage(needs),
		...createSitemapPages(needs),
		...createPagesForRobots(needs),
		createTableTemplate(),
		createPageAssets(needs.pages),
		...createLogoPage(needs),
		...createOperatorPages(needs),
		...createReferencePages(() => describeInterface(routes, version), needs),
	];
}

/** An unknown path is a page for browsers, unless it belongs to an interface. */
function showNotFound(
	{ showProblem }: PageWriter,
	settings: Pick<Settings, 'compat'>,
): NonNullable<Route['showProblem']> {
	return (context, problem) =>
		showUnknownPath(context, problem, settings) ??
		(/^\/(?:api|compat)(?:\/|$)/.test(context.req.path) ? problem : showProblem(context, problem));
}
