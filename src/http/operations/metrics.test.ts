import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testHarvest } from '../../broker/harvest.fixture.ts';
import type { ServicesReport } from '../../broker/status.ts';
import { allWell, knownId, metricsToken, openTestApp, quietServices, quietStatus } from '../server/app.fixture.ts';
import { createMetrics } from './metrics.ts';
import { createRateWindow } from './rate-window.ts';

const status = {
	...quietStatus,
	events: { New: 3, Processing: 1, Done: 40, Error: 2, Withdrawn: 6 },
	oldestEventAt: 1_000,
	waitingEntries: 5,
	oldestEntryAt: 2_000,
	objects: 7,
	links: 8,
	recordBytes: 4_096,
};
const healthy = {
	...allWell,
	figures: {
		oldestEventSeconds: 10,
		oldestChangeSeconds: 9,
		oldestMessageSeconds: 8,
		diskFreeBytes: { database: 123, 'search index': null },
	},
};
const unwell = {
	...allWell,
	submissions: [{ words: 'It does not answer.', cause: null }],
	dependencies: { ...allWell.dependencies, database: { words: 'It does not answer.', cause: null } },
	figures: {
		...allWell.figures,
		...{ oldestEventSeconds: null, oldestChangeSeconds: null, oldestMessageSeconds: null },
	},
};

const services: ServicesReport = {
	records: { claimedEntries: 4, connections: { open: 26, most: 100 } },
	index: { copies: 'yellow', missingShards: 3, bytes: 9_876, disks: [{ node: 'one', used: 0.87 }] },
};

const followed = { subscriptions: { unconfirmed: 1, active: 20, paused: 2, disabled: 3 }, mostEntries: 40 };

