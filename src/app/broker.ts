// Puts the use cases together on opened stores; knows neither engine nor thread.
import type { Accepted, Submission } from '../broker/accept-event.ts';
import type { Broker } from '../broker/broker.ts';
import { cached } from '../broker/cached.ts';
import { type ChangeWatch, createChangeWatch, readOrAwait } from '../broker/changes/await-changes.ts';
import { readChanges, readNewestChanges } from '../broker/changes/read-changes.ts';
import { runDoctor } from '../broker/doctor/doctor.ts';
import { tellEvents } from '../broker/event-document.ts';
import { exportEvents } from '../broker/export-events.ts';
import type { HarvestOrder } from '../broker/harvests.ts';
import type { ToldTrouble } from '../broker/health.ts';
import { importEvents } from '../broker/import-events.ts';
import { rebuildIndex } from '../broker/indexing/rebuild-index.ts';
import { describeObject } from '../broker/objects/describe-object.ts';
import { findObjects } from '../broker/objects/find-objects.ts';
import { lookUpObjects } from '../broker/objects/look-up-objects.ts';
import { reportWorks } from '../broker/objects/report-works.ts';
import { selectWorks } from '../broker/objects/select-works.ts';
import type { BodyPreview, PreviewOrder } from '../broker/preview-body.ts';
import { rebuildGraph } from '../broker/rebuild-graph.ts';
import { ownAnswers } from '../broker/searching/own-answers.ts';
import { searchRelationships } from '../broker/searching/search-relationships.ts';
import { keepCount, tellSources } from '../broker/sources/keep-count.ts';
import { explainWhy } from '../broker/why/explain-why.ts';
import { systemClock } from '../clock.ts';
import { BrokerError } from '../errors.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { Settings } from '../settings.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Act } from '../store/audit.ts';
import type { Records } from '../store/records.ts';
import type { EventActs } from './event-acts.ts';
import { createSelfReport } from './self-report.ts';

/** What writes to the records, or reads all of them, and may be done by another thread. */
export type RecordsWork = Pick<Records, 'backlog' | 'size' | 'rerun'> &
	EventActs & {
		accept(submission: Submission): Promise<Accepted>;
		preview(order: PreviewOrder): Promise<BodyPreview>;
		trouble(): Promise<ToldTrouble | null>;
		orderHarvest(asked: { act: Act; number: number; order: HarvestOrder }): Promise<void>;
	};

/** The count is some hundred kilobytes where providers are many, and read anew no more often. */
const sourcesMilliseconds = 1_000;

/** Offers the use cases on stores of this thread; `work` is done where it says. */
export function createBroker(
	settings: Settings,
	{ records, accounts, index }: { records: Records; accounts: AccountStore; index: SearchIndex },
	work: RecordsWork,
	watch = watchChanges(settings, records),
): Broker {
	const act = (by: Act['by']): Act => ({ by, now: Date.now() });
	const answers = ownAnswers(records, index, systemClock);
	const rebuildOptions = { clock: systemClock, leaseMilliseconds: settings.leaseSeconds * 1000 };
	return {
		acceptEvent: work.accept,
		previewSubmission: work.preview,
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
		listWorks: (range) => answers.listWorks(range),
		lastWork: () => answers.lastWork(),
		lookUpObjects: (inputs) => lookUpObjects(answers, inputs),
		selectWorks: (selection, step) => selectWorks(records, selection, step),
		reportWorks: (inputs, options) => reportWorks({ index: answers, records, clock: systemClock }, inputs, options),
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
		tellSources: cached(() => tellSources(records, answers), sourcesMilliseconds, systemClock),
		countSources: (options) => keepCount(records, answers, { ...options, clock: systemClock }),
		auditEntries: (query) => records.auditEntries(query),
		listHarvests: () => records.harvests(),
		orderHarvest: (by, number, order) => work.orderHarvest({ act: act(by), number, order }),
		...createSelfReport(settings, { records, work, index, indexSize: () => answers.size() }),
	};
}

/**
 * Watches the log of changes for those who wait for it; to be ended before the records are closed.
 */
export function watchChanges({ pollSeconds }: Pick<Settings, 'pollSeconds'>, records: Records): ChangeWatch {
	const newest = () => records.read(async (transaction) => (await transaction.changeLog()).newest);
	return createChangeWatch(newest, { pollMilliseconds: pollSeconds * 1_000 });
}
