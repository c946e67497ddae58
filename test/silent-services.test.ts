// One service accepts connections and never answers, beside steady load: only the requests that need
// it wait or fail.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterUrl, removeIndexes, skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import { createSchema, type FreshSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { eventually, openProgram, type Program, type Server } from './end-to-end/program.ts';
import { type Line, openLine } from './line.ts';

/** So few places that searches have taken all of theirs within a second. */
const places = 16;
const searchesPerSecond = 20;
const seconds = 8;
/** Beginning a transaction may take so long, after a wait for a connection. */
const lateMilliseconds = 20_000;
/** A busy machine may take so long; what waits for a silent service fails or takes longer. */
const soonMilliseconds = 9_000;
const patient = { timeoutSeconds: 60 };

type Answered = { what: string; status: number; milliseconds: number };

describe('a server with PostgreSQL and OpenSearch', { skip: skipPostgres || skipOpenSearch }, () => {
	const name = `silent_${randomUUID().replaceAll('-', '')}`;
	let outside: FreshSchema;
	let lines: { database: Line; search: Line };
	let program: Program;
	let server: Server;
	let tokens: string[];
	let submitted = 0;
	let log = '';
	before(async () => {
		outside = await createSchema();
		await outside.query(`create database ${name}`);
		const url = new URL(outside.url);
		lines = { database: await openLine(new URL(url)), search: await openLine(new URL(clusterUrl)) };
		Object.assign(url, { hostname: '127.0.0.1', port: String(lines.database.port), pathname: `/${name}`, search: '' });
		program = await openProgram({
			DATABASE_URL: url.href,
			SEARCH_URL: `http://127.0.0.1:${lines.search.port}/${name}`,
			MAX_CONCURRENT_REQUESTS: String(places),
			TRUSTED_PROXIES: '1',
			METRICS_TOKEN: 'token-of-prometheus',
			LOG_LEVEL: 'info',
		});
		tokens = [];
		for (const user of ['curator', 'ada', 'grace']) tokens.push(await program.token(`${user}@example.org`));
		server = await program.serve();
		server.process.stderr?.on('data', (text) => {
			log += text;
		});
		await submitAndIndex();
	});
	after(async () => {
		for (const line of Object.values(lines)) line.letGo();
		await program.remove();
		for (const line of Object.values(lines)) await line.close();
		await outside.query(`drop database ${name} with (force)`);
		await outside.remove();
		await removeIndexes(name);
	});

	const bearer = (at = 0) => ({ Authorization: `Bearer ${tokens[at]}` });
	const ask = async (what: string, path: string, init: RequestInit = {}): Promise<Answered & { body: string }> => {
		const begunAt = performance.now();
		const response = await fetch(server.url + path, { signal: AbortSignal.timeout(60_000), ...init });
		const body = await response.text();
		return { what, status: response.status, milliseconds: performance.now() - begunAt, body };
	};
	const from = (address: string) => ({ 'X-Forwarded-For': address });
	const searched = '/api/relationships?id=10.1000/cited&scheme=doi';
	const search = (headers: Record<string, string>) => ask('search', searched, { headers });
	const submit = () => {
		const object = (ID: string) => ({ Identifier: { ID, IDScheme: 'doi' }, Type: { Name: 'literature' } });
		const link = {
			...{ Source: object(`10.1000/citing.${++submitted}`), Target: object('10.1000/cited') },
			RelationshipType: { Name: 'References' },
			...{ LinkProvider: [{ Name: 'Test' }], LinkPublicationDate: '2020-01-01' },
		};
		const headers = { ...bearer(), 'Content-Type': 'application/json' };
		return ask('submission', '/api/events', { method: 'POST', headers, body: JSON.stringify([link]) });
	};
	const explain = () =>
		ask('reason', '/api/why?id=10.1000/cited&other=10.1000/citing.1', { headers: from('192.0.2.202') });
	const signIn = () =>
		ask('sign-in', '/api/session', {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', ...from('192.0.2.200') },
			body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse' }),
		});
	const findEvent = async (eventId: string) =>
		JSON.parse((await ask('event', `/api/events/${eventId}`, { headers: bearer() })).body) as {
			status: string;
			indexed: boolean;
		};
	const eventOf = ({ body }: { body: string }) => (JSON.parse(body) as { event_id: string }).event_id;
	const submitAndIndex = async () => {
		const eventId = eventOf(await submit());
		await eventually(
			() => findEvent(eventId),
			({ indexed }) => indexed,
			patient,
		);
	};
	/** Waits for a line of the log: the broker looks every ten seconds. */
	const logged = (line: string) =>
		eventually(
			async () => log,
			(text) => text.includes(line),
			patient,
		);
	/**
	 * Returns the lines of the log about an outage, once it has ended, and clears the log: warnings,
	 * errors, and what is over.
	 */
	const outageLines = async () => {
		await logged('Not ready: resolved');
		const lines = log.split('\n').slice(0, -1);
		log = '';
		return lines
			.map((line) => JSON.parse(line) as { level: number; msg: string; causes?: string[]; err?: unknown })
			.filter(({ level, msg, err }) => level > 30 || err !== undefined || msg.startsWith('Not ready'))
			.map(({ msg, causes = ['none'] }) => (causes.includes('') ? `${msg} without a cause` : msg));
	};
	/** Sends for some seconds, whatever becomes of it: all of these each second, `many` more often. */
	const load = async (many: (at: number) => Promise<Answered>, each: (() => Promise<Answered>)[]) => {
		const sent: Promise<Answered>[] = [];
		for (let second = 0; second < seconds; second++) {
			sent.push(...each.map((one) => one()));
			for (let at = 0; at < searchesPerSecond; at++) {
				sent.push(many(second * searchesPerSecond + at));
				await sleep(1_000 / searchesPerSecond);
			}
		}
		return Promise.all(sent);
	};
	/** Returns the answers to one kind of request that had another status, or came late. */
	const wrong = (answered: readonly Answered[], what: string, status: number, within = soonMilliseconds) =>
		answered
			.filter((one) => one.what === what && (one.status !== status || one.milliseconds > within))
			.map((one) => `${one.status} after ${Math.round(one.milliseconds)} ms`);

	it('accepts submissions, applies them and lets users sign in while OpenSearch is silent', async (test) => {
		lines.search.hold();
		test.after(() => lines.search.letGo());
		const senders = [bearer(1), bearer(2), ...Array.from({ length: 8 }, (_, at) => from(`192.0.2.${at}`))];
		const events: string[] = [];
		const answered = await load(
			(at) => search(senders[at % senders.length] ?? {}),
			[
				async () => {
					const accepted = await submit();
					if (accepted.status === 202) events.push(eventOf(accepted));
					return accepted;
				},
				signIn,
				() => ask('events', '/api/events?limit=1', { headers: bearer() }),
				() => ask('changes', '/api/changes', { headers: from('192.0.2.201') }),
				explain,
				() => ask('health', '/health/live'),
				() => ask('readiness', '/health/ready/submissions'),
				() => ask('metrics', '/metrics', { headers: { Authorization: 'Bearer token-of-prometheus' } }),
			],
		);
		for (const what of ['sign-in', 'events', 'changes', 'reason', 'health', 'readiness', 'metrics']) {
			assert.deepEqual(wrong(answered, what, 200), [], what);
		}
		assert.deepEqual(wrong(answered, 'submission', 202), []);
		for (const eventId of events) assert.equal((await findEvent(eventId)).status, 'Done');
		await logged('Not ready: The search index');
		lines.search.letGo();
		for (const eventId of events) {
			await eventually(
				() => findEvent(eventId),
				({ indexed }) => indexed,
				patient,
			);
		}
		assert.equal((await search(from('192.0.2.203'))).status, 200);
		assert.deepEqual(await outageLines(), ['Not ready: The search index does not answer.', 'Not ready: resolved']);
	});

	it('answers searches while PostgreSQL is silent, and refuses submissions in time', async (test) => {
		lines.database.hold();
		test.after(() => lines.database.letGo());
		const answered = await load(
			(at) => (at % 2 === 0 ? submit() : ask('changes', '/api/changes', { headers: from(`192.0.2.${at % 8}`) })),
			[
				...Array.from({ length: 5 }, (_, at) => () => search(from(`192.0.2.${at}`))),
				() => ask('badge', '/api/badges/doi/10.1000/cited.svg', { headers: from('192.0.2.203') }),
				() => ask('page', '/objects/doi/10.1000/cited', { headers: { ...from('192.0.2.204'), Accept: 'text/html' } }),
				() => ask('health', '/health/live'),
				() => ask('readiness', '/health/ready/searches'),
				() => ask('description', '/api/openapi.json'),
			],
		);
		for (const what of ['search', 'badge', 'page', 'health', 'readiness', 'description']) {
			assert.deepEqual(wrong(answered, what, 200), [], what);
		}
		assert.deepEqual(wrong(answered, 'submission', 503, lateMilliseconds), []);
		await logged('Not ready: The database');
		lines.database.letGo();
		await submitAndIndex();
		const [begin, ...others] = await outageLines();
		assert.match(begin ?? '', /^Not ready: The database /);
		assert.equal(others.at(-1), 'Not ready: resolved');
		assert.ok(others.length <= 2, JSON.stringify(others));
	});
});
