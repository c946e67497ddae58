// What the broker tells a monitoring system about harvests: how each is, and not what it asks for.
import { Gauge, type Registry } from 'prom-client';
import type { Harvest } from '../../broker/harvests.ts';

/** Creates the gauges of harvests, which are set to what is known of them now. */
export function createHarvestGauges(registry: Registry): (harvests: readonly Harvest[]) => void {
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
