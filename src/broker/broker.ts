// The broker's use cases as HTTP and the command line see them: one interface, whatever thread or
// process does the work.
import type { EventState } from '../links/link-event.ts';
import type { ListedWork } from '../ports/search/object-reader.ts';
import type { Records } from '../store/records.ts';
import type { Accepted, Submission } from './accept-event.ts';
import type { Actor, AuditEntry, AuditQuery } from './audit.ts';
import type { ChangeFilter, ChangesQuery } from './changes/change-query.ts';
import type { ChangesPage } from './changes/read-changes.ts';
import type { GraphProgress } from './compare-graph.ts';
import type { Diagnosis } from './doctor/doctor.ts';
import type { CheckProgress } from './doctor/examine.ts';
import type { ToldEvent } from './event-document.ts';
import type { ExportOptions } from './export-events.ts';
import type { ExportCounts } from './export-line.ts';
import type { Harvest, HarvestOrder } from './harvests.ts';
import type { Health, Reason } from './health.ts';
import type { ImportSummary } from './import-events.ts';
import type { RebuildProgress } from './indexing/rebuild-options.ts';
import type { EventLinksQuery } from './list-event-links.ts';
import type { LoadOptions, LoadSummary } from './load-files.ts';
import type { ObjectAnswer, ObjectQuestion } from './objects/describe-object.ts';
import type { WorksAnswer } from './objects/find-objects.ts';
import type { LookUpInput, LookUpResult } from './objects/look-up-objects.ts';
import type { ReportedInput, ReportOptions } from './objects/report-works.ts';
import type { SelectedWorks, SelectionStep, WorksSelection } from './objects/select-works.ts';
import type { WorksQuery } from './objects/works-query.ts';
import type { BodyPreview, PreviewOrder } from './preview-body.ts';
import type { RebuiltGraph } from './rebuild-graph.ts';
import type { RelationshipQuery } from './searching/relationship-query.ts';
import type { RelationshipAnswer, SearchOptions } from './searching/search-relationships.ts';
import type { CountOutcome } from './sources/keep-count.ts';
import type { ToldSources } from './sources/sources.ts';
import type { ServicesReport } from './tell-services.ts';
import type { BrokerStatus } from './tell-status.ts';
import type { Viewer, Why } from './why/explain-why.ts';
import type { WhyQuestion } from './why/why-question.ts';
import type { WithdrawalOrder, WithdrawalPreview } from './withdrawal-order.ts';

/** `signal` is aborted where nobody waits for an answer any more: it may then fail. */
export type ForClient = { signal?: AbortSignal | undefined };

/**
 * What changes something, or gives away accounts, is told first who asks for it: the audit tells.
 */
