// The routes in the form of other services: those that COMPAT names.
import type { Settings } from '../../settings.ts';
import type { Answer } from '../answers/answer.ts';
import type { Route } from '../routes/route.ts';
import type { AppNeeds } from '../server/app.ts';
import type { HttpContext } from '../server/http-context.ts';
import { createAsclepiasRoute } from './asclepias.ts';
import { createDataciteRoutes, ofDatacite } from './datacite.ts';
import { foreignRoute } from './foreign.ts';
import { createOpenCitationsRoutes } from './opencitations.ts';
import { createOpenCitationsMetaRoutes } from './opencitations-meta.ts';
import { ramoseRoute } from './ramose.ts';
import { createScholexplorerRoutes } from './scholexplorer.ts';

type Service = {
	create(needs: AppNeeds): Route[];
	showProblem: NonNullable<Route['showProblem']>;
	/** What to use where a path is unknown. */
	hint: string;
};

const services: Readonly<Record<Settings['compat'][number], Service>> = {
	asclepias: {
		create: (needs) => [createAsclepiasRoute(needs)],
		showProblem: foreignRoute.showProblem,
		hint: 'Use /compat/asclepias/api/relationships, or GET /objects?q= to find works.',
	},
	opencitations: {
		create: (needs) => [...createOpenCitationsRoutes(needs), ...createOpenCitationsMetaRoutes(needs)],
		showProblem: ramoseRoute.showProblem,
		hint: 'Use /compat/opencitations/index/v2/{operation}/{id} or /compat/opencitations/meta/v1/metadata/{ids}.',
	},
	scholexplorer: {
		create: createScholexplorerRoutes,
		showProblem: foreignRoute.showProblem,
		hint: 'Use /compat/scholexplorer/v3/Links or /compat/scholexplorer/v3/LinkProvider.',
	},
	datacite: {
		create: createDataciteRoutes,
		showProblem: ofDatacite.showProblem,
		hint: 'Use /compat/datacite/events, or GET /objects/{scheme}/{id} to describe a work.',
	},
};

/** Creates the routes. */
export function createCompatRoutes(needs: AppNeeds): Route[] {
	return needs.settings.compat.flatMap((service) => services[service].create(needs));
}

/** Shows the problem of an unknown path as its service does; undefined for paths of no offered one. */
export function showUnknownPath(
	context: HttpContext,
	problem: Answer,
	{ compat }: Pick<Settings, 'compat'>,
): ReturnType<Service['showProblem']> | undefined {
	const [, name] = /^(?:\/api)?\/compat\/([^/]+)/.exec(context.req.path) ?? [];
	const offered = compat.find((service) => service === name);
	if (offered === undefined) return undefined;
	const { showProblem, hint } = services[offered];
	const { detail, ...shown } = JSON.parse(String(problem.body)) as { detail: string };
	const message = problem.status === 404 ? `${detail} ${hint}` : detail;
	return showProblem(context, { ...problem, body: JSON.stringify({ ...shown, detail: message, message }) });
}
