// Serves over HTTP until the process is asked to stop. Quick searches are answered in this thread;
// slow ones and all writes run in other threads (threads.ts).
import { dirname, join, resolve } from 'node:path';
import { type Accounts, createAccounts } from '../accounts/accounts.ts';
import { createSessions } from '../accounts/sessions.ts';
import type { ChangeWatch } from '../broker/changes/await-changes.ts';
import type { Definition } from '../broker/counting/definitions.ts';
import type { MadeDumps } from '../broker/dumps/made-dumps.ts';
import type { Health } from '../broker/health.ts';
import type { BodyReading } from '../broker/read-bodies.ts';
import { systemClock } from '../clock.ts';
import type { DrawCard } from '../formats/card/draw-card.ts';
import { createMetrics } from '../http/operations/metrics.ts';
import { openTracer, type Tracer } from '../http/operations/tracing.ts';
import { readPages } from '../http/pages/built-pages.ts';
import type { BuiltPages } from '../http/pages/page-writer.ts';
import { requireLogo } from '../http/pages/site.ts';
import { createApp } from '../http/server/app.ts';
import { startServer } from '../http/server/server.ts';
import { createLog, type Log } from '../log.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { Settings } from '../settings.ts';
import { accountsWrittenBy } from './account-changes.ts';
import { createBodyPool } from './body-pool.ts';
import { openBroker, watchChanges } from './broker.ts';
import { createCardPool } from './card-pool.ts';
import { logOwnDefinitions, openDefinitions } from './definitions.ts';
import type { DumpCalls } from './dumps/dump-thread.ts';
import { openDumpsFolder } from './dumps/dumps-folder.ts';
import { keepDumps } from './dumps/keep-dumps.ts';
import { listServices } from './harvester.ts';
import { outageReason, startReadinessLog } from './health-log.ts';
import { awaitStores, openIndex, type Stores } from './open.ts';
import { serveOperations } from './operations.ts';
import { isFirstProcess, metricsOfAll } from './processes.ts';
import { projectFolder, version } from './program.ts';
import {
	createReaders,
	pooledEventLinks,
	pooledIndex,
	pooledPreviews,
	pooledReports,
	pooledWhy,
	type Readers,
} from './readers/pooled-reading.ts';
import { endInTime, untilStopRequested } from './stop.ts';
import { openDescribing } from './subscriptions.ts';
import { startThread } from './thread-calls.ts';
import { type Background, startBackground } from './threads.ts';

const compareMilliseconds = 2_000;

/**
 * Serves until the process is asked to stop. Then it reports that it is not ready, and answers further
 * requests for DRAIN_SECONDS; those under way are finished.
 */
export async function serve(settings: Settings): Promise<void> {
	// Before anything is opened that would have to be closed.
	requireLogo(settings);
	const definitions = await openDefinitions(settings);
	const log = createLog(settings.logLevel, 'http');
	const stop = untilStopRequested();
	// What was opened is closed, last opened first, also where something fails on the way.
	await using opened = new AsyncDisposableStack();
	const stores = await awaitStores(settings, { clock: systemClock, log, stopped: stop.requested });
	if (stores === undefined) return;
	opened.defer(() => stores.close());
	const index = await openIndex(settings, { searchMilliseconds: settings.searchSeconds * 1_000 });
	opened.defer(() => index.close());
	const readers = createReaders(settings, log);
	opened.defer(() => readers.stop());
	const background = startBackground(settings, log, stop.now);
	opened.defer(() => background.stop());
	const tracer = openTracer(process.env, version, log);
	opened.defer(async () => tracer?.close());
	const watch = watchChanges(settings, stores.records);
	const dumps = openDumps(settings, log);
	opened.defer(() => dumps.stop());
	const bodies = createBodyPool(settings, log);
	opened.defer(() => bodies.stop());
	const cards = createCardPool(settings, log);
	opened.defer(() => cards.stop());
	const shared = { readers, bodies, drawCard: cards.draw, background, tracer, log, watch, dumps, opened };
	const parts = { stores, index, definitions, ...shared };
	const pages = await readPages(new URL('web/dist/', projectFolder));
	const { app, broker, accounts, reported, healthLog, leave } = createServerApp(settings, { ...parts, pages });
	// The index and the records are compared before the first search; but a start does not wait for
	// an unavailable service.
	await Promise.race([broker.searchState().catch(() => undefined), systemClock.sleep(compareMilliseconds)]);
	await serveOperations(settings, { ...reported, log }, opened);
	const server = await startServer(app, { settings, log });
	opened.defer(() => server.close());
	// Who waits for changes is answered first.
	opened.defer(() => watch.end());
	process.stdout.write(`Link Broker is serving on ${settings.publicUrl ?? server.url}\n`);
	if (isFirstProcess()) {
		log.info({ compat: settings.compat }, 'Clients of these services are answered under /compat');
		logOwnDefinitions(settings, definitions, log);
		await logFirstSteps(accounts, log);
	}
	const reason = await stop.requested;
	log.info({}, 'Stopping after the running requests');
	// Who sits at a terminal waits for no balancer.
	const drainSeconds = reason === 'SIGTERM' ? settings.drainSeconds : 0;
	endInTime(settings, drainSeconds, log);
	leave();
	server.drain();
	background.rest();
	void healthLog.stop();
	await systemClock.sleep(drainSeconds * 1_000);
}

