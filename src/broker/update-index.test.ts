// Tests of rounds of marks that are derived while the ones before are written.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openSqliteIndex } from '../engines/sqlite/index/sqlite-index.ts';
import { type FreshLinkStore, openFreshLinkStore } from '../engines/sqlite/records/sqlite-link-store.fixture.ts';
import type { LinkStore } from '../ports/records/link-store.ts';
import { put, work } from '../ports/search/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../ports/search/search-index.model.ts';
import type { IndexChanges, IndexWriter, SearchIndex } from '../ports/search/search-index.ts';
import { given, send } from './graph.fixture.ts';
import { updateIndex } from './update-index.ts';

let fresh: FreshLinkStore;
let store: LinkStore;
let folder: string;

beforeEach(async () => {
	fresh = await openFreshLinkStore();
	store = fresh.store;
	folder = mkdtempSync(join(tmpdir(), 'link-broker-rounds-'));
});
afterEach(async () => {
	await fresh.close();
	rmSync(folder, { recursive: true });
});

let works = 0;

/** Leaves as many marks as fill a round, of which nothing else speaks. */
async function fillRound(marks = 63): Promise<void> {
	for (let mark = 0; mark < marks; mark++) await send(store, given(`N${++works} cites N${++works}`));
}

/** Leaves three rounds; the first and the third speak of one link, said by others each time. */
async function leaveRounds(): Promise<void> {
	await send(store, given('A cites B'));
	await fillRound();
	await fillRound(64);
	await send(store, given('A cites B by Crossref'));
	await fillRound();
}

async function providersOf(index: SearchIndex): Promise<string[]> {
	const [located] = await index.locateKeys(['a']);
	const result = await index.search({
		groupBy: 'identity',
		group: located?.identity as number,
		order: 'newest',
		size: 10,
		offset: 0,
		facets: false,
	});
	return (result?.items ?? []).flatMap(({ history }) => history.map(({ provider }) => provider)).sort();
}

/** A model of an index whose writer does some things otherwise. */
function indexWith(otherwise: (writer: IndexWriter) => Partial<IndexWriter>): SearchIndex {
	const model = openModelIndex(createModelStore());
	return {
		...model,
		update: (work, options) => model.update((writer) => work({ ...writer, ...otherwise(writer) }), options),
	};
}

/** A model of an index that tells what each update writes, step by step. */
function hearingIndex(onWritten: (steps: readonly IndexChanges[]) => void): SearchIndex {
	const model = openModelIndex(createModelStore());
	return {
		...model,
		update: (work, options) =>
			model.update(async (writer) => {
				const steps: IndexChanges[] = [];
				const apply = async (changes: IndexChanges) => {
					steps.push(changes);
					await writer.apply(changes);
				};
				const result = await work({ ...writer, apply });
				if (steps.length > 0) onWritten(steps);
				return result;
			}, options),
	};
}

const linksIn = (steps: readonly IndexChanges[]) => steps.flatMap(({ links }) => links);

