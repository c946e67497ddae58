// The folder of dumps among files of others, and where it is none.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { MadeDump } from '../../broker/dumps/made-dumps.ts';
import { createLog } from '../../log.ts';
import { openDumpsFolder } from './dumps-folder.ts';
import { keepDumps } from './keep-dumps.ts';

const done: MadeDump = {
	...{ id: '20260131T120000000Z-jsonl', format: 'jsonl', state: 'Done', by: 'ada@example.org' },
	...{ startedAt: 1, finishedAt: 2, file: 'link-broker-20260131T120000000Z-jsonl.jsonl.gz', bytes: 7 },
	...{ counts: null, change: 3, works: 0, error: null },
};

describe('the folder of dumps', () => {
	let path: string;
	before(async () => {
		path = await mkdtemp(join(tmpdir(), 'link-broker-dumps-'));
	});
	after(() => rm(path, { recursive: true }));

	it('passes over files that are not of dumps', async () => {
		const folder = openDumpsFolder(path, Date.now);
		await folder.write(done);
		await writeFile(join(path, 'package.json'), '{"name": "theirs"}');
		await writeFile(join(path, 'broken.json'), 'no JSON');
		assert.deepEqual(await folder.list(), [done]);
		assert.equal(await folder.claim('next'), true);
	});

	it('that lacks the file of a dump has nothing to read', async () => {
		const folder = openDumpsFolder(path, Date.now);
		const start = () => assert.fail('nothing is made');
		const dumps = keepDumps({ folder, kept: 1, start, log: createLog('silent', 'test'), now: Date.now });
		await assert.rejects(dumps.read(done, { start: 0, end: 6 }), { code: 'not-found', message: /is missing/ });
		await writeFile(folder.pathOf(done), 'content');
		assert.equal(await new Response(await dumps.read(done, { start: 0, end: 2 })).text(), 'con');
	});

	it('is cleaned of what killed processes left when the next dump begins', async () => {
		const own = await mkdtemp(join(path, 'left-'));
		const folder = openDumpsFolder(own, Date.now);
		await folder.write(done);
		const id = '20260130T120000000Z-csv';
		const left = [`link-broker-${id}.tar.gz`, `link-broker-${id}.tar.gz.7-0a1b2c3d.unfinished`, `${done.id}.1.new`];
		const others = [done.file, 'link-broker.txt', 'notes.new'];
		for (const name of [...left, ...others]) {
			await writeFile(join(own, name), '');
			await utimes(join(own, name), 0, 0);
		}
		assert.equal(await folder.claim('next'), true);
		assert.deepEqual((await readdir(own)).sort(), [`${done.id}.json`, 'making', ...others].sort());
	});

	it('that is a file is reported as a wrong DUMPS_FOLDER', async () => {
		const file = join(path, 'file');
		await writeFile(file, '');
		const folder = openDumpsFolder(file, Date.now);
		const failure = { code: 'unavailable', message: /\(E[A-Z]+\): see that DUMPS_FOLDER names a folder/ };
		await assert.rejects(folder.list(), failure);
		await assert.rejects(folder.claim('next'), failure);
	});
});
