// The part of the interface that answers the tools of assistants, for one reader on this machine.
import { Hono } from 'hono';
import { createAdmission } from '../limits/admission.ts';
import { createObserver } from '../operations/observer.ts';
import { createLookUpRoute } from '../routes/objects/look-up.ts';
import { createObjectRoutes } from '../routes/objects/objects.ts';
import { createReportRoute } from '../routes/objects/report.ts';
import { createRelationshipRoute } from '../routes/relationships.ts';
import { createWhyRoute } from '../routes/why.ts';
import type { AppNeeds } from './app.ts';
import { type App, createSteps, serve } from './steps.ts';

type Needs = Pick<AppNeeds, 'broker' | 'settings' | 'version' | 'log'>;

/** Creates the app. Nobody signs in, and requests are neither limited nor counted. */
export function createQuestionsApp(needs: Needs): App {
	const { settings, log } = needs;
	const nobody = { accounts: { authenticate: async () => undefined }, sessions: { find: async () => undefined } };
	const admit = createAdmission({ settings, ...nobody });
	const routes = [
		createRelationshipRoute(needs),
		createLookUpRoute(needs),
		createReportRoute(needs),
		...createObjectRoutes({ ...needs, pageWriter: { showProblem: async (_, problem) => problem } }),
		createWhyRoute({ ...needs, ...nobody }),
	];
	const steps = createSteps({
		settings,
		admit: (context, place) => admit(context, { ...place, unlimited: true }),
		observe: createObserver({ log, metrics: { requestAnswered: () => undefined } }),
	});
	const app: App = new Hono();
	const served = routes.map((place) => ({
		method: place.method,
		paths: [place.path.replaceAll(/\{(\w+)\}/g, ':$1')],
		...{ place, handle: place.handle },
	}));
	serve(app, served, { steps, publicUrl: settings.publicUrl });
	return app;
}
