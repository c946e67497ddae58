// The states of events within a transaction that applies, withdraws or restores them; events.ts draws
// the states.

import type { EventAction, EventCounts, EventState, Withdrawn } from '../links/link-event.ts';
import { type ClaimedEvent, storedAttempts } from './claims.ts';
import { readPayload } from './compression.ts';
import { type EventCondition, hasEvent } from './event-list.ts';
import type { Id } from './graph.ts';
import { readReplaced } from './replaced-sources.ts';
import type { Sql } from './sql-database.ts';

/** An event that is locked until the end of this transaction; `noindex`: still unindexed. */
export type StoredEvent = Omit<ClaimedEvent, 'attempts' | 'hasLapsed' | 'isCounted'> & {
	state: EventState;
	isApplied: boolean;
};

/** Opens the states of events on a transaction. */
export function openEventStates(sql: Sql) {
	return {
		hasEvent: (condition: EventCondition): Promise<boolean> => hasEvent(sql, condition),
		/**
		 * Lists those of these events that were applied before: what they assert may be stored already.
		 */
		async appliedAmong(sequences: readonly Id[]): Promise<Set<Id>> {
			const rows = await sql.all<[Id]>(
				`select e.sequence from ${sql.dialect.list('?1', { sequence: 'integer' })} w
				 join link_event e on e.sequence = w.sequence and e.counts is not null`,
				[JSON.stringify(sequences)],
			);
			return new Set(rows.map(([sequence]) => sequence));
		},
		/**
		 * Sets events to Done with their counts. Returns false where the claim of one was lost
		 * meanwhile: the caller must then roll back.
		 */
		async finish(
			ended: readonly (readonly [event: ClaimedEvent, counts: EventCounts])[],
			worker: string,
			now: number,
		): Promise<boolean> {
			const columns = { sequence: 'integer', stored: 'integer', attempts: 'integer', counts: 'text' } as const;
			const list = sql.dialect.list('?1', columns);
			const rows = ended.map(([event, counts]) => [
				...[event.sequence, storedAttempts(event), event.attempts],
				JSON.stringify(counts),
			]);
			const changed = await sql.run(
				`update link_event set state = 'Done', placed = case when link_event.counts is null then 1 else placed end,
				   finished_at = ?3, counts = w.counts, error = null, due_at = null,
				   worker = null, lease_until = null, attempts = w.attempts
				 from ${list} w where link_event.sequence = w.sequence and link_event.attempts = w.stored
				   and link_event.worker = ?2 and link_event.state = 'Processing'`,
				[JSON.stringify(rows), worker, now],
			);
			return changed === ended.length;
		},
		/** Records that the assertions of an event have their places. */
		setPlaced: async (event: Id): Promise<void> => {
			await sql.run('update link_event set placed = 1 where sequence = ?1', [event]);
		},
		/** Reads an event, and locks it on request; undefined where it does not exist. */
		async eventOf(eventId: string, how: 'locked' | 'unlocked'): Promise<StoredEvent | undefined> {
			const [row] = await sql.all<StoredRow>(
				`select ${storedColumns} from link_event
				 where event_id = ?1 ${how === 'locked' ? sql.dialect.lockRows('update') : ''}`,
				[eventId],
			);
			return row && readStoredEvent(row);
		},
		/** Reads the payload of an event, byte for byte. */
		payloadOf: (event: Id): Promise<Uint8Array> => readPayload(sql, event),
		/**
		 * Sets an event to Withdrawn or, where `withdrawal` is null, a Withdrawn one to New; returns
		 * false where that is not its state. `withLoad`: it is withdrawn with its load.
		 */
		async setWithdrawn(event: Id, withdrawal: (Withdrawn & { withLoad: boolean }) | null): Promise<boolean> {
			if (withdrawal === null) await sql.notify?.('events');
			const changed =
				withdrawal === null
					? await sql.run(`update link_event set ${restoredColumns} where sequence = ?1 and state = 'Withdrawn'`, [
							event,
						])
					: await sql.run(
							`update link_event set state = 'Withdrawn', withdrawn_at = ?2, withdrawn_by = ?3, withdraw_reason = ?4,
							   with_load = ?5, due_at = null, error = null where sequence = ?1`,
							[event, withdrawal.at, withdrawal.by, withdrawal.reason, withdrawal.withLoad ? 1 : null],
						);
			return changed === 1;
		},
	};
}

/** Sets the columns of a Withdrawn event that is to be processed as if for the first time. */
export const restoredColumns = `state = 'New', withdrawn_at = null, withdrawn_by = null, withdraw_reason = null,
	with_load = null, attempts = 0, counts = null, started_at = null, finished_at = null`;

/** Sets the columns of an event that is to be processed again. */
export const rerunColumns = `state = 'New', attempts = 0, due_at = null, worker = null, lease_until = null,
	error = null, started_at = null, finished_at = null`;

export type StoredRow = [
	sequence: Id,
	eventId: string,
	action: EventAction,
	replaces: string | null,
	state: EventState,
	unindexed: number,
	isApplied: number,
];

export const storedColumns = `sequence, event_id, action, replaces, state, unindexed,
	case when counts is null then 0 else 1 end`;

export function readStoredEvent([sequence, eventId, action, replaces, state, ...flags]: StoredRow): StoredEvent {
	const [unindexed, isApplied] = flags;
	return {
		...{ sequence, eventId, action, state },
		replaces: readReplaced(replaces),
		noindex: unindexed === 1,
		isApplied: isApplied === 1,
	};
}
