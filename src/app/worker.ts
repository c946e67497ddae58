// Applies events and keeps the index up to date until the process is asked to stop. It serves only
// its health and metrics, at METRICS_PORT.
import type { Definition } from '../broker/counting/definitions.ts';
import { createBodyReading } from '../broker/read-bodies.ts';
import { systemClock } from '../clock.ts';
import { createMetrics } from '../http/operations/metrics.ts';
import { createLog, type Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import { openBroker } from './broker.ts';
import { openDefinitions } from './definitions.ts';
import { startReadinessLog } from './health-log.ts';
import { awaitStores, openIndex, type Stores } from './open.ts';
import { serveOperations } from './operations.ts';
import { version } from './program.ts';
import { endInTime, untilStopRequested } from './stop.ts';
import { type Background, startBackground } from './threads.ts';

/** Works until the process is asked to stop; then it gives up work that does not end soon. */
export async function work(settings: Settings): Promise<void> {
	const log = createLog(settings.logLevel, 'worker');
	const definitions = await openDefinitions(settings);
	const stop = untilStopRequested();
	// What was opened is closed, last opened first, also where something fails on the way.
	await using opened = new AsyncDisposableStack();
	// Brings the schema up to date, or says that it is not, before any thread uses it.
	const stores = await awaitStores(settings, { clock: systemClock, log, stopped: stop.requested });
	if (stores === undefined) return;
	opened.defer(() => stores.close());
	const background = startBackground({ ...settings, backgroundWork: true }, log, stop.now);
	opened.defer(() => background.stop());
	await reportHealth(settings, { stores, definitions, background, log, opened });
	// The log reports a thread that cannot start.
	background.ready().then(
		() => process.stdout.write('Link Broker is processing events\n'),
		() => undefined,
	);
	await stop.requested;
	log.info({}, 'Stopping; work that takes too long is interrupted');
	endInTime(settings, 0, log);
	background.rest();
}

type WorkerParts = {
	stores: Stores;
	definitions: readonly Definition[];
	background: Background;
	log: Log;
	opened: AsyncDisposableStack;
};

/** Logs the health, and serves it with the metrics at METRICS_PORT. */
async function reportHealth(
	settings: Settings,
	{ stores, definitions, background, log, opened }: WorkerParts,
): Promise<void> {
	const index = await openIndex(settings, { searchMilliseconds: settings.searchSeconds * 1_000 });
	opened.defer(() => index.close());
	const broker = openBroker(
		settings,
		{ ...stores, index },
		{ work: background.records, bodies: createBodyReading(settings) },
		{ definitions },
	);
	const healthLog = startReadinessLog(broker, log);
	opened.defer(() => healthLog.stop());
	background.onNotice((sent) => {
		if (sent.notice === 'outage') healthLog.note(sent);
	});
	const metrics = createMetrics({ broker, version, ofProcess: true });
	background.countIn(metrics);
	await serveOperations(settings, { broker, metrics, log }, opened);
}
