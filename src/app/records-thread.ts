// The thread that writes the records: it checks and stores submissions, applies events, and changes
// accounts, each in a short transaction of its own.
import { workerData } from 'node:worker_threads';
import { createWaitingBound } from '../broker/accept-event.ts';
import { createLateness } from '../broker/health.ts';
import { createRecordsWork, type RecordsWork } from '../broker/records-work.ts';
import { systemClock } from '../clock.ts';
import { openTracer } from '../http/operations/tracing.ts';
import { createLog, type Log } from '../log.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Records } from '../store/records.ts';
import type { AccountChange } from './account-changes.ts';
import { recordsGivenUp, untilGivenUp } from './giving-up.ts';
import { openHarvester } from './harvester.ts';
import { startHealthLog } from './health-log.ts';
import { reopenStores } from './open.ts';
import { lowerPriority } from './priority.ts';
import { version } from './program.ts';
import { answerParent } from './thread-calls.ts';
import type { BackgroundSettings, Notify } from './threads.ts';
import { createEventFollower, type EventFollower } from './workers/event-follower.ts';
import { eventOptions, startEventWorker } from './workers/event-worker.ts';
import type { Loop } from './workers/loop.ts';
import { startChangeTrimmer, startHarvestLoop } from './workers/side-work.ts';

/**
 * What the thread does when it is called. `accept` fails with `unavailable`, too, while too many
 * events wait; then nothing is stored.
 */
export type RecordsCalls = RecordsWork & {
	ready(): Promise<void>;
	changeAccounts(change: AccountChange): Promise<unknown>;
	/** Applies no more events; resolves when those under way have ended. */
	rest(): Promise<void>;
	stop(): Promise<void>;
};

async function startRecords(settings: BackgroundSettings, notify: Notify): Promise<RecordsCalls> {
	lowerPriority('records');
	const { records, accounts, close } = await reopenStores(settings);
	const log = createLog(settings.logLevel, 'records');
	const tracer = openTracer(process.env, version, log);
	const follower = createEventFollower({ log, notify, tracer, now: Date.now });
	const worker = settings.backgroundWork ? startWorker(records, { settings, log, follower, notify }) : undefined;
	const lateness = createLateness(settings.lateAfterSeconds, systemClock);
	const lateLog = startHealthLog({
		tell: async () => lateness(await records.backlog()).late.map((words) => ({ words, cause: undefined })),
		what: 'Late',
		clock: systemClock,
		log,
	});
	const admit = createWaitingBound(records, {
		maxEvents: settings.maxWaitingEvents,
		maxBytes: settings.maxWaitingBytes,
		clock: systemClock,
	});
	const work = createRecordsWork(records, settings);
	return {
		...work,
		ready: async () => undefined,
		async accept(submission) {
			await admit(submission.body.byteLength);
			const accepted = await work.accept(submission);
			if (submission.trace) follower.remember(accepted.sequence, submission.trace);
			worker?.wake();
			return accepted;
		},
		rerun: (act, eventIds) => work.rerun(act, eventIds).finally(() => worker?.wake()),
		withdrawEvent: (order) => work.withdrawEvent(order).finally(() => notify({ notice: 'withdrawn' })),
		restoreEvent: (order) => work.restoreEvent(order).finally(() => worker?.wake()),
		orderHarvest: (order) => work.orderHarvest(order).finally(() => worker?.wakeHarvests()),
		changeAccounts: ({ name, values }) => callByName(accounts, name, values),
		rest: async () => worker?.stop(),
		async stop() {
			await worker?.stop();
			await lateLog.stop();
			await tracer?.close();
			await close();
		},
	};
}

type WorkerNeeds = { settings: BackgroundSettings; log: Log; follower: EventFollower; notify: Notify };

/** Starts what works by itself, and is done by one process or another: see BACKGROUND_WORK. */
function startWorker(
	records: Records,
	{ settings, log, follower, notify }: WorkerNeeds,
): Pick<Loop, 'wake' | 'stop'> & { wakeHarvests(): void } {
	const own = recordsGivenUp(records, settings.givingUp);
	const worker = startEventWorker(own, {
		...eventOptions(settings, 'records', log),
		...follower,
		untilGivenUp: () => untilGivenUp(settings.givingUp),
		pollMilliseconds: settings.pollSeconds * 1000,
	});
	const trimmer = startChangeTrimmer(records, settings.changesDays, { clock: systemClock, log });
	const harvests = startHarvestLoop(openHarvester(settings, own, log), {
		...{ clock: systemClock, log, pollMilliseconds: settings.pollSeconds * 1_000 },
		onStored: (links) => notify({ notice: 'applied', links }),
	});
	let stopped: Promise<void> | undefined;
	return {
		wake: worker.wake,
		wakeHarvests: harvests.wake,
		stop: () => {
			stopped ??= Promise.all([worker.stop(), trimmer.stop(), harvests.stop()]).then(() => undefined);
			return stopped;
		},
	};
}

function callByName(accounts: AccountStore, name: AccountChange['name'], values: unknown[]): Promise<unknown> {
	return (accounts[name] as (...values: unknown[]) => Promise<unknown>)(...values);
}

await answerParent((notify) => startRecords(workerData as BackgroundSettings, notify));
