// Changes the generation that answers: an update is gathered, written down, applied and shown, or ended by the next writer; knows no requests of its own.
import type { IdentifierKey, IndexWriter, Located } from '../../ports/search/search-index.ts';
import { createBulkWriter } from './bulk.ts';
import { type Changeset, type Gathering, gatherChanges } from './changeset.ts';
import { away, type Cluster } from './cluster.ts';
import { generationName, refresh, writeAlias } from './generation.ts';
import { holdIndex } from './held.ts';
import type { Journal } from './journal.ts';
import { groupKey } from './link-document.ts';
import { locate } from './search.ts';
import { completeLinks, type Ground, requireObjects, settle } from './settle.ts';
import { LostSnapshot, openSnapshot } from './snapshot.ts';
import type { Turn } from './turns.ts';

export type Writing = {
	cluster: Cluster;
	prefix: string;
	journal: Journal;
};

/** Runs an update in its turn: nothing of it is written before `work` has ended well. The generation that answers can be written to. */
export async function update<T>(writing: Writing, turn: Turn, work: (writer: IndexWriter) => Promise<T>): Promise<T> {
	await endCutShort(writing, turn);
	const { generation } = turn.state();
	const ground = groundOf(writing, generation);
	const gathering = gatherChanges();
	const writer = { over: false };
	const result = await work(writerOf(generation, gathering, ground, writer)).finally(() => {
		writer.over = true;
	});
	if (gathering.isNothing()) return result;
	const changes = await completeLinks(gathering.changeset(), ground.held);
	await requireObjects(changes, ground.held);
	await turn.change({ journal: await writing.journal.write(turn.number, generation, changes) });
	await applyAll(writing, turn, changes, ground);
	await turn.end({ epoch: turn.state().epoch + 1, journal: null });
	return result;
}

/** Ends an update that another writer, or this one, has begun to apply and not ended. */
async function endCutShort(writing: Writing, turn: Turn): Promise<void> {
	const { journal, generation } = turn.state();
	if (!journal) return;
	if (journal.generation !== generation) return turn.change({ journal: null });
	const changes = await writing.journal.read(journal);
	// What it has written already must be found.
	await refresh(writing.cluster, generationName(writing.prefix, generation));
	await applyAll(writing, turn, changes, groundOf(writing, generation));
	await turn.change({ epoch: turn.state().epoch + 1, journal: null });
}

// Between two searches of a writer a busy cluster may take its time.
const keepAliveSeconds = 300;

/** Opens what changes are settled on. Nobody else writes, so every snapshot shows the same until the next refresh. */
function groundOf({ cluster, prefix }: Writing, generation: number): Ground {
	const name = generationName(prefix, generation);
	return {
		held: holdIndex(cluster, name),
		async onSnapshot(work) {
			const snapshot = await openSnapshot(cluster, name, keepAliveSeconds);
			if (!snapshot) throw away('the generation that answers is gone');
			try {
				return await work(snapshot);
			} catch (error) {
				throw error instanceof LostSnapshot ? away(error.message) : error;
			} finally {
				await snapshot.close();
			}
		},
	};
}

/** Applies a changeset; searches see it when the epoch tells them to look. */
async function applyAll({ cluster, prefix }: Writing, turn: Turn, changes: Changeset, ground: Ground): Promise<void> {
	const { generation } = turn.state();
	const bulk = createBulkWriter(cluster, {
		alias: writeAlias(prefix, generation),
		turn: turn.number,
		patienceMilliseconds: cluster.timing.patienceMilliseconds,
	});
	await settle(changes, ground, bulk);
	await refresh(cluster, generationName(prefix, generation));
}

function writerOf(
	generation: number,
	gathering: Gathering,
	ground: Ground,
	writer: { readonly over: boolean },
): IndexWriter {
	const refuseLate = () => {
		if (writer.over) throw new Error('this update has ended; its writer must not be used any more');
	};
	return {
		generation,
		async locate(identifiers) {
			refuseLate();
			return locateChanged(identifiers, gathering, ground);
		},
		async present(groups) {
			refuseLate();
			const unchanged = groups.filter((group) => gathering.object('identity', group) === undefined);
			const known = await ground.held.objects(unchanged.map((group) => groupKey('identity', group)));
			const isThere = (group: number) => {
				const changed = gathering.object('identity', group);
				return changed === undefined ? known.get(groupKey('identity', group)) !== undefined : changed !== null;
			};
			return new Set(groups.filter(isThere));
		},
		async apply(changes) {
			refuseLate();
			gathering.apply(changes);
		},
	};
}

async function locateChanged(
	identifiers: readonly IdentifierKey[],
	gathering: Gathering,
	{ onSnapshot }: Ground,
): Promise<Located[]> {
	const located: Located[] = [];
	const unchanged: IdentifierKey[] = [];
	for (const { scheme, key } of identifiers) {
		const lead = gathering.lead({ scheme, key });
		if (lead === undefined) unchanged.push({ scheme, key });
		else if (lead) located.push({ scheme, key, ...lead });
	}
	if (unchanged.length === 0) return located;
	// An object that was given anew, or removed, has no identifier that it was not given with.
	const before = await onSnapshot((snapshot) => locate(snapshot, unchanged));
	return located.concat(before.filter(({ identity }) => gathering.object('identity', identity) === undefined));
}
