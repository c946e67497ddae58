// Suite of the search index: overlapping updates. Two handles; one derives from an older state of
// the records than the other has committed.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { IndexChanges } from '../index-content.ts';
import type { SearchIndex } from '../search-index.ts';
import type { IndexWriter } from '../search-writer.ts';
import {
	about,
	asserted,
	type Case,
	family,
	find,
	groupOf,
	historyDates,
	identitiesOf,
	link,
	put,
	work,
} from './search-index.fixture.ts';

/** What an update writes: from the earlier records, and from the later ones. */
type Derive = (isLater: boolean, writer: IndexWriter) => Promise<Partial<IndexChanges>> | Partial<IndexChanges>;

// Where an engine runs one update at a time, the other waits for longer than this.
const patienceMilliseconds = 400;

/**
 * Has one update derive from the records before a change. While it runs, they change, and another
 * update commits the result, unless the engine makes it wait.
 */
async function overlap(index: SearchIndex, other: SearchIndex, first: Derive, second: Derive): Promise<void> {
	let later: Promise<void> | undefined;
	const apply = async (writer: IndexWriter, derive: Derive) =>
		writer.apply({ removed: [], objects: [], links: [], ...(await derive(later !== undefined, writer)) });
	await index.update(async (writer) => {
		await apply(writer, first);
		if (later !== undefined) return;
		later = other.update((another) => apply(another, second));
		await Promise.race([later, delay(patienceMilliseconds)]);
	});
	await later;
}

const doi = (key: string) => ({ scheme: 'doi', key });

