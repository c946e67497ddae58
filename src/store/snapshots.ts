// The contract of streams over one consistent state of the records, for rebuilds and exports; each
// step is of bounded size. It knows no consumer.
import type { Identifier } from '../identifiers/index.ts';
import type { ExportedEvent } from './events.ts';
import type { Coverage } from './generations.ts';
import type { Described, DescribedRow, Id, Placement } from './graph.ts';
import type { Inspection } from './inspection.ts';
import type { StoredEntry } from './outbox.ts';
import type { IdRange } from './rebuild-parts.ts';

/** Streams whole tables in order. */
export interface Snapshot extends Inspection {
	/** All events with their payloads, one by one in the order of acceptance. */
	events(): AsyncIterable<ExportedEvent>;
	/** Lists what a generation built from this state covers. */
	coverage(): Promise<Coverage>;
	/** Entries of what was committed after the rebuild in parts was planned, oldest first. */
	entriesOfRebuild(): AsyncIterable<StoredEntry[]>;
	/** All identifiers that are known, by id; of a range of ids where one is given. */
	identifiers(range?: IdRange): AsyncIterable<(Described & Identifier)[]>;
	/** Known identifiers whose representatives are others. */
	representatives(): AsyncIterable<[identifier: Id, representative: Id][]>;
	/**
	 * Identifiers that share a group with others, by Version group, lowest group first; of the Version
	 * groups of a range of ids where one is given.
	 */
	members(range?: IdRange): AsyncIterable<Placement[]>;
	/**
	 * Distinct assertions of relations with codes from `first` to `last` (default: all), by source,
	 * relation, target, provenance; of all events, searchable or not, as far as the snapshot hides
	 * none. `range`: of sources of these ids.
	 */
	assertions(
		relations?: { first: number; last: number },
		range?: IdRange,
	): AsyncIterable<[source: Id, relation: number, target: Id, provenance: Id][]>;
	/** What events said of identifiers, by identifier, event and place. */
	described(): AsyncIterable<DescribedRow[]>;
}
