// Enqueues what the search index must learn of events.
import type { Id, Placement } from '../store/graph.ts';
import type { OutboxEntry, UnindexedChanges } from '../store/outbox.ts';
import type { Transaction } from '../store/records.ts';
import { inSteps } from './in-steps.ts';

/** Bounds what one outbox entry names, so that an entry can be delivered whole. */
const namesPerEntry = 2_500;

/** What the index must learn of an event. */
export type News = OutboxEntry & { event: Id };

/**
 * Enqueues outbox entries of events; `touched` places all identifiers that they name. Noindex
 * events enqueue none: what they changed is deferred until an indexed event touches the same
 * groups, and enqueued with that.
 */
export async function tellIndex(
	transaction: Transaction,
	{ noindex }: { noindex: boolean },
	told: readonly News[],
	touched: readonly Placement[],
): Promise<void> {
	if (noindex) {
		for (const news of told) await transaction.defer(news.event, news);
		return;
	}
	const deferred = await transaction.unindexedChangesOf(touched);
	if (deferred.changed.length > 0) await transaction.removeUnindexed(deferred.changed);
	const none = { changed: [], regrouped: [], separated: [] };
	const entries = told.flatMap((news, at) => entriesOf(news, at === 0 ? deferred : none));
	await Promise.all(entries.map(([event, entry]) => transaction.enqueue(event, entry)));
}

function entriesOf(news: News, deferred: UnindexedChanges): [event: Id, entry: OutboxEntry][] {
	const changed = [...new Set([...news.changed, ...deferred.changed])];
	const regrouped = [...new Set([...news.regrouped, ...deferred.regrouped])];
	const separated = [...new Set([...news.separated, ...deferred.separated])];
	const relationships = inSteps(news.relationships, namesPerEntry);
	const changedSteps = inSteps(changed, namesPerEntry);
	const count = Math.max(relationships.length, changedSteps.length, regrouped.length + separated.length > 0 ? 1 : 0);
	return Array.from({ length: count }, (_, at) => [
		news.event,
		{
			relationships: relationships[at] ?? [],
			changed: changedSteps[at] ?? [],
			regrouped: at === 0 ? regrouped : [],
			separated: at === 0 ? separated : [],
		},
	]);
}
