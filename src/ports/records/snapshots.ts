// The contract of streams over one consistent state of the records, for rebuilds and exports; each
// step is of bounded size. It knows no consumer.
import type { Identifier } from '../../identifiers/index.ts';
import type { ExportedEvent } from './events.ts';
import type { Coverage } from './generations.ts';
import type { Described, DescribedRow, Id, Placement } from './graph.ts';
import type { Inspection } from './inspection.ts';

/** Streams whole tables in order. */
export interface Snapshot extends Inspection {
	/** All events with their payloads, one by one in the order of acceptance. */
	events(): AsyncIterable<ExportedEvent>;
	/** Lists what a generation built from this state covers. */
	coverage(): Promise<Coverage>;
	/** All identifiers that are known, by id. */
	identifiers(): AsyncIterable<(Described & Identifier)[]>;
	/** Known identifiers whose representatives are others. */
	representatives(): AsyncIterable<[identifier: Id, representative: Id][]>;
	/** Identifiers that share a group with others, by Version group, lowest group first. */
	members(): AsyncIterable<Placement[]>;
	/**
	 * Distinct assertions of relations with codes from `first` to `last` (default: all), by source,
	 * relation, target, provenance; of all events, searchable or not.
	 */
	assertions(relations?: {
		first: number;
		last: number;
	}): AsyncIterable<[source: Id, relation: number, target: Id, provenance: Id][]>;
	/** What events said of identifiers, by identifier, event and place. */
	described(): AsyncIterable<DescribedRow[]>;
}
