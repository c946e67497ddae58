// Moves a broker to another engine beside a sender and a reader, by export and import: no request
// fails, nothing that was accepted is lost, and both brokers answer the same in the end.
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createSchema, type FreshSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { eventually, openProgram, type Program } from './end-to-end/program.ts';

const works = 8;
const patient = { timeoutSeconds: 60 };

const link = (source: string, relation: string, target: string) => ({
	Source: { Identifier: { ID: `10.5555/${source}`, IDScheme: 'doi' }, Type: { Name: 'literature' }, Title: source },
	RelationshipType: { Name: 'IsRelatedTo', SubType: relation, SubTypeSchema: 'DataCite' },
	Target: { Identifier: { ID: `10.5555/${target}`, IDScheme: 'doi' }, Type: { Name: 'software' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
});
const batch = (number: number) => [
	link(`paper.${number}`, 'Cites', `work.${number % works}`),
	...(number % 3 === 0 ? [link(`work.${number % works}`, 'HasVersion', `version.${number}`)] : []),
];

/** Opens a proxy that passes each request to one address, which can be changed. */
async function openProxy(target: string) {
	const to = { target };
	const server = createServer((incoming, outgoing) => {
		const { method, headers, url = '/' } = incoming;
		const passed = request(new URL(url, to.target), { method, headers }, (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		passed.on('error', () => outgoing.writeHead(502).end());
		incoming.pipe(passed);
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		switchTo(address: string) {
			to.target = address;
		},
		close: () => server.close(),
	};
}

/** Submits, withdraws and searches at an address until it is stopped; collects what was answered. */
function useContinuously(url: string, token: string) {
	const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
	const failed: string[] = [];
	const accepted: string[] = [];
	const withdrawn: string[] = [];
	let isOver = false;
	const ask = async (path: string, options: RequestInit, expected: number) => {
		const response = await fetch(`${url}${path}`, options);
		const text = await response.text();
		if (response.status !== expected) failed.push(`${options.method} ${path}: ${response.status} ${text}`);
		return text;
	};
	const send = async () => {
		while (!isOver) {
			const body = JSON.stringify(batch(accepted.length));
			accepted.push(JSON.parse(await ask('/events', { method: 'POST', headers, body }, 202)).event_id);
			// The oldest: for seconds after the switch, the new broker does not have the newest.
			const earlier = accepted[withdrawn.length];
			if (earlier && accepted.length % 10 === 0) {
				await ask(`/events/${earlier}`, { method: 'DELETE', headers, body: '{"reason":"Twice"}' }, 200);
				withdrawn.push(earlier);
			}
			await pause(100);
		}
	};
	const read = async () => {
		for (let number = 0; !isOver; number++) {
			await ask(`/relationships?id=10.5555/work.${number % works}&scheme=doi`, { method: 'GET' }, 200);
			await pause(50);
		}
	};
	const running = Promise.all([send(), read()]);
	return {
		...{ failed, accepted, withdrawn },
		async stop() {
			isOver = true;
			await running;
		},
	};
}

async function untilIndexed({ output }: Program): Promise<void> {
	const waiting = async () => {
		const { events } = JSON.parse(await output('events', 'list', '--limit', '1000', '--json')) as {
			events: { status: string; indexed: boolean | null }[];
		};
		return events.filter(({ status, indexed }) => status !== 'Withdrawn' && !(status === 'Done' && indexed)).length;
	};
	await eventually(waiting, (count) => count === 0, patient);
}

async function answersOf(url: string): Promise<Record<string, string>> {
	const answers: Record<string, string> = {};
	for (let work = 0; work < works; work++) {
		for (const group of ['identity', 'version']) {
			const path = `/relationships?id=10.5555/work.${work}&scheme=doi&relation=isCitedBy&group_by=${group}&size=1000`;
			answers[path] = (await (await fetch(`${url}${path}`)).text()).replaceAll(url, '');
		}
	}
	return answers;
}

for (const [engine, skip] of [
	['SQLite', false],
	['PostgreSQL', skipPostgres],
] as const) {
	describe(`a broker on SQLite that is moved to ${engine} while it is used`, { skip }, () => {
		let schema: FreshSchema | undefined;
		let old: Program;
		let fresh: Program;
		before(async () => {
			if (engine === 'PostgreSQL') schema = await createSchema();
			old = await openProgram();
			fresh = await openProgram(schema && { DATABASE_URL: schema.url });
		});
		after(async () => {
			await Promise.all([old.remove(), fresh.remove()]);
			await schema?.remove();
		});

		it('answers every request, loses nothing, and withdraws and revokes at the new one what was at the old', async () => {
			const token = await old.token();
			await old.output('tokens', 'create', '--name', 'stolen', '--user', 'curator@example.org');
			const [oldServer, freshServer] = [await old.serve(), await fresh.serve()];
			const proxy = await openProxy(oldServer.url);
			const use = useContinuously(proxy.url, token);
			let since = '1970-01-01';
			const pass = async (from: Program, to: Program) => {
				const begin = new Date().toISOString();
				const changes = await from.output('export', '--with-accounts', '--since', since);
				const { status, output, errors } = await to.runOn(changes, 'events', 'import', '--update', '--json', '-');
				assert.equal(status, 0, errors);
				since = begin;
				return JSON.parse(output) as Record<'added' | 'updated', Record<'events' | 'tokens', number>>;
			};
			/** Waits for so many further submissions. Every tenth one is followed by a withdrawal. */
			const untilAccepted = async (more: number) => {
				const before = use.accepted.length;
				const count = async () => use.accepted.length;
				await eventually(count, (accepted) => accepted >= before + more, patient);
			};
			await untilAccepted(10);
			assert.ok((await pass(old, fresh)).added.events > 5);
			await old.output('tokens', 'revoke', '--user', 'curator@example.org', '--name', 'stolen');
			await untilAccepted(20);
			await untilIndexed(fresh);
			const second = await pass(old, fresh);
			assert.ok(second.added.events > 5 && second.updated.events > 0, JSON.stringify(second));
			assert.equal(second.updated.tokens, 1);
			proxy.switchTo(freshServer.url);
			await pause(500);
			await pass(old, fresh);
			assert.equal((await pass(old, fresh)).added.events, 0);
			await untilAccepted(20);
			await use.stop();
			proxy.close();
			assert.deepEqual(use.failed, []);
			const listed = JSON.parse(await fresh.output('events', 'list', '--limit', '1000', '--json')) as {
				events: { event_id: string; status: string }[];
			};
			const statusOf = new Map(listed.events.map(({ event_id: eventId, status }) => [eventId, status]));
			assert.deepEqual(
				use.accepted.filter((eventId) => !statusOf.has(eventId)),
				[],
			);
			assert.deepEqual(
				[...statusOf]
					.filter(([, status]) => status === 'Withdrawn')
					.map(([eventId]) => eventId)
					.sort(),
				use.withdrawn.toSorted(),
			);
			// The way back.
			since = '1970-01-01';
			await untilIndexed(fresh);
			await pass(fresh, old);
			await untilIndexed(old);
			assert.deepEqual(await answersOf(oldServer.url), await answersOf(freshServer.url));
		});
	});
}
