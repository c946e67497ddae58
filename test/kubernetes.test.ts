// Holds the manifests for Kubernetes to its schemas, and to the program: what they set, run, call
// and wait for is there. It starts no cluster.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { helpOnly } from '../scripts/reference.ts';
import type { Broker } from '../src/broker/broker.ts';
import { buildProgram, listCommands } from '../src/cli/cli.ts';
import type { PageWriter } from '../src/http/pages/page-writer.ts';
import { createHealthRoutes } from '../src/http/routes/monitoring.ts';
import { openTestApp, readMetrics, type TestApp } from '../src/http/server/app.fixture.ts';
import { createRoutes } from '../src/http/server/app.ts';
import { readSettings, settingDefinitions } from '../src/settings.ts';
import {
	folderOf,
	kubernetesSchemas,
	type Manifest,
	putTogether,
	readFile,
	readKustomization,
	readManifests,
} from './kubernetes.fixture.ts';

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

const folders = ['base', 'example', 'keda'];
const base = putTogether('base');
const namesOf = (manifests: readonly Manifest[], kind: string) =>
	manifests.filter((manifest) => manifest.kind === kind).map(({ metadata }) => metadata.name);
const ofKind = (kind: string) => base.filter((manifest) => manifest.kind === kind);
const deployments = ofKind('Deployment').map(({ metadata, spec }) => ({
	name: metadata.name,
	spec,
	pod: spec.template.spec,
	annotations: spec.template.metadata.annotations,
	container: spec.template.spec.containers[0] as Container,
}));

const settingsOf = (text: string) =>
	Object.fromEntries(
		text
			.split('\n')
			.filter((line) => line !== '' && !line.startsWith('#'))
			.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
	) as Record<string, string>;
const settings = settingsOf(readFile('base/settings.env'));
const taken = readSettings({ ...settings, ...settingsOf(readFile('example/secrets.env')) });

describe('the manifests', () => {
	it('are all named by their kustomization', () => {
		for (const folder of folders) {
			const { resources, patches = [], secretGenerator = [] } = readKustomization(folder);
			const named = [...resources, ...patches.map(({ path }) => path), ...secretGenerator.flatMap(({ envs }) => envs)];
			const files = readdirSync(folderOf(folder)).filter((file) => file !== 'kustomization.yaml');
			assert.deepEqual(
				files.filter((file) => !named.includes(file) && file !== 'settings.env'),
				[],
			);
		}
	});

	const kubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
	for (const folder of folders) {
		it(`are read here as kustomize puts them together: ${folder}`, { skip: !kubectl && 'no kubectl' }, () => {
			const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folderOf(folder)], { encoding: 'utf8' });
			assert.equal(status, 0, stderr);
			const kinds = new Set(putTogether(folder).map(({ kind }) => kind));
			const sorted = (manifests: readonly Manifest[]) =>
				manifests.map(withoutAdded).sort((one, other) => (one < other ? -1 : 1));
			assert.deepEqual(
				sorted(readManifests(stdout).filter(({ kind }) => kinds.has(kind))),
				sorted(putTogether(folder)),
			);
		});
	}
});

/** Writes a manifest without what kustomize adds to it, its fields in order. */
function withoutAdded({ apiVersion, kind, metadata: { name }, spec }: Manifest): string {
	const added = ['labels', 'selector', 'matchLabels', 'labelSelector', 'image', 'envFrom'];
	return JSON.stringify({ apiVersion, kind, name, spec: spec ?? null }, (key, value) => {
		if (added.includes(key)) return undefined;
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
		return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
	});
}

// It takes 150 MB from PyPI.
const skip = process.env.TEST_KUBERNETES === undefined && 'npm run test:kubernetes';

