// Suite of the records: identifiers: found or created, in their first spelling.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Identifier } from '../../identifiers/index.ts';
import type { Id } from '../graph.ts';
import type { Records } from '../records.ts';
import { identifier, internDescriptions, type OpenRecords, recordsForAll } from './records.fixture.ts';

export function describeIdentifiers(open: OpenRecords): void {
	const opened = recordsForAll(open);
	const records = () => opened().records;
	describe('identify', () => describeIdentify(records));
	describe('identifiers', () => describeReading(records));
}

const aloneAt = (id: Id) => ({ id, identity: id, version: id, alone: true, description: null });

const identify = (records: Records, names: readonly Identifier[]) =>
	records.change((transaction) => transaction.identify(names));

function describeIdentify(records: () => Records): void {
	it('creates identifiers, each alone in groups of its own and not described', async () => {
		const [a, b] = await identify(records(), [identifier('A'), identifier('B')]);
		assert.ok(a && b && a.id !== b.id);
		for (const one of [a, b]) {
			assert.ok(Number.isSafeInteger(one.id) && one.id > 0);
			assert.deepEqual(one, { ...aloneAt(one.id), created: true });
		}
	});

	it('finds them again, in the order given and no longer as created', async () => {
		const names = ['A', 'B', 'C'].map((name) => identifier(name));
		const ids = (await identify(records(), names)).map(({ id }) => id);
		const fresh = identifier('D');
		const again = await identify(records(), [names[2], fresh, names[0], names[1]] as Identifier[]);
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

	it('distinguishes them by scheme and key together', async () => {
		const found = await identify(records(), [
			{ scheme: 'doi', key: '10.1/x', value: '10.1/X' },
			{ scheme: 'handle', key: '10.1/x', value: '10.1/X' },
			{ scheme: 'doi', key: '10.1/X', value: '10.1/X' },
			{ scheme: 'doi', key: '10.1/x ', value: '10.1/x ' },
			{ scheme: 'x', key: 'a b', value: 'a b' },
			{ scheme: 'b x', key: 'a', value: 'a' },
		]);
		assert.equal(new Set(found.map(({ id }) => id)).size, 6);
	});

	it('keeps the spelling first received', async () => {
		const first = { scheme: 'doi', key: '10.5281/zenodo.abc', value: '10.5281/Zenodo.ABC' };
		const [found] = await identify(records(), [first]);
		await identify(records(), [{ ...first, value: '10.5281/ZENODO.abc' }]);
		assert.deepEqual(await records().read((transaction) => transaction.identifiers([found?.id as Id])), [
			{ ...aloneAt(found?.id as Id), ...first, retired: false },
		]);
	});

	it('finds one that is given twice at once as one', async () => {
		const name = identifier('Twice');
		const [one, other] = await identify(records(), [name, name]);
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
		const ids = (await identify(records(), names)).map(({ id }) => id);
		const read = await records().read((transaction) => transaction.identifiers(ids));
		assert.deepEqual(
			read.sort((one, other) => one.id - other.id),
			names
				.map((name, position) => ({ ...aloneAt(ids[position] as Id), ...name, retired: false }))
				.sort((one, other) => one.id - other.id),
		);
		assert.deepEqual(
			(await identify(records(), names)).map(({ id }) => id),
			ids,
		);
	});

	it('returns the description that describe has set', async () => {
		const name = identifier('Described');
		const [id] = (await identify(records(), [name])).map(({ id }) => id) as [Id];
		const [description] = (await internDescriptions(records(), id, ['{"Title":"T"}'])) as [Id];
		await records().change((transaction) => transaction.describe([[id, description]]));
		assert.equal((await identify(records(), [name]))[0]?.description, description);
	});

	it('returns the placements that move has set', async () => {
		const names = [identifier('A'), identifier('B')];
		const [a, b] = (await identify(records(), names)).map(({ id }) => id) as [Id, Id];
		await records().change((transaction) => transaction.move([[b, a]], [[b, a]]));
		const [, moved] = await identify(records(), names);
		assert.deepEqual([moved?.identity, moved?.version, moved?.alone], [a, a, false]);
	});

	it('takes sets of any size', async () => {
		assert.deepEqual(await identify(records(), []), []);
		const names = Array.from({ length: 20_001 }, (_, number) => identifier(`N${number}`, 'many'));
		const ids = (await identify(records(), names)).map(({ id }) => id);
		assert.equal(new Set(ids).size, names.length);
		const again = await identify(records(), names.toReversed());
		assert.deepEqual(
			again.map(({ id }) => id),
			ids.toReversed(),
		);
	});
}

function describeReading(records: () => Records): void {
	const read = async (ids: readonly Id[]) =>
		(await records().read((transaction) => transaction.identifiers(ids))).sort((one, other) => one.id - other.id);

	it('reads identifiers by id, without missing ones', async () => {
		const names = [identifier('A'), identifier('B')];
		const [a, b] = (await identify(records(), names)).map(({ id }) => id) as [Id, Id];
		const expected = [
			{ ...aloneAt(a), ...names[0], retired: false },
			{ ...aloneAt(b), ...names[1], retired: false },
		];
		assert.deepEqual(
			await read([b, 987_654_321, a]),
			expected.sort((one, other) => one.id - other.id),
		);
		assert.deepEqual(await read([]), []);
	});

	it('returns their groups, and the description of the Identity group named after them', async () => {
		const names = [identifier('A'), identifier('B')];
		const [a, b] = (await identify(records(), names)).map(({ id }) => id) as [Id, Id];
		const [description] = (await internDescriptions(records(), a, ['{"Title":"T"}'])) as [Id];
		await records().change(async (transaction) => {
			await transaction.move([[b, a]], [[b, a]]);
			await transaction.describe([[a, description]]);
		});
		const common = { identity: a, version: a, alone: false, retired: false };
		const expected = [
			{ id: a, ...common, description, ...names[0] },
			{ id: b, ...common, description: null, ...names[1] },
		];
		assert.deepEqual(
			await read([a, b]),
			expected.sort((one, other) => one.id - other.id),
		);
	});
}
