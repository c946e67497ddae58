// Enqueues what the search index must learn of an event. It knows no index.
import type { Id, Placement, RelationshipKey } from '../ports/records/graph.ts';
import type { Transaction } from '../ports/records/records.ts';
import { inSteps } from './in-steps.ts';

/** Bounds what one outbox entry names, so that an entry can be delivered whole. */
const namesPerEntry = 2_500;

/** What the index must learn of an event; `touched` places all identifiers that it names. */
export type News = {
	relationships: readonly RelationshipKey[];
	changed: readonly Id[];
	regrouped: readonly Id[];
	touched: readonly Placement[];
};

/**
 * Enqueues outbox entries. A noindex event enqueues none: what it changed is deferred until an
 * indexed event touches the same groups, and enqueued with that.
 */
export async function tellIndex(
	transaction: Transaction,
	event: { sequence: Id; noindex: boolean },
	news: News,
): Promise<void> {
	if (event.noindex) {
		await transaction.defer(event.sequence, news.changed, news.regrouped);
		return;
	}
	const deferred = await transaction.deferredFor(news.touched);
	if (deferred.changed.length > 0) await transaction.forgetDeferred(deferred.changed);
	const changed = [...new Set([...news.changed, ...deferred.changed])];
	const regrouped = [...new Set([...news.regrouped, ...deferred.regrouped])];
	const relationships = inSteps(news.relationships, namesPerEntry);
	const changedSteps = inSteps(changed, namesPerEntry);
	const entries = Math.max(relationships.length, changedSteps.length, regrouped.length > 0 ? 1 : 0);
	for (let at = 0; at < entries; at++) {
		await transaction.enqueue(event.sequence, {
			relationships: relationships[at] ?? [],
			changed: changedSteps[at] ?? [],
			regrouped: at === 0 ? regrouped : [],
		});
	}
}
