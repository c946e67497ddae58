// Properties of a rebuild in parts, whatever happens between its parts and to its builders: the
// index is that of a rebuild from one state.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { type Clock, systemClock } from '../../clock.ts';
import { openTestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { IndexBuilder } from '../../ports/search/index-generations.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createModelStore, type ModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import type { Records } from '../../store/records.ts';
import { assertSound } from '../doctor/sound.fixture.ts';
import { allIndexed } from '../followed-index.fixture.ts';
import { inWorld, steps, withdrawing } from '../graph.arbitrary.ts';
import { modelGraph } from '../graph.model.ts';
import { deliveredGraph, indexedGraph } from '../indexed-graph.fixture.ts';
import { follow } from '../withdrawing/steps.fixture.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { updateIndex } from './update-index.ts';

/**
 * Records and the index of one run: in a store that grows from run to run, the parts would grow
 * too.
 */
type World = { records: Records; kept: ModelStore };

const idsPerPart = 3;
const world = 1;
const leaseMilliseconds = 60_000;
const hour = 3_600_000;

/** Gives turns: each claim of a part waits for one. */
function createTurns() {
	let left = 0;
	let waiting: (() => void)[] = [];
	return {
		async take() {
			while (left <= 0) await new Promise<void>((resolve) => waiting.push(resolve));
			left--;
		},
		give(turns: number) {
			left += turns;
			for (const resolve of waiting.splice(0)) resolve();
			waiting = [];
		},
	};
}

type Turns = ReturnType<typeof createTurns>;

/** An index whose builder dies with the call of this number, as far as others can see. */
function mortalIndex(kept: ModelStore, lives: number): { index: SearchIndex; isDead(): boolean } {
	let left = lives;
	const outliving = <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) => {
		return async (...given: Given) => {
			if (--left <= 0) throw new Error('killed');
			return call(...given);
		};
	};
	const mortal = (builder: IndexBuilder): IndexBuilder => ({
		...builder,
		addObjects: outliving(builder.addObjects),
		addLinks: outliving(builder.addLinks),
		flush: outliving(builder.flush),
		finish: outliving(builder.finish),
	});
	const index = openModelIndex(kept, idsPerPart);
	const inParts = index.inParts as NonNullable<SearchIndex['inParts']>;
	return {
		index: {
			...index,
			open: async (...part) => mortal(await index.open(...part)),
			inParts: { ...inParts, apply: outliving(inParts.apply) },
		},
		isDead: () => left <= 0,
	};
}

/** Takes part in a rebuild until it is over, or until this builder dies. */
async function build({
	records,
	kept,
	lives = Number.POSITIVE_INFINITY,
	onlyTakePart = false,
	turns,
	time,
}: Builder): Promise<void> {
	const clock: Clock = {
		...systemClock,
		now: () => systemClock.now() + time.ahead,
		sleep: (milliseconds, signal) => systemClock.sleep(milliseconds > 1_000 ? milliseconds : 2, signal),
	};
	const { index, isDead } = mortalIndex(kept, lives);
	const mine = {
		...records,
		async claimPart(...wanted: Parameters<typeof records.claimPart>) {
			await turns.take();
			return records.claimPart(...wanted);
		},
		// A dead builder releases nothing.
		renewPart: async (...[part, until]: Parameters<typeof records.renewPart>) =>
			until === null && isDead() ? false : records.renewPart(part, until),
	};
	await rebuildIndex(mine, index, {
		...{ destroy: false, clock, leaseMilliseconds, namesPerWindow: 2 },
		onProgress: () => undefined,
		onlyTakePart,
	}).catch((error: Error) => {
		if (error.message !== 'killed') throw error;
		// Its claims are free at once, and so are those of the live ones: they are considered dead,
		// too.
		time.ahead += hour;
	});
}

type Builder = World & { lives?: number; onlyTakePart?: boolean; turns: Turns; time: { ahead: number } };

