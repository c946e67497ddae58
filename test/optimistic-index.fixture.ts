// An index in memory whose updates are derived beside each other and committed in turn, by the
// rules of OpenSearch.

import { groupKey } from '../src/engines/opensearch/documents/document-ids.ts';
import { gatherChanges } from '../src/engines/opensearch/writing/changeset.ts';
import {
	createLookUps,
	type Footprint,
	footprintOf,
	type LookUps,
	mustRunAgain,
} from '../src/engines/opensearch/writing/footprint.ts';
import type { IndexChanges } from '../src/ports/search/index-content.ts';
import type { SearchIndex } from '../src/ports/search/search-index.ts';
import type { IndexWriter } from '../src/ports/search/search-writer.ts';
import { type ModelStore, openModelIndex } from '../src/ports/search/suite/search-index.model.ts';

/** What all handles of such an index share. */
export type OptimisticStore = {
	kept: ModelStore;
	/** What each commit has left, by the revision that it made. */
	commits: Map<number, Footprint>;
	ranAgain: number;
};

type Derived<T> = {
	result: T;
	changes: IndexChanges[];
	announce: ((before: string) => Promise<string>) | undefined;
	lookedUp: LookUps;
	footprint: Footprint;
};

/** Opens a handle; each update waits for `turn` between deriving and committing. */
export function openOptimisticIndex(store: OptimisticStore, turn: () => Promise<void>): SearchIndex {
	const model = openModelIndex(store.kept);
	return {
		...model,
		async update(work) {
			const revision = () => store.kept.generations.get(store.kept.active)?.revision as number;
			const seen = revision();
			const early = await derive(store.kept, work);
			await turn();
			return model.update(async (writer) => {
				const since = [...store.commits].filter(([made]) => made > seen);
				const stands = since.every(([, theirs]) => !mustRunAgain(early.footprint, early.lookedUp, theirs));
				if (!stands) store.ranAgain += 1;
				const { result, changes, announce, footprint } = stands ? early : await derive(store.kept, work);
				for (const change of changes) await writer.apply(change);
				if (announce) await writer.writeSyncToken(announce);
				store.commits.set(revision() + 1, footprint);
				return result;
			});
		},
	};
}

/** Runs the work of an update on a copy of the index, and notes what it looks up and gives. */
async function derive<T>(kept: ModelStore, work: (writer: IndexWriter) => Promise<T>): Promise<Derived<T>> {
	const copy = { ...structuredClone({ ...kept, lastQueued: undefined }), lastQueued: Promise.resolve() } as ModelStore;
	const state = copy.generations.get(copy.active);
	const before = new Map(
		state?.objects.map((object) => {
			const identifiers = object.level === 'identity' ? object.identifiers : [];
			return [groupKey(object.level, object.group), { ...object, identifiers }];
		}),
	);
	const lookedUp = createLookUps();
	const gathered = gatherChanges();
	const changes: IndexChanges[] = [];
	let announce: Derived<T>['announce'];
	const result = await openModelIndex(copy).update((writer) =>
		work({
			generation: writer.generation,
			writeSyncToken: async (announcing) => {
				announce = announcing;
			},
			async locate(identifiers) {
				const located = await writer.locate(identifiers);
				for (const one of located) lookedUp.locate(one, [one.identity, one.version]);
				for (const identifier of identifiers) lookedUp.locate(identifier, null);
				return located;
			},
			async members(level, groups) {
				lookedUp.list(level, groups);
				const located = await writer.members(level, groups);
				for (const one of located) lookedUp.locate(one, [one.identity, one.version]);
				return located;
			},
			async apply(change) {
				changes.push(change);
				gathered.apply(change);
			},
		}),
	);
	const footprint = footprintOf(gathered.changeset(), { gathered, lookedUp, before, written: [] });
	return { result, changes, announce, lookedUp, footprint };
}
