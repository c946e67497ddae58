import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Span, TraceContext } from '../../http/operations/tracing.ts';
import { noCounts } from '../../links/link-event.ts';
import type { Notice } from '../thread-calls.ts';
import { createEventFollower } from './event-follower.ts';

const event = {
	...{ sequence: 7, eventId: 'e7', action: 'assert' as const, replaces: null, noindex: false },
	...{ attempts: 2, hasLapsed: false, isCounted: false },
};
const counts = { ...noCounts, links: 10, ignored: 1, newRelationships: 5, newIdentifiers: 4 };
const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

function follow() {
	const logged: object[] = [];
	const reported: Notice[] = [];
	const ended: { parent: string | undefined; span: Span }[] = [];
	const context: TraceContext = { traceId: 'a', spanId: 'b', sampled: true };
	const follower = createEventFollower({
		log: { info: (fields, message) => void logged.push({ ...fields, message }) },
		notify: (notice) => void reported.push(notice),
		tracer: { begin: () => context, end: (_, parent, span) => void ended.push({ parent, span }) },
		now: () => 1_500,
	});
	return { follower, logged, reported, ended };
}

describe('an event that was applied', () => {
	it('is logged with its id, its counts and its duration', () => {
		const { follower, logged, reported } = follow();
		follower.onApplied({ event, counts, startedAt: 1_000, endedAt: 1_400 });
		assert.deepEqual(logged, [{ event_id: 'e7', ...counts, milliseconds: 400, message: 'Event applied' }]);
		assert.deepEqual(reported, [{ notice: 'applied', links: 10 }]);
	});

	it('is a span of the trace that it came with', () => {
		const { follower, ended } = follow();
		follower.remember(7, parent);
		follower.onApplied({ event, counts, startedAt: 1_000, endedAt: 1_400 });
		assert.equal(ended[0]?.parent, parent);
		const { name, kind, startedAt, milliseconds, attributes, failed } = ended[0].span;
		assert.deepEqual([name, kind, startedAt, milliseconds, failed], ['process event', 'consumer', 1_000, 400, false]);
		assert.equal(attributes['link_broker.event_id'], 'e7');
		assert.equal(attributes['link_broker.links'], 10);
		follower.onApplied({ event, counts, startedAt: 1_000, endedAt: 1_400 });
		assert.equal(ended[1]?.parent, undefined);
	});
});

describe('an event that failed', () => {
	it('is reported, and a span that failed, also of its next try', () => {
		const { follower, reported, ended } = follow();
		follower.remember(7, parent);
		follower.onFailed(event, 1_000);
		follower.onFailed(event, 1_200);
		assert.deepEqual(reported, [{ notice: 'failed' }, { notice: 'failed' }]);
		assert.deepEqual(
			ended.map((one) => [one.parent, one.span.failed]),
			[
				[parent, true],
				[parent, true],
			],
		);
	});
});
