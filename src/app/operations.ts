// Serves the health and metrics of a process at METRICS_PORT, apart from the public port.
import type { Broker } from '../broker/broker.ts';
import type { Metrics } from '../http/operations/metrics.ts';
import { createOperationsApp } from '../http/server/operations-app.ts';
import { startServer } from '../http/server/server.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';

type Needs = { broker: Broker; metrics: Pick<Metrics, 'write' | 'contentType'>; log: Log };

/** Serves them until `opened` is closed; does nothing without METRICS_PORT. */
export async function serveOperations(
	settings: Settings,
	{ broker, metrics, log }: Needs,
	opened: AsyncDisposableStack,
): Promise<void> {
	const { metricsHost: host, metricsPort: port } = settings;
	if (port === null) return;
	const own = { publicUrl: null, tls: null };
	const app = createOperationsApp({ broker, metrics, settings: own, log });
	const variables = { host: 'METRICS_HOST', port: 'METRICS_PORT' };
	const server = await startServer(app, { settings: { ...settings, ...own, host, port }, log, variables });
	opened.defer(() => server.close());
	log.info({ url: server.url }, 'Serving health and metrics');
}
