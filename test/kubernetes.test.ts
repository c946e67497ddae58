// Holds the manifests for Kubernetes to Kubernetes' own description of them, and to the program:
// what they set, run, call and wait for is there. It starts no cluster.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { helpOnly } from '../scripts/cli-reference.ts';
import type { Broker } from '../src/broker/broker.ts';
import { buildProgram, listCommands } from '../src/cli/cli.ts';
import { createHealthRoutes } from '../src/http/routes/health.ts';
import { readSettings, settingDefinitions } from '../src/settings.ts';
import { kinds, misfits } from './kubernetes-schema.fixture.ts';

const folderOf = (name: string) => fileURLToPath(new URL(`../ops/kubernetes/${name}/`, import.meta.url));
const read = (path: string) => readFileSync(new URL(`../ops/kubernetes/${path}`, import.meta.url), 'utf8');

type Probe = { httpGet: { path: string; port: string } };
type Container = {
	image: string;
	args: string[];
	ports: { name: string; containerPort: number }[];
	envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
	livenessProbe: Probe;
	readinessProbe: Probe;
	startupProbe: Probe;
	securityContext: object;
	volumeMounts: { name: string; mountPath: string }[];
};
type Manifest = {
	apiVersion: string;
	kind: string;
	metadata: { name: string };
	// biome-ignore lint/suspicious/noExplicitAny: the schema is what checks it.
	spec: any;
};
type Kustomization = {
	resources: string[];
	patches?: { path: string }[];
	images: { name: string; newTag: string }[];
	configMapGenerator: { name: string }[];
	secretGenerator?: { name: string; envs: string[] }[];
};

const manifestsIn = (text: string) => parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const kustomization = (folder: string) => parse(read(`${folder}/kustomization.yaml`)) as Kustomization;
const filesOf = (folder: string) => kustomization(folder).resources.filter((path) => path.endsWith('.yaml'));
const base = filesOf('base').flatMap((file) => manifestsIn(read(`base/${file}`)));
const ofKind = (kind: string) => base.filter((manifest) => manifest.kind === kind);
const deployments = ofKind('Deployment').map(({ metadata, spec }) => ({
	name: metadata.name,
	spec,
	pod: spec.template.spec,
	container: spec.template.spec.containers[0] as Container,
}));

const settingsOf = (text: string) =>
	Object.fromEntries(
		text
			.split('\n')
			.filter((line) => line !== '' && !line.startsWith('#'))
			.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
	) as Record<string, string>;
const settings = settingsOf(read('base/settings.env'));
const taken = readSettings({ ...settings, ...settingsOf(read('example/secrets.env')) });

function assertFit(manifests: readonly Manifest[]): void {
	for (const manifest of manifests) {
		const { apiVersion, kind, ...rest } = manifest;
		const shape = kinds[`${apiVersion} ${kind}`];
		assert.ok(shape, `${apiVersion} ${kind} is not known`);
		assert.deepEqual(misfits(rest, shape, `${kind} ${manifest.metadata.name}`), []);
	}
}

describe('the manifests', () => {
	it('have the fields of Kubernetes', () => {
		assertFit(base);
		assertFit(filesOf('example').flatMap((file) => manifestsIn(read(`example/${file}`))));
	});

	it('are all named by their kustomization', () => {
		for (const folder of ['base', 'example']) {
			const { resources, patches = [], secretGenerator = [] } = kustomization(folder);
			const named = [...resources, ...patches.map(({ path }) => path), ...secretGenerator.flatMap(({ envs }) => envs)];
			const files = readdirSync(folderOf(folder)).filter((file) => file !== 'kustomization.yaml');
			assert.deepEqual(
				files.filter((file) => !named.includes(file) && file !== 'settings.env'),
				[],
			);
		}
	});

	it('change what is there', () => {
		for (const { path } of kustomization('example').patches ?? []) {
			const [patch] = manifestsIn(read(`example/${path}`)) as [Manifest];
			assert.ok(
				base.some(({ kind, metadata }) => kind === patch.kind && metadata.name === patch.metadata.name),
				path,
			);
		}
	});

	const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
	for (const folder of ['base', 'example']) {
		it(`are put together by kustomize: ${folder}`, { skip: !kubectl && 'no kubectl' }, () => {
			const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folderOf(folder)], { encoding: 'utf8' });
			assert.equal(status, 0, stderr);
			assertFit(manifestsIn(stdout));
		});
	}
});

