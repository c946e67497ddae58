// Says when the system has files in its memory before they are read, and that this disturbs nobody who has them open.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
const callsGlibc = header.glibcVersionRuntime !== undefined && isBuiltin('node:ffi');

describe('a file that is kept at hand', { skip: !callsGlibc && 'Node.js cannot call glibc here' }, () => {
	let folder: string;
	const megabytes = 40;

	before(() => {
		folder = mkdtempSync(join(tmpdir(), 'files-at-hand-'));
		const descriptor = openSync(join(folder, 'file'), 'w');
		for (let megabyte = 0; megabyte < megabytes; megabyte++) writeSync(descriptor, randomBytes(1_000_000));
		fsyncSync(descriptor);
		closeSync(descriptor);
	});
	after(() => rmSync(folder, { recursive: true }));

	/** Answers what a fixture says. */
	function said<Said>(fixture: string, ...words: string[]): Said {
		const script = join(import.meta.dirname, fixture);
		const { stdout, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8', cwd: folder });
		assert.equal(stderr, '');
		return JSON.parse(stdout) as Said;
	}

	/** Answers how many megabytes came from the disk within so much time, or null where nobody can tell. */
	const megabytesRead = (...words: string[]) => said<number | null>('files-at-hand.fixture.ts', 'file', ...words);
	const liesOnDisk = () => (megabytesRead('read', '0') ?? 0) > megabytes / 2;

	it('is in memory before anybody reads it', (test) => {
		if (!liesOnDisk()) return test.skip('files lie in memory here, or nobody can tell');
		assert.ok((megabytesRead('keep', '10000', `${megabytes / 2}`) as number) >= megabytes / 2);
	});

	it('is left where it is when that is told to stop before', (test) => {
		if (!liesOnDisk()) return test.skip('files lie in memory here, or nobody can tell');
		assert.ok((megabytesRead('stop', '1000') as number) < megabytes / 2);
	});

	it('stays locked by who has it open', (test) => {
		if (!existsSync('/proc/locks')) return test.skip('nobody tells here what is locked');
		const [locks, locksAfter] = said<[number, number]>('files-at-hand-locks.fixture.ts', 'kept.db');
		assert.ok(locks > 0);
		assert.equal(locksAfter, locks);
	});
});
