// Holds the units for systemd to systemd and to the program: what they run, set and wait for is
// there. It starts no service.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { helpOnly } from '../scripts/reference.ts';
import { buildProgram, listCommands } from '../src/cli/cli.ts';
import { errorCatalogue } from '../src/errors.ts';
import { readSettings, settingDefinitions } from '../src/settings.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const units = readdirSync(fileOf('ops/systemd'))
	.filter((file) => file.endsWith('.service'))
	.map((file) => ({ file, text: readFileSync(fileOf(`ops/systemd/${file}`), 'utf8') }));
const optionOf = (text: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];

describe('the units', () => {
	it('run commands of the program', () => {
		const commands = listCommands(buildProgram(helpOnly)).map(({ name }) => name);
		const run = units.map(({ text }) => /^ExecStart=\/usr\/local\/bin\/(link-broker \w+)$/m.exec(text)?.[1] ?? '');
		assert.deepEqual(run.toSorted(), ['link-broker serve', 'link-broker worker']);
		for (const command of run) assert.ok(commands.includes(command), command);
	});

	it('set settings of the program, to values that it takes', () => {
		const known = settingDefinitions.map(({ variable }) => variable);
		// What is switched off in the example has to be right when it is switched on.
		const text = readFileSync(fileOf('ops/systemd/settings.env'), 'utf8');
		const set = Object.fromEntries([...text.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
		assert.deepEqual(
			Object.keys(set).filter((name) => !known.includes(name)),
			[],
		);
		assert.equal(readSettings(set).database.kind, 'postgres');
	});

	it('give a process longer to stop than it takes, and start none again that has a wrong setting', () => {
		const { drainSeconds, shutdownSeconds } = readSettings({});
		for (const { file, text } of units) {
			assert.ok(Number(optionOf(text, 'TimeoutStopSec')) > drainSeconds + shutdownSeconds + 1, file);
			assert.equal(Number(optionOf(text, 'RestartPreventExitStatus')), errorCatalogue['bad-setting'].exit, file);
		}
	});

	it('have the metrics of the server at a port of their own', () => {
		const ports = units.map(({ text }) => /^Environment=METRICS_PORT=(.*)$/m.exec(text)?.[1]);
		// Workers on one machine cannot share a port.
		assert.deepEqual(ports.toSorted(), ['9464', undefined]);
		const { metricsHost, metricsPort, port } = readSettings({ METRICS_PORT: ports.find((one) => one) });
		assert.deepEqual([metricsHost, metricsPort === port], ['127.0.0.1', false]);
	});

	it('differ in what they run alone', () => {
		const [first, ...others] = units.map(({ text }) =>
			text
				.split('\n')
				.filter((line) => !/^(#|Description=|ExecStart=|Environment=METRICS_PORT=)/.test(line))
				.join('\n'),
		);
		for (const other of others) assert.equal(other, first);
	});

	const systemd = spawnSync('systemd-analyze', ['--version']).status === 0;
	describe('are taken by systemd', { skip: !systemd && 'no systemd-analyze' }, () => {
		let folder: string;
		const paths: string[] = [];
		before(() => {
			folder = mkdtempSync(join(tmpdir(), 'link-broker-'));
			for (const { file, text } of units) {
				// An instance of a template, and a command that is there.
				const path = join(folder, file.replace('@', '@1'));
				writeFileSync(path, text.replace('/usr/local/bin/link-broker', fileOf('bin/link-broker.js')));
				paths.push(path);
			}
		});
		after(() => rmSync(folder, { recursive: true }));

		it('without a word', () => {
			const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
				encoding: 'utf8',
			});
			assert.deepEqual({ status, printed: stdout + stderr }, { status: 0, printed: '' });
		});

		it('as services that can do little: an exposure below 2 of 10', () => {
			for (const path of paths) {
				const words = ['security', '--offline=yes', '--threshold=20', '--no-pager', path];
				const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' });
				assert.equal(status, 0, stdout);
			}
		});
	});
});
