// A server whose database is there and of no use: it only reads, or it says nothing more. Both are
// answered with 503 and Retry-After, named in the log, and over as soon as the database is well.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createSchema, type FreshSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { eventually, openProgram, type Program, type Server } from './end-to-end/program.ts';
import { type Line, openLine } from './line.ts';

describe('a server whose database fails', { skip: skipPostgres }, () => {
	const name = `incident_${randomUUID().replaceAll('-', '')}`;
	let outside: FreshSchema;
	let line: Line;
	let program: Program;
	let server: Server;
	let token: string;
	let log = '';
	before(async () => {
		outside = await createSchema();
		await outside.query(`create database ${name}`);
		const url = new URL(outside.url);
		line = await openLine(new URL(url));
		Object.assign(url, { hostname: '127.0.0.1', port: String(line.port), pathname: `/${name}`, search: '' });
		program = await openProgram({ DATABASE_URL: url.href, LOG_LEVEL: 'warn' });
		token = await program.token();
		server = await program.serve();
		for (const stream of [server.process.stdout, server.process.stderr]) {
			stream?.on('data', (text) => {
				log += text;
			});
		}
	});
	after(async () => {
		await program.remove();
		await line.close();
		await outside.query(`drop database ${name} with (force)`);
		await outside.remove();
	});

	const submit = async (): Promise<Response> => {
		const object = (ID: string) => ({ Identifier: { ID, IDScheme: 'doi' }, Type: { Name: 'literature' } });
		return fetch(`${server.url}/api/events`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify([
				{
					...{ Source: object('10.1000/citing'), Target: object('10.1000/cited') },
					RelationshipType: { Name: 'References' },
					...{ LinkProvider: [{ Name: 'Test' }], LinkPublicationDate: '2020-01-01' },
				},
			]),
		});
	};
	const assertRefused = async () => {
		const refused = await submit();
		const { detail } = (await refused.json()) as { detail: string };
		assert.equal(refused.status, 503, detail);
		assert.ok(Number(refused.headers.get('retry-after')) > 0);
		assert.doesNotMatch(detail, new RegExp(`${name}|127\\.0\\.0\\.1`));
		assert.equal((await fetch(`${server.url}/health/ready`)).status, 503);
		assert.equal((await fetch(`${server.url}/health/live`)).status, 200);
		assert.equal((await fetch(`${server.url}/api/relationships?id=10.1000/cited`)).status, 200);
	};
	const isWell = async () => {
		await eventually(
			async () => (await submit()).status,
			(status) => status === 202,
			{ timeoutSeconds: 60 },
		);
		await eventually(
			async () => (await fetch(`${server.url}/health/ready`)).status,
			(status) => status === 200,
			{ timeoutSeconds: 60 },
		);
	};
	const setReadOnly = async (how: 'on' | 'off') => {
		await outside.query(`alter database ${name} set default_transaction_read_only = ${how}`);
		await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
	};

	it('refuses submissions while the database only reads, names it in the log, and goes on by itself', async () => {
		await isWell();
		await setReadOnly('on');
		await eventually(
			async () => (await submit()).status,
			(status) => status === 503,
		);
		await assertRefused();
		await eventually(
			async () => log,
			(text) => /DATABASE_URL|database|records cannot be reached/.test(text),
			{ timeoutSeconds: 60 },
		);
		await setReadOnly('off');
		await isWell();
	});

	it('refuses submissions in time while the database says nothing more, and goes on by itself', async () => {
		await isWell();
		log = '';
		line.hold();
		await assertRefused();
		await eventually(
			async () => log,
			(text) => /DATABASE_URL|database|records cannot be reached/.test(text),
			{ timeoutSeconds: 60 },
		);
		line.letGo();
		await isWell();
		assert.equal(await server.stop(), 0);
	});
});
