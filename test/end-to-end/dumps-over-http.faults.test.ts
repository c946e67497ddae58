// Dumps made by a server: one is made while it answers, downloaded, kept over restarts, given up,
// and reported as failed where its server was killed.
import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { eventually, openProgram, type Program, type Server } from './program.ts';

const many = 40_000;

type Dump = { id: string; state: string; works: number; bytes: number; file: string; error: string | null; by: string };

describe('a server that makes dumps', () => {
	let program: Program;
	let server: Server;
	let token: string;
	before(async () => {
		program = await openProgram({ DUMPS_KEPT: '2' });
		const lines = Array.from({ length: many }, (_, n) =>
			JSON.stringify({
				Source: { Identifier: { ID: `10.1000/citing.${n}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
				RelationshipType: { Name: 'References' },
				Target: { Identifier: { ID: `10.1000/cited.${n % 97}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
				LinkProvider: [{ Name: 'Test' }],
				LinkPublicationDate: '2020-01-01',
			}),
		);
		await writeFile(join(program.folder, 'links.jsonl'), lines.join('\n'));
		await program.output('events', 'load', '--no-index', join(program.folder, 'links.jsonl'));
		token = await program.token('admin@example.org');
		await program.output('roles', 'create', 'admin');
		await program.output('roles', 'add', 'admin@example.org', 'admin');
		server = await program.serve();
	});
	after(() => program.remove());

	const ask = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
		fetch(`${server.url}${path}`, { method, headers: { Authorization: `Bearer ${token}`, ...headers } });
	const make = async (format: string) => {
		const response = await ask(`/dumps?format=${format}`, 'POST');
		assert.equal(response.status, 202);
		return { dump: (await response.json()) as Dump, at: new URL(response.headers.get('Location') ?? '').pathname };
	};
	const show = async (at: string) => (await (await ask(at)).json()) as Dump;
	const ended = (at: string) =>
		eventually(
			() => show(at),
			({ state }) => state !== 'Processing',
			{ timeoutSeconds: 30 },
		);
	const list = async () => ((await (await ask('/dumps')).json()) as { dumps: Dump[] }).dumps;
	const files = () => readdir(join(program.folder, 'dumps'));

	it('makes one while it answers, and serves its file, also in parts', async () => {
		const { dump, at } = await make('jsonl');
		assert.equal(dump.by, 'admin@example.org');
		assert.equal((await ask('/dumps?format=csv', 'POST')).status, 409);
		assert.equal((await ask('/relationships?id=10.1000/cited.1&scheme=doi')).status, 200);
		const done = await ended(at);
		assert.equal(done.error, null);
		assert.deepEqual([done.state, done.works], ['Done', many + 97]);
		const response = await ask(`${at}/file`);
		const whole = Buffer.from(await response.arrayBuffer());
		assert.deepEqual([whole.length, response.headers.get('content-length')], [done.bytes, String(done.bytes)]);
		assert.equal(String(gunzipSync(whole)).trim().split('\n').length, many + done.works);
		const range = { Range: `bytes=100-` };
		const part = Buffer.from(await (await ask(`${at}/file`, 'GET', range)).arrayBuffer());
		assert.deepEqual(part, whole.subarray(100));
		const head = await ask(`${at}/file`, 'HEAD');
		assert.equal(head.headers.get('etag'), response.headers.get('etag'));
		assert.match(await program.output('audit', '--action', 'dump.started'), new RegExp(dump.id));
	});

	it('gives one up that is removed, and leaves nothing of it', async () => {
		const before = await files();
		const { dump, at } = await make('ntriples');
		assert.equal((await ask(at, 'DELETE')).status, 204);
		assert.equal((await ask(at)).status, 404);
		assert.deepEqual(await files(), before);
		assert.match(await program.output('audit', '--action', 'dump.removed'), new RegExp(dump.id));
	});

	it('keeps the last ones, over a restart', async () => {
		for (const format of ['opencitations', 'parquet']) await ended((await make(format)).at);
		// The oldest goes right after the newest is done.
		const kept = await eventually(list, (dumps) => dumps.length <= 2);
		assert.deepEqual(
			kept.map(({ file }) => file.replace(/.*?-.*?-.*?-/, '')),
			['parquet.tar', 'opencitations.csv.gz'],
		);
		await server.stop();
		server = await program.serve();
		assert.deepEqual(await list(), kept);
	});

	it('that stops gives up the one it makes, and says so', async () => {
		const { at, dump } = await make('csv');
		await server.stop();
		server = await program.serve();
		const { state, error } = await show(at);
		// A quick machine may have made it.
		if (state !== 'Done') {
			assert.equal(state, 'Failed');
			assert.match(error ?? '', /stopped/);
		}
		const left = (await files()).filter((name) => name.includes(dump.id) && name !== `${dump.id}.json`);
		assert.deepEqual(left, state === 'Done' ? [dump.file] : []);
	});

	it('that is killed leaves one that is reported as failed once its heartbeat stops', async () => {
		const { at, dump } = await make('ntriples');
		await eventually(files, (names) => names.some((name) => name.endsWith('.unfinished')));
		await server.stop('SIGKILL');
		server = await program.serve();
		assert.equal((await show(at)).state, 'Processing');
		const long = new Date(Date.now() - 60_000);
		for (const name of [`${dump.id}.json`, 'making']) await utimes(join(program.folder, 'dumps', name), long, long);
		const { state, error } = await show(at);
		assert.deepEqual([state, error], ['Failed', 'The process that made it has ended.']);
		const left = (await files()).filter((name) => name.includes(dump.id));
		assert.deepEqual(left, [`${dump.id}.json`]);
		assert.equal((await ended((await make('jsonl')).at)).state, 'Done');
	});
});
