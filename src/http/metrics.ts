// What the broker tells a monitoring system (Prometheus) about itself; knows neither routes nor engines.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { BrokerStatus, Dependency, Health } from '../broker/tell-status.ts';
import { eventStates } from '../links/link-event.ts';
import { createRecent } from './recent.ts';
import { createRequestTimes, type NoteRequest } from './request-times.ts';

/** What happened in this process within the last minute. */
export type Rates = { requests: number; events: number; links: number };

/** Gathers what is told. */
export type Metrics = {
	/** Begins to note the requests of a route. */
	requestsOf(method: string, route: string): NoteRequest;
	/** Notes an event that this process applied. */
	eventApplied(links: number): void;
	/** Notes that applying an event failed, for good or to be tried again. */
	eventFailed(): void;
	/** Notes marks that this process brought into the index. */
	marksApplied(marks: number): void;
	rates(): Rates;
	contentType: string;
	/** Writes everything in Prometheus' text format. What cannot be read at the moment is left out. */
	write(): Promise<string>;
};

type Needs = {
	broker: { status(): Promise<BrokerStatus>; health(): Promise<Health> };
	version: string;
	/** Tells milliseconds since 1970. */
	now(): number;
	/** Whether memory, processor time and the event loop of this process are told as well. */
	ofProcess: boolean;
};

/** Creates the metrics. */
export function createMetrics({ broker, version, now, ofProcess }: Needs): Metrics {
	const registry = new Registry();
	const times = createRequestTimes();
	const recent = { requests: createRecent(now), events: createRecent(now), links: createRecent(now) };
	const counters = createCounters(registry);
	const gauges = createGauges(registry, version);
	if (ofProcess) collectDefaultMetrics({ register: registry });
	return {
		requestsOf(method, route) {
			const note = times.ofRoute(method, route);
			return (status, milliseconds) => {
				note(status, milliseconds);
				recent.requests.add(1);
			};
		},
		eventApplied(links) {
			counters.events.inc({ outcome: 'applied' });
			counters.links.inc(links);
			recent.events.add(1);
			recent.links.add(links);
		},
		eventFailed: () => counters.events.inc({ outcome: 'failed' }),
		marksApplied: (marks) => counters.marks.inc(marks),
		rates: () => ({
			requests: recent.requests.lastMinute(),
			events: recent.events.lastMinute(),
			links: recent.links.lastMinute(),
		}),
		contentType: registry.contentType,
		async write() {
			const [status, health] = await Promise.all([broker.status().catch(() => undefined), broker.health()]);
			setGauges(gauges, status, health, now());
			return `${await registry.metrics()}\n${times.write()}`;
		},
	};
}

function createCounters(registry: Registry) {
	const registers = [registry];
	const events = new Counter({
		name: 'link_broker_events_processed_total',
		help: 'How often this process applied an event, or failed to.',
		labelNames: ['outcome'],
		registers,
	});
	for (const outcome of ['applied', 'failed']) events.inc({ outcome }, 0);
	const links = new Counter({
		name: 'link_broker_links_processed_total',
		help: 'How many links the events brought that this process applied.',
		registers,
	});
	const marks = new Counter({
		name: 'link_broker_index_marks_applied_total',
		help: 'How many marks this process brought into the search index.',
		registers,
	});
	return { events, links, marks };
}

type Gauges = ReturnType<typeof createGauges>;

function createGauges(registry: Registry, version: string) {
	const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
		new Gauge<Label>({ name: `link_broker_${name}`, help, labelNames, registers: [registry] });
	gauge('build_info', 'Which program this is; always 1.', 'version').set({ version }, 1);
	return {
		events: gauge('events', 'How many events are in each state; those that are Done may lag by a minute.', 'state'),
		eventAge: gauge('oldest_waiting_event_seconds', 'How long ago the oldest event that is not applied was accepted.'),
		marks: gauge('index_waiting_marks', 'How many marks wait for the search index.'),
		lag: gauge('index_lag_seconds', 'How long the oldest mark has waited for the search index.'),
		objects: gauge('identity_groups', 'How many works (Identity groups) can be found.'),
		links: gauge('group_relationships', 'How many links between works can be found.'),
		recordBytes: gauge('database_bytes', 'How many bytes the records take.'),
		indexBytes: gauge('index_bytes', 'How many bytes the search index takes.'),
		up: gauge('dependency_up', 'Whether what the broker needs answers.', 'dependency'),
	};
}

function setGauges(gauges: Gauges, status: BrokerStatus | undefined, health: Health, now: number): void {
	for (const [dependency, failure] of Object.entries(health) as [Dependency, Health[Dependency]][]) {
		gauges.up.set({ dependency }, failure ? 0 : 1);
	}
	const numbers: [Gauge, number | null | undefined][] = [
		[gauges.eventAge, status && secondsSince(status.oldestEventAt, now)],
		[gauges.marks, status?.waitingMarks],
		[gauges.lag, status && secondsSince(status.oldestMarkAt, now)],
		[gauges.objects, status?.objects],
		[gauges.links, status?.links],
		[gauges.recordBytes, status?.recordBytes],
		[gauges.indexBytes, status?.indexBytes],
	];
	for (const [gauge, number] of numbers) {
		// An old number would look like a broker that is well.
		if (number == null) gauge.remove();
		else gauge.set(number);
	}
	gauges.events.reset();
	for (const state of status ? eventStates : []) gauges.events.set({ state }, status?.events[state] ?? 0);
}

/** Tells how long something has waited; nothing has waited for 0. */
export function secondsSince(at: number | null, now: number): number {
	return at === null ? 0 : Math.max(0, now - at) / 1_000;
}
