// What holds for any links in any order: the records' graph is the naive model's, however the links came. Run on every engine; knows none.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { readerHere } from '../app/workers/event-worker.fixture.ts';
import { startEventWorker } from '../app/workers/event-worker.ts';
import { digestText } from '../links/digested-text.ts';
import type { Id, LinkStore, Placement } from '../ports/records/link-store.ts';
import { application, events, inWorld, liesIn } from './graph.arbitrary.ts';
import { accept, readGraph, receive, receiveTogether } from './graph.fixture.ts';
import { type GivenEvent, type Graph, modelGraph } from './graph.model.ts';
import { rebuildGraph } from './rebuild-graph.ts';

type Opened = { store: LinkStore; openAnother(): Promise<LinkStore>; close(): Promise<void> };

/** Describes the graph of any links on a records' storage. `open` gives an empty store each time; `skip` says why there is none. */
export function describeGraph(
	name: string,
	open: () => Promise<Opened>,
	options: { skip?: string | false; numRuns?: number } = {},
): void {
	describe(`the graph of any links on ${name}`, { skip: options.skip ?? false }, () => {
		let opened: Opened | undefined;
		beforeEach(async () => {
			opened = await open();
		});
		afterEach(() => opened?.close());
		const world: Worlds = { opened: () => opened as Opened, numRuns: options.numRuns ?? 60 };
		describe('that grows', () => growsAsTheModel(world));
		describe('that is rebuilt', () => isRebuiltAsTheModel(world));
		describe('that two workers grow', () => isShared(world));
	});
}

type Worlds = { opened(): Opened; numRuns: number };

let worlds = 0;

/** Gives each run a world of its own in the one store. */
function holds<Given>(
	{ numRuns }: Worlds,
	given: fc.Arbitrary<Given>,
	property: (world: number, given: Given) => Promise<void>,
): Promise<void> {
	return fc.assert(
		fc.asyncProperty(given, (anything) => property(++worlds, anything)),
		{ numRuns },
	);
}

async function assertIsModels(store: LinkStore, world: number, given: readonly GivenEvent[]): Promise<void> {
	for (const scope of ['searchable', 'everything'] as const) {
		assert.deepEqual(await readGraph(store, scope, liesIn(world)), modelGraph(given, scope));
	}
}

/** Tells groups and relationships alone: what stands for them follows the order of acceptance, relationships do not. */
function bareGraph({ works, families, betweenWorks, betweenFamilies }: Graph) {
	return { works: Object.keys(works).sort(), families: Object.keys(families).sort(), betweenWorks, betweenFamilies };
}

/** Any events, and an order in which to apply them, some several times. */
const eventsAndOrder = fc
	.tuple(events, application)
	.map(([given, order]) => ({ given, order: order.filter((position) => position < given.length) }));

const numbers = fc.infiniteStream(fc.nat()).map((stream) => () => stream.next().value as number);

function growsAsTheModel(runs: Worlds): void {
	const store = () => runs.opened().store;
	const often = { ...runs, numRuns: 2 * runs.numRuns };
	const bareGraphOf = async (world: number) => bareGraph(await readGraph(store(), 'searchable', liesIn(world)));

	it('is the model of them', () =>
		holds(often, events, async (world, anything) => {
			const given = inWorld(anything, world);
			await receive(store(), given);
			await assertIsModels(store(), world, given);
		}));

	it('is the same whatever the order in which events are applied, and how often', () =>
		holds(often, eventsAndOrder, async (world, anything) => {
			const given = inWorld(anything.given, world);
			await receive(store(), given, anything.order);
			await assertIsModels(store(), world, given);
		}));

	it('is the same link by link and all in one, but for what ties within an event decide', () =>
		holds(runs, events, async (world, anything) => {
			const links = inWorld(anything, world).flatMap((event) => event.links);
			const together = [{ links, noindex: false }];
			await receive(store(), together);
			await assertIsModels(store(), world, together);
			const other = ++worlds;
			const apart = inWorld(anything, other).flatMap((event) =>
				event.links.map((link) => ({ links: [link], noindex: false })),
			);
			await receive(store(), apart);
			assert.deepEqual(await bareGraphOf(other), await bareGraphOf(world));
		}));

	it('has the same groups and relationships whatever the order of acceptance', () =>
		holds(runs, fc.tuple(events, numbers), async (world, [anything, number]) => {
			const links = inWorld(anything, world).flatMap((event) => event.links);
			const shuffled = links
				.map((link) => ({ link, at: number() }))
				.sort((one, other) => one.at - other.at)
				.map(({ link }) => ({ links: [link], noindex: false }));
			await receive(store(), shuffled);
			assert.deepEqual(await bareGraphOf(world), bareGraph(modelGraph([{ links, noindex: false }])));
		}));

	it('is the same, and counted alike, when events are applied in one transaction that remembers what it has found', () =>
		holds(often, events, async (world, anything) => {
			const given = inWorld(anything, world);
			const together = await receiveTogether(store(), given, 1);
			await assertIsModels(store(), world, given);
			assert.deepEqual(await receive(store(), inWorld(anything, ++worlds)), together);
		}));

	it('is the same, and counted alike, when several events are applied at a time', () =>
		holds(often, fc.tuple(events, fc.integer({ min: 2, max: 4 })), async (world, [anything, atATime]) => {
			const given = inWorld(anything, world);
			const together = await receiveTogether(store(), given, atATime);
			await assertIsModels(store(), world, given);
			assert.deepEqual(await receive(store(), inWorld(anything, ++worlds)), together);
		}));

	it('is the same when several events are applied at a time, whatever the order', () =>
		holds(often, fc.tuple(eventsAndOrder, fc.integer({ min: 2, max: 4 })), async (world, [anything, atATime]) => {
			const given = inWorld(anything.given, world);
			await receiveTogether(store(), given, atATime, anything.order);
			await assertIsModels(store(), world, given);
		}));

	it('stays when everything comes once more', () =>
		holds(runs, events, async (world, anything) => {
			const given = inWorld(anything, world);
			await receive(store(), given);
			const counts = await receive(store(), given);
			assert.ok(counts.every((count) => count.newRelationships + count.newIdentifiers + count.mergedGroups === 0));
			await assertIsModels(store(), world, [...given, ...given]);
		}));
}

