// Streams whole tables of one state in the order of their keys, in steps of bounded size. It knows
// no consumer.
import type { EventAction, EventState } from '../../links/link-event.ts';
import { relations } from '../../links/relation.ts';
import type { ExportedEvent } from '../events.ts';
import type { Id } from '../graph.ts';
import type { StoredEntry } from '../outbox.ts';
import type { IdRange } from '../rebuild-parts.ts';
import type { Snapshot } from '../snapshots.ts';
import type { Sql } from '../sql-database.ts';
import { type Scope, visibleIn } from './assertions.ts';
import { openInspection } from './inspection.ts';
import { readEntry } from './outbox.ts';
import { readPayload } from './payload.ts';
import { readReplaced } from './replaced-sources.ts';

const all: IdRange = { first: 1, last: Number.MAX_SAFE_INTEGER };

/** Opens the streams on a transaction; `scope` tells which assertions there are. */
export function openSnapshot(sql: Sql, scope: Scope = 'everything'): Snapshot {
	return {
		...openInspection(sql),
		events: () => streamEvents(sql),
		async coverage() {
			const unsearchable = await sql.all<[Id]>(
				scope === 'covered'
					? 'select event_sequence from rebuild_event order by event_sequence'
					: 'select sequence from link_event where unsearchable = 1 and counts is not null order by sequence',
			);
			const entries = await sql.all<[Id]>('select id from outbox_entry order by id');
			return { unsearchable: unsearchable.flat(), entries: entries.flat() };
		},
		entriesOfRebuild: () => streamEntries(sql),
		async *identifiers({ first, last } = all) {
			type Row = [Id, string, string, string | null, Id | null, Id | null, Id | null];
			const steps = sql.stream<Row>(
				`select id, scheme, key, spelling, identity_id, version_id, description_id from identifier
				 where id between ?1 and ?2 and gone is null order by id`,
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
		representatives: () =>
			sql.stream<[Id, Id]>(
				'select id, representative_id from identifier where representative_id is not null and gone is null',
			),
		async *members({ first, last } = all) {
			const steps = sql.stream<[Id, Id, Id]>(
				'select id, identity_id, version_id from identifier where version_id between ?1 and ?2 order by version_id',
				[first, last],
			);
			for await (const rows of steps) {
				yield rows.map(([id, identity, version]) => ({ id, identity, version, alone: false }));
			}
		},
		assertions: ({ first, last } = { first: 1, last: relations.length }, range = all) =>
			// A range of sources makes SQLite read in the order of the key instead of sorting.
			sql.stream<[Id, number, Id, Id]>(
				`select distinct a.source_id, a.relation, a.target_id, a.provenance_id from assertion a
				 where a.source_id between ?3 and ?4 and a.relation between ?1 and ?2 and ${visibleIn[scope]}
				 order by a.source_id, a.relation, a.target_id, a.provenance_id`,
				[first, last, range.first, range.last],
			),
		described: () =>
			sql.stream<[identifier: Id, event: Id, place: number, description: Id]>(
				`select identifier_id, event_sequence, place, description_id from identifier_description
				 order by identifier_id, event_sequence, place`,
			),
	};
}

const entriesPerStep = 64;

async function* streamEntries(sql: Sql): AsyncGenerator<StoredEntry[]> {
	for (let last = 0; ; ) {
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

// Payloads are read one by one, so a step of events holds none.
const eventsPerStep = 500;

type ExportedRow = [
	sequence: Id,
	eventId: string,
	state: EventState,
	noindex: number,
	unsearchable: number,
	userId: Id | null,
	links: number,
	refused: number,
	createdAt: number,
	startedAt: number | null,
	finishedAt: number | null,
	attempts: number,
	error: string | null,
	action: EventAction,
	takesAll: number,
	replaces: string | null,
	fileName: string | null,
	withdrawnAt: number | null,
	withdrawnBy: Id | null,
	withdrawReason: string | null,
	set: string | null,
];

async function* streamEvents(sql: Sql): AsyncGenerator<ExportedEvent> {
	let last = 0;
	for (;;) {
		const rows = await sql.all<ExportedRow>(
			`select sequence, event_id, state, noindex, unsearchable, user_id, links, refused, created_at, started_at,
			   finished_at, attempts, error, action, takes_all, replaces, file_name, withdrawn_at, withdrawn_by,
			   withdraw_reason, set_name
			 from link_event where sequence > ?1 order by sequence limit ${eventsPerStep}`,
			[last],
		);
		for (const row of rows) {
			[last] = row;
			yield { ...exported(row), payload: await readPayload(sql, last) };
		}
		if (rows.length < eventsPerStep) return;
	}
}

function exported(row: ExportedRow): Omit<ExportedEvent, 'payload'> {
	const [, eventId, state, noindex, unsearchable, userId, links, refused, createdAt, ...outcome] = row;
	const [startedAt, finishedAt, attempts, error, action, takesAll, replaces, fileName, ...withdrawal] = outcome;
	const [withdrawnAt, by, reason, set] = withdrawal;
	return {
		eventId,
		action,
		takesAll: takesAll === 1,
		replaces: readReplaced(replaces),
		fileName,
		set,
		links,
		refused,
		noindex: noindex === 1,
		searchable: unsearchable === 0,
		userId,
		state,
		createdAt,
		failure: state === 'Error' ? { reason: error ?? '', attempts, startedAt, finishedAt } : null,
		withdrawn: withdrawnAt === null ? null : { at: withdrawnAt, by, reason },
	};
}
