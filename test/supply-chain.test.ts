// Holds what the program is made of to what is promised: exact versions with digests, no scripts at
// installation but those that are named, and a list of all of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makeSbom } from '../scripts/write-sbom.ts';

type Engines = { node?: string };
type Locked = { version?: string; integrity?: string; resolved?: string; hasInstallScript?: true; engines?: Engines };
type Manifest = {
	engines: { node: string };
	dependencies: Record<string, string>;
	devDependencies: Record<string, string>;
	allowScripts: Record<string, boolean>;
};

const read = <T>(file: string) => JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as T;
const manifest = read<Manifest>('package.json');
const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
const installed = Object.entries(packages).filter(([path]) => path !== '');

describe('the packages that the program is made of', () => {
	it('are named with exact versions', () => {
		for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
			assert.match(version, /^\d+\.\d+\.\d+$/, name);
		}
	});

	it('are all locked to a version and to the digest of its content', () => {
		assert.ok(installed.length > 20);
		for (const [path, { version, integrity }] of installed) {
			assert.ok(version, path);
			assert.match(integrity ?? '', /^sha512-/, path);
		}
	});

	it('are locked without the address of a registry', () => {
		for (const [path, { resolved }] of installed) assert.equal(resolved, undefined, path);
	});

	it('all accept the oldest Node.js with which npm may install them, so that it warns of none', () => {
		const oldest = versionIn(manifest.engines.node);
		for (const [path, { engines }] of installed) {
			const accepted = (engines?.node ?? '>=0').split('||').some((range) => accepts(range, oldest));
			assert.ok(accepted, `${path} needs Node.js ${engines?.node}`);
		}
	});

	it('run no script when they are installed, but for those that are named', () => {
		const withScripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
		const allowed = Object.keys(manifest.allowScripts).map((name) => `node_modules/${name}`);
		assert.deepEqual(withScripts, allowed);
	});

	it('are not loaded for assistants beyond what a server of their protocol needs', () => {
		const script = `
			import { registerHooks } from 'node:module';
			const loaded = new Set();
			registerHooks({ load: (url, context, next) => (loaded.add(url), next(url, context)) });
			await Promise.all(process.argv.slice(1).map((file) => import(file)));
			console.log(JSON.stringify([...loaded]));`;
		const files = ['src/http/mcp/mcp-server.ts', 'src/app/assist.ts'].map((file) => import.meta.resolve(`../${file}`));
		const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, ...files], {
			encoding: 'utf8',
		});
		const names = (JSON.parse(stdout) as string[]).flatMap(
			(url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [],
		);
		assert.ok(names.includes('@modelcontextprotocol/sdk'));
		for (const name of ['express', 'cors', 'jose', 'cross-spawn', 'eventsource'])
			assert.ok(!names.includes(name), name);
	});

	it('are listed, with what they bring along, in a document of CycloneDX', () => {
		const { bomFormat, components } = JSON.parse(makeSbom()) as {
			bomFormat: string;
			components: { name: string; group?: string; version: string; hashes?: unknown[] }[];
		};
		assert.equal(bomFormat, 'CycloneDX');
		const names = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`);
		for (const [name, version] of Object.entries(manifest.dependencies)) {
			assert.ok(names.includes(`${name}@${version}`), name);
		}
		for (const name of Object.keys(manifest.devDependencies)) {
			assert.ok(!names.some((named) => named.startsWith(`${name}@`)), `${name} is not run`);
		}
		assert.ok(components.every(({ hashes }) => hashes !== undefined && hashes.length > 0));
	});
});

/** Reads the first version in a range: `^20.19.0` as [20, 19, 0]. */
function versionIn(range: string): [major: number, minor: number, patch: number] {
	const [, major = '', minor = 0, patch = 0] = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(range) ?? [];
	return [Number(major), Number(minor), Number(patch)];
}

/** Whether a range (`>=20.18.1`, `^20.19.0`) has a version. */
function accepts(range: string, version: ReturnType<typeof versionIn>): boolean {
	const begin = versionIn(range);
	if (!range.includes('>=') && begin[0] !== version[0]) return false;
	const differing = begin.findIndex((part, at) => part !== version[at]);
	return differing === -1 || (begin[differing] ?? 0) < (version[differing] ?? 0);
}