/** Tests that updates end as if they had run one after the other. */
export function describeOverlaps(on: Case): void {
	const shelf = {
		objects: ['A', 'B', 'C'].map((name) => work(name)),
		links: [...link('A Cites B', asserted('2015')), ...link('C Cites B')],
	};

	describe('updates of two handles that overlap', () => {
		on('keep of a link that both write what was derived later', async (index, reopen) => {
			await put(index, shelf);
			const derive: Derive = (isLater) => ({
				links: isLater ? link('A Cites B', asserted('2017'), asserted('2016')) : link('A Cites B', asserted('2016')),
			});
			await overlap(index, await reopen(), derive, derive);
			assert.deepEqual(await historyDates(index, 'identity'), ['2017', '2016']);
			assert.deepEqual(await historyDates(index, 'version'), ['2017', '2016']);
		});

		on('end a link that was withdrawn', async (index, reopen) => {
			await put(index, shelf);
			const derive: Derive = (isLater) => ({
				links: isLater
					? [{ source: 1, relation: 'Cites', target: 2, identity: [], version: [] }]
					: link('A Cites B', asserted('2016')),
			});
			await overlap(index, await reopen(), derive, derive);
			assert.deepEqual([await find(index, 'A'), await find(index, 'B')], [[], ['C']]);
		});

		on('keep of an object that both write what was derived later', async (index, reopen) => {
			await put(index, shelf);
			const derive: Derive = (isLater) => ({ objects: [work('B', { type: isLater ? 'software' : 'dataset' })] });
			await overlap(index, await reopen(), derive, derive);
			assert.deepEqual(await find(index, 'A', { type: 'software' }), ['B']);
			assert.deepEqual(await find(index, 'A', { type: 'dataset' }), []);
		});

		on('find new links by the new state of an object', async (index, reopen) => {
			await put(index, { objects: shelf.objects });
			await overlap(
				index,
				await reopen(),
				() => ({ links: link('A Cites B') }),
				() => ({ objects: [work('B', { type: 'software' })] }),
			);
			assert.deepEqual(await find(index, 'A', { type: 'software' }), ['B']);
			assert.deepEqual(await find(index, 'A', { type: 'software', groupBy: 'version' }), ['B']);
		});

		on('find links that came meanwhile by the new state of an object', async (index, reopen) => {
			await put(index, { objects: shelf.objects });
			await overlap(
				index,
				await reopen(),
				() => ({ objects: [work('B', { type: 'software' })] }),
				() => ({ links: link('A Cites B') }),
			);
			assert.deepEqual(await find(index, 'A', { type: 'software' }), ['B']);
			assert.deepEqual(await find(index, 'A', { type: 'software', groupBy: 'version' }), ['B']);
		});

		on('keep the history of links that one rewrites because their object changes', async (index, reopen) => {
			await put(index, shelf);
			await overlap(
				index,
				await reopen(),
				() => ({ objects: [work('B', { type: 'software' })] }),
				() => ({ links: link('A Cites B', asserted('2017'), asserted('2015')) }),
			);
			assert.deepEqual(await historyDates(index, 'identity'), ['2017', '2015']);
			assert.deepEqual(await find(index, 'A', { type: 'software' }), ['B']);
		});

		on('leave no link to a group that has been removed meanwhile', async (index, reopen) => {
			await put(index, shelf);
			const removed = [
				{ level: 'identity', group: groupOf('B') },
				{ level: 'version', group: groupOf('B') },
			] as const;
			await overlap(
				index,
				await reopen(),
				(isLater) => ({ links: isLater ? link('A Cites C') : link('A Cites B', asserted('2017')) }),
				() => ({ removed, objects: [work('C', { dois: ['C', 'B'] })], links: link('A Cites C') }),
			);
			assert.equal(await index.search(about('B')), undefined);
			assert.deepEqual(await identitiesOf(index, ['B']), [groupOf('C')]);
			for (const groupBy of ['identity', 'version'] as const) {
				assert.deepEqual(await find(index, 'A', { groupBy }), ['C']);
			}
		});

		on('remove with a group its new links', async (index, reopen) => {
			await put(index, { objects: shelf.objects });
			const removed = [
				{ level: 'identity', group: groupOf('B') },
				{ level: 'version', group: groupOf('B') },
			] as const;
			await overlap(
				index,
				await reopen(),
				() => ({ removed }),
				async (_, writer) => {
					const isThere = (await writer.locate([doi('B')])).length > 0;
					return isThere ? { links: link('A Cites B') } : {};
				},
			);
			const counts = await index.counts();
			assert.deepEqual(counts.links, { identity: 0, version: 0 });
		});

		on('leave an identifier where the later one found it', async (index, reopen) => {
			await put(index, { objects: [work('A', { dois: ['A', 'x'] }), work('B')] });
			const derive: Derive = async (isLater, writer) => {
				await writer.locate([doi('x')]);
				return isLater
					? { objects: [work('A'), work('B', { dois: ['B', 'x'] })] }
					: { objects: [work('A', { dois: ['A', 'x'], type: 'software' })] };
			};
			await overlap(index, await reopen(), derive, derive);
			assert.deepEqual(await identitiesOf(index, ['A', 'B', 'x']), [1, 2, 2]);
		});

		on('find an identifier that has come meanwhile, and that they must remove', async (index, reopen) => {
			// The records no longer have what the first one has read.
			await overlap(
				index,
				await reopen(),
				(isLater) => (isLater ? {} : { objects: [work('A')] }),
				async (_, writer) => {
					const located = await writer.locate([doi('A')]);
					return { removed: located.map(({ identity }) => ({ level: 'identity' as const, group: identity })) };
				},
			);
			assert.deepEqual(await identitiesOf(index, ['A']), [undefined]);
		});

		on('list the new members of a group', async (index, reopen) => {
			await put(index, { objects: [work('A', { version: 'V' }), family('V')] });
			const seen: number[] = [];
			await overlap(
				index,
				await reopen(),
				async (_, writer) => {
					seen.push((await writer.members('version', [groupOf('V')])).length);
					return { objects: [work('C')] };
				},
				() => ({ objects: [work('B', { version: 'V' }), family('V')] }),
			);
			// Where one update runs at a time, the members come after it.
			assert.ok(seen.length === 1 || seen.at(-1) === 2);
		});

		on('make one of a work that both are the first to add', async (index, reopen) => {
			await put(index, { objects: [work('B')] });
			await overlap(
				index,
				await reopen(),
				() => ({ objects: [work('A')], links: link('A Cites B') }),
				() => ({ objects: [work('A'), work('C')], links: link('C Cites A') }),
			);
			assert.deepEqual([await find(index, 'A'), await find(index, 'C')], [['C', 'B'].sort(), ['A']]);
			assert.deepEqual((await index.counts()).objects.identity, 3);
		});
	});
}
