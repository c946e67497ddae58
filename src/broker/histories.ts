// Folds provenances into the histories of links. It knows no link.
import type { Provenance } from '../links/link.ts';
import { type HistoryItem, linkHistory, provenanceFromText } from '../links/provenance.ts';
import type { Assertions, Id } from '../ports/records/graph.ts';

/** Folds lists of provenances (ids) into histories. */
export type Histories = {
	/** Reads what these lists need; `of` answers for them until the next call. */
	read(assertions: Pick<Assertions, 'provenances'>, lists: Iterable<readonly Id[]>): Promise<void>;
	of(list: readonly Id[]): readonly HistoryItem[];
};

// Feeds say millions of links in few provenances, so the last ones are cached.
const mostCached = 10_000;

/** Starts with nothing cached; to be kept over the steps of a rebuild. */
export function createHistories(): Histories {
	const ofOne = new Map<Id, readonly HistoryItem[]>();
	const ofSeveral = new Map<string, readonly HistoryItem[]>();
	const fold = (ids: readonly Id[]) => linkHistory(ids.flatMap((id) => (ofOne.get(id) ?? []).map(asProvenance)));
	return {
		async read(assertions, lists) {
			if (ofOne.size + ofSeveral.size > mostCached) {
				ofOne.clear();
				ofSeveral.clear();
			}
			const unknown = new Set<Id>();
			for (const list of lists) for (const id of list) if (!ofOne.has(id)) unknown.add(id);
			if (unknown.size === 0) return;
			for (const [id, text] of await assertions.provenances([...unknown])) {
				ofOne.set(id, linkHistory([provenanceFromText(text)]));
			}
		},
		of(list) {
			const ids = [...new Set(list)].sort((one, other) => one - other);
			if (ids.length === 1) return ofOne.get(ids[0] as Id) as readonly HistoryItem[];
			const name = ids.join();
			return ofSeveral.getOrInsertComputed(name, () => fold(ids));
		},
	};
}

/** Gives what a history of one provenance keeps of it. */
function asProvenance({ provider, date, subTypes: [subType] }: HistoryItem): Provenance {
	return subType === undefined ? { provider, date } : { provider, date, subType };
}
