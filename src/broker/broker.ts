// The broker's use cases as its fronts (HTTP, command line) see them: one interface, whatever thread or process does the work.
import type { EventState, LinkEvent } from '../links/link-event.ts';
import type { LoadOptions, LoadSummary } from './load-files.ts';
import type { GraphProgress, RebuiltGraph } from './rebuild-graph.ts';
import type { RebuildProgress } from './rebuild-index.ts';
import type { RelationshipAnswer, RelationshipQuery } from './search-relationships.ts';

export type Broker = {
	/** Stores a batch of links durably and answers its event's id. Fails with `malformed-json` or `invalid-links`; then nothing is stored. */
	acceptEvent(submission: { body: Uint8Array; noindex: boolean; userId: number | null }): Promise<{ eventId: string }>;
	/** Finds one event. */
	findEvent(eventId: string): Promise<LinkEvent | undefined>;
	/** Lists events, newest first; `before` is the sequence of the last one seen. */
	listEvents(query: { state?: EventState; userId?: number; before?: number; limit: number }): Promise<LinkEvent[]>;
	/** Makes events New again (all in Error, or those named; Processing ones are left alone); answers how many. */
	rerunEvents(eventIds: readonly string[] | 'errors'): Promise<number>;
	/** Answers a search; see searchRelationships for its failures. */
	searchRelationships(query: RelationshipQuery, options: { facets: boolean }): Promise<RelationshipAnswer>;
	/** Loads files of links and sees their events through to the end. */
	loadFiles(paths: readonly string[], options: LoadOptions): Promise<LoadSummary>;
	/** Builds the search index anew; fails with `conflict` while another does. */
	reindex(options: {
		destroy: boolean;
		onProgress(progress: RebuildProgress): void;
	}): Promise<{ objects: number; links: number }>;
	/** Derives the groups anew from what was received; where that changed something, the index too. */
	rebuildGraph(options: { onProgress(progress: GraphProgress | RebuildProgress): void }): Promise<RebuiltGraph>;
	/** Tells how the broker is: events by state, marks that wait for the index. */
	status(): Promise<BrokerStatus>;
};

export type BrokerStatus = { events: Record<EventState, number>; waitingMarks: number };
