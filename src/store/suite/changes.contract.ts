// Suite of the records: the change log: numbers, reading it from either end, unindexed changes,
// and trimming.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relationCode } from '../../links/relation.ts';
import type { ChangeQuery } from '../change-reading.ts';
import type { Change, UnindexedDelta } from '../changes.ts';
import type { Assertion, Id, PlacedAssertion, RelationshipKey } from '../graph.ts';
import type { Records, Transaction } from '../records.ts';
import {
	acceptOne,
	applyOne,
	assertAll,
	assertedBy,
	changeOf,
	createIds,
	internDescriptions,
	minute,
	noon,
	type OpenedRecords,
	type OpenRecords,
	readLog,
	recordsForEach,
} from './records.fixture.ts';

export function describeChanges(open: OpenRecords): void {
	const opened = recordsForEach(open);
	describe('entries', () => describeEntries(opened));
	describe('numbers', () => describeNumbers(opened));
	describe('reading', () => describeReading(() => opened().records));
	describe('unindexed changes', () => describeKept(() => opened().records));
	describe('questions', () => describeQuestions(() => opened().records));
	describe('trimChanges', () => describeTrimming(() => opened().records));
}

/** Logs entries of a separate event, which is Done. */
function logOne(records: Records, ...changes: readonly Partial<Change>[]): Promise<Id> {
	return applyOne(records, {}, (transaction, event) =>
		transaction.logChanges(
			event,
			changes.map((change) => changeOf({ event, ...change })),
		),
	);
}

const sourcesOf = (changes: readonly Change[]) => changes.map(({ source }) => source);

function describeEntries(opened: () => OpenedRecords): void {
	it('are read as they were logged, with a number and a time', async () => {
		const { records } = opened();
		const before = Date.now();
		const changes = [
			changeOf({ source: 2 ** 45, relation: 5, target: 7, provenance: 2 ** 40, event: 12, isEdge: true }),
			changeOf({ kind: 'withdrawn', source: 1, target: 2 ** 44, isEdge: true, descriptions: 'known' }),
			changeOf({ kind: 'withdrawn', source: 3, event: 2 ** 41 }),
		];
		const event = await acceptOne(records);
		await records.change((transaction) => transaction.logChanges(event, changes));
		const log = await readLog(records);
		assert.deepEqual(
			log.map(({ number, at, ...change }) => change),
			changes,
		);
		assert.deepEqual(
			log.map(({ number }) => number),
			[1, 2, 3],
		);
		for (const { at } of log) assert.ok(at >= before && at <= Date.now());
	});

	it('are committed with everything else of their transaction', async () => {
		const { records } = opened();
		const event = await acceptOne(records);
		const failing = records.change(async (transaction) => {
			await transaction.logChanges(event, [changeOf()]);
			throw new Error('on purpose');
		});
		await assert.rejects(failing);
		await logOne(records, { source: 5 });
		assert.deepEqual(
			(await readLog(records)).map(({ number, source }) => [number, source]),
			[[1, 5]],
		);
	});
}

