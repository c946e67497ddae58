// The metrics that the broker exports for Prometheus.
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Accounts } from '../../accounts/accounts.ts';
import { endsSoonDays } from '../../accounts/tokens.ts';
import type { Broker } from '../../broker/broker.ts';
import { subscriptionKinds } from '../../broker/following/subscriptions.ts';
import type { Harvest } from '../../broker/harvests.ts';
import type { Health } from '../../broker/health.ts';
import type { BrokerStatus, ServicesReport } from '../../broker/status.ts';
import { eventStates } from '../../links/link-event.ts';
import { createRateWindow } from './rate-window.ts';

/** Counts the work of a process, and exports all metrics. */
export type Metrics = ReturnType<typeof createMetrics>;

/** The metrics of one process as plain data. */
export type OwnMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

type Needs = {
	broker: Pick<Broker, 'status' | 'health' | 'services' | 'listHarvests' | 'followingState'>;
	version: string;
	/** Absent in a worker. */
	accounts?: Pick<Accounts, 'countTokensEndingSoon'>;
	/** Returns milliseconds since any moment, unaffected by changes of the system time. */
	clock?(): number;
	/** Whether to include memory, processor time and event loop of this process. */
	ofProcess: boolean;
};

/** Creates the metrics. */
export function createMetrics(needs: Needs) {
	const { broker, accounts, version, clock = () => performance.now(), ofProcess } = needs;
	const registry = new Registry();
	const counters = createCounters(registry);
	const gauges = createGauges(registry, version);
	const setHarvests = createHarvestGauges(registry);
	if (ofProcess) collectDefaultMetrics({ register: registry });
	const lastMinute = {
		requests: createRateWindow(clock),
		events: createRateWindow(clock),
		links: createRateWindow(clock),
	};
	const update = async () => {
		const [status, health, services, harvests, following, endingTokens] = await Promise.all([
			broker.status().catch(() => undefined),
			broker.health(),
			broker.services(),
			broker.listHarvests().catch(() => []),
			broker.followingState().catch(() => undefined),
			accounts?.countTokensEndingSoon().catch(() => undefined),
		]);
		setNumbers([
			[gauges.endingTokens, endingTokens],
			[gauges.messageEntries, following?.mostEntries],
		]);
		gauges.subscriptions.reset();
		for (const [state, number] of Object.entries(following?.subscriptions ?? {}))
			gauges.subscriptions.set({ state }, number);
		setGauges(gauges, status, health);
		setServiceGauges(gauges, services);
		setHarvests(harvests);
	};
	return {
		/** Counts a request of a route by its status and duration. */
		requestAnswered(route: { method: string; route: string }, status: number, milliseconds: number): void {
			counters.requests.observe({ ...route, status }, milliseconds / 1_000);
			lastMinute.requests.add(1);
		},
		/** Counts an event that this process applied. */
		eventApplied(links: number): void {
			counters.events.inc({ outcome: 'applied' });
			counters.links.inc(links);
			lastMinute.events.add(1);
			lastMinute.links.add(links);
		},
		/** Counts a failed attempt to apply an event. */
		eventFailed: () => counters.events.inc({ outcome: 'failed' }),
		/** Counts outbox entries that this process delivered to the index. */
		changesIndexed: (changes: number) => counters.changes.inc(changes),
		/** Counts a try to send a message to a subscriber. */
		messageSent: (kind: string, outcome: string) => counters.messages.inc({ kind, outcome }),
		/** Counts a notification by what became of it. */
		notificationReceived: (outcome: string) => counters.notifications.inc({ outcome }),
		/** Returns what this process did in the last minute. */
		rates: () => ({
			requests: lastMinute.requests.lastMinute(),
			events: lastMinute.events.lastMinute(),
			links: lastMinute.links.lastMinute(),
		}),
		contentType: registry.contentType,
		/** Reads all metrics, for another process. Omits those that cannot be read at the moment. */
		read: () => update().then(() => registry.getMetricsAsJSON()),
		/** Writes the same in the text format of Prometheus. */
		write: () => update().then(() => registry.metrics()),
	};
}

/**
 * Writes the metrics of several processes as one text. Counters and histograms are added up. Gauges
 * take the highest value, `…_up` the lowest: no process hides the lag of another, or a dependency
 * that is down for it.
 */
export function writeTogether(all: readonly OwnMetrics[]): Promise<string> {
	const isGauge = ({ type }: { type: unknown }) => type === 'gauge';
	const worst = (name: string) => (name.endsWith('_up') ? 'min' : 'max');
	const read = all.map((metrics) =>
		metrics.map((metric) => (isGauge(metric) ? { ...metric, aggregator: worst(metric.name) } : metric)),
	);
	return AggregatorRegistry.aggregate(read).metrics();
}

