// Puts the use cases together on opened stores; knows neither engine nor thread.
                                                                          
                                                  
import {                   createChangeWatch, readOrAwait } from '../broker/changes/await-changes.js';
import { readChanges, readNewestChanges } from '../broker/changes/read-changes.js';
import { runDoctor } from '../broker/doctor/doctor.js';
import { tellEvents } from '../broker/event-document.js';
import { exportEvents } from '../broker/export-events.js';
                                                       
import { importEvents } from '../broker/import-events.js';
import { rebuildIndex } from '../broker/indexing/rebuild-index.js';
import { describeObject } from '../broker/objects/describe-object.js';
import { findObjects } from '../broker/objects/find-objects.js';
import { lookUpObjects } from '../broker/objects/look-up-objects.js';
import { rebuildGraph } from '../broker/rebuild-graph.js';
import { ownAnswers } from '../broker/searching/own-answers.js';
import { searchRelationships } from '../broker/searching/search-relationships.js';
import { explainWhy } from '../broker/why/explain-why.js';
import { systemClock } from '../clock.js';
import { BrokerError } from '../errors.js';
                                                                       
                                                     
                                                           
                                                                   
                                               
                                                 
import { createSelfReport } from './self-report.js';

/** What writes to the records, or reads all of them, and may be done by another thread. */
                                                                       
	             
		                                                                                    
		                                       
	  

/** Offers the use cases on stores of this thread; `work` is done where it says. */
export function createBroker(
	settings          ,
	{ records, accounts, index }                                                                  ,
	work             ,
	watch = watchChanges(settings, records),
)         {
	const act = (by           )      => ({ by, now: Date.now() });
	const answers = ownAnswers(records, index, systemClock);
	const rebuildOptions = { clock: systemClock, leaseMilliseconds: settings.leaseSeconds * 1000 };
	return {
		acceptEvent: work.accept,
		findEvent: async (eventId) => (await tellEvents(accounts, await records.events({ eventId, limit: 1 })))[0],
		listEvents: async (query) => tellEvents(accounts, await records.events(query)),
		listEventLinks: work.listEventLinks,
		rerunEvents: (by, eventIds) => work.rerun(act(by), eventIds),
		withdrawEvent: (by, order) => work.withdrawEvent({ act: act(by), ...order }),
		restoreEvent: (by, eventId) => work.restoreEvent({ act: act(by), eventId }),
		previewWithdrawal: work.previewWithdrawal,
		searchRelationships: (query, options) => searchRelationships(answers, query, options),
		describeObject: (question, options) => describeObject({ index: answers, records }, question, options),
		findObjects: (query, options) => findObjects(answers, query, options),
		lookUpObjects: (inputs) => lookUpObjects(answers, inputs),
		searchState: () => answers.state(),
		readChanges: (query, signal) => readOrAwait((each) => readChanges(records, each), watch, query, signal),
		readNewestChanges: (query) => readNewestChanges(records, query),
		explainWhy: (question, viewer) => explainWhy(records, question, viewer),
		exportEvents: (by, options, write) => exportEvents({ records, accounts }, act(by), options, write),
		importEvents: (by, path, onProgress) => importEvents({ records, accounts }, act(by), path, onProgress),
		async reindex(by, options) {
			const { destroy } = options;
			await records.audit([{ ...act(by), action: 'reindex.started', subject: null, detail: { destroy } }]);
			return rebuildIndex(records, index, { ...rebuildOptions, ...options });
		},
		doctor: async (by, options) => {
			if (options.repair) await records.audit([{ ...act(by), action: 'repair.started', subject: null }]);
			return runDoctor({ records, index }, { ...rebuildOptions, ...options });
		},
		async rebuildGraph(by, { onProgress }) {
			await records.audit([{ ...act(by), action: 'rebuild.started', subject: null }]);
			const rebuilt = await rebuildGraph(records, onProgress);
			if (rebuilt.changed === 0) return rebuilt;
			await rebuildIndex(records, index, { ...rebuildOptions, destroy: false, anew: true, onProgress }).catch(
				(cause) => {
					throw new BrokerError(
						'index-behind',
						'The groups are rebuilt, but the search index is not. Until it is, searches may answer by ' +
							'the old groups; rebuilding these again does not change that.',
						{ cause },
					);
				},
			);
			return rebuilt;
		},
		auditEntries: (query) => records.auditEntries(query),
		...createSelfReport(settings, { records, work, index, indexSize: () => answers.size() }),
	};
}

/**
 * Watches the log of changes for those who wait for it; to be ended before the records are closed.
 */
export function watchChanges({ pollSeconds }                               , records         )              {
	const newest = () => records.read(async (transaction) => (await transaction.changeLog()).newest);
	return createChangeWatch(newest, { pollMilliseconds: pollSeconds * 1_000 });
}
