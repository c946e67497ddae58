// Suite of the search index: an upgrade that changes its format, with both versions of the program
// on one index.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { hasCode } from '../../../errors.ts';
import type { IndexFormats } from '../index-format.ts';
import type { SearchIndex } from '../search-index.ts';
import type { SearchResult } from '../search-reader.ts';
import {
	about,
	assertUnreadableUntilRebuilt,
	beginToBuild,
	fillUp,
	find,
	link,
	put,
	work,
} from './search-index.fixture.ts';

/** An unused index, which versions of the program with different formats open. */
export type Upgraded = {
	open(formats: IndexFormats): Promise<SearchIndex>;
	/** Makes of the first generation, which nothing has open, one without flags, as earlier versions built. */
	removeFlags(): Promise<void>;
	close(): Promise<void>;
};

const before: IndexFormats = { written: 1, oldest: 1, flagRules: 1 };
const after: IndexFormats = { ...before, written: 2 };
const muchLater: IndexFormats = { ...before, written: 3, oldest: 2 };
const withOtherRules: IndexFormats = { ...before, flagRules: 2 };

/** Builds the next generation with A, which cites D, and switches to it. */
async function fillNext(index: SearchIndex): Promise<void> {
	await beginToBuild(index, 2);
	await fillUp(index, 2, { objects: [work('A'), work('D')], links: link('A Cites D') }, 'built');
	await index.switchTo(2);
}

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
			assert.deepEqual([await old.outdated(), await next.outdated()], [undefined, 'format']);
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
			assert.deepEqual([await find(next, 'A'), await next.outdated()], [['D'], undefined]);
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
				assert.equal(await index.outdated(), undefined);
			}
			assert.deepEqual(await find(next, 'A'), ['D']);
		});

		it('of a version long before has to be built again', async () => {
			const later = await upgraded.open(muchLater);
			assert.deepEqual([await later.syncToken(), await later.outdated()], [undefined, undefined]);
			await assertUnreadableUntilRebuilt(later);
		});

		it('answers with flags by the rules of any version, and is outdated where these are older', async () => {
			const next = await upgraded.open(withOtherRules);
			assert.deepEqual([await old.outdated(), await next.outdated()], [undefined, 'flag rules']);
			await fillNext(next);
			assert.deepEqual([await old.outdated(), await next.outdated()], [undefined, undefined]);
			for (const index of [old, next]) {
				const found = await index.search(about('A'));
				assert.deepEqual(found?.items[0]?.flags, ['single-provider', 'unregistered']);
			}
		});

		it('of a version without flags answers that all are unknown, until it is built again', async () => {
			await old.close();
			await upgraded.removeFlags();
			const next = await upgraded.open({ ...before, written: 2, oldest: 0 });
			const asked = { facets: true, countsFlags: true, without: ['unregistered'] } as const;
			const known = (found: SearchResult | undefined) => [
				found?.items[0]?.flags,
				found?.excluded,
				found?.facets?.flags?.find(({ flag }) => flag === 'machine'),
			];
			assert.equal(await next.outdated(), 'format');
			await put(next, { objects: [work('A', { traits: ['c', 'ndoe j'] }), work('B')], links: link('A Cites B') });
			assert.deepEqual(known(await next.search(about('A', asked))), [
				[],
				[{ flag: 'unregistered', items: 0, unknown: 1 }],
				{ flag: 'machine', items: 0, unknown: 1 },
			]);
			assert.deepEqual(await find(next, 'A', { flagged: ['unregistered'] }), []);
			await fillNext(next);
			assert.deepEqual(known(await next.search(about('A', asked))).slice(1), [
				[{ flag: 'unregistered', items: 1, unknown: 0 }],
				{ flag: 'machine', items: 0, unknown: 0 },
			]);
		});
	});
}
