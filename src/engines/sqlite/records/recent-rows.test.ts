// Tests where rows are that belong all over a large table: recent at first, in their place when enough have come, and found wherever they are.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { digestText } from '../../../links/digested-text.ts';
import { relationCode } from '../../../links/relation.ts';
import { applyOne, createIds, gather } from '../../../ports/records/contract/opened-store.fixture.ts';
import type { Id } from '../../../ports/records/link-store.ts';
import { migrate } from '../../sql/migrate.ts';
import { openSqlLinkStore } from '../../sql/sql-link-store.ts';
import { type FreshLinkStore, openAsOf, openFreshLinkStore, sqliteMigrations } from './sqlite-link-store.fixture.ts';

describe('rows that belong all over a table', () => {
	let fresh: FreshLinkStore;
	let ids: Id[];
	let description: Id;
	let provenance: Id;
	before(async () => {
		fresh = await openFreshLinkStore({ kept: 4, step: 2 });
		ids = (await createIds(fresh.store, 12)).sort(byNumber);
		await fresh.store.change(async (records) => {
			[description] = (await records.internDescriptions([digestText('{"Title":"A"}')])) as [Id];
			[provenance] = (await records.internProvenances([digestText('{}')])) as [Id];
		});
	});
	after(() => fresh.close());

	const numbersIn = (tables: readonly string[], column: string) =>
		fresh.database.read(async (sql) => {
			const selects = tables.map((table) => `select ${column} from ${table}`);
			return (await sql.all<[number]>(`${selects.join(' union all ')} order by 1`)).map(([number]) => number);
		});
	const recent = (table: string) => [0, 1, 2, 3].map((run) => `recent_${table}_${run}`);
	const described = () =>
		Promise.all(
			[recent('identifier_description'), ['identifier_description']].map((tables) =>
				numbersIn(tables, 'identifier_id'),
			),
		);
	const say = (those: readonly Id[], store = fresh.store) =>
		applyOne(store, {}, (records, event) => records.recordDescriptions(those.map((id) => [id, event, description])));
	const at = (...positions: number[]) => positions.map((position) => ids[position] as Id);

	it('stay recent until so many more have come that a step is worth it', async () => {
		await say(at(1, 3, 5, 7, 9));
		assert.deepEqual(await described(), [at(1, 3, 5, 7, 9), []]);
	});

	it('are then moved, those with the lowest keys, until as many are recent as may be', async () => {
		await say(at(11));
		assert.deepEqual(await described(), [at(5, 7, 9, 11), at(1, 3)]);
	});

	it('are moved on from there, so that none stays for ever, and then from the lowest again', async () => {
		await say(at(0, 2));
		assert.deepEqual(await described(), [at(0, 2, 9, 11), at(1, 3, 5, 7)]);
		await say(at(4, 6));
		assert.deepEqual(await described(), [at(0, 2, 4, 6), at(1, 3, 5, 7, 9, 11)]);
		await say(at(8, 10));
		assert.deepEqual(await described(), [at(4, 6, 8, 10), at(0, 1, 2, 3, 5, 7, 9, 11)]);
	});

	it('are moved as soon as they are many, whoever added them', async () => {
		const another = await fresh.openAnother();
		await say(at(0, 1), another);
		assert.equal((await described())[0]?.length, 4);
	});

	it('are moved on from where the last process ended, after one has failed as well', async () => {
		const before = (await described()) as [Id[], Id[]];
		const failing = fresh.store.change(async (records) => {
			await records.recordDescriptions(at(0, 1, 2, 3, 4, 5).map((id) => [id, 10_000, description]));
			throw new Error('on purpose');
		});
		await assert.rejects(failing, /on purpose/);
		assert.deepEqual(await described(), before);
		const [last] = await numbersIn(['recent_row_move'], 'last_key ->> 0');
		await say(at(10, 11), await fresh.openAnother());
		const [waiting, others] = (await described()) as [Id[], Id[]];
		assert.equal(waiting.length + others.length, before[0].length + before[1].length + 2);
		assert.equal(waiting.length, 4);
		const moved = before[0].filter((id) => id > (last as Id)).slice(0, 2);
		assert.ok(
			moved.every((id) => others.includes(id)),
			`${moved} of ${before[0]} after ${last}, ${others}`,
		);
	});

	it('are in one history wherever they are, newest event first', async () => {
		const group = ids[0] as Id;
		const events: Id[] = [];
		for (let event = 0; event < 50; event++) events.unshift(await say([group]));
		const told = await fresh.store.read(async (records) => {
			const found: Id[] = [];
			for await (const { event } of records.describedHistory(group)) found.push(event);
			return found;
		});
		assert.deepEqual(told.slice(0, 50), events);
		assert.deepEqual(
			told,
			told.toSorted((one, other) => other - one),
		);
		assert.ok((await numbersIn(recent('identifier_description'), 'identifier_id')).includes(group));
		assert.ok((await numbersIn(['identifier_description'], 'identifier_id')).includes(group));
	});

	it('are streamed once each and in order, wherever they are', async () => {
		const rows = await fresh.store.snapshot((_, stream) => gather<[Id, Id, Id]>(stream.described()));
		const names = rows.map(([identifier, event]) => `${identifier} ${event}`);
		assert.equal(new Set(names).size, rows.length);
		assert.deepEqual(
			rows,
			rows.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]),
		);
		const [waiting, others] = (await described()) as [Id[], Id[]];
		assert.equal(rows.length, waiting.length + others.length);
	});

	it('tell who cites a work and how much it weighs, wherever they are', async () => {
		const cited = ids[1] as Id;
		const citing = at(2, 3, 4, 5, 6, 7, 8, 9, 10);
		for (const source of citing) {
			await applyOne(fresh.store, {}, (records, event) =>
				records.assert([[source, relationCode.Cites, cited, provenance, event]]),
			);
		}
		assert.ok((await numbersIn(recent('assertion_to'), 'source_id')).length > 0);
		assert.ok((await numbersIn(['assertion_to'], 'source_id')).length > 0);
		await fresh.store.read(async (records) => {
			const relationships = await records.relationshipsOf([cited]);
			assert.deepEqual(relationships.map(([source]) => source).sort(byNumber), citing);
			const assertions = await records.assertionsOf([cited], { last: relationCode.Cites });
			assert.deepEqual(assertions.map(([source]) => source).sort(byNumber), citing);
			assert.deepEqual(await records.weigh('identity', [cited], 1_000), [citing.length]);
		});
	});

	it('go with the assertion that is deleted, wherever they are', async () => {
		const cited = ids[2] as Id;
		const asserted = () => fresh.store.read((records) => records.assertionsOf([cited], { last: relationCode.Cites }));
		for (const source of at(5, 6, 7, 8, 9, 10, 11)) {
			await applyOne(fresh.store, {}, (records, event) =>
				records.assert([[source, relationCode.Cites, cited, provenance, event]]),
			);
		}
		const before = await asserted();
		await fresh.database.write(async (sql) => {
			await sql.run('delete from assertion where target_id = ?1', [cited]);
		});
		assert.deepEqual((await asserted()).length, before.length - 7);
		await assert.rejects(
			fresh.database.write((sql) => sql.run('update assertion set relation = 2')),
			/never updated/,
		);
	});

	it('are not told twice when an event is applied again', async () => {
		const cited = ids[1] as Id;
		const before = await fresh.store.read((records) => records.weigh('identity', [cited], 1_000));
		await fresh.store.change(async (records) => {
			const [again] = await fresh.database.read((sql) =>
				sql.all<[Id, number, Id, Id, Id]>('select * from assertion order by source_id limit 1'),
			);
			const [source, relation, target, said, event] = again as [Id, number, Id, Id, Id];
			await records.assert([[source, relation, target, said, event]]);
		});
		assert.deepEqual(await fresh.store.read((records) => records.weigh('identity', [cited], 1_000)), before);
	});
});

