// Suite of the search index: SearchWriter: changes, removed groups, updates.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { GroupBy, GroupId } from '../index-content.ts';
import type { IndexWriter } from '../search-writer.ts';
import {
	about,
	asserted,
	type Case,
	countOf,
	countUp,
	family,
	find,
	groupOf,
	historyDates,
	identitiesOf,
	link,
	only,
	put,
	work,
} from './search-index.fixture.ts';

/** Tests what changes do, and when they become visible. */
export function describeWriting(on: Case): void {
	describe('changes', () => describeChanges(on));
	describe('removed groups', () => describeRemoval(on));
	describe('updates', () => describeUpdates(on));
}

function describeChanges(on: Case): void {
	const two = { objects: [work('A'), work('B')], links: link('A Cites B', asserted('2015')) };

	on('set the whole LinkHistory of a link', async (index) => {
		await put(index, two);
		await put(index, { links: link('A Cites B', asserted('2017'), asserted('2016')) });
		assert.deepEqual(await historyDates(index, 'identity'), ['2017', '2016']);
		await put(index, { links: link('A Cites B', asserted('2016')) });
		assert.deepEqual(await historyDates(index, 'identity'), ['2016']);
	});

	on('end a link with an empty LinkHistory', async (index) => {
		await put(index, two);
		await put(index, { links: [{ source: 1, relation: 'Cites', target: 2, identity: [] }] });
		assert.deepEqual(await find(index, 'A'), []);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), ['B']);
		assert.equal((await index.search(about('B')))?.total, 0);
	});

	on('applied again change nothing', async (index) => {
		const changes = { ...two, removed: [{ level: 'identity', group: 3 } as const] };
		await put(index, { objects: [work('C')], links: [] });
		await put(index, changes);
		const once = [await index.search(about('A')), await index.search(about('B')), await index.size()];
		await put(index, changes);
		assert.deepEqual([await index.search(about('A')), await index.search(about('B')), await index.size()], once);
	});

	on('take the later of two states of one link', async (index) => {
		const links = [...link('A Cites B', asserted('2015')), ...link('A Cites B', asserted('2017'), asserted('2016'))];
		await put(index, { ...two, links });
		assert.deepEqual(await historyDates(index, 'identity'), ['2017', '2016']);
		assert.deepEqual([(await index.search(about('A')))?.total, await index.size()], [1, { objects: 2, links: 1 }]);
	});

	on('are counted: objects of Identity groups, and links between them', async (index) => {
		assert.deepEqual([await index.size(), await index.isEmpty()], [{ objects: 0, links: 0 }, true]);
		const links = [...two.links, ...link('A IsRelatedTo B'), ...only('version', link('B Cites A'))];
		await put(index, { objects: [...two.objects, work('C', { version: 'B' }), family('B')], links });
		assert.deepEqual([await index.size(), await index.isEmpty()], [{ objects: 3, links: 3 }, false]);
		await put(index, { removed: [{ level: 'identity', group: 2 }] });
		assert.deepEqual(await index.size(), { objects: 2, links: 0 });
	});
}

function describeRemoval(on: Case): void {
	const shelf = {
		objects: ['A', 'B', 'C'].map((name) => work(name)),
		links: ['A Cites B', 'B Cites C', 'A IsRelatedTo B', 'A Cites C', 'C IsSupplementTo A'].flatMap((text) =>
			link(text),
		),
	};

	on('lose their object, their identifiers and all their links at their level', async (index) => {
		await put(index, shelf);
		await put(index, {
			removed: [
				{ level: 'identity', group: groupOf('B') },
				{ level: 'version', group: groupOf('B') },
			],
		});
		assert.deepEqual(await identitiesOf(index, ['A', 'B']), [1, undefined]);
		assert.equal(await index.search(about('B')), undefined);
		for (const groupBy of ['identity', 'version'] as const) {
			assert.deepEqual(await find(index, 'A', { groupBy }), ['C', 'C']);
			assert.deepEqual(await find(index, 'C', { groupBy }), ['A', 'A']);
			assert.equal((await index.search(about('A', { groupBy })))?.total, 2);
		}
	});

	on('leave links of the other level', async (index) => {
		await put(index, {
			objects: [work('A'), work('B', { version: 'C' }), work('C'), family('C')],
			links: link('A Cites C'),
		});
		await put(index, { removed: [{ level: 'version', group: groupOf('C') }], objects: [work('B'), work('C')] });
		assert.deepEqual(await find(index, 'A'), ['C']);
		assert.deepEqual(await find(index, 'A', { groupBy: 'version' }), []);
		assert.equal((await index.search(about('C', { groupBy: 'version' })))?.total, 0);
	});

	on('may be written again in the same change', async (index) => {
		await put(index, shelf);
		const removed = [
			{ level: 'identity', group: groupOf('B') },
			{ level: 'version', group: groupOf('B') },
		] as const;
		await put(index, { removed, objects: [work('B', { dois: ['other'] })], links: link('C Cites B') });
		assert.deepEqual(await find(index, 'B'), ['C']);
		assert.deepEqual(await identitiesOf(index, ['B', 'other']), [undefined, 2]);
	});

	on('may be unknown', async (index) => {
		await put(index, { ...shelf, removed: [{ level: 'identity', group: 77 }] });
		assert.deepEqual(await index.size(), { objects: 3, links: 6 });
	});
}

