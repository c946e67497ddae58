import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { writeTogether } from './metrics.ts';

const read = (requests: number, lag: number, up: number) => {
	const registry = new Registry();
	const registers = [registry];
	const label = { name: 'requests_total', help: 'Requests.', labelNames: ['route'], registers };
	new Counter(label).inc({ route: '/a b' }, requests);
	new Gauge({ name: 'lag_seconds', help: 'Lag.', registers }).set(lag);
	const dependency = { name: 'dependency_up', help: 'Whether it answers.', labelNames: ['dependency'], registers };
	new Gauge(dependency).set({ dependency: 'database' }, up);
	const took = new Histogram({ name: 'took_seconds', help: 'Time.', buckets: [0.1], registers });
	for (let request = 1; request < requests; request++) took.observe(0.0625);
	took.observe(0.25 * requests - 0.0625 * (requests - 1));
	return registry.getMetricsAsJSON();
};

describe('the metrics of several processes', () => {
	it('are one text with each family once: counts added up, of gauges the worst', async () => {
		assert.equal(
			await writeTogether([await read(3, 0.5, 1), await read(5, 2, 0)]),
			`# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{route="/a b"} 8

# HELP lag_seconds Lag.
# TYPE lag_seconds gauge
lag_seconds 2

# HELP dependency_up Whether it answers.
# TYPE dependency_up gauge
dependency_up{dependency="database"} 0

# HELP took_seconds Time.
# TYPE took_seconds histogram
took_seconds_bucket{le="0.1"} 6
took_seconds_bucket{le="+Inf"} 8
took_seconds_sum 2
took_seconds_count 8
`,
		);
	});

	it('have metrics of one process alone, and values that are not numbers', async () => {
		const [one, other] = [new Registry(), new Registry()];
		new Gauge({ name: 'a', help: 'A.', registers: [one] }).set(Number.NaN);
		const labelled = new Gauge({ name: 'b', help: 'B.', labelNames: ['x'], registers: [one] });
		labelled.set({ x: '1' }, Number.POSITIVE_INFINITY);
		new Counter({ name: 'c', help: 'C.', registers: [other] }).inc();
		// As one process hands it to another.
		const copied = deserialize(serialize(await one.getMetricsAsJSON()));
		assert.equal(
			await writeTogether([copied, await other.getMetricsAsJSON()]),
			`${await one.metrics()}\n${await other.metrics()}`,
		);
	});
});
