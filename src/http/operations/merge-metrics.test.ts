import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeMetrics } from './merge-metrics.ts';

const text = (requests: number, lag: number, up: number) => `# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{route="/a b"} ${requests}
# HELP lag_seconds Lag.
# TYPE lag_seconds gauge
lag_seconds ${lag}
# HELP dependency_up Whether it answers.
# TYPE dependency_up gauge
dependency_up{dependency="database"} ${up}

# HELP took_seconds Time.
# TYPE took_seconds histogram
took_seconds_bucket{le="0.1"} ${requests - 1}
took_seconds_bucket{le="+Inf"} ${requests}
took_seconds_sum ${requests / 4}
took_seconds_count ${requests}
`;

describe('the metrics of several processes', () => {
	it('are one text with each family once: counts added up, of gauges the worst', () => {
		assert.equal(
			mergeMetrics([text(3, 0.5, 1), text(5, 2, 0)]),
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

	it('have what only one of them tells, and values that are no numbers', () => {
		const only = '# TYPE a gauge\na NaN\n# TYPE b gauge\nb{x="1"} +Inf\n';
		assert.equal(
			mergeMetrics([only, '# TYPE c counter\nc 1\n']),
			'# TYPE a gauge\na NaN\n\n# TYPE b gauge\nb{x="1"} +Inf\n\n# TYPE c counter\nc 1\n',
		);
	});
});
