// Several processes that bring one index up at the same time: whatever overlaps, and whoever dies,
// the index ends as a rebuild would make it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { assertSound } from '../src/broker/doctor/sound.fixture.ts';
import { allIndexed, followedIndex } from '../src/broker/followed-index.fixture.ts';
import { events, inWorld } from '../src/broker/graph.arbitrary.ts';
import { receive } from '../src/broker/graph.fixture.ts';
import { modelGraph } from '../src/broker/graph.model.ts';
import { indexedGraph } from '../src/broker/indexed-graph.fixture.ts';
import { claimMilliseconds, updateIndex } from '../src/broker/indexing/update-index.ts';
import { type Clock, systemClock } from '../src/clock.ts';
import { openFreshIndex, skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import { openTestPostgresRecords, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import type { Records } from '../src/store/records.ts';
import { type OptimisticStore, openOptimisticIndex } from './optimistic-index.fixture.ts';

const followed = followedIndex();

const noon = Date.UTC(2026, 0, 15, 12);

/** When a writer dies: before it commits, or after that and before the records learn of it. */
type Fate = 'lives' | 'dies early' | 'dies late';

class Died extends Error {}

const given = fc.record({
	before: events,
	meanwhile: events,
	fates: fc.array(fc.constantFrom<Fate>('lives', 'lives', 'lives', 'dies early', 'dies late'), {
		minLength: 3,
		maxLength: 12,
	}),
	namesPerRound: fc.constantFrom(0, 4, 10_000),
});

describe('several writers of one index', () => {
	it('leave what a rebuild would, whatever overlaps, in whatever order they commit, and whoever dies', async () => {
		let ranAgain = 0;
		let committed = 0;
		await fc.assert(
			fc.asyncProperty(given, fc.scheduler(), async ({ before, meanwhile, fates, namesPerRound }, scheduler) => {
				const world = followed.nextWorld();
				const [first, second] = [before, meanwhile].map((those) => allIndexed(inWorld(those, world))) as [
					ReturnType<typeof inWorld>,
					ReturnType<typeof inWorld>,
				];
				const store: OptimisticStore = { kept: followed.kept, commits: new Map(), ranAgain: 0 };
				let time = noon;
				const clock: Clock = { ...systemClock, now: () => time };
				const write = async (fate: Fate, at: number): Promise<void> => {
					const index = openOptimisticIndex(store, async () => {
						await scheduler.schedule(Promise.resolve(), `${fate} ${at}`);
						if (fate === 'dies early') throw new Died();
					});
					const dies = async () => {
						throw new Died();
					};
					const givesNothingBack: Records['renewEntries'] = (entries, worker, until) =>
						until === null ? dies() : followed.records.renewEntries(entries, worker, until);
					const records = {
						...followed.records,
						...(fate !== 'lives' && { renewEntries: givesNothingBack }),
						...(fate === 'dies late' && { acknowledge: dies }),
					};
					const worker = `${world}-${at}`;
					await updateIndex(records, index, { worker, clock, namesPerRound }).catch((error: unknown) => {
						if (!(error instanceof Died)) throw error;
					});
				};
				await receive(followed.records, first);
				const writing = fates.map(async (fate, at) => {
					await scheduler.schedule(Promise.resolve(), `begin ${at}`);
					await write(fate, at);
				});
				const receiving = async () => {
					for (const event of second) {
						await scheduler.schedule(Promise.resolve(), 'more');
						await receive(followed.records, [event]);
					}
				};
				await scheduler.waitFor(Promise.all([...writing, receiving()]));
				time += claimMilliseconds + 1;
				const last = openOptimisticIndex(store, async () => undefined);
				while ((await updateIndex(followed.records, last, { worker: `${world}-last`, clock, namesPerRound })) > 0);
				ranAgain += store.ranAgain;
				committed += store.commits.size;
				assert.deepEqual(indexedGraph(followed.kept, world), modelGraph([...first, ...second]));
			}),
			// What one run leaves wrong stays in the index.
			{ numRuns: 60, endOnFailure: true },
		);
		assert.ok(ranAgain > 10 && ranAgain < committed / 2, `${ranAgain} of ${committed} ran again`);
	});
});

const overlapping = fc.array(events, { minLength: 4, maxLength: 6 }).map((several) => several.flat());

describe('several writers on PostgreSQL and OpenSearch', { skip: skipPostgres || skipOpenSearch }, () => {
	it('leave what one would, each with connections of its own', async () => {
		const [fresh, searched] = [await openTestPostgresRecords(), await openFreshIndex()];
		const given = allIndexed(inWorld(fc.sample(overlapping, { numRuns: 3, seed: 23 }).flat(), 0));
		const write = async (at: number, until: { isReached: boolean }): Promise<number> => {
			const [records, index] = [await fresh.openAnother(), await searched.reopen()];
			let delivered = 0;
			for (let isLast = false; ; isLast = until.isReached) {
				const entries = await updateIndex(records, index, { worker: `${at}`, namesPerRound: 4 });
				delivered += entries;
				if (isLast && entries === 0) return delivered;
			}
		};
		const until = { isReached: false };
		const writing = [1, 2, 3].map((at) => write(at, until));
		for (const event of given) await receive(fresh.records, [event]);
		until.isReached = true;
		const delivered = await Promise.all(writing);
		assert.ok(
			delivered.every((entries) => entries > 0),
			`${delivered}`,
		);
		assert.equal((await fresh.records.indexLag()).entries, 0);
		await assertSound(fresh.records, searched.index);
		await searched.close();
		await fresh.close();
	});
});
