// Writes metrics in Prometheus' text format, with those of the process; knows nothing of how they are gathered.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { BrokerStatus, Dependency, Health } from '../../broker/tell-status.ts';
import { eventStates } from '../../links/link-event.ts';
import { secondsSince } from '../answers/seconds-since.ts';

/** What happened since the process began. */
export type Counts = { eventsApplied: number; eventsFailed: number; links: number; marks: number };

/** What is told; the status is absent where it cannot be read. */
export type Told = { counts: Readonly<Counts>; status: BrokerStatus | undefined; health: Health; now: number };

export type Exposition = { write(told: Told): Promise<string> };

/** Prepares the text, and begins to watch the process where that is asked for. */
export function openExposition({ version, ofProcess }: { version: string; ofProcess: boolean }): Exposition {
	const registry = new Registry();
	const counters = createCounters(registry);
	const gauges = createGauges(registry, version);
	if (ofProcess) collectDefaultMetrics({ register: registry });
	return {
		write({ counts, status, health, now }) {
			setCounters(counters, counts);
			setGauges(gauges, status, health, now);
			return registry.metrics();
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

function setCounters(
	{ events, links, marks }: ReturnType<typeof createCounters>,
	{ eventsApplied, eventsFailed, links: linksApplied, marks: marksApplied }: Readonly<Counts>,
): void {
	for (const counter of [events, links, marks]) counter.reset();
	events.inc({ outcome: 'applied' }, eventsApplied);
	events.inc({ outcome: 'failed' }, eventsFailed);
	links.inc(linksApplied);
	marks.inc(marksApplied);
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
