// Tests of updates of the index that are derived while those before them are still being written.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { BrokerError } from '../../../errors.ts';
import {
	changesBetween,
	emptyWorld,
	identifierCount,
	worldArbitrary,
} from '../../../ports/search/search-index.arbitrary.ts';
import { find, link, put, work } from '../../../ports/search/search-index.fixture.ts';
import { createModelStore, openModelIndex } from '../../../ports/search/search-index.model.ts';
import type { IndexChanges, IndexWriter, SearchIndex } from '../../../ports/search/search-index.ts';
import { openSqliteIndex } from './sqlite-index.ts';

let folder: string;
let path: string;
let index: SearchIndex;
let counter = 0;

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'link-broker-writing-'));
	path = join(folder, 'search.db');
	index = await openSqliteIndex(path, { writesInThread: true });
});
afterEach(async () => {
	await index.close();
	rmSync(folder, { recursive: true });
});

const none: IndexChanges = { removed: [], objects: [], links: [] };

/** Makes an update that tells when its work has run, and how often. */
function noted(work: (writer: IndexWriter) => Promise<void>, after: Promise<unknown> = Promise.resolve()) {
	const { promise: ran, resolve } = Promise.withResolvers<void>();
	let runs = 0;
	const done = index.update(
		async (writer) => {
			runs++;
			await work(writer);
			resolve();
		},
		{ after },
	);
	done.catch(() => undefined);
	return { ran, done, runs: () => runs };
}

const isConflict = (error: unknown) => error instanceof BrokerError && error.code === 'conflict';
const x = [{ scheme: 'doi', key: 'x' }];
const leadingToA = [{ scheme: 'doi', key: 'x', identity: 1, version: 1 }];

describe('an update that a thread writes', () => {
	it('lets the next one be derived meanwhile, which sees what will be there', async () => {
		const first = noted((writer) => writer.apply({ ...none, objects: [work('A', { dois: ['x'] })] }));
		await first.ran;
		let written = false;
		void first.done.then(() => {
			written = true;
		});
		const second = noted(async (writer) => {
			assert.deepEqual(await writer.locate(x), leadingToA);
			assert.deepEqual(await writer.present([1, 2]), new Set([1]));
			assert.equal(written, false);
			await writer.apply({ ...none, objects: [work('B')], links: link('B Cites A') });
		});
		await Promise.all([first.done, second.done]);
		assert.deepEqual([first.runs(), second.runs()], [1, 1]);
		assert.deepEqual(await find(index, 'A'), ['B']);
	});

	it('has the next one fail where that has not come to be', async () => {
		const broken = { ...work('A', { dois: ['x'] }), sortKey: null as never };
		const first = noted((writer) => writer.apply({ ...none, objects: [broken] }));
		await first.ran;
		const second = noted(async (writer) => {
			assert.deepEqual(await writer.locate(x), leadingToA);
			await writer.apply({ ...none, objects: [work('B')] });
		});
		await assert.rejects(first.done, /NOT NULL/);
		await assert.rejects(second.done, isConflict);
		assert.deepEqual(await index.size(), { objects: 0, links: 0 });
		await put(index, { objects: [work('C')] });
		assert.deepEqual(await index.size(), { objects: 1, links: 0 });
	});

	it('has the next one fail where another handle has written between', async () => {
		const other = await openSqliteIndex(path);
		try {
			const first = noted((writer) => writer.apply({ ...none, objects: [work('A')] }));
			await first.ran;
			const second = noted(async (writer) => {
				await first.done;
				await put(other, { objects: [work('A', { dois: ['x'] })] });
				await writer.apply({ ...none, objects: [work('B')] });
			});
			await assert.rejects(second.done, isConflict);
			await index.update(async (writer) => assert.deepEqual(await writer.locate(x), leadingToA));
			assert.deepEqual(await index.size(), { objects: 1, links: 0 });
		} finally {
			await other.close();
		}
	});

	it('has the next one written only after what that comes after, and fail as it does', async () => {
		const { promise: after, resolve } = Promise.withResolvers<void>();
		const first = noted((writer) => writer.apply({ ...none, objects: [work('A')] }));
		await first.ran;
		const second = noted((writer) => writer.apply({ ...none, objects: [work('B')] }), after);
		const third = noted(
			(writer) => writer.apply({ ...none, objects: [work('C')] }),
			second.done.then(() => Promise.reject(new Error('on purpose'))),
		);
		await Promise.all([second.ran, first.done]);
		assert.deepEqual(await index.size(), { objects: 1, links: 0 });
		resolve();
		await second.done;
		await assert.rejects(third.done, /on purpose/);
		assert.deepEqual(await index.size(), { objects: 2, links: 0 });
	});

	it('is waited for by one that comes after nothing', async () => {
		const first = noted((writer) => writer.apply({ ...none, objects: [work('A')] }));
		await first.ran;
		await index.update(async () => assert.deepEqual(await index.size(), { objects: 1, links: 0 }));
		await first.done;
	});

	it('fails by itself where its work does, and the next one is derived without it', async () => {
		const first = noted((writer) => writer.apply({ ...none, objects: [work('A')] }));
		await first.ran;
		const second = noted(async (writer) => {
			await writer.apply({ ...none, objects: [work('B')] });
			throw new Error('on purpose');
		});
		const third = noted(async (writer) => {
			assert.deepEqual(await writer.present([1, 2]), new Set([1]));
			await writer.apply({ ...none, objects: [work('C')] });
		});
		await assert.rejects(second.done, /on purpose/);
		await third.done;
		assert.deepEqual(await index.size(), { objects: 2, links: 0 });
	});

	it('goes on with another thread after a generation was switched to', async () => {
		await put(index, { objects: [work('A')] });
		const builder = await index.build(2);
		await builder.addObjects([work('B')]);
		await builder.finish();
		await index.switchTo(2);
		await put(index, { objects: [work('C')], links: link('C Cites B') });
		assert.deepEqual(await find(index, 'B'), ['C']);
	});

	it('shows those after it what they would see if each waited for the one before, whatever they change', async () => {
		const groups = Array.from({ length: identifierCount + 1 }, (_, number) => number + 1);
		await fc.assert(
			fc.asyncProperty(fc.array(worldArbitrary, { minLength: 2, maxLength: 5 }), async (worlds) => {
				const fresh = await openSqliteIndex(join(folder, `${counter++}.db`), { writesInThread: true });
				const model = openModelIndex(createModelStore());
				try {
					const identifiers = worlds.flatMap(({ objects }) => objects.flatMap((object) => object.identifiers));
					const look = async (writer: IndexWriter) => {
						const located = await writer.locate(identifiers);
						const places = located.map(
							({ scheme, key, identity, version }) => `${scheme} ${key} ${identity} ${version}`,
						);
						return [[...new Set(places)].sort(), [...(await writer.present(groups))].sort()];
					};
					const inTurn = (of: SearchIndex) =>
						worlds.map((world, number) =>
							of.update(
								async (writer) => {
									const before = await look(writer);
									await writer.apply(changesBetween(worlds[number - 1] ?? emptyWorld, world));
									return [before, await look(writer)];
								},
								{ after: Promise.resolve() },
							),
						);
					assert.deepEqual(await Promise.all(inTurn(fresh)), await Promise.all(inTurn(model)));
				} finally {
					await fresh.close();
				}
			}),
			{ numRuns: 40 },
		);
	});
});
