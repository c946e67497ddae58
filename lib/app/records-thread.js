// The thread that writes the records: it checks and stores submissions, applies events, and changes
// accounts, each in a short transaction of its own.
import { workerData } from 'node:worker_threads';
import { createAcceptEvent,                                    } from '../broker/accept-event.js';
import {                   toldTrouble } from '../broker/health.js';
import { createLateness } from '../broker/lateness.js';
import { createWaitingBound } from '../broker/waiting-bound.js';
import { systemClock } from '../clock.js';
import { openTracer } from '../http/operations/tracing.js';
import { createLog,          } from '../log.js';
                                                                       
                                                     
                                                           
                                                          
import { createEventActs,                } from './event-acts.js';
import { eventOptions } from './event-options.js';
import { recordsGivenUp, untilGivenUp } from './giving-up.js';
import { startHealthLog } from './health-log.js';
import { reopenStores } from './open.js';
import { lowerPriority } from './priority.js';
import { answerParent } from './thread-calls.js';
                                                               
import { version } from './version.js';
import { startChangeTrimmer } from './workers/change-trimmer.js';
import { createEventFollower,                    } from './workers/event-follower.js';
import { startEventWorker } from './workers/event-worker.js';
                                              

/** What the thread does when it is called. */
                                        
	                       
	   
	                                                                                               
	                             
	   
	                                                                                    
	                                                                                    
	                                                        
	                                       
	                                          
	                                    
	                                                                        
	                      
	                      
  

async function startRecords(settings                    , notify        )                        {
	lowerPriority('records');
	const { records, accounts, close } = await reopenStores(settings);
	const log = createLog(settings.logLevel, 'records');
	const tracer = openTracer(process.env, version, log);
	const follower = createEventFollower({ log, notify, tracer, now: Date.now });
	const worker = settings.backgroundWork ? startWorker(records, { settings, log, follower }) : undefined;
	const lateness = createLateness(settings.lateAfterSeconds, systemClock);
	const lateLog = startHealthLog({
		tell: async () => lateness(await records.backlog()).late.map((words) => ({ words, cause: undefined })),
		what: 'Late',
		clock: systemClock,
		log,
	});
	const accept = createAcceptEvent(records, { maxLinks: settings.maxLinksPerEvent, now: Date.now });
	const admit = createWaitingBound(records, {
		maxEvents: settings.maxWaitingEvents,
		maxBytes: settings.maxWaitingBytes,
		clock: systemClock,
	});
	const acts = createEventActs(records);
	return {
		ready: async () => undefined,
		async accept(submission) {
			await admit(submission.body.byteLength);
			const { eventId, sequence, refused } = await accept(submission);
			if (submission.trace) follower.remember(sequence, submission.trace);
			worker?.wake();
			return { eventId, refused };
		},
		rerun: ({ act, eventIds }) => records.rerun(act, eventIds).finally(() => worker?.wake()),
		...acts,
		withdrawEvent: (order) => acts.withdrawEvent(order).finally(() => notify({ notice: 'withdrawn' })),
		restoreEvent: (order) => acts.restoreEvent(order).finally(() => worker?.wake()),
		changeAccounts: ({ name, values }) => callByName(accounts, name, values),
		trouble: async () => toldTrouble(await records.trouble()),
		backlog: () => records.backlog(),
		size: () => records.size(),
		rest: async () => worker?.stop(),
		async stop() {
			await worker?.stop();
			await lateLog.stop();
			await tracer?.close();
			await close();
		},
	};
}

/** Starts what works by itself, and is done by one process or another: see BACKGROUND_WORK. */
function startWorker(
	records         ,
	{ settings, log, follower }                                                                     ,
)                              {
	const worker = startEventWorker(recordsGivenUp(records, settings.givingUp), {
		...eventOptions(settings, 'records', log),
		...follower,
		untilGivenUp: () => untilGivenUp(settings.givingUp),
		pollMilliseconds: settings.pollSeconds * 1000,
	});
	const trimmer = startChangeTrimmer(records, { ...settings, clock: systemClock, log });
	let stopped                           ;
	return {
		wake: worker.wake,
		stop: () => {
			stopped ??= Promise.all([worker.stop(), trimmer.stop()]).then(() => undefined);
			return stopped;
		},
	};
}

function callByName(accounts              , name                       , values           )                   {
	return (accounts[name]                                              )(...values);
}

await answerParent((notify) => startRecords(workerData                      , notify));
