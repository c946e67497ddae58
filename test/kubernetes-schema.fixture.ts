// What the manifests may hold: the fields of Kubernetes' own description of these kinds (1.32, its
// OpenAPI) that they use, each with its type. A field that is not here is misspelt, or is to be
// added.

/** A list of things of one type. */
class List {
	readonly item: Shape;
	constructor(item: Shape) {
		this.item = item;
	}
}

/**
 * A type: a word for a plain value, the words that are allowed, a list, `{'*': type}` for any
 * names, or fields by name, where `!` at the end says that one must be there.
 */
export type Shape = string | readonly string[] | List | { readonly [field: string]: Shape };

const listOf = (item: Shape): Shape => new List(item);
const texts: Shape = { '*': 'text' };
const selector: Shape = { 'matchLabels!': texts };
const metadata: Shape = { 'name!': 'text', namespace: 'text', labels: texts, annotations: texts };

const probe: Shape = {
	'httpGet!': { 'path!': 'text', 'port!': 'text or number' },
	periodSeconds: 'number',
	timeoutSeconds: 'number',
	failureThreshold: 'number',
};

const container: Shape = {
	'name!': 'text',
	'image!': 'text',
	'args!': listOf('text'),
	envFrom: listOf({ configMapRef: { 'name!': 'text' }, secretRef: { 'name!': 'text' } }),
	ports: listOf({ name: 'text', 'containerPort!': 'number' }),
	'livenessProbe!': probe,
	'readinessProbe!': probe,
	startupProbe: probe,
	'resources!': { 'requests!': { 'cpu!': 'quantity', 'memory!': 'quantity' }, 'limits!': { 'memory!': 'quantity' } },
	'securityContext!': {
		'allowPrivilegeEscalation!': 'boolean',
		'readOnlyRootFilesystem!': 'boolean',
		'capabilities!': { 'drop!': listOf('text') },
	},
	volumeMounts: listOf({ 'name!': 'text', 'mountPath!': 'text', readOnly: 'boolean' }),
};

const podSpec: Shape = {
	terminationGracePeriodSeconds: 'number',
	automountServiceAccountToken: 'boolean',
	'securityContext!': {
		'runAsNonRoot!': 'boolean',
		runAsUser: 'number',
		runAsGroup: 'number',
		fsGroup: 'number',
		'seccompProfile!': { 'type!': ['RuntimeDefault', 'Localhost', 'Unconfined'] },
	},
	topologySpreadConstraints: listOf({
		'maxSkew!': 'number',
		'topologyKey!': 'text',
		'whenUnsatisfiable!': ['ScheduleAnyway', 'DoNotSchedule'],
		labelSelector: selector,
	}),
	'containers!': listOf(container),
	volumes: listOf({
		'name!': 'text',
		emptyDir: { sizeLimit: 'quantity' },
		secret: { 'secretName!': 'text', optional: 'boolean' },
	}),
};

const backend: Shape = { 'service!': { 'name!': 'text', 'port!': { 'name!': 'text' } } };

/** The kinds by `apiVersion kind`. */
export const kinds: Readonly<Record<string, Shape>> = {
	'apps/v1 Deployment': {
		'metadata!': metadata,
		'spec!': {
			replicas: 'number',
			'selector!': selector,
			strategy: {
				'type!': ['RollingUpdate', 'Recreate'],
				rollingUpdate: { maxUnavailable: 'text or number', maxSurge: 'text or number' },
			},
			progressDeadlineSeconds: 'number',
			'template!': { 'metadata!': { 'labels!': texts, annotations: texts }, 'spec!': podSpec },
		},
	},
	'v1 Service': {
		'metadata!': metadata,
		'spec!': {
			'selector!': texts,
			'ports!': listOf({ name: 'text', 'port!': 'number', targetPort: 'text or number' }),
		},
	},
	'policy/v1 PodDisruptionBudget': {
		'metadata!': metadata,
		'spec!': { maxUnavailable: 'text or number', minAvailable: 'text or number', 'selector!': selector },
	},
	'autoscaling/v2 HorizontalPodAutoscaler': {
		'metadata!': metadata,
		'spec!': {
			'scaleTargetRef!': { 'apiVersion!': 'text', 'kind!': 'text', 'name!': 'text' },
			minReplicas: 'number',
			'maxReplicas!': 'number',
			metrics: listOf({
				'type!': ['Resource', 'External', 'Pods', 'Object', 'ContainerResource'],
				resource: {
					'name!': 'text',
					'target!': { 'type!': ['Utilization', 'AverageValue'], averageUtilization: 'number' },
				},
				external: {
					'metric!': { 'name!': 'text', selector },
					'target!': { 'type!': ['Value', 'AverageValue'], value: 'quantity', averageValue: 'quantity' },
				},
			}),
			behavior: { scaleDown: { stabilizationWindowSeconds: 'number' } },
		},
	},
	'networking.k8s.io/v1 Ingress': {
		'metadata!': metadata,
		'spec!': {
			ingressClassName: 'text',
			tls: listOf({ hosts: listOf('text'), secretName: 'text' }),
			rules: listOf({
				host: 'text',
				'http!': {
					'paths!': listOf({ 'path!': 'text', 'pathType!': ['Prefix', 'Exact'], 'backend!': backend }),
				},
			}),
		},
	},
	'v1 Namespace': { 'metadata!': metadata },
	'v1 ConfigMap': { 'metadata!': metadata, 'data!': texts },
	'v1 Secret': { 'metadata!': metadata, type: 'text', data: texts, stringData: texts },
};

/** Lists in words what in a value does not have a shape; `at` is its place. */
export function misfits(value: unknown, shape: Shape, at: string): string[] {
	if (typeof shape === 'string') return isPlain(value, shape) ? [] : [`${at} must be ${shape}`];
	if (Array.isArray(shape)) return shape.includes(value) ? [] : [`${at} must be one of ${shape.join(', ')}`];
	if (shape instanceof List) {
		if (!Array.isArray(value)) return [`${at} must be a list`];
		return value.flatMap((item, index) => misfits(item, shape.item, `${at}[${index}]`));
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} must have fields`];
	const fields = shape as Readonly<Record<string, Shape>>;
	const missing = Object.keys(fields)
		.filter((name) => name.endsWith('!') && !(name.slice(0, -1) in value))
		.map((name) => `${at} lacks ${name.slice(0, -1)}`);
	const wrong = Object.entries(value).flatMap(([name, own]) => {
		const of = fields[name] ?? fields[`${name}!`] ?? fields['*'];
		return of === undefined ? [`${at} knows no ${name}`] : misfits(own, of, `${at}.${name}`);
	});
	return [...missing, ...wrong];
}

function isPlain(value: unknown, kind: string): boolean {
	if (kind === 'text') return typeof value === 'string';
	if (kind === 'number') return Number.isInteger(value);
	if (kind === 'boolean') return typeof value === 'boolean';
	if (kind === 'text or number') return typeof value === 'string' || Number.isInteger(value);
	return /^\d+(\.\d+)?(m|k|M|G|T|Ki|Mi|Gi|Ti)?$/.test(String(value));
}
