// Tests records whose disk is full and whose files are damaged, removed, replaced or read-only.
import assert from 'node:assert/strict';
import {
	closeSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { BrokerError } from '../../../errors.ts';
import { migrate } from '../../../store/migrate.ts';
import { openRecords, type Records } from '../../../store/records.ts';

import { acceptOne, newEvent } from '../../../store/suite/records.fixture.ts';
import { mountSmallDisk, type SmallDisk, skipSmallDisk } from '../small-disk.fixture.ts';
import { openSqliteDatabase } from './sqlite-database.ts';
import { sqliteMigrations } from './sqlite-records.fixture.ts';

let folder: string;
let path: string;
const opened: Records[] = [];

async function open(at = path): Promise<Records> {
	const database = openSqliteDatabase(at);
	await migrate(database, sqliteMigrations);
	const records = openRecords(database);
	opened.push(records);
	return records;
}

async function closeAll(): Promise<void> {
	for (const records of opened.splice(0)) await records.close();
}

async function countEvents(records: Records): Promise<number> {
	return (await records.events({ limit: 1_000 })).length;
}

const large = () => newEvent({ payload: crypto.getRandomValues(new Uint8Array(60_000)) });

/** Asserts that something fails with a code, in words that name no file; the cause does. */
async function assertFails(work: Promise<unknown>, code: string): Promise<void> {
	await assert.rejects(work, (error: unknown) => {
		assert.ok(error instanceof BrokerError, String(error));
		assert.equal(error.code, code);
		assert.ok(!error.message.includes(folder), error.message);
		assert.match(String(error.cause), new RegExp(folder));
		return true;
	});
}

/** Waits until writing works again. */
async function untilWell(records: Records): Promise<void> {
	for (let time = 0; time < 100 && (await records.incident()) !== null; time++) await pause(50);
	assert.equal(await records.incident(), null);
}

/** Copies the files as a killed process would leave them; returns the database's. */
function copyFiles(): string {
	const left = join(folder, 'left');
	mkdirSync(left);
	for (const suffix of ['', '-wal', '-shm']) {
		if (existsSync(path + suffix)) copyFileSync(path + suffix, join(left, `broker.db${suffix}`));
	}
	return join(left, 'broker.db');
}

function useFolder(): void {
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'link-broker-incidents-'));
		path = join(folder, 'broker.db');
	});
	afterEach(async () => {
		await closeAll().catch(() => undefined);
		rmSync(folder, { recursive: true });
	});
}

describe('records on a full disk', { skip: skipSmallDisk }, () => {
	let disk: SmallDisk;
	beforeEach(() => {
		disk = mountSmallDisk(8);
		folder = disk.folder;
		path = join(folder, 'broker.db');
	});
	afterEach(async () => {
		await closeAll().catch(() => undefined);
		disk.remove();
	});

	it('refuse what does not fit, report it, and continue by themselves when there is space', async () => {
		const records = await open();
		await acceptOne(records);
		disk.fill();
		await assertFails(records.accept([large()]), 'insufficient-storage');
		assert.equal((await records.incident())?.failure.code, 'insufficient-storage');
		assert.equal(await countEvents(records), 1);
		disk.empty();
		await untilWell(records);
		await records.accept([large()]);
		assert.equal(await countEvents(records), 2);
	});

	it('report it for as long as nothing can be written, and can be read', async () => {
		const records = await open();
		await records.accept([large()]);
		disk.fill();
		await assertFails(records.accept([large()]), 'insufficient-storage');
		for (let time = 0; time < 3; time++) {
			assert.equal((await records.incident())?.failure.code, 'insufficient-storage');
			await pause(1_050);
		}
		assert.equal(await countEvents(records), 1);
	});

	it('lose nothing that was accepted before', async () => {
		const records = await open();
		let accepted = 0;
		await assert.rejects(async () => {
			for (; ; accepted++) await records.accept([large()]);
		});
		await closeAll();
		disk.empty();
		assert.equal(await countEvents(await open()), accepted);
	});

	it('cannot be opened where nothing may be written, and return the reason', async () => {
		await open();
		await closeAll();
		disk.setWritable(false);
		await assertFails(open(), 'unavailable');
		disk.setWritable(true);
	});
});

