// Streams over one consistent state of the records, for rebuilds and exports: whole tables in the
// order of their keys, in steps of bounded size.

import type { Identifier } from '../identifiers/index.ts';
import { relations } from '../links/relation.ts';
import { type Scope, visibleIn } from './assertions.ts';
import { type ExportedEvent, streamEvents } from './event-transfer.ts';
import type { Coverage } from './generations.ts';
import type { Described, Id, Placement } from './graph.ts';
import { described, type PlaceRow, placeColumns } from './groups.ts';
import { openInspection } from './inspection.ts';
import { readEntry, type StoredEntry } from './outbox.ts';
import type { IdRange } from './rebuild-parts.ts';
import type { Sql } from './sql-database.ts';

const all: IdRange = { first: 1, last: Number.MAX_SAFE_INTEGER };

/** Opens the streams on a transaction; `scope` chooses the assertions that are visible. */
export function openSnapshot(sql: Sql, scope: Scope = 'everything') {
	return {
		...openInspection(sql),
		/**
		 * All events with their payloads, one by one in the order of acceptance. `since`: those that were
		 * accepted, processed, withdrawn or restored from this time on, or wait.
		 */
		events: (since?: number): AsyncIterable<ExportedEvent & { sequence: Id }> => streamEvents(sql, since),
		/** Lists what a generation built from this state covers. */
		async coverage(): Promise<Coverage> {
			const unindexed = await sql.all<[Id]>(
				scope === 'covered'
					? 'select event_sequence from rebuild_event order by event_sequence'
					: 'select sequence from link_event where unindexed = 1 and counts is not null order by sequence',
			);
			const entries = await sql.all<[Id]>('select id from outbox_entry order by id');
			return { unindexed: unindexed.flat(), entries: entries.flat() };
		},
		/**
		 * Entries of what was committed after the rebuild in parts was planned, with numbers above one,
		 * oldest first.
		 */
		entriesOfRebuild: (after: Id = 0): AsyncIterable<StoredEntry[]> => streamEntries(sql, after),
		/** All known identifiers, by id; of a range of ids where one is given. */
		async *identifiers({ first, last }: IdRange = all): AsyncIterable<(Described & Identifier)[]> {
			type Row = [Id, string, string, string | null, Id | null, Id | null, Id | null];
			const steps = sql.stream<Row>(
				`select id, scheme, key, spelling, identity_id, version_id, description_id from identifier
				 where id between ?1 and ?2 and retired is null order by id`,
				[first, last],
			);
			for await (const rows of steps) {
				yield rows.map(([id, scheme, key, spelling, identity, version, description]) => ({
					id,
					scheme,
					key,
					value: spelling ?? key,
					identity: identity ?? id,
					version: version ?? id,
					alone: identity === null,
					description,
				}));
			}
		},
		/** Known identifiers by the names of their Version groups, which are ids of a range. */
		async *placements({ first, last }: IdRange): AsyncIterable<Described[]> {
			// Neither engine sorts more than the range; both find its rows by an index.
			const steps = sql.stream<[...PlaceRow, name: Id]>(
				`select ${placeColumns}, i.version_id as name from identifier i
				 where i.version_id between ?1 and ?2 and i.retired is null
				 union all select ${placeColumns}, i.id from identifier i
				 where i.id between ?1 and ?2 and i.version_id is null and i.retired is null order by name`,
				[first, last],
			);
			for await (const rows of steps) yield rows.map((row) => described(row));
		},
		/**
		 * Identifiers that share a group with others, by Version group, lowest group first; of the
		 * Version groups of a range of ids where one is given.
		 */
		async *members({ first, last }: IdRange = all): AsyncIterable<Placement[]> {
			const steps = sql.stream<[Id, Id, Id]>(
				'select id, identity_id, version_id from identifier where version_id between ?1 and ?2 order by version_id',
				[first, last],
			);
			for await (const rows of steps) {
				yield rows.map(([id, identity, version]) => ({ id, identity, version, alone: false }));
			}
		},
		/**
		 * Distinct assertions of relations with codes from `first` to `last` (default: all), by source,
		 * relation, target, provenance; of all events in the snapshot's scope. `range`: of sources with
		 * these ids.
		 */
		assertions: (
			{ first, last }: { first: number; last: number } = { first: 1, last: relations.length },
			range: IdRange = all,
		): AsyncIterable<[source: Id, relation: number, target: Id, provenance: Id][]> =>
			// A range of sources makes SQLite read in the order of the key instead of sorting.
			sql.stream<[Id, number, Id, Id]>(
				`select distinct a.source_id, a.relation, a.target_id, a.provenance_id from assertion a
				 where a.source_id between ?3 and ?4 and a.relation between ?1 and ?2 and ${visibleIn[scope]}
				 order by a.source_id, a.relation, a.target_id, a.provenance_id`,
				[first, last, range.first, range.last],
			),
	};
}

export type Snapshot = ReturnType<typeof openSnapshot>;

const entriesPerStep = 64;

async function* streamEntries(sql: Sql, after: Id): AsyncGenerator<StoredEntry[]> {
	for (let last = after; ; ) {
		const rows = await sql.all<[Id, Id, Uint8Array]>(
			`select id, event_sequence, body from outbox_entry
			 where id > (select coalesce(building_last_entry, 0) from index_state) and id > ?1
			 order by id limit ${entriesPerStep}`,
			[last],
		);
		if (rows.length === 0) return;
		yield rows.map(([id, event, body]) => ({ id, event, entry: readEntry(body) }));
		last = (rows.at(-1) as [Id, Id, Uint8Array])[0];
	}
}