describe('rounds of marks', () => {
	it('are written one by one, each when the one before is acknowledged', async () => {
		const log: string[] = [];
		const index = hearingIndex(() => log.push('written'));
		const noting: LinkStore = {
			...store,
			async acknowledge(...marks) {
				await store.acknowledge(...marks);
				log.push('acknowledged');
			},
		};
		await leaveRounds();
		assert.equal(await updateIndex(noting, index, { rounds: 3 }), 192);
		assert.deepEqual(log, Array(3).fill(['written', 'acknowledged']).flat());
	});

	it('take no more marks than speak of so many relationships, but one at least', async () => {
		await send(store, given('A cites B', 'A cites C', 'A cites D'));
		for (const name of ['E', 'F', 'G']) await send(store, given(`A cites ${name}`));
		const index = openModelIndex(createModelStore());
		const applied: number[] = [];
		do applied.push(await updateIndex(store, index, { relationshipsPerRound: 2 }));
		while (applied.at(-1));
		assert.deepEqual(applied, [1, 2, 1, 0]);
	});

	it('begin with a small one where others follow, for nothing is written while that is derived', async () => {
		for (let number = 0; number < 16; number++) await send(store, given(`A cites W${number}`));
		const written: number[] = [];
		const index = hearingIndex((steps) => written.push(linksIn(steps).length));
		assert.equal(await updateIndex(store, index, { rounds: 3, relationshipsPerRound: 8 }), 16);
		assert.deepEqual(written, [2, 8, 6]);
	});

	it('bring a large event in step by step, which counts as indexed when all of it is', async () => {
		await send(store, given(...Array.from({ length: 6_000 }, (_, number) => `A cites W${number}`)));
		const index = openModelIndex(createModelStore());
		const steps: [number, boolean][] = [];
		while (await updateIndex(store, index)) {
			const [event] = await store.events({ limit: 1 });
			steps.push([(await index.size()).links, event?.indexed === true]);
		}
		assert.deepEqual(steps, [
			[2_500, false],
			[5_000, false],
			[6_000, true],
		]);
	});

	it('write objects a few at a time, all of one family together, and links when both ends are there', async () => {
		const versions = Array.from({ length: 300 }, (_, number) => `V hasVersion V${number}`);
		const citing = Array.from({ length: 600 }, (_, number) => `W${number} cites V${number % 300}`);
		await send(store, given(...versions, ...citing));
		const written: (readonly IndexChanges[])[] = [];
		const index = hearingIndex((steps) => written.push(steps));
		await updateIndex(store, index);
		const [steps = []] = written;
		const families = steps.map(({ objects }) => new Set(objects.map(({ version }) => version)));
		assert.equal(
			families.reduce((sum, { size }) => sum + size, 0),
			new Set(families.flatMap((each) => [...each])).size,
		);
		const objects = steps.map((step) => step.objects.length);
		assert.equal(
			objects.reduce((sum, length) => sum + length),
			602 + 300,
		);
		assert.ok(Math.max(...objects) < 2 * 302, `${objects} objects`);
		assert.ok(objects.filter((length) => length > 0).length > 2, `${objects} objects`);
		assert.equal(linksIn(steps.slice(0, -1)).length, 0);
		assert.equal(linksIn(steps).length, 1_200);
	});

	it('bring along works that have become one with others since, and what these are linked to, but not all that hangs together', async () => {
		const count = 60;
		const numbers = [...Array(count).keys()];
		const citing = (name: string, many: number) =>
			numbers.flatMap((at) => Array.from({ length: many }, (_, other) => `${name}${at} cites X${other}`));
		// So that the other one gives each work its name.
		await send(store, given(...citing('D', 70)));
		await send(store, given(...citing('P', 50), ...numbers.map((at) => `P${at} cites P${at + 1}`)));
		const links: number[] = [];
		const index = hearingIndex((steps) => links.push(linksIn(steps).length));
		while (await updateIndex(store, index));
		links.length = 0;
		await send(store, given('P0 cites Z'));
		await send(store, given(...numbers.map((at) => `D${at} = P${at}`)));
		assert.equal(await updateIndex(store, index, { relationshipsPerRound: 0 }), 1);
		const [first = 0] = links;
		assert.ok(first > 2_000 && first < 2_700, `${first} links`);
		while (await updateIndex(store, index));
		assert.equal((await index.size()).links, count * 71 + 1);
	});

	it('ask the index only of works that they do not write whether it has them', async () => {
		let asked = 0;
		const index = indexWith((writer) => ({
			async present(groups) {
				asked += groups.length;
				return writer.present(groups);
			},
		}));
		await send(store, given('A cites B'));
		await updateIndex(store, index);
		assert.equal(asked, 0);
		await send(store, given('C cites A'));
		await updateIndex(store, index);
		assert.equal(asked, 1);
	});

	it('are left where the one before cannot be acknowledged', async () => {
		const index = await openSqliteIndex(join(folder, 'search.db'), { writesInThread: true });
		try {
			const failing: LinkStore = { ...store, acknowledge: () => Promise.reject(new Error('on purpose')) };
			await leaveRounds();
			await assert.rejects(updateIndex(failing, index, { rounds: 3 }), /on purpose/);
			assert.equal((await index.size()).links, 64);
			assert.equal(await updateIndex(store, index, { rounds: 3 }), 192);
			assert.deepEqual(await providersOf(index), ['Crossref', 'Zenodo']);
		} finally {
			await index.close();
		}
	});

	it('come to the same where other handles write between, one after the other', async () => {
		const path = join(folder, 'search.db');
		const [index, other] = [await openSqliteIndex(path, { writesInThread: true }), await openSqliteIndex(path)];
		try {
			let acknowledged = 0;
			const disturbed: LinkStore = {
				...store,
				async acknowledge(...marks) {
					// Whoever finds the same marks still waiting applies them, too.
					if (++acknowledged === 1) {
						await updateIndex({ ...store, acknowledge: async () => undefined }, other);
						await put(other, { objects: [{ ...work('Z'), group: 99_999, version: 99_999 }] });
					}
					await store.acknowledge(...marks);
				},
			};
			await leaveRounds();
			// What was derived beside that is left.
			assert.equal(await updateIndex(disturbed, index, { rounds: 3 }), 64);
			assert.equal(await updateIndex(disturbed, index, { rounds: 3 }), 128);
			assert.deepEqual(await providersOf(index), ['Crossref', 'Zenodo']);
			assert.equal((await index.size()).links, 191);
		} finally {
			await index.close();
			await other.close();
		}
	});
});
