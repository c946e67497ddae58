import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openSqliteIndex } from '../../engines/sqlite/index/sqlite-index.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { IndexChanges } from '../../ports/search/index-content.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import type { IndexWriter } from '../../ports/search/search-writer.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import type { Records } from '../../store/records.ts';
import { given, receive, send } from '../graph.fixture.ts';
import { updateIndex } from './update-index.ts';

let fresh: TestRecords;
let records: Records;
let folder: string;

beforeEach(async () => {
	fresh = await openTestRecords();
	records = fresh.records;
	folder = mkdtempSync(join(tmpdir(), 'link-broker-update-'));
});
afterEach(async () => {
	await fresh.close();
	rmSync(folder, { recursive: true });
});

let works = 0;

/** Enqueues this many unrelated entries. */
async function enqueueOthers(count: number): Promise<void> {
	for (let entry = 0; entry < count; entry++) await send(records, given(`N${++works} cites N${++works}`));
}

/**
 * Enqueues what is delivered in three rounds; the first and the third name one link, by different
 * providers.
 */
async function enqueueRounds(): Promise<void> {
	await send(records, given('A cites B'));
	await enqueueOthers(63 + 64);
	await send(records, given('A cites B by Crossref'));
	await enqueueOthers(63);
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

/** Makes a model of an index whose writer does some things differently. */
function indexWith(otherwise: (writer: IndexWriter) => Partial<IndexWriter>): SearchIndex {
	const model = openModelIndex(createModelStore());
	return {
		...model,
		update: (work) => model.update((writer) => work({ ...writer, ...otherwise(writer) })),
	};
}

/** Makes a model of an index that reports what each update writes, step by step. */
function watchedIndex(onWritten: (steps: readonly IndexChanges[]) => void): SearchIndex {
	const model = openModelIndex(createModelStore());
	return {
		...model,
		update: (work) =>
			model.update(async (writer) => {
				const steps: IndexChanges[] = [];
				const apply = async (changes: IndexChanges) => {
					steps.push(changes);
					await writer.apply(changes);
				};
				const result = await work({ ...writer, apply });
				if (steps.length > 0) onWritten(steps);
				return result;
			}),
	};
}

const linksIn = (steps: readonly IndexChanges[]) => steps.flatMap(({ links }) => links);

describe('delivering outbox entries', () => {
	it('writes round after round, each when the one before is acknowledged', async () => {
		const log: string[] = [];
		const index = watchedIndex(() => log.push('written'));
		const noting: Records = {
			...records,
			async acknowledge(...entries) {
				await records.acknowledge(...entries);
				log.push('acknowledged');
			},
		};
		await enqueueRounds();
		for (let round = 0; round < 3; round++) assert.equal(await updateIndex(noting, index), 64);
		assert.deepEqual(log, Array(3).fill(['written', 'acknowledged']).flat());
	});

	it('takes no more entries than name this many relationships and identifiers, but at least one', async () => {
		await send(records, given('A cites B', 'A cites C', 'A cites D'));
		for (const name of ['E', 'F', 'G']) await send(records, given(`A cites ${name}`));
		const index = openModelIndex(createModelStore());
		const delivered: number[] = [];
		do delivered.push(await updateIndex(records, index, { namesPerRound: 4 }));
		while (delivered.at(-1));
		assert.deepEqual(delivered, [1, 2, 1, 0]);
	});

	it('writes a large event step by step, which counts as indexed when all of it is', async () => {
		await send(records, given(...Array.from({ length: 6_000 }, (_, number) => `A cites W${number}`)));
		const index = openModelIndex(createModelStore());
		const steps: [number, boolean][] = [];
		while (await updateIndex(records, index, { namesPerRound: 5_000 })) {
			const [event] = await records.events({ limit: 1 });
			steps.push([(await index.size()).links, event?.indexed === true]);
		}
		assert.deepEqual(steps, [
			[2_500, false],
			[5_000, false],
			[6_000, true],
		]);
	});

	it('writes objects a few at a time, all of one family together, and links when both ends are written', async () => {
		const versions = Array.from({ length: 300 }, (_, number) => `V hasVersion V${number}`);
		const citing = Array.from({ length: 600 }, (_, number) => `W${number} cites V${number % 300}`);
		await send(records, given(...versions, ...citing));
		const written: (readonly IndexChanges[])[] = [];
		const index = watchedIndex((steps) => written.push(steps));
		await updateIndex(records, index);
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

	it('includes works that became one with others since, and their links, up to a bound', async () => {
		const count = 60;
		const numbers = [...Array(count).keys()];
		const citing = (name: string, many: number) =>
			numbers.flatMap((at) => Array.from({ length: many }, (_, other) => `${name}${at} cites X${other}`));
		// The larger one stays, so each work is named after its D.
		await send(records, given(...citing('D', 70)));
		await send(records, given(...citing('P', 50), ...numbers.map((at) => `P${at} cites P${at + 1}`)));
		const links: number[] = [];
		const index = watchedIndex((steps) => links.push(linksIn(steps).length));
		while (await updateIndex(records, index));
		links.length = 0;
		await send(records, given('P0 cites Z'));
		await send(records, given(...numbers.map((at) => `D${at} = P${at}`)));
		assert.equal(await updateIndex(records, index, { namesPerRound: 0 }), 1);
		const [first = 0] = links;
		assert.ok(first > 2_000 && first < 2_700, `${first} links`);
		while (await updateIndex(records, index));
		assert.equal((await index.size()).links, count * 71 + 1);
	});

	it('leaves no links at a group that a work joined and left again before the index was updated', async () => {
		const citing = (name: string, many: number) => Array.from({ length: many }, (_, at) => `W${at} cites ${name}`);
		await send(records, given(...citing('T', 2_600), ...citing('U', 2_700), 'X cites T', 'B cites Y', 'B cites Z'));
		const index = openModelIndex(createModelStore());
		while (await updateIndex(records, index));
		await send(records, given('T = U'));
		await send(records, given('X = B'));
		// What cites T moves with it; beyond the bound X does so too, whose own entry waits.
		assert.equal(await updateIndex(records, index, { namesPerRound: 0 }), 1);
		await receive(records, [{ links: given('X = B'), action: 'withdraw', takesAll: true, noindex: false }]);
		while (await updateIndex(records, index));
		const [located] = await index.locateKeys(['b']);
		const cited = { groupBy: 'identity', group: located?.identity as number, order: 'newest', size: 10 } as const;
		assert.equal((await index.search({ ...cited, offset: 0, facets: false }))?.total, 2);
		assert.equal((await index.size()).links, 2_700 + 3);
	});

	it('looks up each identifier in the index once', async () => {
		const asked: string[] = [];
		const index = indexWith((writer) => ({
			async locate(identifiers) {
				asked.push(...identifiers.map(({ key }) => key));
				return writer.locate(identifiers);
			},
		}));
		await send(records, given('A cites B', 'B hasVersion C', 'X cites C', 'X cites A'));
		await updateIndex(records, index);
		assert.deepEqual(asked.sort(), ['a', 'b', 'c', 'x']);
	});

	it('delivers entries again that were not acknowledged', async () => {
		const index = openModelIndex(createModelStore());
		const failing: Records = { ...records, acknowledge: () => Promise.reject(new Error('on purpose')) };
		await enqueueRounds();
		await assert.rejects(updateIndex(failing, index), /on purpose/);
		assert.equal((await index.size()).links, 64);
		const delivered: number[] = [];
		do delivered.push(await updateIndex(records, index));
		while (delivered.at(-1));
		assert.deepEqual(delivered, [64, 64, 64, 0]);
		assert.deepEqual(await providersOf(index), ['Crossref', 'Zenodo']);
	});

	it('has the same result where another handle delivers at the same time', async () => {
		const path = join(folder, 'search.db');
		const [index, other] = [await openSqliteIndex(path), await openSqliteIndex(path)];
		try {
			const disturbed: Records = {
				...records,
				async acknowledge(...entries) {
					await updateIndex({ ...records, acknowledge: async () => undefined }, other);
					await records.acknowledge(...entries);
				},
			};
			await enqueueRounds();
			while (await updateIndex(disturbed, index));
			assert.deepEqual(await providersOf(index), ['Crossref', 'Zenodo']);
			assert.equal((await index.size()).links, 191);
		} finally {
			await index.close();
			await other.close();
		}
	});
});