function describeNumbers(opened: () => OpenedRecords): void {
	const log = (of: Records) => of.read((transaction) => transaction.changeLog());

	it('begin at 1 and have no gaps, whatever was logged by whom', async () => {
		const { records, openAnother } = opened();
		const another = await openAnother();
		const many = (count: number) => Array.from({ length: count }, (_, at) => ({ source: at + 1 }));
		await Promise.all([
			logOne(records, ...many(5_000)),
			logOne(another, ...many(3)),
			logOne(records, ...many(2_001)),
			logOne(another, ...many(1)),
		]);
		const numbers = (await readLog(records)).map(({ number }) => number);
		assert.deepEqual(
			numbers,
			Array.from({ length: 7_005 }, (_, at) => at + 1),
		);
	});

	it('come with the id of the log, which stays', async () => {
		const { records, openAnother } = opened();
		const { id, ...none } = await log(records);
		assert.match(id, /^\w{10}$/);
		assert.deepEqual(none, { oldest: 1, newest: 0 });
		await logOne(records, {}, {});
		assert.deepEqual(await log(await openAnother()), { id, oldest: 1, newest: 2 });
	});

	it('are never those of an entry that comes later than one that was read', async () => {
		const { records, openAnother } = opened();
		const another = await openAnother();
		const writing = Promise.all(
			[records, another].map(async (writer) => {
				for (let time = 0; time < 15; time++) await logOne(writer, {}, {});
			}),
		);
		let ended = false;
		void writing.finally(() => (ended = true));
		let read = 0;
		while (!ended) {
			const numbers = (await readLog(records, { after: read })).map(({ number }) => number);
			for (const number of numbers) assert.equal(number, ++read);
			await new Promise((resolve) => setImmediate(resolve));
		}
		await writing;
		assert.equal((await log(records)).newest, 60);
	});

	it('go with one first assertion of a relationship, also where two come at a time', async () => {
		const { records, openAnother } = opened();
		const another = await openAnother();
		const [source, target] = (await createIds(records, 2)) as [Id, Id];
		const firsts = async (relation: number, reversed: boolean) => {
			const assertOne = (writer: Records, by: string, [from, to]: readonly [Id, Id]) =>
				applyOne(writer, {}, async (transaction, event) => {
					const [provenance] = (await transaction.internProvenances(assertedBy(by))) as [Id];
					await transaction.assert([[from, relation, to, provenance, event]]);
					const ends = { source: from, relation, target: to, provenance };
					await transaction.logChanges(event, [changeOf({ ...ends, event, isEdge: true })]);
				});
			// On an engine with one writer, the caller has seen the other assertion before.
			if (records.singleWriter) return 1;
			const { newest } = await log(records);
			await Promise.all([
				assertOne(records, 'one', [source, target]),
				assertOne(another, 'other', reversed ? [target, source] : [source, target]),
			]);
			return (await readLog(records, { after: newest })).filter(({ isEdge }) => isEdge).length;
		};
		assert.equal(await firsts(relationCode.Cites, false), 1);
		assert.equal(await firsts(relationCode.IsRelatedTo, true), 1);
	});
}

function describeReading(records: () => Records): void {
	it('begins after a number, oldest first, or before one, newest first', async () => {
		for (const source of [1, 2, 3]) await logOne(records(), { source }, { source: source * 10 });
		const read = async (query: Parameters<typeof readLog>[1]) => sourcesOf(await readLog(records(), query));
		assert.deepEqual(await read({ after: 0 }), [1, 10, 2, 20, 3, 30]);
		assert.deepEqual(await read({ after: 3 }), [20, 3, 30]);
		assert.deepEqual(await read({ after: 6 }), []);
		assert.deepEqual(await read({ before: 7 }), [30, 3, 20, 2, 10, 1]);
		assert.deepEqual(await read({ before: 4 }), [2, 10, 1]);
		assert.deepEqual(await read({ before: 1 }), []);
	});

	it('has the entries of certain numbers, as far as there are such', async () => {
		for (const source of [1, 2, 3]) await logOne(records(), { source }, { source: source * 10 });
		assert.deepEqual(sourcesOf(await readLog(records(), { numbers: [2, 3, 6, 7] })), [10, 2, 30]);
	});

	it('ends when as many are read as asked for, or some more, and returns whether that is all', async () => {
		for (const source of [1, 2, 3]) await logOne(records(), { source }, { source: source * 10 });
		const read = (query: Omit<ChangeQuery, 'entries'>, entries: number) =>
			records().read(async (transaction) => {
				const { changes, isEnd } = await transaction.changes({ ...query, entries });
				assert.ok(changes.length >= entries || isEnd);
				assert.ok(changes.length <= entries + 2);
				return isEnd;
			});
		assert.deepEqual(await Promise.all([1, 2, 3, 4, 5, 6, 7].map((entries) => read({ after: 0 }, entries))), [
			...[false, false, false, false, true, true, true],
		]);
		assert.equal(await read({ after: 3 }, 1), false);
		assert.equal(await read({ after: 4 }, 1), true);
		assert.equal(await read({ before: 7 }, 4), false);
		assert.equal(await read({ before: 3 }, 1), true);
	});

	it('ends nowhere too early where many events logged an entry each', async () => {
		const event = await acceptOne(records());
		for (let time = 0; time < 11; time++) {
			await records().change(async (transaction) => {
				for (let one = 0; one < 100; one++) await transaction.logChanges(event, [changeOf({ event })]);
			});
		}
		let last = 0;
		for (let isEnd = false; !isEnd; ) {
			const read = await records().read((transaction) => transaction.changes({ after: last, entries: 5_000 }));
			for (const { number } of read.changes) assert.equal(number, ++last);
			isEnd = read.isEnd;
		}
		assert.equal(last, 1_100);
	});

	it('finds entries by the identifiers that their events named, also where nothing counts any longer', async () => {
		const [a, b, c, d] = (await createIds(records(), 4)) as [Id, Id, Id, Id];
		const cites = (source: Id, target: Id): RelationshipKey => [source, relationCode.Cites, target];
		const first = await assertAll(records(), [cites(a, b)]);
		await assertAll(records(), [cites(c, d)]);
		await records().change((transaction) =>
			transaction.logChanges(first, [changeOf({ source: a, target: b, event: first })]),
		);
		const withdrawing = await logOne(records(), { kind: 'withdrawn', source: c, target: d, event: first });
		const found = async (...naming: Id[]) =>
			(await readLog(records(), { naming })).map(({ kind, source }) => `${kind} ${source}`);
		assert.ok(withdrawing > first);
		assert.deepEqual(await found(a), [`asserted ${a}`]);
		assert.deepEqual(await found(b), [`asserted ${a}`]);
		// The withdrawn event named it once, and so does the withdrawing one.
		assert.deepEqual(await found(d), [`asserted ${a}`, `withdrawn ${c}`]);
		assert.deepEqual(await found(99_999), []);
		assert.deepEqual(
			(await readLog(records(), { naming: [d], before: 99 })).map(({ number }) => number),
			[2, 1],
		);
	});
}