/** Describes one metric. */
export type MetricDescription = { name: string; help: string; type: string; labels: readonly string[] };

/** Lists the broker's own metrics, in the order of the documentation. */
export function listMetrics(): MetricDescription[] {
	const registry = new Registry();
	createGauges(registry, '');
	createCounters(registry);
	createHarvestGauges(registry);
	// The types of prom-client omit what its metrics have.
	const metrics = registry.getMetricsAsArray() as unknown as (MetricDescription & { labelNames: string[] })[];
	return metrics.map(({ name, help, type, labelNames }) => ({ name, help, type, labels: labelNames }));
}

function createCounters(registry: Registry) {
	const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
		new Counter({ name: `link_broker_${name}`, help, labelNames, registers: [registry] });
	const events = counter('events_processed_total', 'Attempts to apply an event (applied, failed).', 'outcome');
	const messages = counter(
		'messages_total',
		'Tries to send a message to a subscriber, by kind and outcome (accepted, failed).',
		'kind',
		'outcome',
	);
	const notifications = counter(
		'notifications_total',
		'Notifications received, by outcome (accepted, withdrawn, nothing).',
		'outcome',
	);
	// A rate needs a value to start from.
	for (const outcome of ['applied', 'failed']) events.inc({ outcome }, 0);
	for (const outcome of ['accepted', 'failed'])
		for (const kind of subscriptionKinds) messages.inc({ kind, outcome }, 0);
	for (const outcome of ['accepted', 'withdrawn', 'nothing']) notifications.inc({ outcome }, 0);
	return {
		...{ events, messages, notifications },
		links: counter('links_processed_total', 'Links in the events applied.'),
		changes: counter('outbox_entries_delivered_total', 'Outbox entries delivered to the search index.'),
		requests: new Histogram({
			name: 'link_broker_http_request_duration_seconds',
			help: 'Time to answer a request. The series _count counts requests.',
			labelNames: ['method', 'route', 'status'],
			buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
			registers: [registry],
		}),
	};
}

type CreateGauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) => Gauge<Label>;

function createGauges(registry: Registry, version: string) {
	const gauge: CreateGauge = (name, help, ...labelNames) =>
		new Gauge({ name: `link_broker_${name}`, help, labelNames, registers: [registry] });
	gauge('build_info', 'Always 1; the label is the version of the program.', 'version').set({ version }, 1);
	return {
		events: gauge('events', 'Events by state. Done and Withdrawn may lag by a minute.', 'state'),
		eventAge: gauge('oldest_event_seconds', 'How long the oldest event in New or Processing has waited.'),
		changes: gauge(
			'outbox_entries',
			'Outbox entries that wait for the search index, each naming up to 2,500 links or identifiers.',
		),
		lag: gauge('index_lag_seconds', 'How long the oldest outbox entry has waited.'),
		rebuildParts: gauge(
			'index_rebuild_parts',
			'Parts of a running index rebuild (waiting, building, done).',
			'phase',
			'state',
		),
		objects: gauge('identity_groups', 'Works (Identity groups) in the search index.'),
		links: gauge('group_relationships', 'Relationships between works in the search index.'),
		recordBytes: gauge('database_bytes', 'Size of the records, if the engine can return it quickly.'),
		indexBytes: gauge('index_bytes', 'Size of the search index, if the engine can return it quickly.'),
		up: gauge(
			'dependency_up',
			'1 if the dependency (database, search, disk) answers or has room, otherwise 0.',
			'dependency',
		),
		ready: gauge('ready', '1 if the task (submissions, searches) is available, otherwise 0.', 'task'),
		...createServiceGauges(gauge),
		subscriptions: gauge('subscriptions', 'Subscriptions by state. May lag by a minute.', 'state'),
		messageAge: gauge(
			'subscription_lag_seconds',
			'How long the message to a subscriber has waited that has been due for longest. Pauses after failures do not count.',
		),
		messageEntries: gauge(
			'subscription_lag_entries',
			'Entries of the change log that the subscription furthest behind may have to send. May lag by a minute.',
		),
		endingTokens: gauge(
			'access_tokens_ending_soon',
			`Valid access tokens that expire within ${endsSoonDays} days. Only in serve.`,
		),
		diskFree: gauge(
			'disk_free_bytes',
			'Free bytes on the disk of the database or search index, if it is a file.',
			'of',
		),
	};
}

