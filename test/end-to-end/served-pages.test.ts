// Walks through what readers and operators ask of the started program, on the citations of
// corner.py: exports, badges, examples, sessions, metrics.
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commands, examples } from '../../web/src/reference/reference-examples.ts';
import { eventually, openProgram, type Program, type Server } from './program.ts';

const file = (number: number) => fileURLToPath(new URL(`../../examples/cornerpy-${number}.json`, import.meta.url));
const family = 'id=10.21105/joss.00024&scheme=doi&relation=isCitedBy&group_by=version';
const citations = 203;

const metricsToken = 'token-of-prometheus';

describe('the started program', () => {
	let program: Program;
	let server: Server;
	let token: string;
	before(async () => {
		program = await openProgram();
		await program.output('events', 'load', file(1), file(2), file(3));
		token = await program.token();
		await program.output('roles', 'create', 'admin');
		await program.output('roles', 'add', 'curator@example.org', 'admin');
		server = await program.serve({ METRICS_TOKEN: metricsToken });
	});
	after(() => program.remove());

	const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });
	const metric = async (name: string) => {
		const text = await (await get('/metrics', { Authorization: `Bearer ${metricsToken}` })).text();
		return Number(new RegExp(`^${RegExp.escape(name)} (.*)$`, 'm').exec(text)?.[1]);
	};

	describe('the examples of the reference', () => {
		for (const { title, path, accept } of Object.values(examples).flat()) {
			it(`find something: ${title}`, async () => {
				const response = await get(`/${path}`, accept ? { Accept: accept } : {});
				assert.equal(response.status, path.includes('size=0') ? 400 : 200);
				assert.notEqual((await response.text()).length, 0);
				if (path.includes('relationships') && response.ok) assert.notEqual(response.headers.get('X-Total-Count'), '0');
			});
		}

		it('have commands that the interface takes', async () => {
			const [{ command } = assert.fail()] = commands.submitEvent ?? [];
			assert.match(command, /examples\/cornerpy-1\.json/);
			const response = await fetch(`${server.url}/api/events`, {
				method: 'POST',
				headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-scholix-v3+json' },
				body: await readFile(file(1)),
			});
			assert.equal(response.status, 202);
			const processed = await eventually(
				() => metric('link_broker_events_processed_total{outcome="applied"}'),
				(events) => events === 1,
			);
			assert.equal(processed, 1);
			assert.equal(await metric('link_broker_links_processed_total'), 100);
		});
	});

	// Only Linux has priorities of threads; and where the tests have a lower one themselves, all
	// have.
	const skip = process.platform !== 'linux' || getPriority() !== 0;
	it('answers at the usual priority, writes records at a lower one, and the index at the lowest', {
		skip,
	}, async () => {
		const id = server.process.pid as number;
		const priorities = async () => (await readdir(`/proc/${id}/task`)).map((thread) => getPriority(Number(thread)));
		const lowered = await eventually(
			async () => [...new Set(await priorities())].sort((one, other) => one - other),
			(levels) => levels.length === 3,
		);
		assert.equal(getPriority(id), 0);
		assert.equal(lowered[0], 0);
	});

	it('draws a badge with the number that a search finds', async () => {
		const badge = await (await get('/badges/doi/10.21105/joss.00024.svg?relation=isCitedBy&group_by=version')).text();
		assert.match(badge, new RegExp(`>${citations}</text>`));
	});

	for (const format of ['jsonl', 'scholix']) {
		it(`lets a result be taken to another broker as ${format}`, async () => {
			const response = await get(`/api/relationships?${family}&format=${format}`);
			assert.equal(response.headers.get('X-Total-Count'), String(citations));
			const other = await openProgram();
			try {
				const path = join(other.folder, `taken.${format === 'jsonl' ? 'jsonl' : 'json'}`);
				await writeFile(path, await response.text());
				await other.output('events', 'load', path);
				const otherServer = await other.serve();
				// The work goes by the identifiers of the head of its versions.
				const asked = await fetch(`${otherServer.url}/relationships?id=10.5281/zenodo.591491&relation=isCitedBy`);
				assert.equal(asked.headers.get('X-Total-Count'), String(citations));
			} finally {
				await other.remove();
			}
		});
	}

	it('lets an operator sign in, make a token, and have an event processed again', async () => {
		const signedIn = await fetch(`${server.url}/api/session`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ email: 'curator@example.org', password: 'correct horse' }),
		});
		assert.equal(signedIn.status, 200);
		const { csrf_token } = (await signedIn.json()) as { csrf_token: string };
		const Cookie = (signedIn.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
		const headers = { Cookie, 'X-CSRF-Token': csrf_token, 'Content-Type': 'application/json' };
		const change = (path: string, body?: object) =>
			fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: body ? JSON.stringify(body) : null });

		const made = (await (await change('/tokens', { name: 'made at a browser' })).json()) as { token: string };
		assert.equal((await get('/api/events', { Authorization: `Bearer ${made.token}` })).status, 200);
		const { events } = (await (await get('/api/events?limit=1', { Cookie })).json()) as {
			events: { event_id: string }[];
		};
		const before = await metric('link_broker_events_processed_total{outcome="applied"}');
		assert.equal((await change(`/events/${events[0]?.event_id}/rerun`)).status, 202);
		await eventually(
			() => metric('link_broker_events_processed_total{outcome="applied"}'),
			(applied) => applied === before + 1,
		);
		const status = (await (await get('/api/status', { Cookie })).json()) as Record<string, Record<string, number>>;
		assert.equal(status.queue?.error, 0);
		assert.ok((status.sizes?.database_bytes ?? 0) > 10_000 && (status.sizes?.index_bytes ?? 0) > 10_000);
		assert.equal((await fetch(`${server.url}/api/session`, { method: 'DELETE', headers })).status, 204);
		assert.equal((await get('/api/status', { Cookie })).status, 401);
	});

	it('shares sessions with every other process on the same records', async () => {
		const other = await program.serve();
		const signedIn = await fetch(`${other.url}/session`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ email: 'curator@example.org', password: 'correct horse' }),
		});
		const Cookie = (signedIn.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
		assert.equal((await get('/session', { Cookie })).status, 200);
		assert.equal(await other.stop(), 0);
		assert.equal((await get('/session', { Cookie })).status, 200);
	});

	it('is ready, and stops at SIGTERM with status 0', async () => {
		const ready = await get('/health/ready');
		assert.deepEqual(await ready.json(), {
			status: 'ready',
			submissions: { status: 'ready', reasons: [] },
			searches: { status: 'ready', reasons: [] },
			dependencies: { database: { status: 'up' }, search: { status: 'up' }, disk: { status: 'up' } },
			overdue: [],
		});
		assert.equal(await server.stop(), 0);
	});
});