describe('records whose files are removed while they are open', () => {
	useFolder();

	for (const [suffix, name] of [
		['-wal', 'the log'],
		['-shm', 'the index of the log'],
	] as const) {
		it(`store nothing more once ${name} is removed, and lose nothing`, async () => {
			const records = await open();
			await acceptOne(records);
			rmSync(path + suffix);
			assert.equal((await records.incident())?.needsRestart, true);
			await assertFails(records.accept([newEvent()]), 'unavailable');
			assert.equal(await countEvents(await open(copyFiles())), 1);
		});

		it(`store nothing more once ${name} is another one`, async () => {
			const records = await open();
			await acceptOne(records);
			renameSync(path + suffix, `${path}.aside`);
			copyFileSync(`${path}.aside`, path + suffix);
			assert.equal((await records.incident())?.needsRestart, true);
			await assertFails(records.accept([newEvent()]), 'unavailable');
		});
	}

	it('store nothing while the database is removed, create none in its place, and continue when it is back', async () => {
		const records = await open();
		await acceptOne(records);
		renameSync(path, `${path}.aside`);
		const incident = await records.incident();
		assert.equal(incident?.failure.code, 'unavailable');
		assert.equal(incident?.needsRestart, false);
		await assertFails(records.accept([newEvent()]), 'unavailable');
		await assertFails(
			records.snapshot(async () => undefined),
			'unavailable',
		);
		assert.equal(existsSync(path), false);
		renameSync(`${path}.aside`, path);
		await untilWell(records);
		await acceptOne(records);
		assert.equal(await countEvents(records), 2);
	});

	it('store nothing once the database is another one', async () => {
		const records = await open();
		await acceptOne(records);
		renameSync(path, `${path}.aside`);
		copyFileSync(`${path}.aside`, path);
		assert.equal((await records.incident())?.needsRestart, true);
		await assertFails(records.accept([newEvent()]), 'unavailable');
	});
});

describe('records after a crash', () => {
	useFolder();

	/** Returns files with one event in the log alone. */
	async function crash(): Promise<string> {
		await acceptOne(await open());
		return copyFiles();
	}

	it('have everything where the index of the log is missing', async () => {
		const left = await crash();
		rmSync(`${left}-shm`);
		const records = await open(left);
		assert.equal(await countEvents(records), 1);
		await acceptOne(records);
	});

	it('have everything where the index of the log is damaged', async () => {
		const left = await crash();
		writeFileSync(`${left}-shm`, Buffer.alloc(32_768, 'damage'));
		const records = await open(left);
		assert.equal(await countEvents(records), 1);
		await acceptOne(records);
	});

	it('are not created again where the database is missing beside its log, which is kept for it', async () => {
		const left = await crash();
		renameSync(left, `${left}.aside`);
		await assertFails(open(left), 'unavailable');
		assert.equal(existsSync(left), false);
		renameSync(`${left}.aside`, left);
		assert.equal(await countEvents(await open(left)), 1);
	});

	it('have what was complete where the log ends in the middle of a page', async () => {
		const left = await crash();
		truncateSync(`${left}-wal`, statSync(`${left}-wal`).size - 100);
		await acceptOne(await open(left));
	});

	it('are not opened where the log is damaged at its head: SQLite would treat it as empty', async () => {
		const left = await crash();
		const log = readFileSync(`${left}-wal`);
		writeFileSync(`${left}-wal`, Buffer.from(log).fill('damage', 0, 100));
		await assertFails(open(left), 'unavailable');
		writeFileSync(`${left}-wal`, log);
		assert.equal(await countEvents(await open(left)), 1);
	});
});

describe('records in a damaged file', () => {
	useFolder();

	/** Overwrites all pages but the first ones. */
	function damage(from: number): void {
		const bytes = statSync(path).size;
		const file = openSync(path, 'r+');
		writeSync(file, Buffer.alloc(bytes - from, 'damage'), 0, bytes - from, from);
		closeSync(file);
	}

	it('are not opened where it is no database, and return the reason', async () => {
		writeFileSync(path, Buffer.alloc(8_192, 'something else '));
		await assertFails(open(), 'unavailable');
	});

	it('store nothing more once damage was found, and continue to report it', async () => {
		await (await open()).accept(Array.from({ length: 100 }, large));
		await closeAll();
		const again = await open();
		assert.equal(await again.incident(), null);
		damage(400_000);
		const reading = async () => {
			for (const { sequence } of await again.events({ limit: 1_000 })) await again.payload(sequence);
		};
		await assertFails(reading(), 'unavailable');
		const incident = await again.incident();
		assert.match(String(incident?.failure.message), /damaged/);
		assert.equal(incident?.needsRestart, false);
		await assertFails(again.accept([newEvent()]), 'unavailable');
	});
});