describe('the schemas of Kubernetes', { skip, timeout: 300_000 }, () => {
	let misfits: (manifests: readonly Manifest[]) => string[];
	before(async () => {
		misfits = await kubernetesSchemas(['1.25', '1.37']);
	});

	for (const folder of ['base', 'example']) {
		it(`have all kinds and fields of the manifests: ${folder}`, () => {
			assert.deepEqual(misfits(putTogether(folder)), []);
		});
	}

	it('have those of the manifests for KEDA but its own kind, and what that hands to Kubernetes', () => {
		const scaled = putTogether('keda').map((manifest) =>
			manifest.kind === 'ScaledObject' ? autoscalerOf(manifest) : manifest,
		);
		assert.deepEqual(misfits(scaled), []);
	});

	it('find what is misspelt, missing or of another type', () => {
		const broken = structuredClone(base[0]) as Manifest;
		broken.spec.template.spec.containers[0].readinesProbe = {};
		broken.spec.progressDeadlineSeconds = 'soon';
		delete broken.spec.selector;
		const found = misfits([broken, { ...broken, kind: 'Deploiment' }]).join('\n');
		assert.match(found, /readinesProbe|progressDeadlineSeconds|selector/);
		assert.match(found, /Couldn't find schema for kind Deploiment/);
	});
});

/** Makes the autoscaler that KEDA makes of its configuration. */
function autoscalerOf({ metadata, spec }: Manifest): Manifest {
	return {
		apiVersion: 'autoscaling/v2',
		kind: 'HorizontalPodAutoscaler',
		metadata: { name: `keda-hpa-${metadata.name}` },
		spec: {
			scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', ...spec.scaleTargetRef },
			minReplicas: spec.minReplicaCount,
			maxReplicas: spec.maxReplicaCount,
			behavior: spec.advanced.horizontalPodAutoscalerConfig.behavior,
		},
	};
}

describe('the pods', () => {
	it('run commands of the program, from its image, in its version', () => {
		const commands = listCommands(buildProgram(helpOnly)).map(({ name }) => name);
		for (const { container } of deployments) {
			assert.ok(commands.includes(`link-broker ${container.args.join(' ')}`), container.args.join(' '));
			assert.equal(container.image, 'link-broker');
		}
		const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
		for (const folder of ['base', 'example']) assert.equal(readKustomization(folder).images[0]?.newTag, version);
	});

	it('set settings of the program, to values that it takes', () => {
		const known = settingDefinitions.map(({ variable }) => variable);
		const own = settingsOf(readKustomization('example').configMapGenerator[0]?.literals?.join('\n') ?? '');
		const named = Object.keys({ ...settings, ...own, ...settingsOf(readFile('example/secrets.env')) });
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
				[
					readKustomization('base').configMapGenerator[0]?.name,
					readKustomization('example').secretGenerator?.[0]?.name,
				],
			);
		}
	});

	it('are checked where the program reports health', () => {
		const paths = createHealthRoutes({ broker: {} as Broker, settings: { publicUrl: null } }).map(({ path }) => path);
		for (const { name, container } of deployments) {
			const [port] = container.ports;
			const isWorker = container.args[0] === 'worker';
			assert.equal(port?.containerPort, isWorker ? taken.metricsPort : taken.port, name);
			for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe]) {
				assert.ok(paths.includes(probe.httpGet.path), probe.httpGet.path);
				assert.equal(probe.httpGet.port, port?.name);
			}
			// A pod is not restarted because a service is unavailable.
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

	it('have their metrics at a port that the Ingress does not lead to', () => {
		assert.equal(taken.metricsToken, null);
		for (const { name, container, annotations } of deployments) {
			const port = container.ports.find((one) => one.name === 'metrics');
			assert.equal(port?.containerPort, taken.metricsPort, name);
			assert.deepEqual(annotations, {
				'prometheus.io/scrape': 'true',
				'prometheus.io/path': '/metrics',
				'prometheus.io/port': String(taken.metricsPort),
			});
		}
		const ingress = putTogether('example').find(({ kind }) => kind === 'Ingress') ?? assert.fail();
		for (const { backend } of ingress.spec.rules[0].http.paths)
			assert.deepEqual(backend.service.port, { name: 'http' });
	});

	it('get only what needs the records from the Ingress if they accept submissions', async (test) => {
		const opened = await openTestApp();
		test.after(() => opened.close());
		const routes = createRoutes({
			...opened.needs,
			pageWriter: {} as PageWriter,
			createAsks: () => assert.fail(),
		});
		const ingress = putTogether('example').find(({ kind }) => kind === 'Ingress') ?? assert.fail();
		const paths = (ingress.spec.rules[0].http.paths as { path: string; backend: { service: { name: string } } }[])
			.filter(({ backend }) => backend.service.name === 'submissions')
			.map(({ path }) => path.replace(/^\/api/, ''));
		assert.ok(paths.includes('/events'));
		for (const { path, needs } of routes) {
			if (paths.some((begin) => `${path}/`.startsWith(`${begin}/`))) assert.equal(needs, 'records', path);
		}
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

describe('workers by the queue', () => {
	const manifests = putTogether('keda');
	const { apiVersion, spec } = manifests.find(({ kind }) => kind === 'ScaledObject') ?? assert.fail();
	const [queue, busy] = spec.triggers;
	let opened: TestApp;
	before(async () => {
		opened = await openTestApp();
	});
	after(() => opened.close());

	it('are scaled by KEDA instead of by an autoscaler of the base, and nothing else is', () => {
		assert.equal(apiVersion, 'keda.sh/v1alpha1');
		assert.deepEqual(spec.scaleTargetRef, { name: 'worker' });
		assert.ok(namesOf(manifests, 'Deployment').includes('worker'));
		assert.deepEqual(namesOf(manifests, 'HorizontalPodAutoscaler'), ['searches', 'submissions']);
	});

	it('are asked to KEDA in fields that it has', () => {
		// https://keda.sh/docs/2.17/reference/scaledobject-spec/, scalers/metrics-api/ and scalers/cpu/
		const fields = {
			spec: [
				'scaleTargetRef',
				'pollingInterval',
				'minReplicaCount',
				'maxReplicaCount',
				'fallback',
				'advanced',
				'triggers',
			],
			fallback: ['failureThreshold', 'replicas'],
			advanced: ['horizontalPodAutoscalerConfig'],
		};
		assert.deepEqual(Object.keys(spec), fields.spec);
		assert.deepEqual(Object.keys(spec.fallback), fields.fallback);
		assert.deepEqual(Object.keys(spec.advanced), fields.advanced);
		assert.deepEqual(Object.keys(queue), ['type', 'metadata']);
		assert.deepEqual(Object.keys(queue.metadata), ['url', 'format', 'valueLocation', 'targetValue']);
		assert.deepEqual(busy, { type: 'cpu', metricType: 'Utilization', metadata: { value: '70' } });
		// All that describes a scaler is text.
		for (const value of Object.values(queue.metadata)) assert.equal(typeof value, 'string');
	});

	it('are never fewer than two, also where the number of events cannot be read', () => {
		assert.ok(spec.minReplicaCount >= 2);
		assert.ok(spec.fallback.replicas >= spec.minReplicaCount && spec.fallback.replicas <= spec.maxReplicaCount);
	});

	it('follow a number that the program reports, where anybody may read it', async () => {
		const { hostname, port, pathname } = new URL(queue.metadata.url);
		const { namespace } = readKustomization('keda');
		assert.equal(hostname, `submissions.${namespace}.svc`);
		const service = ofKind('Service').find(({ metadata }) => metadata.name === 'submissions');
		const reached = service?.spec.ports.find((one: { port: number }) => one.port === Number(port));
		assert.equal(reached?.targetPort, 'metrics');
		const metrics = await readMetrics(opened, pathname);
		assert.equal(queue.type, 'metrics-api');
		assert.equal(queue.metadata.format, 'prometheus');
		assert.match(metrics, new RegExp(`^${queue.metadata.valueLocation.replaceAll(/[{}]/g, '\\$&')} \\d+$`, 'm'));
		assert.ok(Number(queue.metadata.targetValue) > 0);
	});
});
