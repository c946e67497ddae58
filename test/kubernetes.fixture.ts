// Reads manifests for Kubernetes as kustomize puts them together, as far as those of this project
// use it, and holds them to the schemas of Kubernetes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { pythonEnvironment } from '../scripts/foreign-packages.ts';

export type Manifest = {
	apiVersion: string;
	kind: string;
	metadata: { name: string; namespace?: string };
	// biome-ignore lint/suspicious/noExplicitAny: the schema is what checks it.
	spec: any;
};

export type Kustomization = {
	namespace?: string;
	resources: string[];
	patches?: { path: string }[];
	images: { name: string; newTag: string }[];
	configMapGenerator: { name: string; literals?: string[] }[];
	secretGenerator?: { name: string; envs: string[] }[];
};

/** Answers the path of a folder in `ops/kubernetes`. */
export const folderOf = (folder: string) => fileURLToPath(new URL(`../ops/kubernetes/${folder}/`, import.meta.url));

/** Reads a file in `ops/kubernetes`. */
export const readFile = (path: string) => readFileSync(new URL(`../ops/kubernetes/${path}`, import.meta.url), 'utf8');

/** Reads the documents of a text, in the version of YAML that Kubernetes reads. */
export const readManifests = (text: string) =>
	parseAllDocuments(text, { version: '1.1' }).map((document) => document.toJS() as Manifest);

export const readKustomization = (folder: string) => parse(readFile(`${folder}/kustomization.yaml`)) as Kustomization;

/**
 * Puts together what a folder's kustomization names, without what it generates and without labels.
 */
export function putTogether(folder: string): Manifest[] {
	const { resources, patches = [] } = readKustomization(folder);
	const manifests = resources.flatMap((path) =>
		path.endsWith('.yaml') ? readManifests(readFile(`${folder}/${path}`)) : putTogether(join(folder, path)),
	);
	return patches.flatMap(({ path }) => readManifests(readFile(`${folder}/${path}`))).reduce(patched, manifests);
}

function patched(manifests: readonly Manifest[], patch: Manifest & { $patch?: string }): Manifest[] {
	const index = manifests.findIndex(
		({ kind, metadata }) => kind === patch.kind && metadata.name === patch.metadata.name,
	);
	if (index < 0) throw new Error(`Nothing to patch: ${patch.kind} ${patch.metadata.name}`);
	if (patch.$patch === 'delete') return manifests.toSpliced(index, 1);
	return manifests.with(index, merged(manifests[index], patch) as Manifest);
}

// Strategic merge: lists of things with names are merged by them, other lists are replaced.
function merged(old: unknown, patch: unknown): unknown {
	if (Array.isArray(old) && Array.isArray(patch) && patch.every((item) => item?.name !== undefined)) {
		const changed = old.map((item) => {
			const own = patch.find(({ name }) => name === item.name);
			return own ? merged(item, own) : item;
		});
		return [...changed, ...patch.filter(({ name }) => !old.some((item) => item.name === name))];
	}
	if (!isMap(old) || !isMap(patch)) return patch;
	const entries = Object.entries(patch).map(([key, value]) => [key, merged(old[key], value)] as const);
	return { ...old, ...Object.fromEntries(entries) };
}

function isMap(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Answers how to hold manifests to the schemas of some versions of Kubernetes, which have no other
 * field than theirs: what comes back is one line for each that does not fit, or has no schema.
 */
export async function kubernetesSchemas(
	versions: readonly string[],
): Promise<(manifests: readonly Manifest[]) => string[]> {
	const release = '1.37.0';
	const note = () => process.stderr.write(`Installing kubernetes-validate ${release} from PyPI.\n`);
	const requirement = `kubernetes-validate==${release}`;
	const environment = await pythonEnvironment(`kubernetes-validate/${release}`, [requirement], note);
	return (manifests) => {
		const folder = mkdtempSync(join(tmpdir(), 'link-broker-'));
		try {
			const file = join(folder, 'manifests.yaml');
			// JSON is YAML of any version.
			writeFileSync(file, manifests.map((manifest) => JSON.stringify(manifest)).join('\n---\n'));
			const words = ['--strict', '--quiet', ...versions.flatMap((version) => ['-k', version]), file];
			const { error, stdout, stderr } = spawnSync(join(environment, 'bin', 'kubernetes-validate'), words, {
				encoding: 'utf8',
			});
			if (error) throw error;
			const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
			return lines.map((line) => line.replace(`${file} `, ''));
		} finally {
			rmSync(folder, { recursive: true });
		}
	};
}
