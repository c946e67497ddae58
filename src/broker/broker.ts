// The broker's use cases put together on opened stores, as HTTP and the command line see them: one
// interface, whatever thread or process does the work.
import type { Clock } from '../clock.ts';
import { BrokerError } from '../errors.ts';
import type { GroupBy } from '../ports/search/index-content.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import type { AccountStore } from '../store/accounts/account-store.ts';
import type { Act } from '../store/audit.ts';
import type { EventQuery } from '../store/event-list.ts';
import type { LoadQuery } from '../store/load-list.ts';
import type { Records } from '../store/records.ts';
import { type Accepted, createAcceptEvent, type Submission } from './accept-event.ts';
import type { Actor, AuditEntry, AuditQuery } from './audit.ts';
import { cached } from './cached.ts';
import { type ChangeWatch, readOrAwait, type WaitForNews } from './changes/await-changes.ts';
import type { ChangesQuery } from './changes/change-query.ts';
import { readChanges, readNewestChanges } from './changes/read-changes.ts';
import type { SelectedChanges } from './changes/select-changes.ts';
import { type CitationRule, type CountWorksOptions, readCitationRule } from './counting/count-works.ts';
import { type CountingAsked, findDefinition } from './counting/counting.ts';
import type { Definition } from './counting/definitions.ts';
import { type DoctorOptions, runDoctor } from './doctor/doctor.ts';
import {
	type EventView,
	type LoadView,
	viewEvents,
	type WithdrawalOrder,
	type WithdrawalPreview,
} from './event-view.ts';
import { type ExportOptions, exportEvents } from './export-events.ts';
import type { HarvestOrder } from './harvests.ts';
import { createHealth, type Disks } from './health.ts';
import { type ImportOptions, importEvents } from './import-events.ts';
import { bringUpIndex } from './indexing/catch-up-index.ts';
import { rebuildIndex } from './indexing/rebuild-index.ts';
import type { RebuildProgress } from './indexing/rebuild-options.ts';
import { type EventLinksQuery, listEventLinks } from './list-event-links.ts';
import { createInbox, type InboxNeeds } from './notify/inbox.ts';
import { describeObject, type ObjectQuestion } from './objects/describe-object.ts';
import { findObjects } from './objects/find-objects.ts';
import { listIdentifiers, listVersions } from './objects/list-whole.ts';
import { type LookUpInput, lookUpObjects } from './objects/look-up-objects.ts';
import { type ReportOptions, reportWorks } from './objects/report-works.ts';
import { type SelectionStep, selectWorks, type WorksSelection } from './objects/select-works.ts';
import type { WorksQuery } from './objects/works-query.ts';
import type { BodyReading } from './read-bodies.ts';
import { type RebuildGraphOptions, type RebuiltGraph, rebuildGraph } from './rebuild-graph.ts';
import type { RecordsWork } from './records-work.ts';
import { type HistoryQuery, listHistory } from './searching/list-history.ts';
import { ownAnswers } from './searching/own-answers.ts';
import type { RelationshipQuery } from './searching/relationship-query.ts';
import { type SearchOptions, searchRelationships } from './searching/search-relationships.ts';
import { getSources, keepCount } from './sources/keep-count.ts';
import { createServicesReport, createStatus } from './status.ts';
import { explainWhy, type Viewer } from './why/explain-why.ts';
import type { WhyQuestion } from './why/why-question.ts';
import { previewWithdrawal } from './withdrawing/withdraw-event.ts';
import {
	type LoadRestoration,
	type LoadWithdrawalOrder,
	type NamedLoad,
	previewLoadWithdrawal,
} from './withdrawing/withdraw-load.ts';

export type Broker = ReturnType<typeof createBroker>;

/** What the use cases work on: `records` and `index` as this thread reads them. */
export type BrokerStores = { records: Records; accounts: AccountStore; index: SearchIndex };

/** What other threads may do: `work` changes the records, `bodies` reads what is sent. */
export type BrokerWork = { work: RecordsWork; bodies: BodyReading } & Pick<InboxNeeds, 'onAnnounced'>;

export type BrokerOptions = {
	leaseMilliseconds: number;
	overdueAfterSeconds: number;
	/** The definitions of a citation that questions may name. */
	definitions: readonly Definition[];
	/** What those wait on who follow the change log. */
	watch: ChangeWatch;
	disks: Disks;
	clock: Clock;
};

/** `signal` is aborted once nobody waits for the answer; the call may then fail. */
type ForClient = { signal?: AbortSignal | undefined };

/** What counts as a citation, where a question says it; see citationRule. */
type ByRule = { rule?: CitationRule | undefined };

type Progress<T> = { onProgress(progress: T): void };

/** The count is some hundred kilobytes where providers are many, and read again no more often. */
const sourcesMilliseconds = 1_000;

