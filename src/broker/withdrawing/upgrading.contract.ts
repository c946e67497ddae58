// What events that a program of schema 12 applied become once this program opens their database:
// they stay as they are until they are withdrawn or run again, and then follow today's rules.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Migration, migrate } from '../../store/migrate.ts';
import { openRecords, type Records } from '../../store/records.ts';
import type { SqlDatabase } from '../../store/sql-database.ts';
import { act } from '../../store/suite/audit.fixture.ts';
import { createReader } from '../changes/replay.fixture.ts';
import { assertSound } from '../doctor/sound.fixture.ts';
import { about, applyNow, forever, given, readGraph, receive, testWorker } from '../graph.fixture.ts';
import { rebuildGraph } from '../rebuild-graph.ts';
import { eventIdOf, eventsBefore, fillSchema12 } from './schema-12.fixture.ts';
import { restoreEvent, withdrawEvent } from './withdraw-event.ts';

type Opened = { database: SqlDatabase; close(): Promise<void> };

/** Tests upgrades; `open` gives an empty database, `skip` says why there is none. */
export function describeUpgrading(
	name: string,
	open: () => Promise<Opened>,
	migrations: readonly Migration[],
	options: { skip?: string | false } = {},
): void {
	describe(`a database of schema 12 on ${name}`, { skip: options.skip ?? false }, () => {
		let opened: Opened;
		let records: Records;
		beforeEach(async () => {
			opened = await open();
			const { database } = opened;
			await migrate(
				database,
				migrations.filter(({ number }) => number <= 12),
			);
			await database.write(fillSchema12);
			await migrate(database, migrations);
			records = openRecords(database);
		});
		afterEach(async () => {
			await assertSound(records);
			assert.equal((await rebuildGraph(records)).changed, 0);
			await opened.close();
		});

		const works = async () => (await readGraph(records)).works;
		const title = (text: string) => JSON.stringify({ Title: text });
		const before = {
			...{ c: '', d: title('Data'), p: title('Paper'), s: title('Self'), t: title('Text') },
			...{ 'a = b': title('Array'), x: title('Wrong') },
		};
		const withdrawLinks = (...links: Parameters<typeof given>) =>
			receive(records, [{ links: given(...links), action: 'withdraw', noindex: false, userId: 1 }]);
		const withdrawWhole = (number: number) =>
			withdrawEvent(records, { eventId: eventIdOf(number), userId: 1, reason: null, act });
		const applyNext = async (number: number) => {
			const [claimed] = await records.claim({ worker: testWorker, until: forever }, forever - 1, 1);
			assert.ok(claimed);
			return applyNow(records, claimed, eventsBefore[number - 1]?.links ?? []);
		};

		it('has the same works, with the same descriptions', async () => {
			assert.deepEqual(await works(), before);
		});

		it('loses the descriptions of a link with the link', async () => {
			await withdrawLinks('P cites D');
			const { d: _, ...rest } = before;
			assert.deepEqual(await works(), { ...rest, p: '' });
		});

		it('keeps an object that a link of its own describes, and loses it with that link', async () => {
			await withdrawLinks('T cites C');
			const { t: _, ...rest } = before;
			assert.deepEqual(await works(), rest);
			await receive(records, [{ links: [about('S', {})], action: 'withdraw', noindex: false, userId: 1 }]);
			const { s: __, ...others } = rest;
			assert.deepEqual(await works(), others);
		});

		it('keeps the identity of an Identifier array of a withdrawn link, and counts it', async () => {
			const [counts] = await withdrawLinks('A=B cites C');
			assert.equal(counts?.identitiesKept, 1);
			assert.deepEqual(await works(), { ...before, 'a = b': '' });
		});

		it('loses all of an event that is withdrawn, and has it again once that is restored', async () => {
			for (const number of [1, 2, 3]) await withdrawWhole(number);
			assert.deepEqual(await works(), { c: '', p: '', x: title('Wrong') });
			for (const number of [1, 2, 3]) {
				await restoreEvent(records, { eventId: eventIdOf(number), act });
				await applyNext(number);
			}
			assert.deepEqual(await works(), before);
		});

		it('has what was withdrawn again once the withdrawing event is withdrawn', async () => {
			await withdrawWhole(8);
			assert.deepEqual(await works(), { ...before, y: title('Early'), z: title('Late') });
			await withdrawWhole(6);
			assert.deepEqual(await works(), { ...before, y: title('Early'), z: title('Late') });
		});

		it('gives a reader that begins now the same works, whatever is withdrawn first', async () => {
			await withdrawLinks('P cites D', 'T cites C', 'A=B cites C');
			const copy = await open();
			await migrate(copy.database, migrations);
			const followed = openRecords(copy.database);
			await createReader(records, followed).follow();
			assert.deepEqual((await readGraph(followed)).works, await works());
			await copy.close();
		});

		for (const number of [1, 2]) {
			it(`has the same works after event ${number} is run again`, async () => {
				await records.rerun(act, [eventIdOf(number)]);
				await applyNext(number);
				assert.deepEqual(await works(), before);
			});
		}
	});
}
