// Asserts that `install-service` writes units that systemd and the program accept, and starts the
// program as a unit does. It starts no service.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
	appendFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { helpOnly } from '../scripts/reference.ts';
import { findFreePort } from '../scripts/services/free-port.ts';
import { buildProgram, listCommands } from '../src/cli/cli.ts';
import { errorCatalogue } from '../src/errors.ts';
import { readSettings, settingDefinitions } from '../src/settings.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const program = fileOf('bin/link-broker.js');
const optionOf = (text: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];

const root = mkdtempSync(join(tmpdir(), 'link-broker-'));
after(() => rmSync(root, { recursive: true }));
const settingsFile = join(root, 'etc/link-broker/settings.env');
const install = (...options: string[]) => {
	const words = [program, 'install-service', '--to', root, ...options];
	const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
	assert.equal(status, 0, stderr);
	return { printed: stdout, notes: stderr };
};
const first = install('--public-url', 'https://links.test');
const unitsFolder = join(root, 'etc/systemd/system');
const units = readdirSync(unitsFolder).map((file) => ({ file, text: readFileSync(join(unitsFolder, file), 'utf8') }));

/** The lines of settings that are in force. */
const settingsOf = (text: string) =>
	Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

describe('install-service', () => {
	it('writes settings that only their owner can read, with what was given and nothing else', () => {
		assert.match(first.printed, /^Wrote \S+\/settings\.env$/m);
		assert.deepEqual(settingsOf(readFileSync(settingsFile, 'utf8')), { PUBLIC_URL: 'https://links.test' });
		assert.equal(statSync(settingsFile).mode & 0o777, 0o600);
		for (const { file } of units) assert.equal(statSync(join(unitsFolder, file)).mode & 0o777, 0o644);
	});

	it('overwrites the units when it is repeated, keeps the settings, and reports what they lack', () => {
		appendFileSync(settingsFile, 'PORT=5001\n');
		const edited = readFileSync(settingsFile, 'utf8');
		writeFileSync(join(unitsFolder, 'link-broker.service'), '');
		const { printed, notes } = install('--trusted-proxies', '2', '--workers', '1');
		assert.match(printed, /^Overwrote \S+\/link-broker\.service$/m);
		assert.match(printed, /^Kept \S+\/settings\.env$/m);
		assert.equal(readFileSync(settingsFile, 'utf8'), edited);
		assert.match(notes, /was not changed\. Set in it: TRUSTED_PROXIES=2\n/);
		assert.match(notes, /Workers need PostgreSQL/);
		const [unit] = units.filter(({ file }) => file === 'link-broker.service');
		assert.equal(readFileSync(join(unitsFolder, 'link-broker.service'), 'utf8'), unit?.text);
	});

	it('refuses a value that the program would refuse, and writes nothing', () => {
		const words = [program, 'install-service', '--to', join(root, 'none'), '--public-url', 'links.test'];
		const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
		assert.equal(status, errorCatalogue['bad-setting'].exit);
		assert.match(stderr, /PUBLIC_URL/);
		assert.ok(!existsSync(join(root, 'none')));
	});

	it('writes an address as the program reads it, without characters that have a meaning in the file', () => {
		const to = join(root, 'address');
		const words = [program, 'install-service', '--to', to, '--public-url', 'https://links.test/a"\nB=1\\'];
		spawnSync(process.execPath, words);
		const text = readFileSync(join(to, 'etc/link-broker/settings.env'), 'utf8');
		assert.deepEqual(text.match(/^[A-Z].*$/gm), ['PUBLIC_URL=https://links.test/a%22B=1']);
	});

	it('writes units that start the program, with their environment and nothing else', { timeout: 60_000 }, async () => {
		const [{ text } = { text: '' }] = units.filter(({ file }) => file === 'link-broker.service');
		const settings = settingsOf(readFileSync(settingsFile, 'utf8'));
		const inRoot = (value: string) => value.replace('%S', join(root, 'var/lib')).replace('%C', join(root, 'var/cache'));
		const given = [...text.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value = '']) => [name, inRoot(value)]);
		const cwd = inRoot(optionOf(text, 'WorkingDirectory') ?? '');
		mkdirSync(cwd, { recursive: true });
		const [command = '', ...words] = (optionOf(text, 'ExecStart') ?? '').split(' ');
		// Ports that no other program on this machine uses.
		const ports = { PORT: String(await findFreePort()), METRICS_PORT: String(await findFreePort()) };
		const env = { ...Object.fromEntries(given), ...settings, ...ports };
		const server = spawn(command, words, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
		const ended = once(server, 'exit');
		const [line] = await once(server.stdout, 'data');
		assert.equal(String(line), 'Link Broker is serving on https://links.test\n');
		const { status } = await fetch(`http://127.0.0.1:${ports.METRICS_PORT}/health/ready`);
		server.kill('SIGKILL');
		await ended;
		assert.equal(status, 200);
		assert.ok(existsSync(join(cwd, 'data/broker.db')));
	});
});

describe('the units', () => {
	it('run commands of the program', () => {
		const commands = listCommands(buildProgram(helpOnly)).map(({ name }) => name);
		const run = units.map(({ text }) => optionOf(text, 'ExecStart') ?? '');
		const begin = `${process.execPath} ${program} `;
		assert.deepEqual(run.toSorted(), [`${begin}serve`, `${begin}worker`]);
		for (const command of run) assert.ok(commands.includes(command.replace(begin, 'link-broker ')), command);
	});

	it('set settings of the program, to values that it takes', () => {
		const known = settingDefinitions.map(({ variable }) => variable);
		// Every example must also be right in force.
		const text = readFileSync(settingsFile, 'utf8');
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
				// An instance of a template.
				const path = join(folder, file.replace('@', '@1'));
				writeFileSync(path, text);
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
