// Several processes that serve on one port: they answer alike, report their metrics together, replace
// one that dies, and end together.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../scripts/services/free-port.ts';
import { eventually, openProgram, type Program, type Server } from './program.ts';

const example = (number: number) => fileURLToPath(new URL(`../../examples/cornerpy-${number}.json`, import.meta.url));
const patient = { timeoutSeconds: 60 };

describe('serve --processes 2', () => {
	let program: Program;
	let server: Server;
	let metricsPort: number;
	before(async () => {
		program = await openProgram();
		await program.output('events', 'load', example(1), example(2), example(3));
		metricsPort = await findFreePort();
		server = await program.serve({ METRICS_PORT: String(metricsPort) }, '--processes', '2');
	});
	after(() => program.remove());

	/** Asks on a connection of its own, so that every process has its turn. */
	const ask = (path: string, init: RequestInit = {}) =>
		fetch(`${server.url}${path}`, { ...init, headers: { Connection: 'close', ...init.headers } });
	const metrics = async () =>
		(await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers: { Connection: 'close' } })).text();
	const processIds = async () => {
		const { execFileSync } = await import('node:child_process');
		const ids = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.process.pid)], { encoding: 'utf8' });
		return ids.trim().split(/\s+/).map(Number);
	};

	it('answers searches whichever process is asked', async () => {
		for (let request = 0; request < 6; request++) {
			const response = await ask('/api/relationships?id=10.21105/joss.00024&relation=isCitedBy&group_by=version');
			assert.equal(response.headers.get('X-Total-Count'), '203');
		}
	});

	it('reports the metrics of all processes as one', async () => {
		const counted =
			/link_broker_http_requests_total\{[^}]*route="\/relationships"[^}]*\} (\d+)|_count\{[^}]*\/relationships[^}]*\} (\d+)/;
		const found = counted.exec(await metrics());
		assert.equal(Number(found?.[1] ?? found?.[2]), 6);
	});

	it('has what one process accepted found by the other', async () => {
		const token = await program.token();
		const link = {
			Source: { Identifier: { ID: '10.1234/new', IDScheme: 'doi' }, Type: { Name: 'literature' } },
			Target: { Identifier: { ID: '10.1234/old', IDScheme: 'doi' }, Type: { Name: 'literature' } },
			RelationshipType: { Name: 'Cites' },
			LinkProvider: [{ Name: 'test' }],
			LinkPublicationDate: '2026-01-01',
		};
		const response = await ask('/api/events', {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify([link]),
		});
		assert.equal(response.status, 202);
		const found = async () => (await ask('/api/relationships?id=10.1234/old&scheme=doi')).headers.get('X-Total-Count');
		await eventually(found, (total) => total === '1', patient);
		for (let request = 0; request < 4; request++) assert.equal(await found(), '1');
	});

	it('puts another in the place of one that is killed', async () => {
		const [killed] = await processIds();
		process.kill(killed as number, 'SIGKILL');
		const ids = await eventually(processIds, (now) => now.length === 2 && !now.includes(killed as number), patient);
		assert.equal(ids.length, 2);
		assert.equal((await ask('/health/live')).status, 200);
	});

	it('ends with all its processes, and with status 0', async () => {
		const ids = await processIds();
		assert.equal(await server.stop(), 0);
		for (const id of ids) assert.throws(() => process.kill(id, 0), { code: 'ESRCH' });
	});

	it('says why it cannot start, and starts nothing', async () => {
		const wrong = await openProgram({ HOST: '192.0.2.1' });
		const outcome = await wrong.run('serve', '--processes', '2');
		assert.equal(outcome.status, 2);
		assert.match(outcome.errors, /HOST is 192\.0\.2\.1/);
		await wrong.remove();
	});
});