const course = fc.record({
	updates: fc.array(fc.constantFrom('none', 'one entry', 'all'), { minLength: 20, maxLength: 20 }),
	turns: fc.array(fc.nat(4), { minLength: 20, maxLength: 20 }),
	lives: fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 })),
});

type Course = typeof course extends fc.Arbitrary<infer Value> ? Value : never;

/** Lets two builders build while things happen, and a third one finish what they leave. */
async function buildWhile(
	there: World,
	{ updates, turns: given, lives }: Course,
	happens: (between: () => Promise<void>) => Promise<void>,
): Promise<void> {
	const turns = createTurns();
	const time = { ahead: 0 };
	const builders = Promise.all(lives.map((those) => build({ ...there, lives: those, turns, time })));
	let step = 0;
	await happens(async () => {
		const what = updates[step];
		const index = openModelIndex(there.kept);
		if (what === 'one entry') await updateIndex(there.records, index, { namesPerRound: 0 });
		if (what === 'all') await updateAll(there);
		turns.give(given[step++] ?? 0);
		for (let time = 0; time < 8; time++) await turn();
	});
	turns.give(Number.POSITIVE_INFINITY);
	await builders;
	await build({ ...there, turns, time, onlyTakePart: true });
}

async function updateAll({ records, kept }: World): Promise<void> {
	while ((await updateIndex(records, openModelIndex(kept))) > 0);
}

/** Runs a property on fresh records and an empty index each time. */
function holds<Given>(
	given: fc.Arbitrary<Given>,
	property: (there: World, given: Given) => Promise<void>,
	numRuns: number,
): Promise<void> {
	const inWorldOfItsOwn = async (anything: Given) => {
		const { records, close } = await openTestRecords();
		try {
			await property({ records, kept: createModelStore() }, anything);
		} finally {
			await close();
		}
	};
	return fc.assert(fc.asyncProperty(given, inWorldOfItsOwn), { numRuns, endOnFailure: true });
}

describe('a rebuild in parts', () => {
	it('has the same result as a rebuild from one state, whatever is asserted and withdrawn between its parts', () =>
		holds(
			fc.tuple(withdrawing, withdrawing, steps, course),
			async (there, [some, more, order, how]) => {
				const before = inWorld(some, world, { plain: true });
				await follow(there.records, before, []);
				const later = allIndexed(inWorld(more, world, { plain: true }));
				let ended = later;
				await buildWhile(there, how, async (between) => {
					ended = await follow(there.records, later, order, between);
				});
				await updateAll(there);
				assert.deepEqual(deliveredGraph(there.kept, world), modelGraph([...before, ...ended], 'everything'));
				await assertSound(there.records, openModelIndex(there.kept));
			},
			50,
		));

	it('never shows what came with noindex after it had begun', () =>
		holds(
			fc.tuple(withdrawing, withdrawing, course),
			async (there, [some, more, how]) => {
				const before = inWorld(some, world, { plain: true });
				await follow(there.records, before, []);
				const later = inWorld(more, world, { plain: true }).map((event) => ({
					...event,
					action: 'assert' as const,
					links: event.links.map((link) => ({
						...link,
						provenances: link.provenances.map((one) => (event.noindex ? { ...one, provider: 'Quiet' } : one)),
					})),
				}));
				await buildWhile(there, how, async (between) => {
					// The line is drawn before the first of them.
					const hasBegun = async () =>
						(await there.records.rebuildProgress()) ?? (await there.records.currentGeneration()) > 1;
					while (!(await hasBegun())) await between();
					await follow(there.records, later, [], between);
				});
				await updateAll(there);
				const { betweenWorks, betweenFamilies } = indexedGraph(there.kept, world);
				const shown = [betweenWorks, betweenFamilies].flatMap((links) => Object.values(links).flat());
				assert.deepEqual(
					shown.filter((item) => item.startsWith('Quiet')),
					[],
				);
			},
			25,
		));
});