describe('the pods', () => {
	it('run commands of the program, from its image, in its version', () => {
		const commands = listCommands(buildProgram(helpOnly)).map(({ name }) => name);
		for (const { container } of deployments) {
			assert.ok(commands.includes(`link-broker ${container.args.join(' ')}`), container.args.join(' '));
			assert.equal(container.image, 'link-broker');
		}
		const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
		for (const folder of ['base', 'example']) assert.equal(kustomization(folder).images[0]?.newTag, version);
	});

	it('set settings of the program, to values that it takes', () => {
		const known = settingDefinitions.map(({ variable }) => variable);
		const { literals } = parse(read('example/kustomization.yaml')).configMapGenerator[0] as { literals: string[] };
		const own = settingsOf(literals.join('\n'));
		const named = Object.keys({ ...settings, ...own, ...settingsOf(read('example/secrets.env')) });
		assert.deepEqual(
			named.filter((name) => !known.includes(name) && name !== 'NODE_COMPILE_CACHE'),
			[],
		);
		readSettings({ ...settings, ...own });
		assert.deepEqual([taken.database.kind, taken.search.kind], ['postgres', 'opensearch']);
	});

	it('take their settings from what is generated or to be made', () => {
		for (const { container } of deployments) {
			assert.deepEqual(
				container.envFrom.map(({ configMapRef, secretRef }) => (configMapRef ?? secretRef)?.name),
				[kustomization('base').configMapGenerator[0]?.name, kustomization('example').secretGenerator?.[0]?.name],
			);
		}
	});

	it('are asked how they are where the program tells it', () => {
		const told = createHealthRoutes({ broker: {} as Broker, settings: { publicUrl: null } }).map(({ path }) => path);
		for (const { name, container } of deployments) {
			const [port] = container.ports;
			const isWorker = container.args[0] === 'worker';
			assert.equal(port?.containerPort, isWorker ? taken.metricsPort : taken.port, name);
			for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
				assert.ok(told.includes(probe.httpGet.path), probe.httpGet.path);
				assert.equal(probe.httpGet.port, port?.name);
			}
			// A pod is not started anew because a service is away.
			assert.equal(container.livenessProbe.httpGet.path, '/health/live');
		}
		const readiness = Object.fromEntries(
			deployments.map((one) => [one.name, one.container.readinessProbe.httpGet.path]),
		);
		assert.deepEqual(readiness, {
			searches: '/health/ready/searches',
			submissions: '/health/ready/submissions',
			worker: '/health/ready',
		});
	});

	it('have longer to stop than the program takes, and are out of balance before it closes', () => {
		for (const { pod, spec } of deployments) {
			assert.ok(pod.terminationGracePeriodSeconds > taken.drainSeconds + taken.shutdownSeconds + 1);
			const { readinessProbe } = pod.containers[0];
			assert.ok(taken.drainSeconds > readinessProbe.periodSeconds * readinessProbe.failureThreshold);
			// The old version goes when the new one is ready.
			assert.equal(spec.strategy.rollingUpdate.maxUnavailable, 0);
		}
	});

	it('may do nothing but what they are for', () => {
		for (const { pod, container } of deployments) {
			assert.deepEqual(container.securityContext, {
				allowPrivilegeEscalation: false,
				readOnlyRootFilesystem: true,
				capabilities: { drop: ['ALL'] },
			});
			assert.equal(pod.securityContext.runAsNonRoot, true);
			assert.equal(pod.automountServiceAccountToken, false);
			const written = settings.NODE_COMPILE_CACHE ?? '';
			assert.ok(container.volumeMounts.some(({ mountPath }) => written.startsWith(`${mountPath}/`)));
		}
	});

	it('have each a budget, an autoscaler, and where they serve a service', () => {
		const names = deployments.map(({ name }) => name);
		for (const { metadata, spec } of ofKind('PodDisruptionBudget')) {
			assert.equal(spec.selector.matchLabels['app.kubernetes.io/component'], metadata.name);
		}
		assert.deepEqual(
			ofKind('PodDisruptionBudget').map(({ metadata }) => metadata.name),
			names,
		);
		assert.deepEqual(
			ofKind('HorizontalPodAutoscaler').map(({ spec }) => spec.scaleTargetRef.name),
			names,
		);
		for (const { spec } of ofKind('HorizontalPodAutoscaler')) assert.ok(spec.minReplicas >= 2);
		assert.deepEqual(
			ofKind('Service').map(({ spec }) => spec.selector['app.kubernetes.io/component']),
			names.filter((name) => name !== 'worker'),
		);
	});
});

describe('the schema', () => {
	it('finds what is misspelt, missing or of another type', () => {
		const broken = structuredClone(base[0]) as Manifest;
		broken.spec.template.spec.containers[0].readinesProbe = {};
		delete broken.spec.selector;
		broken.spec.strategy.type = 'Rolling';
		const { apiVersion, kind, ...rest } = broken;
		assert.deepEqual(misfits(rest, kinds[`${apiVersion} ${kind}`] as never, 'it').sort(), [
			'it.spec lacks selector',
			'it.spec.strategy.type must be one of RollingUpdate, Recreate',
			'it.spec.template.spec.containers[0] knows no readinesProbe',
		]);
	});
});
