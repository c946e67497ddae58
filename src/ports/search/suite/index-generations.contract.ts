// Suite of the search index: building a generation, and switching to it.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { SearchIndex } from '../search-index.ts';
import {
	about,
	asserted,
	beginToBuild,
	buildUp,
	type Case,
	family,
	fillUp,
	find,
	historyDates,
	identitiesOf,
	link,
	only,
	put,
	work,
} from './search-index.fixture.ts';

export function describeGenerations(on: Case): void {
	describe('generations', () => describeBuilding(on));
	describe('generations that were not switched to', () => describeUnfinished(on));
	describe('switching', () => describeSwitching(on));
	describe('switching where it is impossible', () => describeNoSwitch(on));
	describe('the sync token', () => describeSyncToken(on));
}

const old = { objects: [work('A'), work('B')], links: link('A Cites B') };

const rebuilt = { objects: [work('A'), work('C')], links: link('A Cites C') };

function describeBuilding(on: Case): void {
	on('begin with 1, which is empty', async (index, reopen) => {
		assert.equal(await index.generation(), 1);
		assert.equal(await (await reopen()).isEmpty(), true);
	});

	on('are built beside the active one', async (index) => {
		await put(index, old);
		await beginToBuild(index, 2);
		await put(index, { objects: [work('D')], links: link('A Cites D') });
		await fillUp(index, 2, rebuilt, 'built');
		assert.deepEqual([await index.generation(), await find(index, 'A')], [1, ['B', 'D']]);
	});

	on('accept objects and links in any order, and the levels of a link one by one', async (index) => {
		const links = [
			...link('C Cites A'),
			...link('A IsRelatedTo B'),
			...link('A Cites B', asserted('2016'), asserted('2015')),
		];
		const objects = [work('C'), family('C'), work('B', { dois: ['x', 'y'] }), work('A', { version: 'A' })];
		const levels = [...only('version', links), ...only('identity', links), ...only('identity', link('B Cites C'))];
		await buildUp(index, 2, { objects, links: levels });
		await index.switchTo(2);
		assert.deepEqual(await find(index, 'A'), ['B', 'B', 'C']);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), ['B', 'B', 'all C']);
		assert.deepEqual([await find(index, 'C'), await find(index, 'C', { groupBy: 'version' })], [['A', 'B'], ['A']]);
		assert.deepEqual(await identitiesOf(index, ['y', 'A']), [2, 1]);
		assert.deepEqual(await index.size(), { objects: 3, links: 5 });
		await put(index, { links: only('version', link('A Cites B', asserted('2017'))) });
		assert.deepEqual(await historyDates(index, 'version'), ['2017']);
		assert.equal((await index.search(about('B')))?.total, 3);
		await put(index, { links: link('C Cites A', asserted('2018')) });
		assert.deepEqual((await find(index, 'A')).toSorted(), ['B', 'B', 'C']);
		assert.deepEqual((await find(index, 'A', { groupBy: 'version' })).toSorted(), ['B', 'B', 'all C']);
	});

	on('have a link in both directions where each comes in a step of its own', async (index) => {
		await index.begin(2);
		const objects = await index.open(2, 'objects', 1);
		await objects.addObjects([work('A'), work('B')]);
		await objects.flush();
		const builder = await index.open(2, 'links', 1);
		for (const way of link('A IsRelatedTo B')) await builder.addLinks([way]);
		await builder.flush();
		for await (const _ of (await index.open(2, 'ranks', 1)).addRanks({ first: 1, last: 2 }));
		await (await index.open(2, 'changes', 1)).finish('built');
		await index.switchTo(2);
		assert.deepEqual([await find(index, 'A'), await find(index, 'B')], [['B'], ['A']]);
	});

	on('may be empty', async (index) => {
		await put(index, old);
		await buildUp(index, 2, {});
		await index.switchTo(2);
		assert.deepEqual([await index.isEmpty(), await index.size()], [true, { objects: 0, links: 0 }]);
		await put(index, old);
		assert.deepEqual([await find(index, 'A'), await index.size()], [['B'], { objects: 2, links: 1 }]);
	});
}

