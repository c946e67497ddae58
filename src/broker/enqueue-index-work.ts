// Enqueues the work of the search index after events.
import type { Id, Placement } from '../store/graph.ts';
import type { OutboxEntry, UnindexedChanges } from '../store/outbox.ts';
import type { Transaction } from '../store/records.ts';
import { inSteps } from './in-steps.ts';

/** Bounds what one outbox entry names, so that an entry can be delivered whole. */
const namesPerEntry = 2_500;

/** The work of the index after one event. */
export type IndexWork = OutboxEntry & { event: Id };

/**
 * Enqueues outbox entries of events; `touched` places all identifiers that they name. The changes of
 * noindex events wait until an indexed event touches the same groups, and are enqueued with it.
 */
export async function enqueueIndexWork(
	transaction: Transaction,
	{ noindex }: { noindex: boolean },
	works: readonly IndexWork[],
	touched: readonly Placement[],
): Promise<void> {
	if (noindex) {
		for (const work of works) await transaction.recordUnindexed(work.event, work);
		return;
	}
	const unindexed = await transaction.unindexedChangesOf(touched);
	if (unindexed.changed.length > 0) await transaction.removeUnindexed(unindexed.changed);
	const none = { changed: [], regrouped: [], separated: [] };
	const entries = works.flatMap((work, at) => entriesOf(work, at === 0 ? unindexed : none));
	await Promise.all(entries.map(([event, entry]) => transaction.enqueue(event, entry)));
}

function entriesOf(work: IndexWork, unindexed: UnindexedChanges): [event: Id, entry: OutboxEntry][] {
	const changed = [...new Set([...work.changed, ...unindexed.changed])];
	const regrouped = [...new Set([...work.regrouped, ...unindexed.regrouped])];
	const separated = [...new Set([...work.separated, ...unindexed.separated])];
	const relationships = inSteps(work.relationships, namesPerEntry);
	const changedSteps = inSteps(changed, namesPerEntry);
	const count = Math.max(relationships.length, changedSteps.length, regrouped.length + separated.length > 0 ? 1 : 0);
	return Array.from({ length: count }, (_, at) => [
		work.event,
		{
			relationships: relationships[at] ?? [],
			changed: changedSteps[at] ?? [],
			regrouped: at === 0 ? regrouped : [],
			separated: at === 0 ? separated : [],
		},
	]);
}