function describeKept(records: () => Records): void {
	const finish = async (unindexed: readonly Id[]): Promise<UnindexedDelta[]> => {
		const passedOn: UnindexedDelta[] = [];
		const generation = await records().beginRebuild(noon, noon + minute, 1);
		await records().finishRebuild(
			generation,
			'built',
			{ unindexed, entries: [] },
			async (_, kept) => void passedOn.push(kept),
		);
		return passedOn;
	};
	const row = (source: Id, event: Id): Assertion => [source, relationCode.Cites, 2, 3, event];

	it('are passed on event by event when the index is rebuilt, and then removed', async () => {
		const [first, second, third] = [await noindexOne(), await noindexOne(), await noindexOne()];
		await records().change(async (transaction) => {
			await transaction.storeUnindexedDelta({ event: second, gained: [row(1, second), row(5, second)], lost: [] });
			await transaction.storeUnindexedDelta({ event: first, gained: [], lost: [row(7, 40)] });
			await transaction.storeUnindexedDelta({ event: second, gained: [row(9, second)], lost: [] });
			await transaction.storeUnindexedDelta({ event: third, gained: [row(3, third)], lost: [] });
		});
		assert.deepEqual(await readLog(records()), []);
		assert.deepEqual(await finish([first, second]), [
			{ event: first, gained: [], lost: [row(7, 40)] },
			{ event: second, gained: [row(1, second), row(5, second), row(9, second)], lost: [] },
		]);
		assert.deepEqual(await finish([first, second]), []);
		assert.deepEqual(await finish([third]), [{ event: third, gained: [row(3, third)], lost: [] }]);
	});

	it('are passed on for each event when it is searchable and later ones are not yet', async () => {
		const events = [await noindexOne(), await noindexOne()];
		await records().change(async (transaction) => {
			for (const event of events) await transaction.storeUnindexedDelta({ event, gained: [row(1, event)], lost: [] });
		});
		const hidden: Id[][] = [];
		const generation = await records().beginRebuild(noon, noon + minute, 1);
		await records().finishRebuild(
			generation,
			'built',
			{ unindexed: events, entries: [] },
			async (transaction, { event }) => {
				hidden.push(await transaction.unindexedEvents());
				await transaction.logChanges(event, [changeOf({ event })]);
			},
		);
		assert.deepEqual(hidden, [[events[1]], []]);
		assert.equal((await readLog(records())).length, 2);
	});

	const noindexOne = () => applyOne(records(), { noindex: true });
}

