// Checks the dashboard and the alerts against the metrics and the runbooks.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testHarvest } from '../src/broker/harvest.fixture.ts';
import { allWell, openTestApp, quietStatus, readMetrics, type TestApp } from '../src/http/server/app.fixture.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (path: string) => readFileSync(fileOf(path), 'utf8');

type Panel = { title: string; targets: { expr: string }[]; gridPos: { x: number; y: number; w: number; h: number } };

const panels = (JSON.parse(read('ops/grafana-dashboard.json')) as { panels: Panel[] }).panels;
const alerts = read('ops/alerts.yaml');
const runbooks = read('docs/operating/runbooks.md');
/** Expressions of the rules: on one line, or a block that is indented further. */
const alertExpressions = [...alerts.matchAll(/^ {8}expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
	([, block, line]) => (block ?? line) as string,
);

const metricNames = (expression: string) =>
	(expression.match(/\b(?:link_broker|process|nodejs)_\w+/g) ?? []) as string[];

describe('metrics named for operators', () => {
	let opened: TestApp;
	let exported: string;
	before(async () => {
		const some = { waiting: 1, building: 1, done: 1 };
		const parts = { objects: some, links: some, ranks: some, changes: some };
		const rebuild = { generation: 2, format: 8, over: null, parts };
		const status = async () => ({ ...quietStatus, rebuild, recordBytes: 1, indexBytes: 1 });
		const diskFreeBytes = { database: 1, 'search index': 1 };
		const health = async () => ({ ...allWell, figures: { ...allWell.figures, diskFreeBytes } });
		const services = async () => ({
			records: { claimedEntries: 1, connections: { open: 1, most: 2 } },
			index: { copies: 'green' as const, missingShards: 0, bytes: 1, disks: [{ node: 'one', used: 0.5 }] },
		});
		const listHarvests = async () => [testHarvest({}, { everySeconds: 3_600, nextAt: 1 })];
		opened = await openTestApp({}, { status, health, services, listHarvests }, { ofProcess: true });
		await opened.app.request('/relationships');
		exported = await readMetrics(opened);
	});
	after(() => opened.close());

	const exports = (name: string, text = exported) => new RegExp(`^${name}(?:\\{| )`, 'm').test(text);

	for (const { title, targets } of panels) {
		it(`exist: panel "${title}"`, () => {
			for (const { expr } of targets) {
				const names = metricNames(expr);
				assert.ok(names.length > 0, expr);
				for (const name of names) assert.ok(exports(name), name);
			}
		});
	}

	it('exist: alerts', () => {
		assert.ok(alertExpressions.length > 5);
		assert.equal(alertExpressions.length, alerts.match(/- alert:/g)?.length);
		for (const expression of alertExpressions) {
			const names = metricNames(expression);
			assert.ok(names.length > 0, expression);
			for (const name of names) assert.ok(exports(name), name);
		}
	});

	it('exist: runbooks', () => {
		const named = metricNames(runbooks);
		assert.ok(named.length > 5);
		for (const name of named) assert.match(exported, new RegExp(`^${name}`, 'm'));
	});

	it('are the ones that the reference of metrics explains', () => {
		const page = read('docs/reference/metrics.md');
		const own = new Set([...exported.matchAll(/^# TYPE (link_broker_\w+)/gm)].map(([, name]) => name));
		assert.ok(own.size > 10);
		assert.deepEqual(new Set([...page.matchAll(/^- `(link_broker_\w+)/gm)].map(([, name]) => name)), own);
	});

	it('have labels and values that exist', () => {
		const routes = new Set([...exported.matchAll(/route="([^"]*)"/g)].map(([, route]) => route));
		const described = JSON.stringify(panels) + alerts;
		for (const [, route] of described.matchAll(/route=\\?"([^"\\]*)\\?"/g)) {
			assert.ok(routes.has(route) || route === '/events', `route ${route}`);
		}
		for (const [, state] of described.matchAll(/state=\\?"([^"\\]*)\\?"/g)) {
			assert.match(exported, new RegExp(`state="(?:${state})"`));
		}
	});
});

describe('the alerts', () => {
	const promtool = spawnSync('promtool', ['--version']).status === 0;
	const skip = !promtool && 'no promtool; Debian has it in the package prometheus';
	for (const [title, command, file] of [
		['are valid rules of Prometheus', 'check', 'ops/alerts.yaml'],
		['fire on faults, and not for a healthy broker', 'test', 'ops/alerts.test.yaml'],
	] as const) {
		it(title, { skip }, () => {
			const { status, stdout, stderr } = spawnSync('promtool', [command, 'rules', fileOf(file)]);
			assert.equal(status, 0, `${stdout}${stderr}`);
		});
	}
});

describe('every alert', () => {
	it('names a runbook that exists', () => {
		const headings = [...runbooks.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
		const anchors = headings.map((heading) => heading.toLowerCase().replaceAll(' ', '-'));
		const named = [...alerts.matchAll(/^ {10}runbook: docs\/operating\/runbooks\.md#(.+)$/gm)];
		assert.equal(named.length, alertExpressions.length);
		for (const [, runbook = ''] of named) assert.ok(anchors.includes(runbook), runbook);
	});
});

describe('every runbook', () => {
	const faults = runbooks.split(/^## /m).filter((section) => section.includes('- **See:**'));
	for (const fault of faults) {
		const [title = ''] = fault.split('\n');
		it(`ends with a command that shows that the fault is over: ${title}`, () => {
			const [, end] = /- \*\*Over when:\*\* ((?:.*\n)(?: {2}.*\n)*)/.exec(fault) ?? [];
			assert.match(end ?? '', /`(curl|link-broker|psql) /);
		});
	}
});

describe('the dashboard', () => {
	it('has panels with titles of their own that do not overlap', () => {
		assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
		const taken = new Set<string>();
		for (const { title, gridPos } of panels) {
			for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
				for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
					assert.ok(x < 24 && !taken.has(`${x} ${y}`), title);
					taken.add(`${x} ${y}`);
				}
			}
		}
	});
});
