// Does with events what a test wants: applies, withdraws and restores them, in any order.
import type { ClaimedEvent } from '../../store/claims.ts';
import type { Records } from '../../store/records.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import type { Step } from '../graph.arbitrary.ts';
import { accept, applyNow, forever, testWorker } from '../graph.fixture.ts';
import type { GivenEvent } from '../graph.model.ts';
import { restoreEvent, withdrawEvent } from './withdraw-event.ts';

/**
 * Accepts events and does with them what the steps say, then applies all that are not applied yet;
 * answers the events as they stand in the end. `onStep` runs after each of these.
 */
export async function follow(
	records: Records,
	events: readonly GivenEvent[],
	order: readonly Step[],
	onStep: () => Promise<void> = async () => undefined,
): Promise<GivenEvent[]> {
	const eventIds = await accept(records, events);
	const lease = { worker: testWorker, until: forever };
	const claimed: (ClaimedEvent | undefined)[] = await records.claim(lease, forever - 1, events.length);
	const withdrawn = events.map(() => false);
	const claimAgain = async (at: number) => {
		[claimed[at]] = await records.claim(lease, forever - 1, 1);
	};
	const apply = async (at: number) => {
		await applyNow(records, claimed[at] as ClaimedEvent, (events[at] as GivenEvent).links);
		claimed[at] = undefined;
	};
	for (const { event, does } of order) {
		const at = event % events.length;
		const eventId = eventIds[at] as string;
		if (does === 'apply' && !withdrawn[at]) {
			if (claimed[at] === undefined) {
				await records.rerun(act, [eventId]);
				await claimAgain(at);
			}
			await apply(at);
		}
		if (does === 'withdraw' && claimed[at] === undefined) {
			await withdrawEvent(records, { eventId, userId: null, reason: null, act });
			withdrawn[at] = true;
		}
		if (does === 'restore' && withdrawn[at]) {
			await restoreEvent(records, { eventId, act });
			await claimAgain(at);
			withdrawn[at] = false;
		}
		await onStep();
	}
	for (const at of events.keys()) {
		if (claimed[at] === undefined) continue;
		await apply(at);
		await onStep();
	}
	return events.map((event, at) => ({ ...event, withdrawn: withdrawn[at] as boolean }));
}
