import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { mountSmallDisk, skipSmallDisk } from './engines/sqlite/small-disk.fixture.ts';

const log = new URL('./log.ts', import.meta.url).href;

/** Runs a program that logs to a file; answers what it printed. */
function runInto(path: string, program: string): string {
	const file = openSync(path, 'a');
	const text = `import { createLog } from '${log}'; const log = createLog('info', 'test'); ${program}`;
	const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', text], {
		stdio: ['ignore', 'pipe', file],
		encoding: 'utf8',
	});
	closeSync(file);
	assert.equal(status, 0);
	return stdout;
}

describe('the log', () => {
	it('is one JSON object a line, with the name of the thread', () => {
		const folder = mkdtempSync(join(tmpdir(), 'link-broker-log-'));
		const path = join(folder, 'log');
		runInto(path, "log.warn({ a: 1 }, 'words'); log.debug({}, 'not logged');");
		const { level, name, a, msg } = JSON.parse(readFileSync(path, 'utf8'));
		assert.deepEqual({ level, name, a, msg }, { level: 40, name: 'test', a: 1, msg: 'words' });
		rmSync(folder, { recursive: true });
	});

	it('ends no process if the disk is full', { skip: !existsSync('/dev/full') && 'there is no /dev/full' }, () => {
		assert.equal(runInto('/dev/full', "for (let n = 0; n < 99; n++) log.info({}, 'lost'); console.log('on');"), 'on\n');
	});

	it('has what found no room as soon as there is some', { skip: skipSmallDisk }, () => {
		const disk = mountSmallDisk(1);
		const path = join(disk.folder, 'log');
		const filler = join(disk.folder, 'filler');
		runInto(
			path,
			`import { rmSync, writeFileSync } from 'node:fs';
			 try { writeFileSync('${filler}', Buffer.alloc(2 ** 20)); } catch {}
			 for (let n = 0; n < 999; n++) log.info({ n }, 'waits');
			 rmSync('${filler}');
			 log.info({ n: 999 }, 'comes');`,
		);
		const lines = readFileSync(path, 'utf8').trim().split('\n');
		disk.remove();
		assert.deepEqual(
			lines.map((line) => JSON.parse(line).n),
			Array.from({ length: 1_000 }, (_, n) => n),
		);
	});
});
