// The files of a dump: where they go, what is in the way, and that nothing half is left, whatever
// happens.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { about, given, send } from '../../broker/graph.fixture.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { DumpFormat } from '../../formats/dumps/dump-formats.ts';
import { readSettings } from '../../settings.ts';
import { streamDump, writeDump } from './write-dump.ts';

const tables = ['assertions.csv', 'identifiers.csv', 'links.csv', 'works.csv'];

describe('a dump to files', () => {
	let there: TestRecords;
	let folder: string;
	before(async () => {
		there = await openTestRecords();
		await send(there.records, [...given('A cites B', 'C cites B'), about('A', { Title: 'One' })]);
	});
	after(() => there.close());
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'link-broker-dumps-'));
	});
	afterEach(() => rm(folder, { recursive: true }));

	const settingsWith = (reserve: string) =>
		readSettings({ DATABASE_URL: `sqlite:${join(folder, 'broker.db')}`, DISK_RESERVE_BYTES: reserve });

	const write = (
		name: string,
		format: DumpFormat,
		more: { force?: boolean; signal?: AbortSignal; reserve?: string } = {},
	) => {
		const { force = false, signal, reserve = '0' } = more;
		const options = { format, now: 0, signal, force, settings: settingsWith(reserve), onProgress: () => undefined };
		return writeDump(there.records, join(folder, name), options);
	};

	const streamed = async (format: DumpFormat) => {
		let text = '';
		const take = async (piece: string) => {
			text += piece;
		};
		await streamDump(there.records, take, { format, now: 0, onProgress: () => undefined });
		return text;
	};

	it('is one file, packed as its name says, and reports its size', async () => {
		const plain = await streamed('jsonl');
		const { bytes, works } = await write('links.jsonl', 'jsonl');
		assert.equal(await readFile(join(folder, 'links.jsonl'), 'utf8'), plain);
		assert.deepEqual([bytes, works], [Buffer.byteLength(plain), 3]);
		await write('links.jsonl.gz', 'jsonl');
		assert.equal(String(gunzipSync(await readFile(join(folder, 'links.jsonl.gz')))), plain);
		const packed = await write('links.jsonl.zst', 'jsonl');
		const content = await readFile(join(folder, 'links.jsonl.zst'));
		assert.equal(String(zstdDecompressSync(content)), plain);
		assert.equal(packed.bytes, content.length);
		assert.deepEqual((await readdir(folder)).sort(), ['links.jsonl', 'links.jsonl.gz', 'links.jsonl.zst']);
	});

	it('of tables is a folder', async () => {
		const { bytes } = await write('tables', 'csv');
		assert.deepEqual((await readdir(join(folder, 'tables'))).sort(), tables);
		const contents = await Promise.all(tables.map((name) => readFile(join(folder, 'tables', name))));
		assert.equal(
			contents.reduce((sum, { length }) => sum + length, 0),
			bytes,
		);
		assert.deepEqual(await readdir(folder), ['tables']);
	});

	it('of tables is an archive where its name says so', async () => {
		await write('tables.tar.gz', 'csv');
		await write('tables', 'csv');
		const found: Record<string, string> = {};
		const unpacking = extract();
		unpacking.end(gunzipSync(await readFile(join(folder, 'tables.tar.gz'))));
		for await (const entry of unpacking) {
			const parts: Buffer[] = [];
			for await (const part of entry) parts.push(part as Buffer);
			found[entry.header.name] = String(Buffer.concat(parts));
		}
		assert.deepEqual(Object.keys(found).sort(), tables);
		for (const name of tables) assert.equal(found[name], await readFile(join(folder, 'tables', name), 'utf8'));
		assert.deepEqual((await readdir(folder)).sort(), ['tables', 'tables.tar.gz']);
	});

	it('overwrites nothing unless it is asked to', async () => {
		await write('tables', 'csv');
		await writeFile(join(folder, 'tables', 'mine.txt'), 'mine');
		await writeFile(join(folder, 'links.jsonl'), 'mine');
		await assert.rejects(write('links.jsonl', 'jsonl'), /links\.jsonl already exists: .*--force/);
		await assert.rejects(write('tables', 'csv'), /tables already exists: .*--force/);
		await assert.rejects(write('tables', 'jsonl', { force: true }), /tables is a folder: name a file/);
		await assert.rejects(write('links.jsonl', 'csv', { force: true }), /links\.jsonl is a file: name a folder/);
		await assert.rejects(write('tables', 'csv', { force: true }), /tables has other files in it: name another folder/);
		await rm(join(folder, 'tables', 'mine.txt'));
		assert.equal(await readFile(join(folder, 'links.jsonl'), 'utf8'), 'mine');
		await write('links.jsonl', 'jsonl', { force: true });
		await write('tables', 'csv', { force: true });
		assert.equal(await readFile(join(folder, 'links.jsonl'), 'utf8'), await streamed('jsonl'));
		assert.deepEqual((await readdir(join(folder, 'tables'))).sort(), tables);
	});

	it('is alone in its folder, whatever the format of the dump before', async () => {
		await write('tables', 'csv');
		await write('tables', 'parquet', { force: true });
		const inParquet = tables.map((name) => name.replace('csv', 'parquet'));
		assert.deepEqual((await readdir(join(folder, 'tables'))).sort(), inParquet);
		// Earlier versions left the tables of both.
		await writeFile(join(folder, 'tables', 'works.csv'), '');
		await write('tables', 'csv', { force: true });
		assert.deepEqual((await readdir(join(folder, 'tables'))).sort(), tables);
		await mkdir(join(folder, 'mine'));
		await writeFile(join(folder, 'mine', 'works.csv'), '');
		await assert.rejects(write('mine', 'csv', { force: true }), /mine has other files in it/);
		assert.deepEqual(await readdir(folder), ['mine', 'tables']);
	});

	it('never takes the place of what is neither a file nor a folder', async () => {
		const pipe = join(folder, 'pipe');
		execFileSync('mkfifo', [pipe]);
		for (const format of ['jsonl', 'csv'] as const) {
			await assert.rejects(write('pipe', format, { force: true }), /pipe is neither a file nor a folder/);
		}
		assert.ok((await stat(pipe)).isFIFO());
	});

	for (const [name, format] of [
		['links.jsonl.gz', 'jsonl'],
		['tables', 'parquet'],
		['tables.tar', 'csv'],
	] as const) {
		it(`leaves nothing where it is given up (${name})`, async () => {
			const signal = AbortSignal.abort(new Error('enough'));
			await assert.rejects(write(name, format, { signal }), /enough/);
			assert.deepEqual(await readdir(folder), []);
		});

		it(`leaves nothing where the last of the disk is to be kept (${name})`, async () => {
			await assert.rejects(write(name, format, { reserve: '1000000000000' }), { code: 'insufficient-storage' });
			assert.deepEqual(await readdir(folder), []);
		});
	}

	it('to standard output is one file', async () => {
		assert.match(await streamed('opencitations'), /^oci,citing/);
		await assert.rejects(streamed('csv'), { code: 'bad-usage', message: /csv is several files: name a folder/ });
	});
});
