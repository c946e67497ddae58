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

type Service = { create(needs: AppNeeds): Route[]; showProblem: NonNullable<Route['showProblem']> };

const services: Readonly<Record<Settings['compat'][number], Service>> = {
	asclepias: { ...foreignRoute, create: (needs) => [createAsclepiasRoute(needs)] },
	opencitations: {
		...ramoseRoute,
		create: (needs) => [...createOpenCitationsRoutes(needs), ...createOpenCitationsMetaRoutes(needs)],
	},
	scholexplorer: { ...foreignRoute, create: createScholexplorerRoutes },
	datacite: { ...ofDatacite, create: createDataciteRoutes },
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
	return offered && services[offered].showProblem(context, problem);
}