const byNumber = (one: number, other: number) => one - other;

describe('the tables of recent rows', () => {
	let fresh: FreshLinkStore;
	before(async () => {
		fresh = await openFreshLinkStore({ kept: 8, step: 1 });
	});
	after(() => fresh.close());

	/** Lists the identifiers that recent rows speak of, table by table. */
	const recent = (table: string, column: string) =>
		fresh.database.read((sql) =>
			Promise.all(
				[0, 1, 2, 3].map(async (run) =>
					(await sql.all<[Id]>(`select ${column} from recent_${table}_${run} order by 1`)).map(([id]) => id),
				),
			),
		);
	const describe = (event: Id, ...those: Id[]) =>
		fresh.store.change((records) => records.recordDescriptions(those.map((id) => [id, event, 1])));

	it('take sixteen events each, in turn', async () => {
		for (const event of [1, 15, 16, 31, 32, 48, 64, 80]) await describe(event, event);
		assert.deepEqual(await recent('identifier_description', 'identifier_id'), [[1, 15, 64], [16, 31, 80], [32], [48]]);
	});

	it('take what is said to a target as they take what is said of an identifier', async () => {
		for (const event of [1, 15, 16, 31, 32, 48, 64, 80]) {
			await fresh.store.change((records) => records.assert([[1_000, relationCode.Cites, event, 1, event]]));
		}
		assert.deepEqual(await recent('assertion_to', 'target_id'), [[1, 15, 64], [16, 31, 80], [32], [48]]);
	});

	it('are moved together, those with the lowest keys of all of them', async () => {
		await describe(112, 40, 5, 70);
		assert.deepEqual(await recent('identifier_description', 'identifier_id'), [[64], [16, 31, 80], [32], [40, 48, 70]]);
		await describe(33, 2, 33);
		// On from there, though lower ones have come.
		assert.deepEqual(await recent('identifier_description', 'identifier_id'), [[64], [80], [2, 32, 33], [40, 48, 70]]);
		await describe(34, 100, 101, 102);
		assert.deepEqual(await recent('identifier_description', 'identifier_id'), [
			[64],
			[80],
			[2, 100, 101, 102],
			[48, 70],
		]);
	});
});

