// Says when the system has files in its memory before they are read.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
const callsGlibc = header.glibcVersionRuntime !== undefined && isBuiltin('node:ffi');

describe('a file that is kept at hand', { skip: !callsGlibc && 'Node.js cannot call glibc here' }, () => {
	let folder: string;
	let file: string;
	const megabytes = 40;

	before(() => {
		folder = mkdtempSync(join(tmpdir(), 'files-at-hand-'));
		file = join(folder, 'file');
		const descriptor = openSync(file, 'w');
		for (let megabyte = 0; megabyte < megabytes; megabyte++) writeSync(descriptor, Buffer.alloc(1_000_000, megabyte));
		fsyncSync(descriptor);
	});
	after(() => rmSync(folder, { recursive: true }));

	/** Answers how many megabytes came from the disk when the file was read, so many milliseconds after the system had forgotten it. */
	function megabytesRead(doing: 'nothing' | 'keep' | 'stop', milliseconds: number): number {
		const fixture = join(import.meta.dirname, 'files-at-hand.fixture.ts');
		const words = [fixture, file, doing, `${milliseconds}`];
		const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
		assert.equal(stderr, '');
		return Number(stdout);
	}

	it('is in memory before anybody reads it, after a quarter of a second', (test) => {
		if (megabytesRead('nothing', 1_500) < megabytes) return test.skip('files lie in memory here');
		assert.equal(megabytesRead('keep', 1_500), 0);
	});

	it('is left where it is when that is told to stop before', (test) => {
		if (megabytesRead('nothing', 0) < megabytes) return test.skip('files lie in memory here');
		assert.ok(megabytesRead('stop', 1_500) >= megabytes);
	});
});
