// The thread that writes the records: it stores submissions, applies events, and changes accounts,
// each in a short transaction of its own. It reads no bodies.
import { workerData } from 'node:worker_threads';
import { createWaitingBound, type ReadToStore } from '../broker/accept-event.ts';
import type { Definition } from '../broker/counting/definitions.ts';
import { matchChanges } from '../broker/following/match-changes.ts';
import type { Subscriptions } from '../broker/following/subscriptions.ts';
import { createWaiting } from '../broker/health.ts';
import type { BodyReading } from '../broker/read-bodies.ts';
import { createRecordsWork } from '../broker/records-work.ts';
import { systemClock } from '../clock.ts';
import { callSpans, openTracer } from '../http/operations/tracing.ts';
import { createLog, type Log } from '../log.ts';
import { reportingCalls } from '../service-calls.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Records } from '../store/records.ts';
import { changeHere } from './account-changes.ts';
import { createBodyPool } from './body-pool.ts';
import { openDefinitions } from './definitions.ts';
import { type BackgroundSettings, recordsGivenUp, untilGivenUp } from './giving-up.ts';
import { openDescriber, openHarvester } from './harvester.ts';
import { notingOutages, startHealthLog } from './health-log.ts';
import { openIndex, reopenStores } from './open.ts';
import { lowerPriority } from './priority.ts';
import { version } from './program.ts';
import { answerParent, type Notify, outageNotice } from './thread-calls.ts';
import { createEventFollower, type EventFollower } from './workers/event-follower.ts';
import { eventOptions, startEventWorker } from './workers/event-worker.ts';
import type { Loop } from './workers/loop.ts';
import {
	startChangeTrimmer,
	startDelivery,
	startDescribeLoop,
	startHarvestLoop,
	startWithdrawalLoop,
} from './workers/side-work.ts';

/** What the thread does when it is called. */
export type RecordsCalls = Awaited<ReturnType<typeof startRecords>>;

async function startRecords(settings: BackgroundSettings, notify: Notify) {
	lowerPriority('records');
	const { records, accounts, close } = await reopenStores(settings);
	const log = createLog(settings.logLevel, 'records');
	const definitions = await openDefinitions(settings);
	const tracer = openTracer(process.env, version, log);
	const follower = createEventFollower({ log, notify, tracer, now: Date.now });
	const bodies = createBodyPool(settings, log);
	const worker = settings.backgroundWork
		? startWorker(records, { settings, accounts, definitions, log, bodies, follower, notify })
		: undefined;
	const measureWaiting = createWaiting(settings.overdueAfterSeconds, systemClock);
	const overdueLog = startHealthLog({
		read: async () => measureWaiting(await records.backlog()).overdue.map((words) => ({ words, cause: undefined })),
		what: 'Overdue',
		clock: systemClock,
		log,
	});
	const admit = createWaitingBound(records, {
		maxEvents: settings.maxWaitingEvents,
		maxBytes: settings.maxWaitingBytes,
		clock: systemClock,
	});
	const work = createRecordsWork(records);
	const harvester = openHarvester(settings, records, { log, bodies });
	const wakeHarvests = () => worker?.wakeHarvests();
	return {
		...work,
		/** Fails with `unavailable`, too, while too many events wait. */
		async store(submission: ReadToStore) {
			await admit(submission.payload.byteLength);
			const store = () => work.store(submission);
			const { trace } = submission;
			const accepted = await (tracer && trace ? reportingCalls(callSpans(tracer, trace), store) : store());
			if (trace) follower.remember(accepted.sequence, trace);
			worker?.wake();
			return accepted;
		},
		/** Fails as `store` does. */
		async keepNotification(...[act, notification, event]: Parameters<typeof work.keepNotification>) {
			if (event) await admit(event.payload.byteLength);
			const kept = await work.keepNotification(act, notification, event).finally(() => worker?.wake());
			notify({ notice: 'notified', outcome: kept.outcome });
			return kept;
		},
		replayNotification: followedBy(() => worker?.wake(), work.replayNotification),
		rerun: followedBy(() => worker?.wake(), work.rerun),
		withdrawEvent: followedBy(() => notify({ notice: 'withdrawn' }), work.withdrawEvent),
		restoreEvent: followedBy(() => worker?.wake(), work.restoreEvent),
		withdrawLoad: followedBy(() => {
			notify({ notice: 'withdrawn' });
			worker?.wakeWithdrawals();
		}, work.withdrawLoad),
		restoreLoad: followedBy(() => worker?.wake(), work.restoreLoad),
		rerunLoad: followedBy(() => worker?.wake(), work.rerunLoad),
		orderHarvest: followedBy(wakeHarvests, work.orderHarvest),
		changeHarvest: followedBy(wakeHarvests, work.changeHarvest),
		createHarvest: followedBy(wakeHarvests, harvester.createHarvest),
		previewNewHarvest: harvester.previewNewHarvest,
		...subscriptionCalls(
			lazily(async () => (await import('./subscriptions.ts')).openSubscriptions(settings, records, definitions)),
			() => worker?.wakeDelivery(),
		),
		changeAccounts: changeHere(accounts),
		/** Applies no more events; resolves when those under way have ended. */
		rest: async () => worker?.stop(),
		async stop() {
			await worker?.stop();
			await bodies.stop();
			await overdueLog.stop();
			await tracer?.close();
			await close();
		},
	};
}

