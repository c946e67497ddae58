// What the broker tells a monitoring system (Prometheus) about itself; knows neither routes nor engines.
import type { BrokerStatus, Health } from '../../broker/tell-status.ts';
import { createRequestTimes, type NoteRequest } from '../server/request-times.ts';
import type { Counts, Exposition } from './exposition.ts';
import { createMinuteCount } from './minute-count.ts';

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
	/** Begins to watch the process, unless it was written before. A server does so when it listens: what is needed for it takes a tenth of the start. */
	watchProcess(): Promise<void>;
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
	const times = createRequestTimes();
	const recent = { requests: createMinuteCount(now), events: createMinuteCount(now), links: createMinuteCount(now) };
	const counts: Counts = { eventsApplied: 0, eventsFailed: 0, links: 0, marks: 0 };
	let opened: Promise<Exposition> | undefined;
	const exposition = (): Promise<Exposition> => {
		opened ??= import('./exposition.ts')
			.then(({ openExposition }) => openExposition({ version, ofProcess }))
			.catch((error) => {
				opened = undefined;
				throw error;
			});
		return opened;
	};
	return {
		requestsOf(method, route) {
			const note = times.ofRoute(method, route);
			return (status, milliseconds) => {
				note(status, milliseconds);
				recent.requests.add(1);
			};
		},
		eventApplied(links) {
			counts.eventsApplied++;
			counts.links += links;
			recent.events.add(1);
			recent.links.add(links);
		},
		eventFailed() {
			counts.eventsFailed++;
		},
		marksApplied(marks) {
			counts.marks += marks;
		},
		rates: () => ({
			requests: recent.requests.lastMinute(),
			events: recent.events.lastMinute(),
			links: recent.links.lastMinute(),
		}),
		async watchProcess() {
			await exposition();
		},
		contentType: 'text/plain; version=0.0.4; charset=utf-8',
		async write() {
			const { write } = await exposition();
			const [status, health] = await Promise.all([broker.status().catch(() => undefined), broker.health()]);
			return `${await write({ counts, status, health, now: now() })}\n${times.write()}`;
		},
	};
}