function describeQuestions(records: () => Records): void {
	it('areAssertedByOthers lists what other indexed events assert, symmetric ones either way', async () => {
		const [a, b, c] = (await createIds(records(), 3)) as [Id, Id, Id];
		const keys: RelationshipKey[] = [
			[a, relationCode.Cites, b],
			[b, relationCode.Cites, a],
			[a, relationCode.IsRelatedTo, b],
			[b, relationCode.IsRelatedTo, a],
			[a, relationCode.Cites, c],
		];
		const one = await assertAll(records(), [keys[0] as RelationshipKey, keys[2] as RelationshipKey]);
		await assertAll(records(), [keys[4] as RelationshipKey], { noindex: true });
		const byOthers = (...events: Id[]) =>
			records().change(async (transaction) => [...(await transaction.areAssertedByOthers(keys, events))].sort());
		assert.deepEqual(await byOthers(), [0, 2, 3]);
		assert.deepEqual(await byOthers(one), []);
	});

	it('counting lists existing assertions, including unindexed ones', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		const event = await assertAll(records(), [[a, relationCode.Cites, b]], { noindex: true });
		await records().change(async (transaction) => {
			const [provenance] = (await transaction.internProvenances(assertedBy('somebody'))) as [Id];
			const there: Assertion = [a, relationCode.Cites, b, provenance, event];
			const others = [0, 1, 2, 3, 4].map((at) => there.with(at, 9_999) as unknown as Assertion);
			assert.deepEqual(await transaction.counting([...others, there]), [5]);
			// From any record.
			assert.deepEqual(await transaction.counting([[a, relationCode.Cites, b, provenance as Id, event, b]]), [0]);
			const at = (place: number) => [...there, a, place, null, null] as unknown as PlacedAssertion;
			await transaction.assert([at(4)]);
			assert.deepEqual(await transaction.counting([at(0), at(1), at(4), there]), [0, 2, 3]);
		});
	});

	it('descriptionsOf lists what an event asserted with a relationship, in its order', async () => {
		const [a, b] = (await createIds(records(), 2)) as [Id, Id];
		const [one, two] = (await internDescriptions(records(), a, ['{"Title":"One"}', '{"Title":"Two"}'])) as [Id, Id];
		const relation = relationCode.Cites;
		let provenance = 0;
		const event = await applyOne(records(), {}, async (transaction, event) => {
			[provenance] = (await transaction.internProvenances(assertedBy('somebody'))) as [Id];
			await transaction.assert([
				[a, relation, b, provenance, event, a, 4, one, null],
				[a, relation, b, provenance, event, a, 2, two, one],
				[a, relation, a, provenance, event, a, 3, one, null],
			]);
		});
		const of = { source: a, relation, target: b, provenance, event };
		const descriptions = (...changes: Parameters<Transaction['descriptionsOf']>[0]) =>
			records().read((transaction) => transaction.descriptionsOf(changes));
		assert.deepEqual(await descriptions({ ...of, event: event + 1 }, of), [
			[1, 2, two, one],
			[1, 4, one, null],
		]);
		assert.deepEqual(await descriptions({ ...of, place: 4 }), [[0, 4, one, null]]);
	});
}

function describeTrimming(records: () => Records): void {
	it('removes older entries, whose numbers are not used again', async () => {
		await logOne(records(), {}, {});
		const [last] = await readLog(records());
		const { at } = last as { at: number };
		assert.equal(await records().trimChanges(at), 0);
		assert.equal(await records().trimChanges(at + 1), 2);
		const extent = () =>
			records().read(async (transaction) => {
				const { oldest, newest } = await transaction.changeLog();
				return [oldest, newest];
			});
		assert.deepEqual(await extent(), [3, 2]);
		await logOne(records(), { source: 9 });
		assert.deepEqual(await extent(), [3, 3]);
		assert.deepEqual(sourcesOf(await readLog(records())), [9]);
	});
}
