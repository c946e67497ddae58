// The metrics that the broker offers a monitoring system (Prometheus).
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Accounts } from '../../accounts/accounts.ts';
import { endsSoonDays } from '../../accounts/tokens.ts';
import type { Broker } from '../../broker/broker.ts';
import type { Harvest } from '../../broker/harvests.ts';
import type { Health } from '../../broker/health.ts';
import type { BrokerStatus, ServicesReport } from '../../broker/status.ts';
import { eventStates } from '../../links/link-event.ts';

/** Gathers what a process counts and is asked for. */
export type Metrics = ReturnType<typeof createMetrics>;

/** What one process reads of itself, as plain data. */
export type OwnMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

type Needs = {
	broker: Pick<Broker, 'status' | 'health' | 'services' | 'listHarvests'>;
	version: string;
	/** Absent where accounts are no concern of the process. */
	accounts?: Pick<Accounts, 'countTokensEndingSoon'>;
	/** Tells milliseconds since any moment, whatever becomes of the time of day. */
	clock?(): number;
	/** Whether memory, processor time and the event loop of this process are told as well. */
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
		const [status, health, services, harvests, endingTokens] = await Promise.all([
			broker.status().catch(() => undefined),
			broker.health(),
			broker.services(),
			broker.listHarvests().catch(() => []),
			accounts?.countTokensEndingSoon().catch(() => undefined),
		]);
		setNumbers([[gauges.endingTokens, endingTokens]]);
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
		/** Counts that applying an event failed, for good or to be tried again. */
		eventFailed: () => counters.events.inc({ outcome: 'failed' }),
		/** Counts outbox entries that this process brought into the index. */
		changesIndexed: (changes: number) => counters.changes.inc(changes),
		/** Tells what happened in this process within the last minute. */
		rates: () => ({
			requests: lastMinute.requests.lastMinute(),
			events: lastMinute.events.lastMinute(),
			links: lastMinute.links.lastMinute(),
		}),
		contentType: registry.contentType,
		/** Reads everything, for another process. What cannot be read at the moment is left out. */
		read: () => update().then(() => registry.getMetricsAsJSON()),
		/** Writes the same in Prometheus' text format. */
		write: () => update().then(() => registry.metrics()),
	};
}

/**
 * Writes what several processes read as one text: counters and histograms are added up; of gauges the
 * highest is written, of `…_up` the lowest, so that no process hides the lag of another, or a
 * dependency that is down for it.
 */
export function writeTogether(all: readonly OwnMetrics[]): Promise<string> {
	const isGauge = ({ type }: { type: unknown }) => type === 'gauge';
	const worst = (name: string) => (name.endsWith('_up') ? 'min' : 'max');
	const read = all.map((metrics) =>
		metrics.map((metric) => (isGauge(metric) ? { ...metric, aggregator: worst(metric.name) } : metric)),
	);
	return AggregatorRegistry.aggregate(read).metrics();
}

function createCounters(registry: Registry) {
	const registers = [registry];
	const events = new Counter({
		name: 'link_broker_events_processed_total',
		help: 'How often this process applied an event, or failed to.',
		labelNames: ['outcome'],
		registers,
	});
	// A rate needs a value to start from.
	for (const outcome of ['applied', 'failed']) events.inc({ outcome }, 0);
	return {
		events,
		links: new Counter({
			name: 'link_broker_links_processed_total',
			help: 'How many links the events brought that this process applied.',
			registers,
		}),
		changes: new Counter({
			name: 'link_broker_outbox_entries_delivered_total',
			help: 'How many outbox entries this process delivered to the search index.',
			registers,
		}),
		requests: new Histogram({
			name: 'link_broker_http_request_duration_seconds',
			help: 'How long requests took to answer, by method, route and status; _count counts them.',
			labelNames: ['method', 'route', 'status'],
			buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
			registers,
		}),
	};
}

