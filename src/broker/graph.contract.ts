// What holds for any links in any order: the records' graph is the naive model's, however the links
// came. Runs on every engine.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Id, Placement } from '../store/graph.ts';
import type { Records } from '../store/records.ts';
import { assertSound } from './doctor/sound.fixture.ts';
import { application, events, inWorld, liesIn } from './graph.arbitrary.ts';
import { accept, readGraph, receive, receiveTogether, unspelled } from './graph.fixture.ts';
import { type GivenEvent, type Graph, modelGraph } from './graph.model.ts';
import { rebuildGraph } from './rebuild-graph.ts';
import { withWorkers } from './two-workers.fixture.ts';

type Opened = { records: Records; openAnother(): Promise<Records>; close(): Promise<void> };

/**
 * Describes the graph of any links on records. `open` gives empty ones each time;
 * `skip` says why there are none.
 */
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
		afterEach(async () => {
			if (opened) await assertSound(opened.records);
			await opened?.close();
		});
		const world: Worlds = { opened: () => opened as Opened, numRuns: options.numRuns ?? 60 };
		describe('that grows', () => growsAsTheModel(world));
		describe('that is rebuilt', () => isRebuiltAsTheModel(world));
		describe('that two workers grow', () => isShared(world));
	});
}

type Worlds = { opened(): Opened; numRuns: number };

let worlds = 0;

/** Gives each run a world of its own in the same records. */
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

async function assertIsModels(records: Records, world: number, given: readonly GivenEvent[]): Promise<void> {
	for (const scope of ['searchable', 'everything'] as const) {
		assert.deepEqual(await readGraph(records, scope, liesIn(world)), modelGraph(given, scope));
	}
}

/**
 * Reads groups and relationships only: descriptions, heads and the spelling of providers follow
 * the order of acceptance, relationships do not.
 */
function bareGraph({ works, families, betweenWorks, betweenFamilies }: Graph) {
	return {
		works: Object.keys(works).sort(),
		families: Object.keys(families).sort(),
		betweenWorks: unspelled(betweenWorks),
		betweenFamilies: unspelled(betweenFamilies),
	};
}

/** Any events, and an order in which to apply them, some several times. */
const eventsAndOrder = fc
	.tuple(events, application)
	.map(([given, order]) => ({ given, order: order.filter((position) => position < given.length) }));

const numbers = fc.infiniteStream(fc.nat()).map((stream) => () => stream.next().value as number);

function growsAsTheModel(runs: Worlds): void {
	const records = () => runs.opened().records;
	const often = { ...runs, numRuns: 2 * runs.numRuns };
	const graphOf = (world: number) => readGraph(records(), 'searchable', liesIn(world));

	it('is the model of them', () =>
		holds(often, events, async (world, anything) => {
			const given = inWorld(anything, world);
			await receive(records(), given);
			await assertIsModels(records(), world, given);
		}));

	it('is the same whatever the order in which events are applied, and how often', () =>
		holds(often, eventsAndOrder, async (world, anything) => {
			const given = inWorld(anything.given, world);
			await receive(records(), given, anything.order);
			await assertIsModels(records(), world, given);
		}));

	it('is the same link by link and all in one', () =>
		holds(runs, events, async (world, anything) => {
			const links = inWorld(anything, world).flatMap((event) => event.links);
			const together = [{ links, noindex: false }];
			await receive(records(), together);
			await assertIsModels(records(), world, together);
			const other = ++worlds;
			const apart = inWorld(anything, other).flatMap((event) =>
				event.links.map((link) => ({ links: [link], noindex: false })),
			);
			await receive(records(), apart);
			assert.deepEqual(await graphOf(other), await graphOf(world));
		}));

	it('has the same groups and relationships whatever the order of acceptance', () =>
		holds(runs, fc.tuple(events, numbers), async (world, [anything, number]) => {
			const links = inWorld(anything, world).flatMap((event) => event.links);
			const shuffled = links
				.map((link) => ({ link, at: number() }))
				.sort((one, other) => one.at - other.at)
				.map(({ link }) => ({ links: [link], noindex: false }));
			await receive(records(), shuffled);
			assert.deepEqual(bareGraph(await graphOf(world)), bareGraph(modelGraph([{ links, noindex: false }])));
		}));

	it('is the same, and counted alike, when events are applied in one transaction', () =>
		holds(often, events, async (world, anything) => {
			const given = inWorld(anything, world);
			const together = await receiveTogether(records(), given);
			await assertIsModels(records(), world, given);
			assert.deepEqual(await receive(records(), inWorld(anything, ++worlds)), together);
		}));

	it('is the same when they are applied in one transaction, whatever the order', () =>
		holds(often, eventsAndOrder, async (world, anything) => {
			const given = inWorld(anything.given, world);
			await receiveTogether(records(), given, anything.order);
			await assertIsModels(records(), world, given);
		}));

	it('stays when everything comes once more', () =>
		holds(runs, events, async (world, anything) => {
			const given = inWorld(anything, world);
			await receive(records(), given);
			const counts = await receive(records(), given);
			assert.ok(counts.every((count) => count.newRelationships + count.newIdentifiers + count.mergedGroups === 0));
			await assertIsModels(records(), world, [...given, ...given]);
		}));
}

