// Files and folders that are put in their place: what is in the way, and what a killed process
// leaves.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type OutputOptions, openOutput } from './output.ts';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'link-broker-output-'));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(at(name), 'utf8');

/** Writes a file with this content to a path. */
async function write(name: string, content = 'new', options: OutputOptions = { force: true }): Promise<void> {
	const output = openOutput(at(name), options);
	writeFileSync(output.unfinished, content);
	await output.finish();
}

describe('an output file', () => {
	it('replaces a regular file with --force only', async () => {
		writeFileSync(at('file'), 'old');
		const refused = {
			code: 'bad-file',
			message: /file already exists: name another one, or overwrite it with --force/,
		};
		await assert.rejects(write('file', 'new', { force: false }), refused);
		assert.equal(read('file'), 'old');
		await write('file');
		assert.deepEqual([read('file'), readdirSync(folder)], ['new', ['file']]);
	});

	it('replaces no folder, device, pipe or socket, and nothing through a link to one', async (context) => {
		mkdirSync(at('folder'));
		execFileSync('mkfifo', [at('pipe')]);
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(at('socket'), resolve));
		context.after(() => server.close());
		// Only root may make a device; that of the machine must not be at risk.
		spawnSync('mknod', [at('device'), 'c', '1', '3']);
		for (const name of ['folder', 'pipe', 'socket']) symlinkSync(name, at(`link-${name}`));
		const before = readdirSync(folder);
		for (const name of before) {
			await assert.rejects(write(name), {
				code: 'bad-file',
				message: /neither a file nor a folder|is a folder: name a file/,
			});
		}
		assert.deepEqual(readdirSync(folder), before);
		assert.ok(!before.includes('device') || lstatSync(at('device')).isCharacterDevice());
		assert.ok(lstatSync(at('pipe')).isFIFO());
		assert.ok(lstatSync(at('socket')).isSocket());
	});

	it('replaces the file that a symbolic link names, and keeps the link', async () => {
		mkdirSync(at('elsewhere'));
		writeFileSync(at('elsewhere/file'), 'old');
		symlinkSync('elsewhere/file', at('link'));
		await write('link');
		assert.deepEqual([read('elsewhere/file'), readlinkSync(at('link'))], ['new', 'elsewhere/file']);
		assert.deepEqual(readdirSync(folder), ['elsewhere', 'link']);
		symlinkSync('nowhere', at('lost'));
		await assert.rejects(write('lost'), { code: 'bad-file', message: /lost is a symbolic link to nothing/ });
	});

	it('never replaces the records or the search index, by a link neither', async () => {
		writeFileSync(at('broker.db'), 'records');
		symlinkSync('broker.db', at('link'));
		for (const name of ['broker.db', 'link']) {
			const refused = { code: 'bad-file', message: /is a file of the broker itself/ };
			await assert.rejects(write(name, 'new', { force: true, own: [at('broker.db')] }), refused);
		}
		assert.equal(read('broker.db'), 'records');
	});

	it('removes what killed processes left beside its place, and nothing else', async () => {
		const ended = 4_194_304;
		for (const left of [`${ended}.unfinished`, `${ended}-0123abcd.unfinished-journal`])
			writeFileSync(at(`file.${left}`), '');
		const others = [`file.${process.ppid}-0123abcd.unfinished`, 'file.unfinished', `other.${ended}.unfinished`];
		for (const name of others) writeFileSync(at(name), '');
		const output = openOutput(at('file'), { force: false });
		writeFileSync(output.unfinished, '');
		await write('file');
		await output.abandon();
		assert.deepEqual(readdirSync(folder).sort(), ['file', ...others].sort());
	});
});

const program = fileURLToPath(new URL('killed-output.fixture.ts', import.meta.url));

/** Has a process write the folder, and be killed before this step; returns its steps. */
function writeUntil(step: number): { steps: string[]; isKilled: boolean } {
	const { stdout, stderr, signal } = spawnSync(process.execPath, [program, at('dump'), String(step)], {
		encoding: 'utf8',
	});
	assert.equal(stderr, '');
	return { steps: stdout.trim().split('\n'), isKilled: signal === 'SIGKILL' };
}

describe('an output folder', () => {
	const contentOf = (name: string) => readdirSync(at(name)).map((file) => `${file} ${read(join(name, file))}`);
	const old = ['one old', 'other old'];
	const fresh = ['one new', 'two new'];
	const makeOld = () => {
		mkdirSync(at('dump'));
		for (const name of ['one', 'other']) writeFileSync(at(`dump/${name}`), 'old');
	};
	beforeEach(makeOld);

	it('replaces only a folder of its kind', async () => {
		const open = (force: boolean) => openOutput(at('dump'), { force, folder: (names) => names.includes('its mark') });
		assert.throws(() => open(false), /already exists: .*--force/);
		assert.throws(() => open(true), /dump has other files in it: name another folder/);
		writeFileSync(at('dump/its mark'), '');
		await open(true).abandon();
		assert.equal(readdirSync(at('dump')).length, 3);
	});

	it('is on the disk before it takes its place', () => {
		const { steps } = writeUntil(0);
		const renamed = steps.findIndex((step) => step.startsWith('rename'));
		const synced = steps.slice(0, renamed).filter((step) => step.startsWith('sync'));
		assert.deepEqual(
			synced.map((step) => step.replace(/.*unfinished/, '')),
			['/one', '/two', ''],
		);
		assert.equal(steps.at(-2), `sync ${folder}`);
		assert.deepEqual([contentOf('dump'), readdirSync(folder)], [fresh, ['dump']]);
	});

	it('is the old one or the new one, whole, after the process was killed at any step', () => {
		const seen = new Set<string>();
		for (let step = 1; ; step++) {
			const { isKilled } = writeUntil(step);
			const left = readdirSync(folder);
			const whole = left.find((name) => name === 'dump') ?? left.find((name) => name.endsWith('.previous'));
			const content = contentOf(whole as string);
			assert.ok(
				[old, fresh].some((one) => one.join() === content.join()),
				`${content} at step ${step}`,
			);
			assert.throws(() => openOutput(at('dump'), { force: false, folder: () => true }), /already exists/);
			assert.deepEqual([readdirSync(folder), contentOf('dump')], [['dump'], content], `at step ${step}`);
			seen.add(`${whole === 'dump' ? 'in place' : 'beside'}: ${content}`);
			if (!isKilled) break;
			rmSync(at('dump'), { recursive: true });
			makeOld();
		}
		assert.deepEqual([...seen], [`in place: ${old}`, `beside: ${old}`, `in place: ${fresh}`]);
	});
});
