/**
 * Tests that guarded commands end when they are asked to and when nobody is left to ask them; they
 * start no server.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { runGuarded, startGuarded, waitForAnswer } from './guarded-process.ts';

const SIGTERM_STATUS = 128 + 15;
const waitForever = ['tail', '-f', '/dev/null'] as const;
const newFolder = () => mkdtemp(join(tmpdir(), 'link-broker-guarded-'));

async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await setTimeout(20);
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

describe('a guarded command', () => {
	it('ends when it is asked to, and takes its folder along', async () => {
		const folder = await newFolder();
		const command = startGuarded({ command: waitForever, folder });
		await command.stop();
		assert.equal(await command.ended, SIGTERM_STATUS);
		assert.equal(existsSync(folder), false);
	});

	it('may be stopped again', async () => {
		const command = startGuarded({ command: waitForever });
		await Promise.all([command.stop(), command.stop()]);
		await command.stop();
	});

	it('ends when the process that started it is killed', { timeout: 10_000 }, async () => {
		const folder = await newFolder();
		const owner = spawn(process.execPath, ['--input-type=module', '-e', ownerProgram(folder)], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [pid] = (await once(createInterface({ input: owner.stdout }), 'line')).map(Number);
		assert.ok(pid !== undefined && isAlive(pid));

		owner.kill('SIGKILL');
		await until(() => !isAlive(pid) && !existsSync(folder));
	});

	it('gives its status and its last lines when it ends by itself', async () => {
		const folder = await newFolder();
		const command = startGuarded({ command: ['/bin/sh', '-c', 'echo one; echo two >&2; exit 3'], folder });
		assert.equal(await command.ended, 3);
		assert.deepEqual(command.lastLines().split('\n').sort(), ['one', 'two']);
		assert.equal(existsSync(folder), false);
	});

	it('leaves its folder to the next command only when it succeeds', async () => {
		const folder = await newFolder();
		await runGuarded({ command: ['true'], folder, keepFolder: true });
		assert.equal(existsSync(folder), true);
		await assert.rejects(runGuarded({ command: ['false'], folder, keepFolder: true }), /false ended with status 1/);
		assert.equal(existsSync(folder), false);
	});

	it('gets every argument as it was given', async () => {
		const command = startGuarded({ command: ['printf', '<%s>', 'two words', '$HOME', "it's", ''] });
		await command.ended;
		assert.equal(command.lastLines(), "<two words><$HOME><it's><>");
	});
});

describe('waiting for the answer of a server', () => {
	it('asks until there is one', async () => {
		const server = startGuarded({ command: waitForever });
		let asked = 0;
		const answer = await waitForAnswer('A server', server, 10, async () => {
			asked += 1;
			if (asked === 1) throw new Error('connection refused');
			return asked === 3 ? 'here' : undefined;
		});
		assert.equal(answer, 'here');
		await server.stop();
	});

	it('ends at once with what the server wrote when it has ended', { timeout: 10_000 }, async () => {
		const server = startGuarded({ command: ['/bin/sh', '-c', 'echo "no such port"; exit 4'] });
		await assert.rejects(
			waitForAnswer('A server', server, 600, async () => undefined),
			/A server ended with status 4:\nno such port/,
		);
	});

	it('stops the server when it has not answered in time', async () => {
		const server = startGuarded({ command: waitForever });
		await assert.rejects(
			waitForAnswer('A server', server, 0.1, async () => undefined),
			/A server did not answer within 0.1 seconds/,
		);
		assert.equal(await server.ended, SIGTERM_STATUS);
	});
});

function ownerProgram(folder: string): string {
	return `
		import { startGuarded } from ${JSON.stringify(new URL('./guarded-process.ts', import.meta.url))};
		startGuarded({
			command: ['/bin/sh', '-c', 'echo $$; exec tail -f /dev/null'],
			folder: ${JSON.stringify(folder)},
			onLine: (line) => console.log(line),
		});`;
}
