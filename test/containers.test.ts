// Holds the image, the containers put together and their proxy to the program: what they set, copy,
// run and call is there. It starts no container.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { references } from '../scripts/reference.ts';
import type { Broker } from '../src/broker/broker.ts';
import { createHealthRoutes } from '../src/http/routes/monitoring.ts';
import { readSettings, settingDefinitions } from '../src/settings.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const nginx = read('ops/nginx/link-broker.conf');

/** Reads `NAME: value` lines as compose would with a password set and nothing else. */
function composedSettings(): Record<string, string> {
	const [, block = ''] = /^x-broker:[\s\S]*?\n {2}environment:\n([\s\S]*?)\n {2}\S/m.exec(compose) ?? [];
	const set = [...block.matchAll(/^ {4}([A-Z_]+): "?(.*?)"?$/gm)].map(([, name, value = '']) => [
		name,
		value.replaceAll(/\$\{[A-Z_]+:-(.*?)\}/g, '$1').replaceAll(/\$\{[A-Z_]+:\?.*?\}/g, 'secret'),
	]);
	return Object.fromEntries(set);
}

/** Reads the `ENV` of the image, without what is Node's and the C library's. */
function imageSettings(): Record<string, string> {
	const [, lines = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile) ?? [];
	const { NODE_ENV, ...set } = Object.fromEntries(
		[...lines.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
	);
	return set;
}

describe('the image', () => {
	it('sets settings of the program, to values that it takes', () => {
		assertSettings(imageSettings());
	});

	it('copies what is there or what its first stage makes, and nothing that it leaves out', () => {
		const made = ['node_modules', 'web/dist'];
		const copied = [...dockerfile.matchAll(/^COPY --from=build (.*) \S+$/gm)].flatMap(([, sources = '']) =>
			sources.split(' '),
		);
		const paths = copied.map((path) => path.replace('/app/', ''));
		assert.ok(
			['src', 'bin', 'package.json', ...made].every((path) => paths.includes(path)),
			paths.join(),
		);
		const leftOut = read('.dockerignore').split('\n');
		for (const path of paths.filter((path) => !made.includes(path))) {
			assert.ok(existsSync(new URL(`../${path}`, import.meta.url)), path);
			assert.ok(!leftOut.includes(path), path);
		}
	});

	it('leaves out nothing that the pages or the program import', () => {
		const leftOut = read('.dockerignore')
			.split('\n')
			.filter((line) => line !== '' && !line.startsWith('#'));
		const isLeftOut = (path: string) =>
			leftOut.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`));
		const sources = globSync('{src,web}/**/*.{ts,tsx}', { cwd: root }).filter(
			(path) => !/^web\/(browser|dist)\//.test(path) && !isLeftOut(path),
		);
		assert.ok(sources.length > 300);
		const missing = sources.flatMap((path) =>
			[...read(path).matchAll(/from '(\.[^']+)'|^import '(\.[^']+)'/gm)]
				.map(([, from, alone]) => join(dirname(path), (from ?? alone) as string))
				.filter((imported) => isLeftOut(imported))
				.map((imported) => `${path}: ${imported}`),
		);
		assert.deepEqual(missing, []);
	});

	it('checks its health where the program reports it, at the port that it listens on', () => {
		const [, path] = /127\.0\.0\.1:\$\{process\.env\.PORT\}(\S+?)`/.exec(dockerfile) ?? [];
		const paths = createHealthRoutes({ broker: {} as Broker, settings: { publicUrl: null } }).map(
			(route) => route.path,
		);
		assert.ok(paths.includes(path ?? ''), String(path));
		assert.match(dockerfile, new RegExp(`^EXPOSE ${imageSettings().PORT}$`, 'm'));
	});
});

describe('the containers together', () => {
	it('set settings of the program, to values that it takes', () => {
		assertSettings({ ...imageSettings(), ...composedSettings() });
		assert.equal(readSettings(composedSettings()).database.kind, 'postgres');
		assert.equal(readSettings(composedSettings()).search.kind, 'opensearch');
	});

	it('run commands of the program', () => {
		const commands = [...compose.matchAll(/^ {4}command: \[(\w+)\]$/gm)].map(([, command]) => command);
		assert.deepEqual(commands, ['serve', 'worker']);
		for (const command of commands)
			assert.match(references['cli.md']?.() ?? '', new RegExp(`link-broker ${command}\\b`));
	});

	it('check the health of a worker where it reports it', () => {
		const [, block = ''] = /\n {2}worker:\n([\s\S]*?)\n\n/.exec(compose) ?? [];
		assert.match(block, new RegExp(`127\\.0\\.0\\.1:${readSettings(composedSettings()).metricsPort}/health/live'`));
	});

	it('have their metrics at a port that only they reach', () => {
		const { metricsHost, metricsPort, metricsToken, port } = readSettings({
			...imageSettings(),
			...composedSettings(),
		});
		assert.equal(metricsHost, '0.0.0.0');
		assert.ok(metricsPort !== null && metricsPort !== port);
		assert.equal(metricsToken, null);
		const published = [...compose.matchAll(/^ {4}ports:\n((?: {6}- .*\n)+)/gm)].map(([, ports = '']) => ports);
		assert.equal(published.length, 1);
		assert.match(published[0] ?? '', /^ {6}- "\S+:80"\n$/);
		const [, path = ''] = /location ~ (\S+) \{\s+return 404;/.exec(nginx) ?? [];
		for (const name of ['/metrics', '/api/metrics']) assert.match(name, new RegExp(path));
	});

	it('are reached by a proxy, which is the one that they trust', () => {
		assert.match(read('ops/nginx/link-broker-servers.conf'), new RegExp(`server web:${imageSettings().PORT} `));
		assert.match(nginx, /X-Forwarded-For \$proxy_add_x_forwarded_for;/);
		assert.equal(readSettings(composedSettings()).trustedProxies, 1);
	});

	it('are left by idle connections of the proxy before a stopping process closes them', () => {
		const [, milliseconds] = /keepalive_timeout (\d+)ms;/.exec(nginx) ?? [];
		assert.ok(Number(milliseconds) < readSettings(composedSettings()).drainSeconds * 1_000);
	});
});

function assertSettings(set: Record<string, string>): void {
	const known = settingDefinitions.map(({ variable }) => variable);
	assert.ok(Object.keys(set).length > 3);
	assert.deepEqual(
		Object.keys(set).filter((name) => !known.includes(name)),
		[],
	);
	readSettings(set);
}
