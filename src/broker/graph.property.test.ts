// What holds for any links in any order: the records' graph is the naive model's, however the links came. One run for each engine.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Id, LinkStore, Placement } from '../storage/link-store.ts';
import { openFreshLinkStore } from '../storage/sqlite/sqlite-link-store.fixture.ts';
import { startEventWorker } from '../worker/event-worker.ts';
import { application, events, inWorld, liesIn } from './graph.arbitrary.ts';
import { accept, readGraph, receive } from './graph.fixture.ts';
import { type GivenEvent, type Graph, modelGraph } from './graph.model.ts';
import { rebuildGraph } from './rebuild-graph.ts';

type Opened = { store: LinkStore; openAnother(): Promise<LinkStore>; close(): Promise<void> };

const engines: { name: string; open(): Promise<Opened>; skip?: string }[] = [
	{ name: 'SQLite', open: openFreshLinkStore },
];

for (const { name, open, skip } of engines) {
	describe(`the graph of any links on ${name}`, { skip: skip ?? false }, () => {
		let opened: Opened;
		beforeEach(async () => {
			opened = await open();
		});
		afterEach(() => opened?.close());
		graphIsTheModels(() => opened);
	});
}

let worlds = 0;

/** Gives each run a world of its own in the one store. */
function holds<Given>(
	given: fc.Arbitrary<Given>,
	property: (world: number, given: Given) => Promise<void>,
	options: fc.Parameters<[Given]> = {},
): Promise<void> {
	return fc.assert(
		fc.asyncProperty(given, (anything) => property(++worlds, anything)),
		options,
	);
}

/** Tells groups and relationships alone: what stands for them follows the order of acceptance, relationships do not. */
function bareGraph({ works, families, betweenWorks, betweenFamilies }: Graph) {
	return { works: Object.keys(works).sort(), families: Object.keys(families).sort(), betweenWorks, betweenFamilies };
}

