// A server that leaves background work to others, and a worker that reports its health.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { findFreePort } from '../../scripts/services/free-port.ts';
import { eventually, openProgram, type Program, type Server, submit, untilIndexed } from './program.ts';

const link = {
	Source: { Identifier: { ID: '10.1000/a', IDScheme: 'doi' }, Type: { Name: 'literature' } },
	RelationshipType: { Name: 'References' },
	Target: { Identifier: { ID: '10.1000/b', IDScheme: 'doi' }, Type: { Name: 'software' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
};

describe('a server without background work', () => {
	let program: Program;
	let server: Server;
	let token: string;
	let eventId: string;
	before(async () => {
		program = await openProgram({ BACKGROUND_WORK: 'off' });
		server = await program.serve();
		token = await program.token();
		eventId = await submit(server, token, [link]);
	});
	after(() => program.remove());

	it('takes events and applies none', async () => {
		await new Promise((resolve) => setTimeout(resolve, 1_500));
		const response = await fetch(`${server.url}/events/${eventId}`, { headers: { Authorization: `Bearer ${token}` } });
		assert.equal(((await response.json()) as { status: string }).status, 'New');
		assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
	});

	it('answers what a worker beside it applies, which reports it on a port of its own', async () => {
		const port = await findFreePort();
		const worker = await program.work({ METRICS_PORT: String(port) });
		await untilIndexed(server, token, eventId);
		const health = `http://127.0.0.1:${port}`;
		await eventually(
			async () => (await fetch(`${health}/metrics`)).text(),
			(text) =>
				/^link_broker_events_processed_total\{outcome="applied"\} 1$/m.test(text) &&
				/^link_broker_outbox_entries_delivered_total 1$/m.test(text),
		);
		for (const path of ['live', 'ready', 'ready/submissions', 'ready/searches']) {
			assert.equal((await fetch(`${health}/health/${path}`)).status, 200, path);
		}
		assert.equal(await worker.stop(), 0);
	});

	it('reports its own health and metrics on such a port too, and no metrics at the public one', async () => {
		const port = await findFreePort();
		const other = await program.serve({ METRICS_PORT: String(port) });
		assert.match(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), /^link_broker_events\{/m);
		assert.equal((await fetch(`http://127.0.0.1:${port}/health/ready`)).status, 200);
		assert.equal((await fetch(`http://127.0.0.1:${port}/relationships?id=10.1000/b`)).status, 404);
		assert.equal((await fetch(`${other.url}/metrics`)).status, 404);
		assert.equal(await other.stop(), 0);
	});

	it('has a worker end, and say which setting is wrong, whose port another one has', async () => {
		const port = await findFreePort();
		const worker = await program.work({ METRICS_PORT: String(port) });
		await assert.rejects(
			program.work({ METRICS_PORT: String(port) }),
			/METRICS_PORT is \d+, but another program already listens/,
		);
		await worker.stop();
	});
});
