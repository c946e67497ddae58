// Finds works of which one event says different things by different identifiers: which of its words
// is the last, only the event as a whole tells. It knows no log.
import type { Saying } from '../../links/link.ts';
import type { Id, Placement } from '../../store/graph.ts';

/** Answers the identifiers of such works; `places` has those of the batch in its order. */
export function disputedWorks(sayings: readonly Saying[], places: readonly Placement[]): ReadonlySet<Id> {
	const disputed = new Set<Id>();
	const byWork = Map.groupBy(sayings, ([position]) => (places[position] as Placement).identity);
	for (const said of byWork.values()) {
		const texts = Map.groupBy(said, ([position]) => position);
		const different = new Set(Array.from(texts.values(), (own) => own.map(([, , text]) => text).join('\n')));
		if (different.size > 1) for (const position of texts.keys()) disputed.add((places[position] as Placement).id);
	}
	return disputed;
}
