// Suite of the search index: an upgrade that changes its format, with both versions of the program
// on one index.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { hasCode } from '../../../errors.ts';
import type { IndexFormats } from '../index-format.ts';
import type { SearchIndex } from '../search-index.ts';
import { assertUnreadableUntilRebuilt, beginToBuild, fillUp, find, link, put, work } from './search-index.fixture.ts';

/** An unused index, which versions of the program with different formats open. */
export type Upgraded = { open(formats: IndexFormats): Promise<SearchIndex>; close(): Promise<void> };

const before: IndexFormats = { written: 1, oldest: 1 };
const after: IndexFormats = { written: 2, oldest: 1 };
const muchLater: IndexFormats = { written: 3, oldest: 2 };

/** Tests formats; `create` makes an unused index each time, `skip` is the reason where it cannot. */
export function describeFormats(
	name: string,
	create: () => Promise<Upgraded>,
	options: { skip?: string | false } = {},
): void {
	describe(`the format of the index on ${name}`, { skip: options.skip ?? false }, () => {
		let upgraded: Upgraded;
		let old: SearchIndex;
		beforeEach(async () => {
			upgraded = await create();
			old = await upgraded.open(before);
			await put(old, { objects: [work('A'), work('B')], links: link('A Cites B') });
		});
		afterEach(() => upgraded.close());

		it('of the version before is read and updated, by both versions', async () => {
			const next = await upgraded.open(after);
			assert.deepEqual(await find(next, 'A'), ['B']);
			assert.deepEqual([await old.hasOlderFormat(), await next.hasOlderFormat()], [false, true]);
			await put(next, { objects: [work('C')], links: link('A Cites C') });
			await put(old, { objects: [work('D')], links: link('A Cites D') });
			for (const index of [old, next]) assert.deepEqual(await find(index, 'A'), ['B', 'C', 'D']);
			assert.equal(await next.syncToken(), await old.syncToken());
		});

		it('of the version before answers until a new generation is switched to', async () => {
			const next = await upgraded.open(after);
			await beginToBuild(next, 2);
			await put(next, { objects: [work('C')], links: link('A Cites C') });
			assert.deepEqual(await find(next, 'A'), ['B', 'C']);
			await fillUp(next, 2, { objects: [work('A'), work('D')], links: link('A Cites D') }, 'built');
			assert.deepEqual(await find(next, 'A'), ['B', 'C']);
			await next.switchTo(2);
			assert.deepEqual([await find(next, 'A'), await next.hasOlderFormat()], [['D'], false]);
		});

		it('of a newer version is not used: each call fails, and says that the program is to be updated', async () => {
			const next = await upgraded.open(after);
			await beginToBuild(next, 2);
			await fillUp(next, 2, { objects: [work('A'), work('D')], links: link('A Cites D') }, 'built');
			await next.switchTo(2);
			const isNewer = (error: unknown) =>
				hasCode(error, 'index-behind') && /newer version.*Replace this program/.test(error.message);
			for (const index of [old, await upgraded.open(before)]) {
				await assert.rejects(index.syncToken(), isNewer);
				await assert.rejects(find(index, 'A'), isNewer);
				await assert.rejects(put(index, { objects: [work('E')] }), isNewer);
				assert.equal(await index.hasOlderFormat(), false);
			}
			assert.deepEqual(await find(next, 'A'), ['D']);
		});

		it('of a version long before has to be built again', async () => {
			const later = await upgraded.open(muchLater);
			assert.deepEqual([await later.syncToken(), await later.hasOlderFormat()], [undefined, false]);
			await assertUnreadableUntilRebuilt(later);
		});
	});
}