function createGauges(registry: Registry, version: string) {
	const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
		new Gauge<Label>({ name: `link_broker_${name}`, help, labelNames, registers: [registry] });
	gauge('build_info', 'Which program this is; always 1.', 'version').set({ version }, 1);
	return {
		events: gauge(
			'events',
			'How many events are in each state; those that are Done or Withdrawn may lag by a minute.',
			'state',
		),
		eventAge: gauge('oldest_event_seconds', 'How long the oldest event has waited to be applied.'),
		changes: gauge('outbox_entries', 'How many outbox entries wait for the search index.'),
		lag: gauge('index_lag_seconds', 'How long the oldest change has waited for the search index.'),
		rebuildParts: gauge(
			'index_rebuild_parts',
			'How many parts of the rebuild under way are waiting, building or done, by phase; none where none is.',
			...(['phase', 'state'] as const),
		),
		objects: gauge('identity_groups', 'How many works (Identity groups) can be found.'),
		links: gauge('group_relationships', 'How many links between works can be found.'),
		recordBytes: gauge('database_bytes', 'How many bytes the records take.'),
		indexBytes: gauge('index_bytes', 'How many bytes the search index takes.'),
		up: gauge('dependency_up', 'Whether what the broker needs answers, and has room.', 'dependency'),
		ready: gauge('ready', 'Whether submissions can be taken and searches answered, by task.', 'task'),
		claimed: gauge(
			'outbox_entries_claimed',
			'How many of the outbox entries that wait a process holds to deliver them.',
		),
		connections: gauge('database_connections', 'How many connections the database server has, of all its clients.'),
		mostConnections: gauge('database_connections_most', 'How many connections the database server takes.'),
		copies: gauge('index_copies', 'Copies of the index: 0 all there (green), 1 some away (yellow), 2 data away (red).'),
		missingShards: gauge('index_missing_shards', 'How many shards of the index no node has, copies included.'),
		nodeDisk: gauge('search_disk_used_ratio', 'How full the disk of a node of the search engine is.', 'node'),
		endingTokens: gauge(
			'access_tokens_ending_soon',
			`How many valid access tokens expire within ${endsSoonDays} days.`,
		),
		diskFree: gauge('disk_free_bytes', 'How many bytes are free on the disks of files beside this process.', 'of'),
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
	const { diskFreeBytes, oldestEventSeconds, oldestChangeSeconds } = health.figures;
	gauges.diskFree.reset();
	for (const [of, bytes] of Object.entries(diskFreeBytes)) if (bytes !== null) gauges.diskFree.set({ of }, bytes);
	const numbers: [Gauge, number | null | undefined][] = [
		[gauges.eventAge, oldestEventSeconds],
		[gauges.changes, status?.waitingEntries],
		[gauges.lag, oldestChangeSeconds],
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
		// An old number would look like a broker that is well.
		if (number == null) gauge.remove();
		else gauge.set(number);
	}
}

/** Creates the gauges of harvests, which are set to what is known of them now. */
function createHarvestGauges(registry: Registry): (harvests: readonly Harvest[]) => void {
	const labelNames = ['harvest', 'service'] as const;
	const gauge = (name: string, help: string) =>
		new Gauge({ name: `link_broker_harvest_${name}`, help, labelNames, registers: [registry] });
	const gauges = {
		complete: gauge('last_complete_timestamp_seconds', 'When a run of a harvest last came to its end.'),
		interval: gauge('interval_seconds', 'How often a worker runs a harvest; absent where it is run by hand or paused.'),
		failing: gauge('failing', 'Whether the last run of a harvest failed (1) or not (0).'),
		failures: gauge('failures', 'How many runs of a harvest ever failed.'),
		records: gauge('records', 'How many records of a service a harvest ever read.'),
		links: gauge('links', 'How many links a harvest ever stored.'),
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

/** Counts one kind of happening. */
type RateWindow = { add(amount: number): void; lastMinute(): number };

const windowSeconds = 60;

/** Creates a count; `clock` tells milliseconds since any moment. */
export function createRateWindow(clock: () => number): RateWindow {
	const amountBySecond = new Map<number, number>();
	const currentSecond = (): number => {
		const current = Math.floor(clock() / 1_000);
		for (const second of amountBySecond.keys()) if (second <= current - windowSeconds) amountBySecond.delete(second);
		return current;
	};
	return {
		add(amount) {
			const second = currentSecond();
			amountBySecond.set(second, (amountBySecond.get(second) ?? 0) + amount);
		},
		lastMinute() {
			currentSecond();
			return amountBySecond.values().reduce((sum, amount) => sum + amount, 0);
		},
	};
}