describe('the migrations that bring recent rows', () => {
	it('find by its target what was said before', async () => {
		const { database, remove } = await openAsOf(3);
		await database.write((sql) =>
			sql.script('insert into assertion values (7, 1, 5, 1, 1), (6, 1, 5, 1, 2), (7, 1, 4, 2, 3)'),
		);
		assert.deepEqual(await migrate(database, sqliteMigrations), ['fewer-pages', 'recent-runs', 'packed-marks']);
		await openSqlLinkStore(database).read(async (records) => {
			assert.deepEqual(
				(await records.relationshipsOf([5])).toSorted((one, other) => one[0] - other[0]),
				[
					[6, 1, 5],
					[7, 1, 5],
				],
			);
			assert.deepEqual(await records.assertionsOf([4], { last: relationCode.Cites }), [[7, 1, 4, 2]]);
		});
		await remove();
	});

	it('keep what was recent when there was one table of it', async () => {
		const { database, remove } = await openAsOf(4);
		await database.write((sql) =>
			sql.script(`insert into assertion values (7, 1, 5, 1, 1), (6, 1, 5, 1, 20);
				insert into identifier_description values (5, 1, 10);
				insert into recent_identifier_description values (5, 1, 11), (5, 20, 12);
				insert into recent_row_move values ('assertion_to', '[5,1,6,1,20]')`),
		);
		assert.deepEqual(await migrate(database, sqliteMigrations), ['recent-runs', 'packed-marks']);
		const store = openSqlLinkStore(database);
		await store.change((records) => records.assert([[9, relationCode.Cites, 5, 1, 40]]));
		await store.read(async (records) => {
			const assertions = await records.assertionsOf([5], { last: relationCode.Cites });
			assert.deepEqual(assertions.map(([source]) => source).sort(byNumber), [6, 7, 9]);
			const told: [Id, Id][] = [];
			for await (const { event, description } of records.describedHistory(5)) told.push([event, description]);
			// The first word of an event counts.
			assert.deepEqual(told, [
				[20, 12],
				[1, 10],
			]);
		});
		await remove();
	});
});