function describeUnfinished(on: Case): void {
	on('can be removed', async (index) => {
		await put(index, old);
		await beginToBuild(index, 2, rebuilt.objects);
		const exists = () => index.inParts?.exists(2);
		assert.notEqual(await exists(), false);
		await index.remove(2);
		assert.notEqual(await exists(), true);
		assert.equal(await index.switchToFinished(2), false);
		assert.deepEqual(await find(index, 'A'), ['B']);
	});

	on('accept nothing more in a phase that is over', async (index) => {
		await index.begin(2);
		const late = await index.open(2, 'objects', 1);
		await late.flush();
		await index.open(2, 'links', 1);
		await assert.rejects(async () => {
			await late.addObjects(rebuilt.objects);
			await late.flush();
		});
	});

	on(
		'leave the old one active after a crash in the middle, and can be built again under their number',
		async (index, reopen) => {
			await put(index, old);
			await beginToBuild(index, 2, [work('F'), ...rebuilt.objects]);
			await (await index.open(2, 'links', 1)).addLinks(link('A Cites F'));
			// The builder's process ends here.
			const next = await reopen();
			assert.deepEqual([await next.generation(), await find(next, 'A')], [1, ['B']]);
			assert.equal(await next.switchToFinished(2), false);
			await buildUp(next, 2, rebuilt);
			await next.switchTo(2);
			assert.deepEqual([await find(next, 'A'), await next.size()], [['C'], { objects: 2, links: 1 }]);
		},
	);

	on('leave the old one active after a crash before the switch, which can be completed', async (index, reopen) => {
		await put(index, old);
		await buildUp(index, 2, rebuilt);
		const next = await reopen();
		assert.deepEqual([await next.generation(), await find(next, 'A')], [1, ['B']]);
		assert.equal(await next.switchToFinished(2), true);
		assert.deepEqual([await next.generation(), await find(next, 'A')], [2, ['C']]);
	});
}

function describeSwitching(on: Case): void {
	on('is visible at once in every handle', async (index, reopen) => {
		await put(index, old);
		const others = [await reopen(), await reopen()];
		for (const other of others) assert.deepEqual(await find(other, 'A'), ['B']);
		await others[1]?.update(async () => undefined);
		await buildUp(index, 2, rebuilt);
		await index.switchTo(2);
		for (const handle of [index, ...others]) {
			assert.deepEqual([await handle.generation(), await find(handle, 'A')], [2, ['C']]);
			assert.equal(await handle.update(async (writer) => writer.generation), 2);
		}
	});

	on('can be done any number of times', async (index, reopen) => {
		const other = await reopen();
		for (const generation of [2, 3, 7]) {
			await buildUp(other, generation, { objects: [work('A', { dois: [`built ${generation}`] })] });
			await other.switchTo(generation);
			assert.deepEqual(await identitiesOf(index, [`built ${generation}`]), [1]);
		}
	});

	on('runs `before` while the old one is still active and no writer writes', async (index, reopen) => {
		const other = await reopen();
		await put(index, old);
		await buildUp(index, 2, rebuilt);
		const order: string[] = [];
		let waiting: Promise<number> | undefined;
		await index.switchTo(2, async () => {
			waiting = other.update(async (writer) => {
				await writer.writeSyncToken(async () => {
					order.push('update');
					return 'left';
				});
				return writer.generation;
			});
			await new Promise(setImmediate);
			order.push(`before, ${await index.generation()}: ${await find(index, 'A')}`);
		});
		assert.equal(await waiting, 2);
		assert.deepEqual(order, ['before, 1: B', 'update']);
	});

	on('waits for an update that is being committed', async (index, reopen) => {
		const other = await reopen();
		await buildUp(index, 2, rebuilt);
		let switched: Promise<void> | undefined;
		await other.update(async (writer) => {
			await writer.apply({ removed: [], ...old });
			await writer.writeSyncToken(async () => {
				let done = false;
				switched = index.switchTo(2).finally(() => {
					done = true;
				});
				for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
				assert.deepEqual([done, await index.generation()], [false, 1]);
				return 'left';
			});
		});
		await switched;
		assert.deepEqual([await index.generation(), await find(other, 'A')], [2, ['C']]);
	});

	on('makes an update that was derived for the old generation run again for the new one', async (index, reopen) => {
		const other = await reopen();
		await put(index, old);
		await buildUp(index, 2, rebuilt);
		let switched: Promise<void> | undefined;
		await other.update(async (writer) => {
			await writer.apply({ removed: [], objects: [work('D')], links: [] });
			switched ??= index.switchTo(2);
			for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
		});
		await switched;
		assert.equal(await index.generation(), 2);
		assert.deepEqual(await find(index, 'A'), ['C']);
	});
}

