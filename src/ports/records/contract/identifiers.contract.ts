// The part of the records' suite about identifiers: found or created, in their first spelling; knows no engine.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Identifier } from '../../../identifiers/index.ts';
import type { Id, LinkStore } from '../link-store.ts';
import { createIds, digested, identifier, type OpenLinkStore, storeForAll } from './opened-store.fixture.ts';

export function identifiersAreKept(open: OpenLinkStore): void {
	const opened = storeForAll(open);
	const store = () => opened().store;
	describe('identify', () => identifiersAreFoundOrCreated(store));
	describe('reading them', () => identifiersAreRead(store));
}

const identify = (store: LinkStore, names: readonly Identifier[]) => store.change((records) => records.identify(names));

function identifiersAreFoundOrCreated(store: () => LinkStore): void {
	it('creates identifiers, each alone in groups of its own and not described', async () => {
		const [a, b] = await identify(store(), [identifier('A'), identifier('B')]);
		assert.ok(a && b && a.id !== b.id);
		for (const one of [a, b]) {
			assert.ok(Number.isSafeInteger(one.id) && one.id > 0);
			assert.deepEqual(one, {
				id: one.id,
				identity: one.id,
				version: one.id,
				alone: true,
				created: true,
				description: null,
			});
		}
	});

	it('finds them again, in the order given and no longer as created', async () => {
		const names = ['A', 'B', 'C'].map((name) => identifier(name));
		const ids = (await identify(store(), names)).map(({ id }) => id);
		const fresh = identifier('D');
		const again = await identify(store(), [names[2], fresh, names[0], names[1]] as Identifier[]);
		assert.deepEqual(
			again.map(({ id, created }) => [id, created]),
			[
				[ids[2], false],
				[again[1]?.id, true],
				[ids[0], false],
				[ids[1], false],
			],
		);
	});

	it('tells them apart by scheme and key together', async () => {
		const found = await identify(store(), [
			{ scheme: 'doi', key: '10.1/x', value: '10.1/X' },
			{ scheme: 'handle', key: '10.1/x', value: '10.1/X' },
			{ scheme: 'doi', key: '10.1/X', value: '10.1/X' },
			{ scheme: 'doi', key: '10.1/x ', value: '10.1/x ' },
		]);
		assert.equal(new Set(found.map(({ id }) => id)).size, 4);
	});

	it('keeps the spelling first received', async () => {
		const first = { scheme: 'doi', key: '10.5281/zenodo.abc', value: '10.5281/Zenodo.ABC' };
		const [found] = await identify(store(), [first]);
		await identify(store(), [{ ...first, value: '10.5281/ZENODO.abc' }]);
		assert.deepEqual(await store().read((records) => records.identifiers([found?.id as Id])), [
			{ id: found?.id, ...first },
		]);
	});

	it('finds one that is given twice at once as one', async () => {
		const name = identifier('Twice');
		const [one, other] = await identify(store(), [name, name]);
		assert.equal(one?.id, other?.id);
	});

	it('keeps any text as it is: quotes, escapes, letters beyond ASCII, great length', async () => {
		const odd = [
			'"\'\\"`',
			'\\u0041',
			'{"a":[1]}',
			'Éloïse 😀 東京 \u200d',
			'?1 $1 %s',
			'ａ'.repeat(8_192),
			'1e3',
			'null',
			'0012',
		];
		const names = odd.map((value) => ({ scheme: `odd ${value.slice(0, 20)}`, key: value, value: `${value}!` }));
		const ids = (await identify(store(), names)).map(({ id }) => id);
		const read = await store().read((records) => records.identifiers(ids));
		assert.deepEqual(
			read.sort((one, other) => one.id - other.id),
			names
				.map((name, position) => ({ id: ids[position], ...name }))
				.sort((one, other) => Number(one.id) - Number(other.id)),
		);
		assert.deepEqual(
			(await identify(store(), names)).map(({ id }) => id),
			ids,
		);
	});

	it('answers description as describe left it', async () => {
		const name = identifier('Described');
		const described = await store().change(async (records) => {
			const [{ id }] = (await records.identify([name])) as unknown as [{ id: Id }];
			const [description] = (await records.internDescriptions(digested('{"Title":"T"}'))) as [Id];
			await records.describe([[id, description]]);
			return description;
		});
		assert.equal((await identify(store(), [name]))[0]?.description, described);
	});

	it('answers placements as move left them', async () => {
		const names = [identifier('A'), identifier('B')];
		const [a, b] = (await identify(store(), names)).map(({ id }) => id) as [Id, Id];
		await store().change((records) => records.move([[b, a]], [[b, a]]));
		const [, moved] = await identify(store(), names);
		assert.deepEqual([moved?.identity, moved?.version, moved?.alone], [a, a, false]);
	});

	it('takes sets of any size', async () => {
		assert.deepEqual(await identify(store(), []), []);
		const names = Array.from({ length: 20_001 }, (_, number) => identifier(`N${number}`, 'many'));
		const ids = (await identify(store(), names)).map(({ id }) => id);
		assert.equal(new Set(ids).size, names.length);
		const again = await identify(store(), names.toReversed());
		assert.deepEqual(
			again.map(({ id }) => id),
			ids.toReversed(),
		);
	});
}

function identifiersAreRead(store: () => LinkStore): void {
	it('lists identifiers by id, those that are known', async () => {
		const names = [identifier('A'), identifier('B')];
		const [a, b] = (await identify(store(), names)).map(({ id }) => id) as [Id, Id];
		const read = await store().read((records) => records.identifiers([b, 987_654_321, a]));
		assert.deepEqual(
			read.sort((one, other) => one.id - other.id),
			[
				{ id: a, ...names[0] },
				{ id: b, ...names[1] },
			],
		);
		assert.deepEqual(await store().read((records) => records.identifiers([])), []);
	});

	it('places identifiers by id, those that are known', async () => {
		const [a, b] = (await createIds(store(), 2)) as [Id, Id];
		const placed = await store().read((records) => records.placements([b, 987_654_321, a]));
		assert.deepEqual(
			placed.sort((one, other) => one.id - other.id),
			[a, b].map((id) => ({ id, identity: id, version: id, alone: true })),
		);
		assert.deepEqual(await store().read((records) => records.placements([])), []);
	});
}