/** Logs how to make the first administrator, as long as no user can sign in. */
async function logFirstSteps(accounts: Accounts, log: Log): Promise<void> {
	// An outage of the database is reported elsewhere.
	if (await accounts.canAnyoneSignIn().catch(() => true)) return;
	// Only npm finds the command of a clone.
	const command = `${process.env.npm_command ? 'npx ' : ''}link-broker users invite you@example.org --admin`;
	log.info({}, `No user can sign in yet. To become the administrator, run: ${command}`);
}

function openDumps(settings: Settings, log: Log): ReturnType<typeof keepDumps> {
	const { database } = settings;
	const besideDatabase = database.kind === 'sqlite' ? join(dirname(database.path), 'dumps') : 'data/dumps';
	return keepDumps({
		folder: openDumpsFolder(resolve(settings.dumpsFolder ?? besideDatabase), Date.now),
		kept: settings.dumpsKept,
		start: ({ onWorks, onFailure }) =>
			startThread<DumpCalls>('./dumps/dump-thread.ts', settings, {
				onNotice: (sent) => sent.notice === 'dumped' && onWorks(sent.works),
				onFailure,
			}),
		log,
		now: Date.now,
	});
}

type ServerParts = {
	stores: Stores;
	index: SearchIndex;
	definitions: readonly Definition[];
	readers: Readers;
	bodies: BodyReading;
	background: Background;
	tracer: Tracer | undefined;
	log: Log;
	watch: ChangeWatch;
	dumps: MadeDumps;
	pages: BuiltPages;
	drawCard: DrawCard;
	/** What is started here and has to be ended is added to it at once. */
	opened: AsyncDisposableStack;
};

/**
 * Puts the app together: it searches in this thread, and has what takes long and everything that
 * writes done by others.
 */
function createServerApp(settings: Settings, parts: ServerParts) {
	const {
		stores,
		index,
		definitions,
		readers,
		bodies,
		background,
		tracer,
		log,
		watch,
		dumps,
		pages,
		drawCard,
		opened,
	} = parts;
	const work = background.records;
	const isEmbedded = settings.search.kind === 'sqlite';
	// Other engines do the work elsewhere.
	const searched = { ...stores, index: isEmbedded ? pooledIndex(index, readers.index) : index };
	const describing = openDescribing(settings, { records: stores.records, work, bodies }, log);
	if (describing) opened.defer(() => describing.stop());
	const own = openBroker(settings, searched, { work, bodies, onAnnounced: describing?.add }, { definitions, watch });
	const broker = {
		...own,
		listEventLinks: pooledEventLinks(readers.records),
		explainWhy: pooledWhy(readers.records),
		...pooledPreviews(readers.records, settings.searchSeconds * 1_000),
		reportWorks: pooledReports(readers.both),
	};
	let isLeaving = false;
	const health = async () => (isLeaving ? leaving(await broker.health()) : broker.health());
	const accountStore = accountsWrittenBy(work.changeAccounts, stores.accounts);
	const accounts = createAccounts(accountStore, Date.now);
	const sessions = createSessions(accountStore, accounts, Date.now);
	const metrics = createMetrics({ broker, accounts, version, ofProcess: true });
	// Waits for what no request waited for.
	opened.defer(async () => {
		await Promise.all([accounts.idle(), sessions.idle()]);
	});
	const healthLog = startReadinessLog(broker, log);
	opened.defer(() => healthLog.stop());
	background.onNotice((sent) => {
		if (sent.notice === 'applied') watch.wake();
		if (sent.notice === 'outage') healthLog.note(sent);
	});
	background.countIn(metrics);
	const reported = { broker: { ...broker, health }, metrics: { ...metrics, write: metricsOfAll(metrics) } };
	const app = createApp({
		...reported,
		accounts,
		sessions,
		dumps,
		harvestMaker: {
			listServices: () => listServices(settings),
			preview: work.previewNewHarvest,
			create: work.createHarvest,
		},
		subscriptions: {
			create: work.createSubscription,
			list: work.listSubscriptions,
			show: work.showSubscription,
			change: work.changeSubscription,
			remove: work.removeSubscription,
			rotate: work.rotateSubscription,
			test: work.testSubscription,
			resend: work.resendMessage,
			checkCode: work.checkReceiverCode,
			confirm: work.confirmSubscription,
			unsubscribe: work.unsubscribeReceiver,
		},
		tracer,
		pages,
		drawCard,
		settings,
		log,
		version,
		now: Date.now,
		onOutage: (failure) => healthLog.note(outageReason(failure)),
	});
	/** Says from here on that nothing is to be sent to this process any more. */
	const leave = () => {
		isLeaving = true;
	};
	return { app, broker, accounts, reported, healthLog, leave };
}

function leaving(health: Health): Health {
	const reason = { words: 'This process is stopping.', cause: undefined };
	return { ...health, submissions: [reason, ...health.submissions], searches: [reason, ...health.searches] };
}
