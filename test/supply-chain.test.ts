// Holds what the program is made of to what is promised: exact versions with digests, no scripts at
// installation but those that are named, and a list of all of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { makeSbom } from '../scripts/write-sbom.ts';

type Locked = { version?: string; integrity?: string; resolved?: string; hasInstallScript?: true; dev?: true };
type Manifest = {
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

	it('run no script when they are installed, but for those that are named', () => {
		const withScripts = installed.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
		const allowed = Object.keys(manifest.allowScripts).map((name) => `node_modules/${name}`);
		assert.deepEqual(withScripts, allowed);
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
