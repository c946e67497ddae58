import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { BrokerError } from '../../errors.ts';
import { type LineSink, writeLines } from './transfer.ts';

let folder: string;
before(async () => {
	folder = await mkdtemp(join(tmpdir(), 'link-broker-lines-'));
});
after(() => rm(folder, { recursive: true }));

const nowhere = { write: () => assert.fail('nothing goes to standard output'), own: [] };
const twoLines = async (write: LineSink) => {
	await write('one');
	await write('two');
	return 'written';
};

describe('lines', () => {
	it('go to standard output without a file, each after the one before was accepted', async () => {
		const seen: string[] = [];
		const write = async (text: string) => {
			seen.push(`begins ${text}`);
			await new Promise(setImmediate);
			seen.push('ends');
		};
		assert.equal(await writeLines(undefined, { write, own: [] }, twoLines), 'written');
		assert.deepEqual(seen, ['begins one\n', 'ends', 'begins two\n', 'ends']);
	});

	it('make a file that its owner alone can read, and nothing beside it', async () => {
		const path = join(folder, 'a.jsonl');
		assert.equal(await writeLines(path, nowhere, twoLines), 'written');
		assert.equal(await readFile(path, 'utf8'), 'one\ntwo\n');
		assert.equal((await stat(path)).mode & 0o777, 0o600);
		assert.deepEqual(await readdir(folder), ['a.jsonl']);
	});

	it('are packed where the name of the file ends in .gz', async () => {
		const path = join(folder, 'b.jsonl.gz');
		await writeLines(path, nowhere, twoLines);
		assert.equal(gunzipSync(await readFile(path)).toString(), 'one\ntwo\n');
	});

	it('never replace anything but a file', async () => {
		const pipe = join(folder, 'pipe');
		execFileSync('mkfifo', [pipe]);
		await assert.rejects(writeLines(pipe, nowhere, twoLines), {
			code: 'bad-file',
			message: /pipe is neither a file nor a folder/,
		});
		assert.ok((await stat(pipe)).isFIFO());
		await rm(pipe);
	});

	it('of great length come through whole', async () => {
		const path = join(folder, 'c.jsonl.gz');
		const long = 'x'.repeat(3_000_000);
		await writeLines(path, nowhere, async (write) => {
			for (let time = 0; time < 5; time++) await write(long);
		});
		assert.equal(gunzipSync(await readFile(path)).toString(), `${long}\n`.repeat(5));
	});

	it('leave what was there before when they break off', async () => {
		const path = join(folder, 'd.jsonl');
		await writeFile(path, 'before');
		const failure = new Error('on purpose');
		const broken = writeLines(path, nowhere, async (write) => {
			await write('half');
			throw failure;
		});
		await assert.rejects(broken, (error) => error === failure);
		assert.equal(await readFile(path, 'utf8'), 'before');
		assert.deepEqual(
			(await readdir(folder)).filter((name) => name.startsWith('d.')),
			['d.jsonl'],
		);
	});

	it('leave nothing beside it when they break off before the file is open', async () => {
		const names = Array.from({ length: 500 }, (_, number) => `early-${number}.jsonl`);
		const breakOff = () => Promise.reject(new Error('at once'));
		await Promise.all(
			names.map((name) => assert.rejects(writeLines(join(folder, name), nowhere, breakOff), /at once/)),
		);
		assert.deepEqual(
			(await readdir(folder)).filter((name) => name.startsWith('early')),
			[],
		);
	});

	it('fail for a missing folder, however much is written', async () => {
		const path = join(folder, 'no such folder', 'e.jsonl');
		const much = async (write: LineSink) => {
			for (let time = 0; time < 100; time++) await write('x'.repeat(100_000));
		};
		for (const work of [much, async (write: LineSink) => void (await twoLines(write))]) {
			await assert.rejects(
				writeLines(path, nowhere, work),
				(error) =>
					error instanceof BrokerError && error.code === 'bad-file' && error.message.includes('cannot be written'),
			);
		}
	});
});
