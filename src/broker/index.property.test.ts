// What holds for any links, updates and rebuilds: the index, once every entry is delivered, shows
// the naive model's graph.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import type { Link } from '../links/link.ts';
import type { Records } from '../ports/records/records.ts';
import { createModelStore, type ModelStore, openModelIndex } from '../ports/search/suite/search-index.model.ts';
import { assertSound } from './doctor/sound.fixture.ts';
import { application, events, inWorld } from './graph.arbitrary.ts';
import { given as links, receive, receiveTogether } from './graph.fixture.ts';
import { type GivenEvent, type Graph, modelGraph, nameOfWork } from './graph.model.ts';
import { indexedGraph, settledGraph } from './indexed-graph.fixture.ts';
import { rebuildIndex } from './indexing/rebuild-index.ts';
import { updateIndex } from './indexing/update-index.ts';

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
async function update({ crashes = false } = {}): Promise<number> {
	const updated = crashes ? { ...records, acknowledge: async () => undefined } : records;
	return updateIndex(updated, openModelIndex(kept));
}

async function updateAll(): Promise<void> {
	while ((await update()) > 0);
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

/**
 * Asserts that all that an event names is there, at both levels. What later events did to it may
 * come later, but for relationships inside what is one group in the end (`wanted`): these go at
 * once.
 */
function assertShows(shown: Graph, wanted: Graph, { links }: GivenEvent): void {
	const nameOfEnd = ({ identifiers }: Link['source']) => nameOfWork(identifiers.slice(0, 1));
	const isIn = (group: string | undefined, end: Link['source']) =>
		group?.split(/ = | \| /).includes(nameOfEnd(end)) === true;
	for (const { source, relation, target } of links) {
		// A link of an identifier to itself says nothing, perhaps not even that there is one.
		if (nameOfEnd(source) === nameOfEnd(target)) continue;
		for (const end of [source, target]) assert.ok(Object.keys(shown.works).some((work) => isIn(work, end)));
		if (relation === 'IsIdenticalTo' || relation === 'HasVersion') continue;
		for (const [groups, between] of [
			['works', 'betweenWorks'],
			['families', 'betweenFamilies'],
		] as const) {
			const areOne = [shown, wanted].some((graph) =>
				Object.keys(graph[groups]).some((group) => isIn(group, source) && isIn(group, target)),
			);
			if (areOne) continue;
			const told: string[][] = Object.keys(shown[between]).map((link) => link.split(` ${relation} `));
			assert.ok(told.some(([one, other]) => isIn(one, source) && isIn(other, target)));
		}
	}
}

const versionsOf = (name: string) => Array.from({ length: 5 }, (_, number) => `${name} hasVersion V${number}`);

const choices = fc.array(fc.constantFrom('no update', 'update', 'crash'), { minLength: 6, maxLength: 6 });

describe('the index of any links', () => {
	it('shows the graph, however its updates fall between the events, also where one is cut short', () =>
		holds(fc.tuple(events, choices), async (world, [anything, between]) => {
			const given = allIndexed(inWorld(anything, world));
			for (const [at, event] of given.entries()) {
				await receive(records, [event]);
				if (between[at] !== 'no update') await update({ crashes: between[at] === 'crash' });
			}
			await updateAll();
			assert.deepEqual(settledGraph(kept, world), modelGraph(given));
		}));

	/** Tells of the newest events, oldest first, whether each counts as indexed. */
	const areIndexed = async (count: number) =>
		(await records.events({ limit: count })).reverse().map(({ indexed }) => indexed === true);

	it('shows the graph where events were applied together, and what each changed once it counts as indexed', () =>
		holds(
			fc.tuple(events, events, application),
			async (world, [some, more, positions]) => {
				const before = (there: number) => allIndexed(inWorld(some, there));
				const given = (there: number) => allIndexed(inWorld(more, there));
				const count = more.length;
				const order = [...new Set(positions.filter((position) => position < count))];
				const other = ++worlds;
				await receive(records, before(other));
				await updateAll();
				await receive(records, given(other), order);
				const indexedAlone = await areIndexed(count);
				await updateAll();

				await receive(records, before(world));
				await updateAll();
				await receiveTogether(records, given(world), order);
				const atFirst = await areIndexed(count);
				assert.deepEqual(atFirst, indexedAlone);
				const wanted = modelGraph([...before(world), ...given(world)]);
				// Entry by entry.
				while ((await updateIndex(records, openModelIndex(kept), { namesPerRound: 0 })) > 0) {
					const shown = indexedGraph(kept, world);
					for (const event of before(world)) assertShows(shown, wanted, event);
					for (const [at, indexed] of (await areIndexed(count)).entries()) {
						if (indexed && !atFirst[at]) assertShows(shown, wanted, given(world)[at] as GivenEvent);
					}
				}
				assert.deepEqual(settledGraph(kept, world), wanted);
			},
			30,
		));

	it('keeps showing what a family cites while entries name one version alone that a larger family took in', async () => {
		const world = ++worlds;
		const before = allIndexed(
			inWorld([{ links: links('F hasVersion X', 'X cites D', ...versionsOf('A')), noindex: false }], world),
		);
		await receive(records, before);
		await updateAll();
		const later = ['F cites C', 'A hasVersion F'].map((text) => ({ links: links(text), noindex: false }));
		await receive(records, allIndexed(inWorld(later, world)));
		await updateIndex(records, openModelIndex(kept), { namesPerRound: 0 });
		const wanted = modelGraph([...before, ...allIndexed(inWorld(later, world))]);
		for (const event of before) assertShows(indexedGraph(kept, world), wanted, event);
	});

	it('shows nothing twice where entries of works that have become one are delivered one by one', () =>
		holds(fc.tuple(events, events), async (world, [some, more]) => {
			const given = [some, more].map((those) => allIndexed(inWorld(those, world)));
			for (const those of given) {
				await receive(records, those);
				while ((await updateIndex(records, openModelIndex(kept), { namesPerRound: 0 })) > 0);
			}
			assert.deepEqual(settledGraph(kept, world), modelGraph(given.flat()));
		}));

	it('shows everything after a rebuild, what came with noindex too', () =>
		holds(fc.tuple(events, choices), async (world, [anything, between]) => {
			const given = inWorld(anything, world);
			for (const [at, event] of given.entries()) {
				await receive(records, [event]);
				if (between[at] === 'update') await update();
			}
			await rebuild();
			assert.deepEqual(settledGraph(kept, world), modelGraph(given, 'everything'));
			await updateAll();
			assert.deepEqual(settledGraph(kept, world), modelGraph(given, 'everything'));
		}));

	it('shows after a rebuild all providers of a link, though an entry of the first still waited', async () => {
		const given = [
			{ links: links('X cites A by Zenodo'), noindex: false },
			{ links: links('X cites A by Crossref'), noindex: true },
		];
		const there = inWorld(given, ++worlds);
		await receive(records, there);
		await rebuild();
		await updateAll();
		assert.deepEqual(settledGraph(kept, worlds), modelGraph(there, 'everything'));
	});

	it('shows after a rebuild all providers of a link, though its source cites more than is read at once', async () => {
		const others = Array.from({ length: 4_500 }, (_, number) => `X cites N${number}`);
		// X cites one identifier of the work first and the other last, in the order of the records.
		await receive(records, [
			{ links: links('A = Z', 'X cites A by Zenodo', ...others, 'X cites Z by Crossref'), noindex: false },
		]);
		await rebuild();
		const index = openModelIndex(kept);
		const [work] = await index.locateKeys(['a']);
		const said = kept.generations
			.get(kept.answering)
			?.links.filter(({ target }) => target === work?.identity)
			.map(({ level, history }) => [level, ...history.map(({ provider }) => provider)]);
		assert.deepEqual(said, [
			['identity', 'Crossref', 'Zenodo'],
			['version', 'Crossref', 'Zenodo'],
		]);
	});

	it('goes on from a rebuild as the records do', () =>
		holds(fc.tuple(events, events, choices), async (world, [before, after, between]) => {
			const [given, later] = [inWorld(before, world), allIndexed(inWorld(after, world))];
			await receive(records, given);
			await rebuild();
			for (const [at, event] of later.entries()) {
				await receive(records, [event]);
				if (between[at] === 'update') await update();
			}
			await updateAll();
			assert.deepEqual(settledGraph(kept, world), modelGraph([...given, ...later], 'everything'));
		}));

	it('misses nothing that comes while a rebuild is under way', () =>
		holds(fc.tuple(events, events, choices), async (world, [before, after, between]) => {
			const [given, later] = [inWorld(before, world), allIndexed(inWorld(after, world))];
			await receive(records, given);
			const meanwhile = async () => {
				for (const [at, event] of later.entries()) {
					await receive(records, [event]);
					if (between[at] === 'update') await update();
				}
			};
			await Promise.all([rebuild(), meanwhile()]);
			await updateAll();
			assert.deepEqual(settledGraph(kept, world), modelGraph([...given, ...later], 'everything'));
		}));

	it('never shows a provider of noindex events alone, before a rebuild', () =>
		holds(fc.tuple(events, choices), async (world, [anything, between]) => {
			const given = inWorld(anything, world).map((event, at) => {
				const provider = event.noindex ? 'Quiet' : 'Loud';
				const links = event.links.map((link) => ({ ...link, provenances: [{ provider, date: `20${10 + at}` }] }));
				return { ...event, links };
			});
			for (const [at, event] of given.entries()) {
				await receive(records, [event]);
				if (between[at] !== 'no update') await update({ crashes: between[at] === 'crash' });
			}
			await updateAll();
			const { betweenWorks, betweenFamilies } = indexedGraph(kept, world);
			const shown = [betweenWorks, betweenFamilies].flatMap((relationships) => Object.values(relationships).flat());
			assert.deepEqual(
				shown.filter((item) => item.startsWith('Quiet')),
				[],
			);
		}));
});