/** It costs a count of all subscriptions. */
const followingMilliseconds = 60_000;

/**
 * Offers the use cases. Calls that change something, or export accounts, take first the user that
 * asks, for the audit.
 */
export function createBroker(
	{ records, accounts, index }: BrokerStores,
	{ work, bodies, onAnnounced }: BrokerWork,
	options: BrokerOptions,
) {
	const { leaseMilliseconds, clock, watch, disks, definitions } = options;
	const accept = createAcceptEvent(bodies.submission, work.store);
	const act = (by: Actor): Act => ({ by, now: clock.now() });
	const answers = ownAnswers(records, index, clock);
	const indexSize = () => answers.size();
	const rebuilding = { clock, leaseMilliseconds };
	return {
		acceptEvent: (submission: Submission): Promise<Accepted> => accept(submission),
		previewSubmission: bodies.preview,
		/** Finds one event. */
		findEvent: async (eventId: string): Promise<EventView | undefined> =>
			(await viewEvents(accounts, await records.events({ eventId, limit: 1 })))[0],
		/** Lists events, newest first; `before` is the sequence of the last one seen. */
		listEvents: async (query: Omit<EventQuery, 'eventId'>): Promise<EventView[]> =>
			viewEvents(accounts, await records.events(query)),
		/** Finds the load of an event, by the id of any of its events. */
		findLoad: async (eventId: string): Promise<LoadView | undefined> => {
			const load = await records.loadOf(eventId);
			return load && (await viewEvents(accounts, [load]))[0];
		},
		/** Lists loads, newest first; `before` is the sequence of the last one seen. */
		listLoads: async (query: LoadQuery): Promise<LoadView[]> => viewEvents(accounts, await records.loads(query)),
		listEventLinks: (asked: EventLinksQuery & { sequence: number }, _signal?: AbortSignal) =>
			listEventLinks(records, asked),
		/**
		 * Makes events New again, all in Error or those named, but none that is Processing or
		 * Withdrawn; returns how many.
		 */
		rerunEvents: (by: Actor, eventIds: readonly string[] | 'errors') => work.rerun(act(by), eventIds),
		withdrawEvent: (by: Actor, order: WithdrawalOrder) => work.withdrawEvent({ act: act(by), ...order }),
		restoreEvent: (by: Actor, eventId: string) => work.restoreEvent({ act: act(by), eventId }),
		/** Previews a withdrawal; threads that do it need `_asked`. */
		previewWithdrawal: (eventId: string, _asked?: { userId: number } & ForClient): Promise<WithdrawalPreview> =>
			previewWithdrawal(records, eventId),
		/** Orders that a load is withdrawn, and waits this long for the withdrawal. */
		withdrawLoad: (by: Actor, order: LoadWithdrawalOrder & { forMilliseconds: number }) =>
			work.withdrawLoad({ act: act(by), ...order }),
		restoreLoad: (by: Actor, { sequence, loadId, withdrawnBy }: LoadRestoration) =>
			work.restoreLoad({ act: act(by), sequence, loadId, withdrawnBy }),
		rerunLoad: (by: Actor, { sequence, loadId }: NamedLoad) => work.rerunLoad({ act: act(by), sequence, loadId }),
		/** Previews the withdrawal of a load, as previewWithdrawal does. */
		previewLoadWithdrawal: (loadId: string, _asked?: { userId: number } & ForClient): Promise<WithdrawalPreview> =>
			previewLoadWithdrawal(records, loadId),
		definitions: () => definitions,
		/** Finds a definition; fails with `bad-query` for the parameter. */
		definition: (name: string) => findDefinition(definitions, name),
		/** Reads what counts as a citation of works, at one level or both; see readCitationRule. */
		citationRule: (asked: CountingAsked, only?: GroupBy) => readCitationRule(definitions, asked, only),
		searchRelationships: (query: RelationshipQuery, asked: SearchOptions) =>
			searchRelationships({ index: answers, definitions }, query, asked),
		describeObject: (question: ObjectQuestion, asked: { facets: boolean } & ByRule & ForClient) =>
			describeObject({ index: answers, records }, question, asked),
		/** Describes a work, with its citations by every definition. */
		compareDefinitions: (question: ObjectQuestion, asked: ForClient = {}) =>
			describeObject({ index: answers, records }, question, { ...asked, facets: false, definitions }),
		listIdentifiers: (asked: { number: number; page: number }) => listIdentifiers({ index: answers, records }, asked),
		listVersions: (asked: { number: number; page: number } & ForClient) =>
			listVersions({ index: answers, records }, asked),
		listHistory: (query: HistoryQuery, { signal }: ForClient = {}) => listHistory(answers, query, signal),
		findObjects: (query: WorksQuery, asked?: ByRule & ForClient) => findObjects(answers, query, asked),
		listWorks: (range: { after: number; upTo: number }) => answers.listWorks(range),
		lastWork: () => answers.lastWork(),
		lookUpObjects: (inputs: readonly LookUpInput[], asked?: ByRule & CountWorksOptions) =>
			lookUpObjects(answers, inputs, asked),
		selectWorks: (selection: WorksSelection, step: SelectionStep) => selectWorks(records, selection, step),
		reportWorks: (inputs: readonly LookUpInput[], asked: Omit<ReportOptions, 'stopIfUnwanted'> & ForClient = {}) =>
			reportWorks({ index: answers, records, clock }, inputs, {
				...asked,
				stopIfUnwanted: () => asked.signal?.throwIfAborted(),
			}),
		/**
		 * Reads the log of what counts after the query's cursor, oldest first. If there is nothing, waits
		 * for it by `waitForNews`. Fails as readCursor and findAsked do.
		 */
		readChanges: (query: ChangesQuery, waitForNews?: WaitForNews) =>
			readOrAwait((each) => readChanges(records, each, definitions), watch, query, waitForNews),
		readNewestChanges: (query: SelectedChanges & { limit: number }) => readNewestChanges(records, query, definitions),
		searchState: () => answers.state(),
		/** Explains what two identifiers are to each other; threads that do it need `_signal`. */
		explainWhy: (question: WhyQuestion, viewer: Viewer, _signal?: AbortSignal) => explainWhy(records, question, viewer),
		exportEvents: (by: Actor, asked: ExportOptions, write: (line: string) => Promise<void>) =>
			exportEvents({ records, accounts }, act(by), asked, write),
		importEvents: (by: Actor, path: string, asked: ImportOptions) =>
			importEvents({ records, accounts }, act(by), path, asked),
		/** Builds the search index again; fails with `conflict` while another does. */
		async reindex(by: Actor, { destroy, onProgress }: { destroy: boolean } & Progress<RebuildProgress>) {
			await records.audit([{ ...act(by), action: 'reindex.started', subject: null, detail: { destroy } }]);
			return rebuildIndex(records, index, { ...rebuilding, destroy, onProgress });
		},
		/** Derives the groups again from what was received, and brings the index up to date. */
		async rebuildGraph(by: Actor, asked: RebuildGraphOptions): Promise<RebuiltGraph> {
			await records.audit([{ ...act(by), action: 'rebuild.started', subject: null }]);
			const rebuilt = await rebuildGraph(records, asked);
			// An interrupted rebuild may have left entries for the index.
			await bringUpIndex(records, index, { ...rebuilding, signal: asked.signal }).catch((cause) => {
				if (!asked.signal?.aborted) throw new BrokerError('index-behind', indexNotUpToDate, { cause });
			});
			return rebuilt;
		},
		/** Checks that all that is stored agrees with itself, and repairs it on request. */
		async doctor(by: Actor, asked: Omit<DoctorOptions, 'clock' | 'leaseMilliseconds'>) {
			if (asked.repair) await records.audit([{ ...act(by), action: 'repair.started', subject: null }]);
			return runDoctor({ records, index }, { ...rebuilding, ...asked });
		},
		...createInbox({ records, accounts, bodies, work, onAnnounced, now: clock.now }),
		listHarvests: () => records.harvests(),
		changeHarvest: (by: Actor, number: number, everySeconds: number | null) =>
			work.changeHarvest({ act: act(by), number, everySeconds }),
		orderHarvest: (by: Actor, number: number, order: HarvestOrder) =>
			work.orderHarvest({ act: act(by), number, order }),
		auditEntries: (query: AuditQuery): Promise<AuditEntry[]> => records.auditEntries(query),
		getSources: cached(() => getSources(records, answers), sourcesMilliseconds, clock),
		countSources: (asked: { atOnceWithinMilliseconds: number } & Progress<{ done: number }>) =>
			keepCount(records, answers, { ...asked, clock }),
		status: createStatus(
			{
				...{ backlog: work.backlog, size: work.size, rebuildProgress: () => records.rebuildProgress() },
				...{
					indexSize,
					indexBytes: async () => (await disks.indexBytes()) ?? (await index.condition())?.bytes ?? null,
				},
			},
			clock,
		),
		followingState: cached(work.followingState, followingMilliseconds, clock),
		services: createServicesReport(records, index, clock),
		...createHealth(
			{ records, disks, readIndex: indexSize, writerIncident: work.incident, oldest: work.backlog },
			{ overdueAfterSeconds: options.overdueAfterSeconds, clock },
		),
	};
}

const indexNotUpToDate =
	'The groups are rebuilt, but the search index is not up to date. Until a server or worker has updated it, searches ' +
	'may answer by the old groups.';