function open(broker: Partial<Parameters<typeof createMetrics>[0]['broker']> = {}) {
	const listHarvests = async () => [];
	const used = {
		listHarvests,
		status: async () => status,
		health: async () => healthy,
		services: async () => services,
		followingState: async () => followed,
		...broker,
	};
	return createMetrics({ broker: used, version: '1.2.3', ofProcess: false });
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('the metrics', () => {
	it('show the state of each harvest, and not what it requests', async () => {
		const harvests = [
			testHarvest({}, { everySeconds: 3_600, nextAt: 1 }),
			testHarvest({ outcome: 'failed' }, { number: 4, everySeconds: 60 }),
		];
		const text = await open({ listHarvests: async () => harvests }).write();
		assert.deepEqual(
			linesOf(text).filter((line) => line.includes('_harvest_')),
			[
				'last_complete_timestamp_seconds{harvest="3",service="datacite"} 1768478400',
				'last_complete_timestamp_seconds{harvest="4",service="datacite"} 1768478400',
				'interval_seconds{harvest="3",service="datacite"} 3600',
				'failing{harvest="3",service="datacite"} 0',
				'failing{harvest="4",service="datacite"} 1',
				...['failures', 'records', 'links'].flatMap((name) =>
					['3', '4'].map((number) => {
						const amount = { failures: 0, records: 1_200, links: 5_000 }[name];
						return `${name}{harvest="${number}",service="datacite"} ${amount}`;
					}),
				),
			].map((line) => `link_broker_harvest_${line}`),
		);
		assert.doesNotMatch(text, /10\.1234/);
	});

	it('show what waits, for how long, and the sizes of the broker', async () => {
		const lines = linesOf(await open().write());
		for (const line of [
			'link_broker_events{state="New"} 3',
			'link_broker_events{state="Processing"} 1',
			'link_broker_events{state="Done"} 40',
			'link_broker_events{state="Error"} 2',
			'link_broker_events{state="Withdrawn"} 6',
			'link_broker_oldest_event_seconds 10',
			'link_broker_outbox_entries 5',
			'link_broker_index_lag_seconds 9',
			'link_broker_identity_groups 7',
			'link_broker_group_relationships 8',
			'link_broker_database_bytes 4096',
			'link_broker_dependency_up{dependency="database"} 1',
			'link_broker_dependency_up{dependency="disk"} 1',
			'link_broker_ready{task="submissions"} 1',
			'link_broker_ready{task="searches"} 1',
			'link_broker_disk_free_bytes{of="database"} 123',
			'link_broker_outbox_entries_claimed 4',
			'link_broker_subscriptions{state="active"} 20',
			'link_broker_subscriptions{state="disabled"} 3',
			'link_broker_subscription_lag_seconds 8',
			'link_broker_subscription_lag_entries 40',
			'link_broker_database_connections 26',
			'link_broker_database_connections_most 100',
			'link_broker_index_copies 1',
			'link_broker_index_missing_shards 3',
			'link_broker_search_disk_used_ratio{node="one"} 0.87',
			'link_broker_build_info{version="1.2.3"} 1',
		]) {
			assert.ok(lines.includes(line), line);
		}
		assert.ok(!lines.some((line) => line.startsWith('link_broker_index_bytes')), 'unknown values are absent');
	});

	it('omit what cannot be read, instead of repeating old values', async () => {
		let away = false;
		const metrics = open({
			status: async () => (away ? Promise.reject(new Error('unavailable')) : status),
			health: async () => (away ? unwell : healthy),
			services: async () => (away ? quietServices : services),
			followingState: async () => (away ? Promise.reject(new Error('unavailable')) : followed),
		});
		await metrics.write();
		away = true;
		const lines = linesOf(await metrics.write());
		assert.ok(lines.includes('link_broker_dependency_up{dependency="database"} 0'));
		assert.ok(lines.includes('link_broker_dependency_up{dependency="search"} 1'));
		assert.ok(lines.includes('link_broker_ready{task="submissions"} 0'));
		assert.ok(lines.includes('link_broker_ready{task="searches"} 1'));
		assert.ok(
			!lines.some((line) =>
				/^link_broker_(events\{|oldest|index_lag|identity|disk_free|database_conn|index_copies|search_disk|subscription)/.test(
					line,
				),
			),
		);
	});

	it('count what this process did', async () => {
		const metrics = open();
		metrics.eventApplied(100);
		metrics.eventApplied(20);
		metrics.eventFailed();
		metrics.changesIndexed(3);
		metrics.messageSent('webhook', 'failed');
		metrics.notificationReceived('accepted');
		const lines = linesOf(await metrics.write());
		for (const line of [
			'link_broker_events_processed_total{outcome="applied"} 2',
			'link_broker_events_processed_total{outcome="failed"} 1',
			'link_broker_links_processed_total 120',
			'link_broker_outbox_entries_delivered_total 3',
			'link_broker_messages_total{kind="webhook",outcome="failed"} 1',
			'link_broker_messages_total{kind="email",outcome="accepted"} 0',
			'link_broker_notifications_total{outcome="accepted"} 1',
		]) {
			assert.ok(lines.includes(line), line);
		}
		assert.deepEqual(metrics.rates(), { requests: 0, events: 2, links: 120 });
	});

	it('count requests by route and status, with their duration', async () => {
		const metrics = open();
		const route = { method: 'GET', route: '/relationships' };
		for (const milliseconds of [0.5, 1, 3, 20_000]) metrics.requestAnswered(route, 200, milliseconds);
		metrics.requestAnswered(route, 400, 1);
		const name = 'link_broker_http_request_duration_seconds';
		const labels = 'method="GET",route="/relationships",status="200"';
		const lines = linesOf(await metrics.write());
		for (const line of [
			`${name}_bucket{le="0.001",${labels}} 2`,
			`${name}_bucket{le="0.005",${labels}} 3`,
			`${name}_bucket{le="10",${labels}} 3`,
			`${name}_bucket{le="+Inf",${labels}} 4`,
			`${name}_count{${labels}} 4`,
			`${name}_count{method="GET",route="/relationships",status="400"} 1`,
		]) {
			assert.ok(lines.includes(line), line);
		}
	});

	it('are all of them explained, and in a form that Prometheus reads', async () => {
		const metrics = open();
		metrics.requestAnswered({ method: 'GET', route: '/' }, 200, 1);
		const text = await metrics.write();
		for (const line of linesOf(text)) {
			assert.match(line, /^[a-z_]+(?:\{[a-z]+="[^"\\\n]*"(?:,[a-z]+="[^"\\\n]*")*\})? [\d.e+-]+$/);
			const name = line.replace(/[{ ].*/, '').replace(/_(?:bucket|sum|count)$/, '');
			assert.ok(text.includes(`# HELP ${name}`) && text.includes(`# TYPE ${name} `), name);
		}
		assert.ok(text.endsWith('\n'));
	});
});

describe('GET /metrics', () => {
	it('has the requests that came before, by route and not by address', async () => {
		const { app, close } = await openTestApp();
		await app.request(`/api/relationships?id=${knownId}`);
		await app.request('/relationships');
		await app.request('/events/0b6f3c6e-8f0e-4c49-9d43-6f1f0f3c2f51');
		await app.request('/one/and/another');
		const response = await app.request('/metrics', { headers: { Authorization: `Bearer ${metricsToken}` } });
		const text = await response.text();
		await close();
		assert.equal(response.headers.get('Content-Type'), 'text/plain; version=0.0.4; charset=utf-8');
		const counted = text.match(/_count\{.*/g) ?? [];
		assert.deepEqual(counted, [
			'_count{method="GET",route="/relationships",status="200"} 1',
			'_count{method="GET",route="/relationships",status="400"} 1',
			'_count{method="GET",route="/events/{event_id}",status="401"} 1',
			'_count{method="ANY",route="none",status="404"} 1',
		]);
	});

	it('needs the METRICS_TOKEN, and no other token', async () => {
		const { app, token, close } = await openTestApp();
		const statusWith = async (authorization: string) =>
			(await app.request('/api/metrics', { headers: { authorization } })).status;
		assert.equal(await statusWith(`Bearer ${metricsToken}`), 200);
		const others = ['', 'Bearer ', `Basic ${metricsToken}`, metricsToken, `Bearer ${metricsToken}x`];
		for (const other of [...others, `Bearer ${await token('ada@example.org', 'admin')}`])
			assert.equal(await statusWith(other), 401, other);
		const refused = await app.request('/metrics');
		assert.match(refused.headers.get('WWW-Authenticate') ?? '', /^Bearer/);
		assert.doesNotMatch(await refused.text(), /link_broker_/);
		await close();
	});

	it('is not found without the setting METRICS_TOKEN, whatever token is sent', async () => {
		const { app, token, close } = await openTestApp({ METRICS_TOKEN: '' });
		for (const path of ['/metrics', '/api/metrics']) {
			for (const authorization of ['', 'Bearer ', 'Bearer null', `Bearer ${await token('ada@example.org', 'admin')}`]) {
				const response = await app.request(path, { headers: { authorization } });
				assert.equal(response.status, 404);
				assert.doesNotMatch(await response.text(), /link_broker_/);
			}
		}
		assert.equal((await app.request('/health/live')).status, 200);
		await close();
	});
});

describe('what happened in the last minute', () => {
	it('is dropped after a minute, and not before', () => {
		let now = 5_000_500;
		const window = createRateWindow(() => now);
		window.add(3);
		now += 30_000;
		window.add(4);
		assert.equal(window.lastMinute(), 7);
		now += 29_000;
		assert.equal(window.lastMinute(), 7);
		now += 1_500;
		assert.equal(window.lastMinute(), 4);
		now += 3_600_000;
		assert.equal(window.lastMinute(), 0);
		window.add(1);
		assert.equal(window.lastMinute(), 1);
	});
});
