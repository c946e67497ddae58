// What goes wrong with PostgreSQL: settings that lead nowhere are named, outages are answered and
// survived; nothing accepted is lost.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
	createSchema,
	type FreshSchema,
	openTestPostgresRecords,
	postgresMigrations,
	skipPostgres,
} from '../src/engines/postgres/postgres.fixture.ts';
import type { LinkEvent } from '../src/links/link-event.ts';
import { migrate } from '../src/store/migrate.ts';
import { eventually, openProgram, type Program, type Server } from './end-to-end/program.ts';
import { type Line, openLine } from './line.ts';

/** Changes one part of an address. */
function changed(address: string, change: (url: URL) => void): string {
	const url = new URL(address);
	change(url);
	return url.href;
}

describe('a DATABASE_URL that leads nowhere', { skip: skipPostgres }, () => {
	let schema: FreshSchema;
	before(async () => {
		schema = await createSchema();
	});
	after(() => schema.remove());

	// Services wait for a server that does not answer (late-database.faults.test.ts).
	const wrong: Readonly<Record<string, readonly [command: string, change: (url: URL) => void]>> = {
		host: ['migrate', (url) => (url.hostname = 'no-such-host.invalid')],
		port: ['migrate', (url) => (url.port = '1')],
		password: ['serve', (url) => (url.password = 'secret-and-wrong')],
		user: ['worker', (url) => (url.username = 'nobody-here')],
		database: ['serve', (url) => (url.pathname = '/no-such-database')],
		escape: ['worker', (url) => (url.password = 'secret%zz')],
		encryption: ['migrate', (url) => url.searchParams.set('sslmode', 'verify-full')],
	};

	for (const [part, [command, change]] of Object.entries(wrong)) {
		it(`is named by ${command} in one line, without its password: a wrong ${part}`, async (test) => {
			const address = changed(schema.url, change);
			const program = await openProgram({ DATABASE_URL: address });
			test.after(() => program.remove());
			const { status, errors, output } = await program.run(command);
			assert.ok(status === 1 || status === 2, `${status}`);
			assert.equal(output, '');
			assert.match(errors.split('\n')[0] as string, /^link-broker: .*DATABASE_URL/);
			assert.ok(!errors.includes(new URL(address).password), errors);
			assert.doesNotMatch(errors, /secret|Internal error/);
		});
	}
});

describe('a schema', { skip: skipPostgres }, () => {
	it('of a newer version is refused with a sentence that says what to do', async () => {
		const fresh = await openTestPostgresRecords();
		const newer = { number: 9_999, name: 'from-tomorrow', text: 'select 1', isExpansion: false };
		await migrate(fresh.database, [...postgresMigrations, newer]);
		const program = await openProgram({ DATABASE_URL: fresh.schema.url });
		const { status, errors } = await program.run('serve');
		assert.equal(status, 1);
		assert.match(errors, /newer version of link-broker.*schema 9999\. Replace this program by that version/);
		await program.remove();
		await fresh.close();
	});

	it('that ten starters find missing is made once between them', async () => {
		const schema = await createSchema();
		const program = await openProgram({ DATABASE_URL: schema.url });
		const outcomes = await Promise.all(Array.from({ length: 10 }, () => program.output('migrate', '--json')));
		const applied = outcomes.flatMap((text) => (JSON.parse(text) as { applied: string[] }).applied);
		assert.deepEqual(applied.sort(), postgresMigrations.map(({ name }) => name).sort());
		await program.remove();
		await schema.remove();
	});
});

const metricsToken = 'token-of-prometheus';

