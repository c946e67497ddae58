// Says what a load of files reports at its end.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { LoadOptions } from '../broker/load-files.ts';
import { orderLoadWithdrawal } from '../broker/withdrawing/withdraw-load.ts';
import { openSqliteIndex } from '../engines/sqlite/index/sqlite-index.ts';
import { openTestRecords, type TestRecords } from '../engines/sqlite/records/sqlite-records.fixture.ts';
import type { SearchIndex } from '../ports/search/search-index.ts';
import { readSettings } from '../settings.ts';
import { by } from '../store/suite/audit.fixture.ts';
import { createFileLoader } from './load.ts';

let opened: TestRecords;
let index: SearchIndex;
let folder: string;
before(async () => {
	opened = await openTestRecords();
	folder = await mkdtemp(join(tmpdir(), 'link-broker-load-'));
	index = await openSqliteIndex(join(folder, 'search.db'));
});
after(async () => {
	await index.close();
	await opened.close();
	await rm(folder, { recursive: true });
});

const options: LoadOptions = {
	...{ action: 'assert', replace: 'none', supplied: {}, date: '2026-01-31' },
	...{ noindex: true, skipInvalid: false, onProgress: () => undefined },
};

/** Writes a file whose links are an event each. */
async function fileOf(name: string, links: number): Promise<string> {
	const object = (value: string) => ({
		Identifier: { ID: `10.5555/${value}`, IDScheme: 'doi' },
		Type: { Name: 'unknown' },
	});
	const records = Array.from({ length: links }, (_, at) => ({
		...{ Source: object(`${name}${at}`), Target: object('cited'), RelationshipType: { Name: 'References' } },
		...{ LinkProvider: [{ Name: 'Library' }], LinkPublicationDate: '2026-01-31' },
	}));
	const path = join(folder, name);
	await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
	return path;
}

describe('a load of files', () => {
	const load = (path: string, more: Partial<LoadOptions> = {}) => {
		const settings = readSettings({ MAX_LINKS_PER_EVENT: '1' });
		return createFileLoader(settings, opened.records, index)(by, [path], { ...options, ...more });
	};

	it('says at its end whether it was withdrawn while it was loaded', async () => {
		const path = await fileOf('withdrawn.jsonl', 3);
		const stop = new AbortController();
		const begun = await load(path, { signal: stop.signal, onProgress: () => stop.abort() });
		const { loadId, isWithdrawn } = begun;
		assert.ok(loadId !== null && begun.interrupted);
		assert.equal(isWithdrawn, false);
		const { sequence } = (await opened.records.loadOf(loadId)) ?? assert.fail();
		const act = { by, now: Date.now() };
		await orderLoadWithdrawal(opened.records, { act, sequence, loadId, userId: null, reason: null });
		const ended = await load(path, { resume: true });
		assert.deepEqual([ended.loadId, ended.isWithdrawn, ended.interrupted], [loadId, true, null]);
	});

	it('is not withdrawn otherwise', async () => {
		assert.equal((await load(await fileOf('kept.jsonl', 2))).isWithdrawn, false);
	});
});
