import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { Clock } from '../../clock.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { SearchIndex } from '../../ports/search/search-index.ts';
import { createModelStore, openModelIndex } from '../../ports/search/suite/search-index.model.ts';
import { given, send } from '../graph.fixture.ts';
import { updateIndex } from '../indexing/update-index.ts';
import { ownAnswers } from './own-answers.ts';

let ours: TestRecords;
let others: TestRecords;
let index: SearchIndex;
let elapsed: number;
const clock: Pick<Clock, 'elapsed' | 'sleep'> = {
	elapsed: () => elapsed,
	sleep: () => new Promise((resolve) => setImmediate(resolve)),
};

beforeEach(async () => {
	elapsed = 0;
	[ours, others] = [await openTestRecords(), await openTestRecords()];
	index = openModelIndex(createModelStore());
});
afterEach(() => Promise.all([ours.close(), others.close()]));

const open = (records: Pick<TestRecords['records'], 'syncTokens'> = ours.records) =>
	ownAnswers(records, index, clock as Clock);

async function fillBy({ records }: TestRecords): Promise<void> {
	await send(records, given('A cites B'));
	while (await updateIndex(records, index));
}

const indexBehind = { code: 'index-behind', retryAfterSeconds: 30 };

describe('answers of an index', () => {
	it('are given where it is that of the records', async () => {
		await fillBy(ours);
		assert.deepEqual(await open().size(), { objects: 2, links: 1 });
	});

	it('are refused from the first on where it is that of others', async () => {
		await fillBy(others);
		const answers = open();
		for (const ask of [answers.size, answers.state, () => answers.locateKeys(['a'])]) {
			await assert.rejects(ask(), indexBehind);
		}
	});

	it('are refused a second after the records have become those of another time, as after a failover', async () => {
		await fillBy(ours);
		let asked = ours;
		const answers = open({ syncTokens: () => asked.records.syncTokens() });
		await answers.size();
		asked = others;
		elapsed = 1_000;
		await assert.rejects(answers.size(), indexBehind);
	});

	it('go on as before while the records cannot be asked, or take long', async () => {
		await fillBy(ours);
		let marks = () => ours.records.syncTokens();
		const answers = open({ syncTokens: () => marks() });
		await answers.size();
		for (const failure of [() => Promise.reject(new Error('unavailable')), () => new Promise<never>(() => undefined)]) {
			marks = failure;
			elapsed += 1_000;
			assert.equal((await answers.size()).links, 1);
			assert.equal((await answers.size()).links, 1);
		}
	});

	it('are compared at most once a second', async () => {
		let asked = 0;
		const syncTokens = () => {
			asked++;
			return ours.records.syncTokens();
		};
		const answers = open({ syncTokens });
		for (elapsed = 0; elapsed < 2_000; elapsed += 100) await answers.size();
		assert.equal(asked, 2);
	});
});