function graphIsTheModels(opened: () => Opened): void {
	const store = () => opened().store;
	const assertIsModels = async (world: number, given: readonly GivenEvent[]) => {
		for (const scope of ['searchable', 'everything'] as const) {
			assert.deepEqual(await readGraph(store(), scope, liesIn(world)), modelGraph(given, scope));
		}
	};

	it('is the model of them', () =>
		holds(
			events,
			async (world, anything) => {
				const given = inWorld(anything, world);
				await receive(store(), given);
				await assertIsModels(world, given);
			},
			{ numRuns: 300 },
		));

	it('is the same whatever the order in which events are applied, and how often', () =>
		holds(
			fc.tuple(events, application),
			async (world, [anything, order]) => {
				const given = inWorld(anything, world);
				await receive(
					store(),
					given,
					order.filter((position) => position < given.length),
				);
				await assertIsModels(world, given);
			},
			{ numRuns: 300 },
		));

	it('is the same link by link and all in one, but for what ties within an event decide', () =>
		holds(events, async (world, anything) => {
			const links = inWorld(anything, world).flatMap((event) => event.links);
			const together = [{ links, noindex: false }];
			await receive(store(), together);
			await assertIsModels(world, together);
			const graph = await readGraph(store(), 'searchable', liesIn(world));
			const other = ++worlds;
			const apart = inWorld(anything, other).flatMap((event) =>
				event.links.map((link) => ({ links: [link], noindex: false })),
			);
			await receive(store(), apart);
			assert.deepEqual(bareGraph(await readGraph(store(), 'searchable', liesIn(other))), bareGraph(graph));
		}));

	it('has the same groups and relationships whatever the order of acceptance', () =>
		holds(fc.tuple(events, fc.infiniteStream(fc.nat())), async (world, [anything, numbers]) => {
			const links = inWorld(anything, world).flatMap((event) => event.links);
			const shuffled = links
				.map((link) => ({ link, at: numbers.next().value as number }))
				.sort((one, other) => one.at - other.at)
				.map(({ link }) => ({ links: [link], noindex: false }));
			await receive(store(), shuffled);
			assert.deepEqual(
				bareGraph(await readGraph(store(), 'searchable', liesIn(world))),
				bareGraph(modelGraph([{ links, noindex: false }])),
			);
		}));

	it('stays when everything comes once more', () =>
		holds(events, async (world, anything) => {
			const given = inWorld(anything, world);
			await receive(store(), given);
			const counts = await receive(store(), given);
			assert.ok(counts.every((count) => count.newRelationships + count.newIdentifiers + count.mergedGroups === 0));
			await assertIsModels(world, [...given, ...given]);
		}));

	it('stays when it is rebuilt: rebuilding equals growing', () =>
		holds(fc.tuple(events, application), async (world, [anything, order]) => {
			const given = inWorld(anything, world);
			await receive(
				store(),
				given,
				order.filter((position) => position < given.length),
			);
			const rebuilt = await rebuildGraph(store(), () => undefined);
			assert.equal(rebuilt.changed, 0);
			await assertIsModels(world, given);
			const { identifiers, identityGroups, versionGroups } = await store().size();
			assert.deepEqual({ ...rebuilt, changed: 0 }, { identifiers, identityGroups, versionGroups, changed: 0 });
		}));

	it('is mended by a rebuild, however wrong its groups and descriptions have become', () =>
		holds(fc.tuple(events, fc.infiniteStream(fc.nat())), async (world, [anything, numbers]) => {
			const given = inWorld(anything, world);
			await receive(store(), given);
			await corrupt(store(), world, () => numbers.next().value as number);
			const wasWrong = !isSame(await readCarefully(store(), world), modelGraph(given));
			const { changed } = await rebuildGraph(store(), () => undefined);
			await assertIsModels(world, given);
			if (wasWrong) assert.ok(changed > 0);
			assert.equal((await rebuildGraph(store(), () => undefined)).changed, 0);
		}));

	it('grows on from a rebuild', () =>
		holds(fc.tuple(events, events, fc.infiniteStream(fc.nat())), async (world, [anything, more, numbers]) => {
			const [given, later] = [inWorld(anything, world), inWorld(more, world)];
			await receive(store(), given);
			await corrupt(store(), world, () => numbers.next().value as number);
			await rebuildGraph(store(), () => undefined);
			await receive(store(), later);
			await assertIsModels(world, [...given, ...later]);
		}));

	it('is the same when two workers apply the events at once, on two handles', async () => {
		const handles = [store(), await opened().openAnother()];
		await holds(fc.tuple(events, events), async (world, [some, more]) => {
			const given = inWorld([...some, ...more], world, { plain: true });
			await accept(store(), given);
			const workers = handles.map((handle, at) => startEventWorker(handle, workerOptions(`${world}-${at}`)));
			await Promise.all(workers.map((worker) => worker.idle()));
			await Promise.all(workers.map((worker) => worker.stop()));
			await assertIsModels(world, given);
		});
	});
}

function workerOptions(name: string) {
	return {
		name,
		leaseMilliseconds: 60_000,
		maxAttempts: 1,
		retryMilliseconds: 1,
		pollMilliseconds: 60_000,
		now: () => 1e12,
		log: { info: () => undefined, warn: () => undefined },
	};
}

const isSame = (one: Graph, other: Graph): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (graph: Graph) =>
	Object.values(graph).map((part) => Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Reads a graph that may be too broken to be read: then it is none. */
async function readCarefully(store: LinkStore, world: number): Promise<Graph> {
	const none: Graph = { works: {}, families: {}, betweenWorks: {}, betweenFamilies: {} };
	return readGraph(store, 'searchable', liesIn(world)).catch(() => none);
}

/** Puts some identifiers of a world into groups where they do not belong, and gives some of them wrong descriptions or none. */
async function corrupt(store: LinkStore, world: number, number: () => number): Promise<void> {
	await store.change(async (records, stream) => {
		const ids: Id[] = [];
		for await (const step of stream.identifiers()) ids.push(...step.filter(liesIn(world)).map(({ id }) => id));
		const any = () => ids[number() % ids.length] as Id;
		const wrongPlaces: Placement[] = [];
		const wrongDescriptions: [Id, Id | null][] = [];
		const [wrong] = (await records.internDescriptions(['{"Title":"Nobody said so"}'])) as [Id];
		for (const id of ids) {
			if (number() % 2 === 0) wrongPlaces.push({ id, identity: any(), version: any(), alone: number() % 4 === 0 });
			if (number() % 2 === 0) wrongDescriptions.push([id, number() % 2 === 0 ? wrong : null]);
		}
		await records.place(wrongPlaces);
		await records.describe(wrongDescriptions);
	});
}