function isRebuiltAsTheModel(runs: Worlds): void {
	const store = () => runs.opened().store;
	const rebuild = () => rebuildGraph(store(), () => undefined);

	it('stays as it is: rebuilding equals growing', () =>
		holds(runs, eventsAndOrder, async (world, anything) => {
			const given = inWorld(anything.given, world);
			await receive(store(), given, anything.order);
			const { changed, ...counted } = await rebuild();
			assert.equal(changed, 0);
			await assertIsModels(store(), world, given);
			const { identifiers, identityGroups, versionGroups } = await store().size();
			assert.deepEqual(counted, { identifiers, identityGroups, versionGroups });
		}));

	it('is mended, however wrong its groups and descriptions have become', () =>
		holds(runs, fc.tuple(events, numbers), async (world, [anything, number]) => {
			const given = inWorld(anything, world);
			await receive(store(), given);
			await corrupt(store(), world, number);
			const wasWrong = !isSame(await readCarefully(store(), world), modelGraph(given));
			const { changed } = await rebuild();
			await assertIsModels(store(), world, given);
			if (wasWrong) assert.ok(changed > 0);
			assert.deepEqual(await describedMembers(store()), []);
			assert.equal((await rebuild()).changed, 0);
		}));

	it('grows on from there', () =>
		holds(runs, fc.tuple(events, events, numbers), async (world, [anything, more, number]) => {
			const [given, later] = [inWorld(anything, world), inWorld(more, world)];
			await receive(store(), given);
			await corrupt(store(), world, number);
			await rebuild();
			await receive(store(), later);
			await assertIsModels(store(), world, [...given, ...later]);
		}));
}

function isShared(runs: Worlds): void {
	it('is the same when they apply the events at once, on two handles', async () => {
		const { store, openAnother } = runs.opened();
		const handles = [store, await openAnother()];
		await holds(runs, fc.tuple(events, events), async (world, [some, more]) => {
			const given = inWorld([...some, ...more], world, { plain: true });
			await accept(store, given);
			const workers = handles.map((handle, at) => startEventWorker(handle, workerOptions(`${world}-${at}`)));
			await Promise.all(workers.map((worker) => worker.idle()));
			await Promise.all(workers.map((worker) => worker.stop()));
			await assertIsModels(store, world, given);
		});
	});
}

function workerOptions(name: string) {
	return {
		reader: readerHere,
		// So few that both get some, and that some are applied together.
		claimedAtOnce: 2,
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

/** Lists identifiers that bear a description though their work is named after another: where works part again it would come back to light. */
function describedMembers(store: LinkStore): Promise<Id[]> {
	return store.snapshot(async (_, stream) => {
		const rows = (await Array.fromAsync(stream.identifiers())).flat();
		return rows.filter(({ id, identity, description }) => identity !== id && description !== null).map(({ id }) => id);
	});
}

/** Puts some identifiers of a world into groups where they do not belong, and gives some of them wrong descriptions or none. */
async function corrupt(store: LinkStore, world: number, number: () => number): Promise<void> {
	await store.change(async (records, stream) => {
		const ids: Id[] = [];
		for await (const step of stream.identifiers()) ids.push(...step.filter(liesIn(world)).map(({ id }) => id));
		const any = () => ids[number() % ids.length] as Id;
		const wrongPlaces: Placement[] = [];
		const wrongDescriptions: [Id, Id | null][] = [];
		const [wrong] = (await records.internDescriptions([digestText('{"Title":"Nobody said so"}')])) as [Id];
		for (const id of ids) {
			if (number() % 2 === 0) wrongPlaces.push({ id, identity: any(), version: any(), alone: number() % 4 === 0 });
			if (number() % 2 === 0) wrongDescriptions.push([id, number() % 2 === 0 ? wrong : null]);
		}
		await records.place(wrongPlaces);
		await records.describe(wrongDescriptions);
	});
}
