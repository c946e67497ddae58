// Backs up PostgreSQL and OpenSearch together while the broker takes submissions, loses both, and
// restores them: the broker answers as at the time of the backup, without building its index again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { clusterUrl, removeIndexes, skipOpenSearch } from '../src/engines/opensearch/cluster.fixture.ts';
import { createSchema, type FreshSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { eventually, openProgram, type Program, type Server, submit, untilIndexed } from './end-to-end/program.ts';

const link = (source: string, target: string) => ({
	Source: { Identifier: { ID: `10.5555/${source}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
	Target: { Identifier: { ID: `10.5555/${target}`, IDScheme: 'doi' }, Type: { Name: 'software' } },
	RelationshipType: { Name: 'References' },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
});

describe('a backup of PostgreSQL and OpenSearch', { skip: skipPostgres || skipOpenSearch }, () => {
	const name = `pair-${randomUUID()}`;
	let schema: FreshSchema;
	let program: Program;
	before(async () => {
		schema = await createSchema();
		const settings = { DATABASE_URL: schema.url, SEARCH_URL: `${clusterUrl}/${name}`, POLL_SECONDS: '1' };
		program = await openProgram({ ...settings, BACKGROUND_WORK: 'off' });
	});
	after(async () => {
		await program.remove();
		await schema.remove();
		await removeIndexes(name);
		for (const path of [`_snapshot/${name}/day`, `_snapshot/${name}`]) await ask('DELETE', path);
	});

	const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
		const headers = { 'Content-Type': 'application/json' };
		const response = await fetch(`${clusterUrl}/${path}`, {
			method,
			headers,
			...(body && { body: JSON.stringify(body) }),
		});
		return response.json();
	};
	const runOnDatabase = (command: string, ...options: string[]) => {
		const { status, stderr } = spawnSync(command, options, { encoding: 'utf8' });
		assert.equal(status, 0, stderr);
	};
	const citing = async ({ url }: Server) => {
		const response = await fetch(`${url}/relationships?id=10.5555/work&scheme=doi&size=1000`);
		return response.status === 200 ? (await response.text()).replaceAll(url, '') : response.status;
	};
	const indexes = async () => ((await ask('GET', `_cat/indices/${name}-g*?format=json`)) as { index: string }[]).length;

	it('is taken while submissions arrive, and restored as it was, without a rebuild', async () => {
		const token = await program.token();
		let server = await program.serve();
		let worker = await program.work();
		await untilIndexed(server, token, await submit(server, token, [link('first', 'work')]));
		let isOver = false;
		let sent = 0;
		const sending = (async () => {
			while (!isOver) await submit(server, token, [link(`paper.${sent++}`, 'work')]);
		})();
		await pause(1_000);
		await worker.stop();
		// As documented: no worker runs from the start of the dump to the end of the snapshot.
		const dump = join(program.folder, 'dump');
		const address = new URL(schema.url);
		address.search = '';
		runOnDatabase('pg_dump', '--format=directory', `--schema=${schema.name}`, `--file=${dump}`, address.href);
		const atBackup = await citing(server);
		await ask('PUT', `_snapshot/${name}`, { type: 'fs', settings: { location: name } });
		const wanted = { indices: `${name}-*`, include_global_state: false };
		const taken = await ask('PUT', `_snapshot/${name}/day?wait_for_completion=true`, wanted);
		assert.equal((taken as { snapshot?: { state: string } }).snapshot?.state, 'SUCCESS', JSON.stringify(taken));
		worker = await program.work();
		await eventually(
			() => citing(server),
			(answer) => answer !== atBackup,
			{ timeoutSeconds: 60 },
		);
		isOver = true;
		await sending;
		const { next } = (await (await fetch(`${server.url}/changes?limit=1`)).json()) as { next: string };
		assert.deepEqual([await server.stop(), await worker.stop()], [0, 0]);

		await schema.query(`drop schema ${schema.name} cascade`);
		await removeIndexes(name);
		runOnDatabase('pg_restore', '--no-owner', `--dbname=${address.href}`, dump);
		await schema.query(`update ${schema.name}.change_log set log_id = left(md5(random()::text), 10)`);
		await ask('POST', `_snapshot/${name}/day/_restore?wait_for_completion=true`, wanted);

		server = await program.serve();
		assert.equal(await citing(server), atBackup);
		assert.equal((await fetch(`${server.url}/changes?after=${next}`)).status, 410);
		worker = await program.work();
		await untilIndexed(server, token, await submit(server, token, [link('later', 'work')]));
		assert.equal(await indexes(), 1);
		assert.match(String(await citing(server)), /10\.5555\/later/);
		assert.equal(JSON.parse(await program.output('doctor', '--json')).sound, true);
		await Promise.all([server.stop(), worker.stop()]);
	});

	it('does not use a snapshot of another time, and builds the index again', async () => {
		const token = (await program.output('tokens', 'create', '--name', 'other', '--user', 'curator@example.org')).trim();
		const server = await program.serve();
		const worker = await program.work();
		await untilIndexed(server, token, await submit(server, token, [link('newest', 'work')]));
		const newest = await citing(server);
		await Promise.all([server.stop(), worker.stop()]);
		await removeIndexes(name);
		const wanted = { indices: `${name}-*`, include_global_state: false };
		await ask('POST', `_snapshot/${name}/day/_restore?wait_for_completion=true`, wanted);
		const restored = await program.serve();
		assert.equal(await citing(restored), 503);
		await program.work();
		await eventually(
			() => citing(restored),
			(answer) => answer === newest,
			{ timeoutSeconds: 60 },
		);
	});
});
