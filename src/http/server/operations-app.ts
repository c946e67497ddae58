// Health and metrics on a port of their own, at the same paths as on the public port.
import { Hono } from 'hono';
import type { Broker } from '../../broker/broker.ts';
import type { Settings } from '../../settings.ts';
import { withoutTurn } from '../limits/admission.ts';
import type { Metrics } from '../operations/metrics.ts';
import { createObserver, type RequestLog } from '../operations/observer.ts';
import { createHealthRoutes, createMetricsRoute } from '../routes/monitoring.ts';
import { type App, createSteps, serve } from './steps.ts';

type Needs = {
	broker: Broker;
	metrics: Pick<Metrics, 'write' | 'contentType'>;
	settings: Pick<Settings, 'publicUrl' | 'tls'>;
	log: RequestLog;
};

/** Creates the app. Its requests are neither limited nor counted. */
export function createOperationsApp(needs: Needs): App {
	const { settings, log } = needs;
	const app: App = new Hono();
	// Nobody can sign in here, so metrics need no token.
	const all = [...createHealthRoutes(needs), createMetricsRoute(needs.metrics, () => undefined)];
	const routes = all.filter(({ access }) => access === 'anyone');
	const steps = createSteps({
		settings,
		admit: async () => withoutTurn({}),
		observe: createObserver({ log, metrics: { requestAnswered: () => undefined } }),
	});
	const served = routes.map((place) => ({ method: place.method, paths: [place.path], place, handle: place.handle }));
	serve(app, served, { steps, publicUrl: settings.publicUrl });
	return app;
}