export type Broker = {
	/**
	 * Stores a batch of links durably and answers its event's id, and what was left out of it. Fails
	 * with `malformed-json` or `invalid-links`; then nothing is stored.
	 */
	acceptEvent(submission: Submission): Promise<Accepted>;
	/** Tells what acceptEvent would store, and stores nothing; see previewBody for its failures. */
	previewSubmission(order: PreviewOrder): Promise<BodyPreview>;
	/** Finds one event. */
	findEvent(eventId: string): Promise<ToldEvent | undefined>;
	/** Lists events, newest first; `before` is the sequence of the last one seen. */
	listEvents(query: { state?: EventState; userId?: number; before?: number; limit: number }): Promise<ToldEvent[]>;
	/** Lists the links of the event with this sequence; see listEventLinks. */
	listEventLinks(query: EventLinksQuery & { sequence: number }): Promise<unknown[]>;
	/**
	 * Makes events New again, all in Error or those named, but none that is Processing or Withdrawn;
	 * answers how many.
	 */
	rerunEvents(by: Actor, eventIds: readonly string[] | 'errors'): Promise<number>;
	/**
	 * Makes everything as if an event had never been submitted; one that is Withdrawn stays as it is.
	 * Fails with `not-found` where there is none, and with `conflict` while it is Processing.
	 */
	withdrawEvent(by: Actor, order: WithdrawalOrder): Promise<void>;
	/**
	 * Makes a Withdrawn event New again, at its old place in the order of acceptance. Fails with
	 * `conflict` where it is in another state.
	 */
	restoreEvent(by: Actor, eventId: string): Promise<void>;
	/** Tells what withdrawEvent would change, and fails as it does; changes nothing. */
	previewWithdrawal(eventId: string): Promise<WithdrawalPreview>;
	/** Answers a search; see searchRelationships for its failures. */
	searchRelationships(query: RelationshipQuery, options: SearchOptions): Promise<RelationshipAnswer>;
	/** Tells what a work is; see describeObject for its failures. */
	describeObject(question: ObjectQuestion, options: { facets: boolean } & ForClient): Promise<ObjectAnswer | undefined>;
	/** Finds works by words, type and year; see findObjects for its failures. */
	findObjects(query: WorksQuery, options?: ForClient): Promise<WorksAnswer>;
	/** Lists works by their numbers; see ObjectReader.listWorks. */
	listWorks(range: { after: number; upTo: number }): Promise<ListedWork[]>;
	/** Tells the highest number of a work; 0 where there is none. */
	lastWork(): Promise<number>;
	/** Looks up to 1,000 identifiers up; see lookUpObjects. */
	lookUpObjects(inputs: readonly LookUpInput[]): Promise<LookUpResult[]>;
	/** Names the works of a DOI prefix or a provider, some at a time; see selectWorks. */
	selectWorks(selection: WorksSelection, step: SelectionStep): Promise<SelectedWorks>;
	/** Reports up to 10,000 identifiers; see reportWorks. */
	reportWorks(inputs: readonly LookUpInput[], options?: ReportOptions): Promise<ReportedInput[]>;
	/**
	 * Reads the log of what counts after the query's cursor, oldest first; where there is nothing,
	 * waits for it until `signal` is aborted at the latest. Fails as readCursor and findAsked do.
	 */
	readChanges(query: ChangesQuery, signal?: AbortSignal): Promise<ChangesPage>;
	/** Reads the newest entries of the log, newest first. */
	readNewestChanges(query: ChangeFilter & { limit: number }): Promise<ChangesPage>;
	/** Names the state that searches answer from; see SearchReader.state. */
	searchState(): Promise<string | undefined>;
	/** Explains what two identifiers are to each other; see explainWhy for its failures. */
	explainWhy(question: WhyQuestion, viewer: Viewer, signal?: AbortSignal): Promise<Why>;
	/** Writes every event, and on request the accounts, as lines for another broker. */
	exportEvents(by: Actor, options: ExportOptions, write: (line: string) => Promise<void>): Promise<ExportCounts>;
	/** Stores what another broker exported, to be applied; see importEvents for its failures. */
	importEvents(by: Actor, path: string, onProgress: (progress: { done: number }) => void): Promise<ImportSummary>;
	/** Builds the search index anew; fails with `conflict` while another does. */
	reindex(
		by: Actor,
		options: { destroy: boolean; onProgress(progress: RebuildProgress): void },
	): Promise<{ objects: number; links: number }>;
	/**
	 * Derives the groups anew from what was received; where that changed something, the index too.
	 */
	rebuildGraph(
		by: Actor,
		options: { onProgress(progress: GraphProgress | RebuildProgress): void },
	): Promise<RebuiltGraph>;
	/** Looks whether all that is stored agrees with itself, and mends it on request. */
	doctor(by: Actor, options: { repair: boolean; onProgress(progress: CheckProgress): void }): Promise<Diagnosis>;
	/** Lists the harvests of other services, by number. */
	listHarvests(): Promise<Harvest[]>;
	/**
	 * Starts, pauses or forgets a harvest; fails with `not-found` where there is none of this number.
	 */
	orderHarvest(by: Actor, number: number, order: HarvestOrder): Promise<void>;
	/** Lists who did what, newest first. */
	auditEntries(query: AuditQuery): Promise<AuditEntry[]>;
	/** Tells who provides links, and what is held, as it was counted last; at a cost that does not grow. */
	tellSources(): Promise<ToldSources>;
	/** Counts that anew where it has changed; see keepCount. */
	countSources(options: {
		atOnceWithinMilliseconds: number;
		onProgress(progress: { done: number }): void;
	}): Promise<CountOutcome>;
	/** Tells what is left to do and how large the broker is; cached for some seconds. */
	status(): Promise<BrokerStatus>;
	/** Tells how the services are that it stands on; never fails. */
	services(): Promise<ServicesReport>;
	/** Tells whether submissions can be taken and searches answered, and if not, why; never fails. */
	health(): Promise<Health>;
	/** Tells why nothing but a restart helps, null where it would not; never fails. */
	needsRestart(): Promise<Reason | null>;
};

/** What the command line asks besides: what is still to be applied and indexed. */
export type BacklogTeller = Pick<Records, 'backlog'>;

/** Loads files; a use case of the command line alone. */
export type FileLoader = {
	/** Loads files of links and sees their events through to the end. */
	loadFiles(by: Actor, paths: readonly string[], options: LoadOptions): Promise<LoadSummary>;
};
