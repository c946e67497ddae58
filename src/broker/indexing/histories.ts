// Folds provenances into the histories of links. It knows no link.
import type { Provenance } from '../../links/link.ts';
import { type HistoryItem, linkHistory, provenanceFromText } from '../../links/provenance.ts';
import type { Assertions } from '../../store/assertions.ts';
import type { Id } from '../../store/graph.ts';

/**
 * Names a provenance by its id; by the negative of it where a symmetric link was said from its
 * target.
 */
export type SaidId = Id;

/** Folds lists of provenances into histories. */
export type Histories = {
	/** Reads what these lists need; `of` answers for them until the next call. */
	read(assertions: Pick<Assertions, 'texts'>, lists: Iterable<readonly SaidId[]>): Promise<void>;
	of(list: readonly SaidId[]): readonly HistoryItem[];
};

// Feeds say millions of links in few provenances, so the last ones are cached.
const mostCached = 10_000;

/** Starts with nothing cached; to be kept over the steps of a rebuild. */
export function createHistories(): Histories {
	const provenances = new Map<Id, Provenance>();
	const ofOne = new Map<SaidId, readonly HistoryItem[]>();
	const ofSeveral = new Map<string, readonly HistoryItem[]>();
	const fold = (ids: readonly SaidId[]) =>
		linkHistory(ids.map((id) => ({ ...(provenances.get(Math.abs(id)) as Provenance), turned: id < 0 })));
	return {
		async read(assertions, lists) {
			if (provenances.size + ofSeveral.size > mostCached) {
				for (const cache of [provenances, ofOne, ofSeveral]) cache.clear();
			}
			const unknown = new Set<Id>();
			for (const list of lists) {
				for (const id of list) if (!provenances.has(Math.abs(id))) unknown.add(Math.abs(id));
			}
			if (unknown.size === 0) return;
			for (const [id, text] of await assertions.texts('provenance', [...unknown])) {
				provenances.set(id, provenanceFromText(text));
			}
		},
		of(list) {
			const ids = [...new Set(list)].sort((one, other) => one - other);
			if (ids.length === 1) return ofOne.getOrInsertComputed(ids[0] as SaidId, () => fold(ids));
			return ofSeveral.getOrInsertComputed(ids.join(), () => fold(ids));
		},
	};
}
