// Withdraws events as rows, and makes them new again. It does not know what they said.
import type { EventAction, EventState } from '../../links/link-event.ts';
import type { Id } from '../graph.ts';
import type { Sql } from '../sql-database.ts';
import type { TakingBack } from '../taking-back.ts';
import { readPayload } from './payload.ts';
import { readReplaced } from './replaced-sources.ts';

type Row = [Id, EventAction, string | null, EventState, number, number | null];

/** Opens the withdrawal of events on a transaction. */
export function openEventWithdrawal(
	sql: Sql,
): Pick<TakingBack, 'lockEvent' | 'payloadOf' | 'markWithdrawn' | 'restore'> {
	return {
		async lockEvent(eventId) {
			const [row] = await sql.all<Row>(
				`select sequence, action, replaces, state, unsearchable, case when counts is null then 0 else 1 end
				 from link_event where event_id = ?1 ${sql.dialect.lockRows('update')}`,
				[eventId],
			);
			if (!row) return undefined;
			const [sequence, action, replaces, state, unsearchable, isApplied] = row;
			return {
				...{ sequence, eventId, action, state },
				replaces: readReplaced(replaces),
				noindex: unsearchable === 1,
				isApplied: isApplied === 1,
			};
		},
		payloadOf: (event) => readPayload(sql, event),
		async markWithdrawn(event, { userId, reason, now }) {
			await sql.run(
				`update link_event set state = 'Withdrawn', withdrawn_at = ?2, withdrawn_by = ?3, withdraw_reason = ?4,
				   due_at = null, error = null where sequence = ?1`,
				[event, now, userId, reason],
			);
		},
		async restore(eventId) {
			const changed = await sql.run(
				`update link_event set state = 'New', withdrawn_at = null, withdrawn_by = null, withdraw_reason = null,
				   attempts = 0, counts = null, started_at = null, finished_at = null
				 where event_id = ?1 and state = 'Withdrawn'`,
				[eventId],
			);
			await sql.notify('events');
			return changed === 1;
		},
	};
}