function describeUpdates(on: Case): void {
	on('show everything they applied when they end, and nothing before', async (index, reopen) => {
		const other = await reopen();
		const answer = await index.update(async (writer) => {
			await writer.apply({ removed: [], objects: [work('A'), work('B')], links: [] });
			await writer.apply({ removed: [], objects: [], links: link('A Cites B') });
			for (const handle of [index, other]) {
				assert.equal(await handle.search(about('A')), undefined);
				assert.equal(await handle.isEmpty(), true);
			}
			return 'done';
		});
		assert.equal(answer, 'done');
		for (const handle of [index, other]) assert.deepEqual(await find(handle, 'A'), ['B']);
	});

	on('show nothing where they fail, and do not hinder the next', async (index) => {
		await put(index, { objects: [work('A')] });
		const failing = index.update(async (writer) => {
			const links = link('A Cites B', asserted('2015', 'Unknown'));
			await writer.apply({ removed: [], objects: [work('A', { type: 'software' }), work('B')], links });
			throw new Error('on purpose');
		});
		await assert.rejects(failing, /on purpose/);
		assert.deepEqual([await index.search(about('B')), await find(index, 'A')], [undefined, []]);
		await put(index, { objects: [work('B')], links: link('A Cites B', asserted('2015', 'Unknown')) });
		assert.deepEqual(await historyDates(index, 'identity'), ['2015']);
	});

	on('see what they have changed themselves', async (index) => {
		await put(index, { objects: [work('A', { dois: ['x'] }), work('B')] });
		await index.update(async (writer) => {
			await writer.apply({ removed: [], objects: [work('B', { dois: ['x'] }), work('A')], links: [] });
			const [located] = await writer.locate([{ scheme: 'doi', key: 'x' }]);
			assert.equal(located?.identity, 2);
			assert.deepEqual(await membersOf(writer, 'identity', 'A', 'B', 'C'), ['A in A A', 'x in B B']);
		});
	});

	on('list the identifiers of a group, and of the groups of a Version group', async (index) => {
		const members = [work('A', { version: 'V', dois: ['a', 'x'] }), work('B', { version: 'V' }), family('V')];
		await put(index, { objects: [...members, work('C'), work('D')] });
		await index.update(async (writer) => {
			assert.deepEqual(await membersOf(writer, 'identity', 'A', 'C', 'V'), ['C in C C', 'a in A V', 'x in A V']);
			assert.deepEqual(await membersOf(writer, 'version', 'V', 'C', 'A'), [
				'B in B V',
				'C in C C',
				'a in A V',
				'x in A V',
			]);
			// D takes an identifier and B is removed.
			const objects = [work('D', { version: 'V', dois: ['x'] }), work('B')];
			await writer.apply({ removed: [{ level: 'identity', group: groupOf('C') }], objects, links: [] });
			assert.deepEqual(await membersOf(writer, 'version', 'V', 'C'), ['a in A V', 'x in D V']);
			assert.deepEqual(await membersOf(writer, 'identity', 'A', 'B', 'C', 'D'), ['B in B B', 'a in A V', 'x in D V']);
		});
	});

	on('wait for each other, so that none is lost', async (index, reopen) => {
		const handles = [index, await reopen(), index, await reopen()];
		const updates = handles.flatMap((handle) => [handle, handle, handle]);
		await Promise.all(updates.map((handle) => handle.update(countUp)));
		assert.equal(await countOf(index), updates.length);
	});

	on('have the number of the generation they write to', async (index) => {
		assert.equal(await index.update(async (writer) => writer.generation), 1);
	});

	on('end with their work: the writer cannot be kept', async (index) => {
		const kept = await index.update(async (writer) => writer);
		await assert.rejects(kept.apply({ removed: [], objects: [work('A')], links: [] }));
		await assert.rejects(kept.locate([{ scheme: 'doi', key: 'A' }]));
	});
}

/** Lists the members of groups as `identifier in Identity group, Version group`. */
async function membersOf(writer: IndexWriter, level: GroupBy, ...names: string[]): Promise<string[]> {
	const members = await writer.members(level, names.map(groupOf));
	return members.map(({ key, identity, version }) => `${key} in ${nameOf(identity)} ${nameOf(version)}`).sort();
}

const nameOf = (group: GroupId) => String.fromCharCode(64 + group);