/** Creates the gauges of PostgreSQL and OpenSearch. */
function createServiceGauges(gauge: CreateGauge) {
	return {
		claimed: gauge('outbox_entries_claimed', 'Waiting outbox entries that a process has claimed.'),
		connections: gauge('database_connections', 'Connections to PostgreSQL, of all its clients.'),
		mostConnections: gauge(
			'database_connections_most',
			'Connections that PostgreSQL accepts from users without privileges.',
		),
		copies: gauge(
			'index_copies',
			'OpenSearch index: 0 complete (green), 1 copies missing (yellow), 2 data missing (red).',
		),
		missingShards: gauge(
			'index_missing_shards',
			'Shards of the OpenSearch index that no node holds, replicas included.',
		),
		nodeDisk: gauge(
			'search_disk_used_ratio',
			'Disk usage of an OpenSearch node, from 0 to 1. Needs the privilege cluster:monitor/*.',
			'node',
		),
	};
}

type Gauges = ReturnType<typeof createGauges>;

function setGauges(gauges: Gauges, status: BrokerStatus | undefined, health: Health): void {
	for (const [dependency, failure] of Object.entries(health.dependencies)) {
		gauges.up.set({ dependency }, failure ? 0 : 1);
	}
	for (const task of ['submissions', 'searches'] as const) {
		gauges.ready.set({ task }, health[task].length === 0 ? 1 : 0);
	}
	const { diskFreeBytes, oldestEventSeconds, oldestChangeSeconds, oldestMessageSeconds } = health.figures;
	gauges.diskFree.reset();
	for (const [of, bytes] of Object.entries(diskFreeBytes)) if (bytes !== null) gauges.diskFree.set({ of }, bytes);
	const numbers: [Gauge, number | null | undefined][] = [
		[gauges.eventAge, oldestEventSeconds],
		[gauges.changes, status?.waitingEntries],
		[gauges.lag, oldestChangeSeconds],
		[gauges.messageAge, oldestMessageSeconds],
		[gauges.objects, status?.objects],
		[gauges.links, status?.links],
		[gauges.recordBytes, status?.recordBytes],
		[gauges.indexBytes, status?.indexBytes],
	];
	setNumbers(numbers);
	gauges.rebuildParts.reset();
	for (const [phase, states] of Object.entries(status?.rebuild?.parts ?? {})) {
		for (const [state, parts] of Object.entries(states)) gauges.rebuildParts.set({ phase, state }, parts);
	}
	gauges.events.reset();
	for (const state of status ? eventStates : []) gauges.events.set({ state }, status?.events[state] ?? 0);
}

function setServiceGauges(gauges: Gauges, { records, index }: ServicesReport): void {
	setNumbers([
		[gauges.claimed, records?.claimedEntries],
		[gauges.connections, records?.connections?.open],
		[gauges.mostConnections, records?.connections?.most],
		[gauges.copies, index ? ['green', 'yellow', 'red'].indexOf(index.copies) : undefined],
		[gauges.missingShards, index?.missingShards],
	]);
	gauges.nodeDisk.reset();
	for (const { node, used } of index?.disks ?? []) gauges.nodeDisk.set({ node }, used);
}

function setNumbers(numbers: readonly [Gauge, number | null | undefined][]): void {
	for (const [gauge, number] of numbers) {
		// An old number would hide a failure.
		if (number == null) gauge.remove();
		else gauge.set(number);
	}
}

/** Creates the gauges of harvests; the function returned sets them. */
function createHarvestGauges(registry: Registry): (harvests: readonly Harvest[]) => void {
	const labelNames = ['harvest', 'service'] as const;
	const gauge = (name: string, help: string) =>
		new Gauge({ name: `link_broker_harvest_${name}`, help, labelNames, registers: [registry] });
	const gauges = {
		complete: gauge(
			'last_complete_timestamp_seconds',
			'When a run last completed, as Unix time. Absent before the first.',
		),
		interval: gauge(
			'interval_seconds',
			'Interval of scheduled runs. Absent if the harvest is paused or started by hand.',
		),
		failing: gauge('failing', '1 if the last run failed, otherwise 0.'),
		failures: gauge('failures', 'Failed runs since the harvest was created.'),
		records: gauge('records', 'Records read since the harvest was created.'),
		links: gauge('links', 'Links stored since the harvest was created.'),
	};
	return (harvests) => {
		for (const each of Object.values(gauges)) each.reset();
		for (const { number, task, state, everySeconds, nextAt } of harvests) {
			const labels = { harvest: String(number), service: task.service };
			const { last, succeededAt, totals } = state;
			if (succeededAt !== null) gauges.complete.set(labels, succeededAt / 1_000);
			if (everySeconds !== null && nextAt !== null) gauges.interval.set(labels, everySeconds);
			gauges.failing.set(labels, last?.outcome === 'failed' ? 1 : 0);
			gauges.failures.set(labels, totals.failures);
			gauges.records.set(labels, totals.records);
			gauges.links.set(labels, totals.links);
		}
	};
}