function describeNoSwitch(on: Case): void {
	on('does not happen where `before` fails', async (index) => {
		await put(index, old);
		await buildUp(index, 2, rebuilt);
		await assert.rejects(
			index.switchTo(2, async () => {
				throw new Error('on purpose');
			}),
			/on purpose/,
		);
		assert.deepEqual([await index.generation(), await find(index, 'A')], [1, ['B']]);
		await put(index, { links: link('B Cites A') });
		await index.switchTo(2);
		assert.deepEqual(await find(index, 'A'), ['C']);
	});

	on('to the one that is active already only removes older ones', async (index) => {
		await put(index, old);
		await buildUp(index, 2, rebuilt);
		await index.switchTo(2);
		await index.switchTo(2, async () => assert.fail('before must not run'));
		assert.equal(await index.switchToFinished(2), true);
		assert.deepEqual(await find(index, 'A'), ['C']);
	});

	on('to one that is unfinished or unknown fails', async (index) => {
		await put(index, old);
		await index.begin(2);
		await assert.rejects(index.switchTo(2));
		await assert.rejects(index.switchTo(3));
		assert.equal(await index.switchToFinished(3), false);
		assert.deepEqual(await find(index, 'A'), ['B']);
	});
}

function describeSyncToken(on: Case): void {
	const leave = async (index: SearchIndex, left: string) =>
		index.update((writer) => writer.writeSyncToken(async () => left));

	on('is empty where none was ever written', async (index, reopen) => {
		assert.equal(await index.syncToken(), '');
		await put(index, old);
		assert.deepEqual([await index.syncToken(), await (await reopen()).syncToken()], ['', '']);
	});

	on('is that of the last update, in every handle, with its changes or with none', async (index, reopen) => {
		const other = await reopen();
		await index.update(async (writer) => {
			await writer.writeSyncToken(async () => 'first');
			await writer.apply({ removed: [], ...old });
		});
		assert.deepEqual([await index.syncToken(), await other.syncToken()], ['first', 'first']);
		await leave(other, 'second');
		assert.deepEqual([await index.syncToken(), await (await reopen()).syncToken()], ['second', 'second']);
		await put(index, { links: link('B Cites A') });
		assert.equal(await other.syncToken(), 'second');
	});

	on('is passed to the announcer of the next one, once and when its work is done', async (index, reopen) => {
		await leave(index, 'first');
		const announced: string[] = [];
		await (await reopen()).update(async (writer) => {
			await writer.writeSyncToken(async (before) => {
				announced.push(before);
				return 'second';
			});
			assert.deepEqual(announced, []);
		});
		assert.deepEqual([announced, await index.syncToken()], [['first'], 'second']);
	});

	on('stays where it cannot be announced, and so does everything else', async (index) => {
		await leave(index, 'first');
		const failing = index.update(async (writer) => {
			await writer.apply({ removed: [], ...old });
			await writer.writeSyncToken(async () => {
				throw new Error('on purpose');
			});
		});
		await assert.rejects(failing, /on purpose/);
		assert.deepEqual([await index.syncToken(), await index.isEmpty()], ['first', true]);
	});

	on('stays where the update fails', async (index) => {
		await leave(index, 'first');
		const failing = index.update(async (writer) => {
			await writer.apply({ removed: [], ...old });
			await writer.writeSyncToken(async () => 'second');
			throw new Error('on purpose');
		});
		await assert.rejects(failing, /on purpose/);
		assert.equal(await index.syncToken(), 'first');
	});

	on(
		'of a generation that was built is the one with which it was finished, once it is active',
		async (index, reopen) => {
			await leave(index, 'first');
			await buildUp(index, 2, rebuilt, 'second');
			assert.equal(await index.syncToken(), 'first');
			await index.switchTo(2);
			assert.deepEqual([await index.syncToken(), await (await reopen()).syncToken()], ['second', 'second']);
		},
	);
}
