// Adds events that a worker has applied to the log, the metrics and the traces.
import type { Tracer } from '../../http/operations/tracing.ts';
import type { EventCounts } from '../../links/link-event.ts';
import type { ClaimedEvent } from '../../store/claims.ts';
import type { Id } from '../../store/graph.ts';
import type { Notify } from '../thread-calls.ts';
import type { AppliedEvent } from './event-worker.ts';

// Other workers may apply an event, so spans that nobody asks for are removed.
const mostRemembered = 10_000;

export type EventFollower = ReturnType<typeof createEventFollower>;

/** Creates a follower; without `tracer` spans are left out. `now` returns milliseconds since 1970. */
export function createEventFollower({
	log,
	notify,
	tracer,
	now,
}: {
	log: { info(fields: object, message: string): void };
	notify: Notify;
	tracer: Pick<Tracer, 'begin' | 'end'> | undefined;
	now(): number;
}) {
	const parents = new Map<Id, string>();
	const endSpan = (event: ClaimedEvent, startedAt: number, endedAt: number, counts?: EventCounts): void => {
		if (!tracer) return;
		const parent = parents.get(event.sequence);
		tracer.end(tracer.begin(parent), parent, {
			name: 'process event',
			kind: 'consumer',
			startedAt,
			milliseconds: endedAt - startedAt,
			attributes: {
				'link_broker.event_id': event.eventId,
				'link_broker.attempt': event.attempts,
				...(counts && { 'link_broker.links': counts.links }),
			},
			failed: counts === undefined,
		});
		if (counts) parents.delete(event.sequence);
	};
	return {
		/** Keeps which span an event came with, so that applying it becomes part of the same trace. */
		remember(sequence: Id, traceparent: string): void {
			parents.set(sequence, traceparent);
			if (parents.size > mostRemembered) parents.delete(parents.keys().next().value as Id);
		},
		onApplied({ event, counts, startedAt, endedAt }: AppliedEvent): void {
			log.info({ event_id: event.eventId, ...counts, milliseconds: endedAt - startedAt }, 'Event applied');
			notify({ notice: 'applied', links: counts.links });
			endSpan(event, startedAt, endedAt, counts);
		},
		onFailed(event: ClaimedEvent, startedAt: number): void {
			notify({ notice: 'failed' });
			endSpan(event, startedAt, now());
		},
	};
}
