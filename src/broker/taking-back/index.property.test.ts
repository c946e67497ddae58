// What holds for anything that is said, taken back, withdrawn and restored, for any updates and
// rebuilds: the index, once every entry is delivered, shows the naive model's graph of what counts.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { Records } from '../../ports/records/records.ts';
import { act } from '../../ports/records/suite/audit.fixture.ts';
import { createModelStore, type ModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { assertSound } from '../doctor/sound.fixture.ts';
import { inWorld, type Step, steps, takingBack } from '../graph.arbitrary.ts';
import { given as links } from '../graph.fixture.ts';
import { type GivenEvent, modelGraph } from '../graph.model.ts';
import { settledGraph } from '../indexed-graph.fixture.ts';
import { rebuildIndex } from '../indexing/rebuild-index.ts';
import { updateIndex } from '../indexing/update-index.ts';
import { follow } from './steps.fixture.ts';
import { withdrawEvent } from './withdraw-event.ts';

let fresh: TestRecords;
let records: Records;
let kept: ModelStore;
let worlds = 0;

beforeEach(async () => {
	fresh = await openTestRecords();
	records = fresh.records;
	kept = createModelStore();
});
afterEach(async () => {
	await assertSound(records, openModelIndex(kept));
	await fresh.close();
});

const allIndexed = (given: readonly GivenEvent[]) => given.map((event) => ({ ...event, noindex: false }));

/** Delivers some entries; `crashes`: the index has them and the records never hear of it. */
async function update({ crashes = false, namesPerRound = 10_000 } = {}): Promise<number> {
	const updated = crashes ? { ...records, acknowledge: async () => undefined } : records;
	return updateIndex(updated, openModelIndex(kept), { namesPerRound });
}

async function updateAll(namesPerRound?: number): Promise<void> {
	while ((await update(namesPerRound === undefined ? {} : { namesPerRound })) > 0);
}

const rebuild = (onProgress = () => {}) =>
	rebuildIndex(records, openModelIndex(kept), { destroy: false, now: () => 0, leaseMilliseconds: 1_000, onProgress });

function holds<Given>(
	given: fc.Arbitrary<Given>,
	property: (world: number, given: Given) => Promise<void>,
	numRuns = 60,
): Promise<void> {
	return fc.assert(
		fc.asyncProperty(given, (anything) => property(++worlds, anything)),
		{ numRuns },
	);
}

const updates = fc.array(fc.constantFrom('none', 'one entry', 'update', 'crash', 'all'), {
	minLength: 20,
	maxLength: 20,
});

describe('the index where things are taken back', () => {
	/** Does what the steps say, with updates between them. */
	const followAndUpdate = (given: readonly GivenEvent[], order: readonly Step[], between: readonly string[]) => {
		let step = 0;
		return follow(records, given, order, async () => {
			const what = between[step++];
			if (what === 'one entry') await update({ namesPerRound: 0 });
			if (what === 'update' || what === 'crash') await update({ crashes: what === 'crash' });
			if (what === 'all') await updateAll();
		});
	};

	it('shows what counts, however updates fall between what is said, taken back, withdrawn and restored', () =>
		holds(
			fc.tuple(takingBack, steps, updates),
			async (world, [anything, order, between]) => {
				const given = allIndexed(inWorld(anything, world, { plain: true }));
				const ended = await followAndUpdate(given, order, between);
				await updateAll();
				assert.deepEqual(settledGraph(kept, world), modelGraph(ended));
			},
			150,
		));

	it('shows what counts after entries were delivered one by one', () =>
		holds(fc.tuple(takingBack, steps), async (world, [anything, order]) => {
			const ended = await follow(records, allIndexed(inWorld(anything, world, { plain: true })), order);
			await updateAll(0);
			assert.deepEqual(settledGraph(kept, world), modelGraph(ended));
		}));

	it('shows what counts after a rebuild, what was said or taken back with noindex too', () =>
		holds(fc.tuple(takingBack, steps, updates), async (world, [anything, order, between]) => {
			const ended = await followAndUpdate(inWorld(anything, world, { plain: true }), order, between);
			await rebuild();
			assert.deepEqual(settledGraph(kept, world), modelGraph(ended, 'everything'));
			await updateAll();
			assert.deepEqual(settledGraph(kept, world), modelGraph(ended, 'everything'));
		}));

	it('shows what counts where things are taken back while a rebuild is under way', () =>
		holds(fc.tuple(takingBack, takingBack, steps, updates), async (world, [some, more, order, between]) => {
			const before = inWorld(some, world, { plain: true });
			await follow(records, before, []);
			const later = allIndexed(inWorld(more, world, { plain: true }));
			const [, ended] = await Promise.all([rebuild(), followAndUpdate(later, order, between)]);
			await updateAll();
			assert.deepEqual(settledGraph(kept, world), modelGraph([...before, ...ended], 'everything'));
		}));

	it('does not show what came with noindex and is withdrawn while a rebuild brings it in', async () => {
		const given = inWorld([{ links: links('X cites A', 'A = B'), noindex: true }], ++worlds, { plain: true });
		await follow(records, given, []);
		const [event] = await records.events({ limit: 1 });
		const withdrawal = { eventId: event?.eventId as string, userId: null, reason: null, act };
		let withdrawn: Promise<unknown> | undefined;
		await rebuild(() => {
			withdrawn ??= withdrawEvent(records, withdrawal);
		});
		await withdrawn;
		await updateAll();
		assert.deepEqual(settledGraph(kept, worlds), modelGraph([]));
	});
});