type Lazy<T> = { open(): Promise<T>; opened(): T | undefined };

/** Opens something when it is first needed, and again after a failure; `opened` is what was. */
function lazily<T>(open: () => Promise<T>): Lazy<T> {
	let opened: T | undefined;
	return {
		async open(): Promise<T> {
			opened ??= await open();
			return opened;
		},
		opened: () => opened,
	};
}

/** Names what may be done with subscriptions among the calls of the thread; it is loaded with the first. */
function subscriptionCalls({ open }: Lazy<Subscriptions>, wake: () => void) {
	const call =
		<Name extends keyof Subscriptions>(name: Name) =>
		async (...given: Parameters<Subscriptions[Name]>): Promise<Awaited<ReturnType<Subscriptions[Name]>>> => {
			const act = (await open())[name] as (...given: unknown[]) => Promise<Awaited<ReturnType<Subscriptions[Name]>>>;
			return act(...given);
		};
	return {
		createSubscription: followedBy(wake, call('create')),
		listSubscriptions: call('list'),
		showSubscription: call('show'),
		changeSubscription: followedBy(wake, call('change')),
		removeSubscription: call('remove'),
		rotateSubscription: call('rotate'),
		testSubscription: call('test'),
		resendMessage: call('resend'),
		checkReceiverCode: call('checkCode'),
		confirmSubscription: followedBy(wake, call('confirm')),
		unsubscribeReceiver: call('unsubscribe'),
	};
}

/** Has something done after each call of a function, however that ends. */
function followedBy<Given extends unknown[], T>(next: () => void, act: (...given: Given) => Promise<T>) {
	return (...given: Given): Promise<T> => act(...given).finally(next);
}

type WorkerNeeds = {
	settings: BackgroundSettings;
	definitions: readonly Definition[];
	accounts: AccountStore;
	log: Log;
	bodies: BodyReading;
	follower: EventFollower;
	notify: Notify;
};

/** Starts what works by itself, and is done by one process or another: see BACKGROUND_WORK. */
function startWorker(
	records: Records,
	{ settings, accounts, definitions, log, bodies, follower, notify }: WorkerNeeds,
): Pick<Loop, 'wake' | 'stop'> & { wakeHarvests(): void; wakeWithdrawals(): void; wakeDelivery(): void } {
	const own = recordsGivenUp(records, settings.givingUp);
	const loopLog = notingOutages(log, (outage) => notify(outageNotice(outage)));
	const worker = startEventWorker(own, {
		...eventOptions(settings, 'records', loopLog),
		...follower,
		untilGivenUp: () => untilGivenUp(settings.givingUp),
		pollMilliseconds: settings.pollSeconds * 1000,
	});
	const trimmer = startChangeTrimmer(records, settings.changesDays, { clock: systemClock, log: loopLog });
	const harvests = startHarvestLoop(openHarvester(settings, own, { log, bodies }), {
		...{ clock: systemClock, log: loopLog, pollMilliseconds: settings.pollSeconds * 1_000 },
		onStored: (links) => notify({ notice: 'applied', links }),
	});
	const withdrawals = startWithdrawalLoop(own, {
		...{ clock: systemClock, log: loopLog, pollMilliseconds: settings.pollSeconds * 1_000 },
		onWithdrawn: () => notify({ notice: 'withdrawn' }),
	});
	const index = lazily(() => openIndex(settings));
	const describer = lazily(async () =>
		openDescriber(settings, { records: own, index: await index.open() }, { log, bodies }),
	);
	const describing = startDescribeLoop(describer.open, settings.describeEvery, {
		...{ clock: systemClock, log: loopLog, pollMilliseconds: settings.pollSeconds * 1_000 },
		onStored: (links) => links > 0 && notify({ notice: 'applied', links }),
	});
	const { name, leaseMilliseconds } = eventOptions(settings, 'matching', loopLog);
	const matching = { clock: systemClock, worker: name, leaseMilliseconds };
	const deliveries = lazily(async () =>
		(await import('./subscriptions.ts')).openDelivery(settings, {
			...{ records: own, accounts, definitions, log: loopLog as Log },
			onTried: ({ task: { kind } }, { isAccepted }) =>
				notify({ notice: 'sent', kind, outcome: isAccepted ? 'accepted' : 'failed' }),
		}),
	);
	const following = {
		match: (signal: AbortSignal) => matchChanges(own, matching, signal),
		openDelivery: deliveries.open,
	};
	const delivery = startDelivery(own, following, {
		...{ clock: systemClock, log: loopLog, pollMilliseconds: settings.pollSeconds * 1_000 },
	});
	let stopped: Promise<void> | undefined;
	return {
		wake: worker.wake,
		wakeDelivery: delivery.wake,
		wakeHarvests: harvests.wake,
		wakeWithdrawals: withdrawals.wake,
		stop: () => {
			const loops = [worker, trimmer, withdrawals, harvests, describing, delivery];
			stopped ??= Promise.all(loops.map((loop) => loop.stop())).then(() => index.opened()?.close());
			return stopped;
		},
	};
}

await answerParent((notify) => startRecords(workerData as BackgroundSettings, notify));