describe('a server whose database goes away', { skip: skipPostgres }, () => {
	let fresh: Awaited<ReturnType<typeof openTestPostgresRecords>>;
	let line: Line;
	let program: Program;
	let server: Server;
	let token: string;
	const accepted: string[] = [];
	before(async () => {
		fresh = await openTestPostgresRecords();
		line = await openLine(new URL(fresh.schema.url));
		const address = changed(fresh.schema.url, (url) => {
			url.hostname = '127.0.0.1';
			url.port = String(line.port);
		});
		program = await openProgram({
			DATABASE_URL: address,
			LOG_LEVEL: 'silent',
			LEASE_SECONDS: '2',
			METRICS_TOKEN: metricsToken,
		});
		token = await program.token();
		server = await program.serve();
	});
	after(async () => {
		await program.remove();
		await line.close();
		await fresh.close();
	});

	let batches = 0;
	const submit = async (): Promise<number> => {
		const batch = ++batches;
		const links = Array.from({ length: 20 }, (_, n) => ({
			Source: { Identifier: { ID: `10.1000/b${batch}.${n}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
			RelationshipType: { Name: 'References' },
			Target: { Identifier: { ID: '10.1000/cited', IDScheme: 'doi' }, Type: { Name: 'software' } },
			LinkProvider: [{ Name: 'Test' }],
			LinkPublicationDate: '2020-01-01',
		}));
		const response = await fetch(`${server.url}/api/events`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify(links),
		});
		const answer = (await response.json()) as { event_id: string; detail: string };
		if (response.status === 202) accepted.push(answer.event_id);
		else {
			assert.equal(response.status, 503, answer.detail);
			assert.ok(Number(response.headers.get('retry-after')) > 0);
			assert.doesNotMatch(answer.detail, /127\.0\.0\.1|ECONN|link_broker/);
		}
		return response.status;
	};
	/**
	 * Submits from four clients for as long as something else lasts; answers the statuses that
	 * came.
	 */
	const submitDuring = async (meanwhile: () => Promise<unknown>): Promise<number[]> => {
		let over = false;
		const statuses: number[] = [];
		const clients = [1, 2, 3, 4].map(async () => {
			while (!over) statuses.push(await submit());
		});
		await meanwhile().finally(() => {
			over = true;
		});
		await Promise.all(clients);
		return statuses;
	};
	const acceptedMore = (count: number) => {
		const enough = accepted.length + count;
		return eventually(
			async () => accepted.length,
			(length) => length >= enough,
			{ timeoutSeconds: 60 },
		);
	};

	it('goes on where that is while its threads start', async () => {
		await line.cut();
		// The figures are counted by the records thread, which is asked as soon as it has started.
		const headers = { Authorization: `Bearer ${metricsToken}` };
		assert.equal((await fetch(`${server.url}/metrics`, { headers })).status, 200);
		assert.equal(await submit(), 503);
		await line.mend();
		await eventually(submit, (status) => status === 202);
	});

	it('loses nothing when its connections are ended again and again under load, and goes on by itself', async () => {
		await submitDuring(async () => {
			for (let time = 0; time < 5; time++) {
				await acceptedMore(4);
				await fresh.schema.query(
					'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
					[fresh.schema.name],
				);
			}
			await acceptedMore(4);
		});
	});

	it('answers 503 with Retry-After while the database is unavailable, searches go on, and it is not ready', async () => {
		let searched = 0;
		let ready = 0;
		const statuses = await submitDuring(async () => {
			await acceptedMore(4);
			await line.cut();
			await eventually(submit, (status) => status === 503);
			ready = (await fetch(`${server.url}/health/ready`)).status;
			searched = (await fetch(`${server.url}/api/relationships?id=10.1000/cited`)).status;
			assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
			await line.mend();
			await acceptedMore(4);
		});
		assert.deepEqual([...new Set(statuses)].sort(), [202, 503]);
		assert.deepEqual([ready, searched], [503, 200]);
	});

	it('has applied everything that it accepted, once it is left alone', async () => {
		const { records } = fresh;
		await eventually(
			() => records.backlog(),
			({ events }) => events.New + events.Processing === 0,
			{ timeoutSeconds: 60 },
		);
		const { events } = await records.size();
		assert.equal(events.Error, 0);
		for (const eventId of accepted) {
			const [event] = (await records.events({ eventId, limit: 1 })) as [LinkEvent];
			assert.equal(event.state, 'Done');
		}
		// An event may be stored although its answer was lost.
		assert.ok(events.Done >= accepted.length);
		const links = events.Done * 20;
		await eventually(
			async () => (await fetch(`${server.url}/relationships?id=10.1000/cited&size=1`)).headers.get('x-total-count'),
			(total) => total === String(links),
			{ timeoutSeconds: 60 },
		);
		assert.equal(await server.stop(), 0);
	});
});
