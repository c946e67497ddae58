// The routes in the form of other services: those that COMPAT names.
import type { Settings } from '../../settings.ts';
import type { Route } from '../routes/route.ts';
import type { AppNeeds } from '../server/app.ts';
import { createAsclepiasRoute } from './asclepias.ts';
import { createDataciteRoutes } from './datacite.ts';
import { createOpenCitationsRoutes } from './opencitations.ts';
import { createOpenCitationsMetaRoutes } from './opencitations-meta.ts';
import { createScholexplorerRoutes } from './scholexplorer.ts';

const created: Readonly<Record<Settings['compat'][number], (needs: AppNeeds) => Route[]>> = {
	asclepias: (needs) => [createAsclepiasRoute(needs)],
	opencitations: (needs) => [...createOpenCitationsRoutes(needs), ...createOpenCitationsMetaRoutes(needs)],
	scholexplorer: createScholexplorerRoutes,
	datacite: createDataciteRoutes,
};

/** Creates the routes. */
export function createCompatRoutes(needs: AppNeeds): Route[] {
	return needs.settings.compat.flatMap((service) => created[service](needs));
}