function isRebuiltAsTheModel(runs: Worlds): void {
	const records = () => runs.opened().records;
	// Most groups then lie in several ranges.
	const rebuild = () => rebuildGraph(records(), { idsPerRange: 3 });

	it('stays as it is: rebuilding equals growing', () =>
		holds(runs, eventsAndOrder, async (world, anything) => {
			const given = inWorld(anything.given, world);
			await receive(records(), given, anything.order);
			const { changed, interruptedAt: _, ...counted } = await rebuild();
			assert.equal(changed, 0);
			await assertIsModels(records(), world, given);
			assert.deepEqual(counted, await countGroups(records()));
		}));

	it('is mended, however wrong its groups and descriptions have become', () =>
		holds(runs, fc.tuple(events, numbers), async (world, [anything, number]) => {
			const given = inWorld(anything, world);
			await receive(records(), given);
			await corrupt(records(), world, number);
			const wasWrong = !isSame(await readCarefully(records(), world), modelGraph(given));
			const { changed } = await rebuild();
			await assertIsModels(records(), world, given);
			if (wasWrong) assert.ok(changed > 0);
			assert.deepEqual(await describedMembers(records()), []);
			assert.equal((await rebuild()).changed, 0);
		}));

	it('grows on from there', () =>
		holds(runs, fc.tuple(events, events, numbers), async (world, [anything, more, number]) => {
			const [given, later] = [inWorld(anything, world), inWorld(more, world)];
			await receive(records(), given);
			await corrupt(records(), world, number);
			await rebuild();
			await receive(records(), later);
			await assertIsModels(records(), world, [...given, ...later]);
		}));
}

function isShared(runs: Worlds): void {
	it('is the same when they apply the events at once, on two handles', async () => {
		const { records, openAnother } = runs.opened();
		const handles = [records, await openAnother()];
		await holds(runs, fc.tuple(events, events), async (world, [some, more]) => {
			const given = inWorld([...some, ...more], world, { plain: true });
			await accept(records, given);
			await withWorkers(handles, `${world}`);
			await assertIsModels(records, world, given);
		});
	});
}

async function countGroups(records: Records) {
	const rows = await records.snapshot(async (_, snapshot) => (await Array.fromAsync(snapshot.identifiers())).flat());
	return {
		identifiers: rows.length,
		identityGroups: new Set(rows.map(({ identity }) => identity)).size,
		versionGroups: new Set(rows.map(({ version }) => version)).size,
	};
}

const isSame = (one: Graph, other: Graph): boolean => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const sorted = (graph: Graph) =>
	Object.values(graph).map((part) => Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Reads a graph that may be too broken to be read: then it is none. */
async function readCarefully(records: Records, world: number): Promise<Graph> {
	const none: Graph = { works: {}, families: {}, describedFamilies: {}, betweenWorks: {}, betweenFamilies: {} };
	return readGraph(records, 'searchable', liesIn(world)).catch(() => none);
}

/**
 * Lists identifiers that bear a description though their work is named after another: where works
 * part again it would come back to light.
 */
function describedMembers(records: Records): Promise<Id[]> {
	return records.snapshot(async (_, snapshot) => {
		const rows = (await Array.fromAsync(snapshot.identifiers())).flat();
		return rows.filter(({ id, identity, description }) => identity !== id && description !== null).map(({ id }) => id);
	});
}

/**
 * Puts some identifiers of a world into groups where they do not belong, and gives some of them
 * wrong descriptions or none.
 */
async function corrupt(records: Records, world: number, number: () => number): Promise<void> {
	await records.change(async (transaction, snapshot) => {
		const ids: Id[] = [];
		for await (const step of snapshot.identifiers()) ids.push(...step.filter(liesIn(world)).map(({ id }) => id));
		if (ids.length === 0) return;
		const any = () => ids[number() % ids.length] as Id;
		const wrongPlaces: Placement[] = [];
		const wrongDescriptions: [Id, Id | null][] = [];
		const wrongText = { group: ids[0] as Id, text: '{"Title":"Nobody asserted this"}' };
		const [wrong] = (await transaction.internDescriptions([wrongText])) as [Id];
		for (const id of ids) {
			if (number() % 2 === 0) wrongPlaces.push({ id, identity: any(), version: any(), alone: number() % 4 === 0 });
			if (number() % 2 === 0) wrongDescriptions.push([id, number() % 2 === 0 ? wrong : null]);
		}
		await transaction.place(wrongPlaces);
		await transaction.describe(wrongDescriptions);
	});
}
