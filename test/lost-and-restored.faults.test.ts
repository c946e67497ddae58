// Damages, removes and exchanges the files of a whole broker, as disks and people do: submissions
// go on, no search shows what nobody asserted, and the index comes back by itself.
import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { eventually, openProgram, type Program, type Server, submit } from './end-to-end/program.ts';

const link = (target: string) => ({
	Source: { Identifier: { ID: '10.5555/source', IDScheme: 'doi' }, Type: { Name: 'literature' } },
	Target: { Identifier: { ID: `10.5555/${target}`, IDScheme: 'doi' }, Type: { Name: 'software' } },
	RelationshipType: { Name: 'References' },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: '2020-01-01',
});

const patient = { timeoutSeconds: 30 };

let program: Program;
let token: string;
beforeEach(async () => {
	program = await openProgram({ POLL_SECONDS: '1' });
	token = await program.token();
});
afterEach(() => program.remove());

/** Asks for what the source cites: the keys found, or the problem's code. */
async function ask({ url }: Server): Promise<string[] | number> {
	const response = await fetch(`${url}/api/relationships?id=10.5555/source&scheme=doi&relation=cites`);
	const body = (await response.json()) as { Relationships?: { Target: { Identifiers: { ID: string }[] } }[] };
	if (response.status !== 200) {
		assert.equal(response.status, 503, JSON.stringify(body));
		assert.ok(response.headers.has('retry-after'));
		assert.doesNotMatch(JSON.stringify(body), /search\.db|broker\.db/);
		return 503;
	}
	return (body.Relationships ?? []).map(({ Target }) => Target.Identifiers[0]?.ID.slice(8) ?? '').sort();
}

const found = (server: Server, ...names: string[]) =>
	eventually(
		() => ask(server),
		(answer) => JSON.stringify(answer) === JSON.stringify(names),
		patient,
	);

const files = async (begin: string) => (await readdir(program.folder)).filter((name) => name.startsWith(begin));

describe('a broker whose records were restored to an earlier time', () => {
	it('never answers what was submitted since, and builds its index anew', async () => {
		const before = await program.serve();
		await submit(before, token, [link('early')]);
		await found(before, 'early');
		await before.stop();
		const backup = join(program.folder, 'backup');
		await copyFile(join(program.folder, 'broker.db'), backup);
		const since = await program.serve();
		await submit(since, token, [link('lost')]);
		await found(since, 'early', 'lost');
		await since.stop();
		await copyFile(backup, join(program.folder, 'broker.db'));
		const restored = await program.serve();
		const first = await ask(restored);
		assert.ok(first === 503 || String(first) === 'early', `first ${first}`);
		await submit(restored, token, [link('later')]);
		await eventually(
			async () => {
				const answer = await ask(restored);
				assert.ok(!String(answer).includes('lost'), String(answer));
				return answer;
			},
			(answer) => String(answer) === 'early,later',
			patient,
		);
		assert.equal(await restored.stop(), 0);
	});

	for (const [what, empty] of Object.entries({
		removed: (file: string) => rm(file),
		'truncated to nothing': (file: string) => truncate(file),
		'a database without tables': async (file: string) => {
			await rm(file);
			const other = new DatabaseSync(file);
			other.exec('vacuum');
			other.close();
		},
	})) {
		it(`is refused beside its index where they are ${what}, until the index is removed on purpose`, async () => {
			const before = await program.serve();
			await submit(before, token, [link('lost')]);
			await found(before, 'lost');
			await before.stop();
			await empty(join(program.folder, 'broker.db'));
			const indexFiles = await files('search.db');
			for (const command of ['serve', 'worker', 'migrate']) {
				const { status, errors } = await program.run(command);
				assert.equal(status, 1, command);
				assert.match(errors, /broker\.db has no data, but its search index .*search\.db exists\. Restore the database/);
			}
			assert.deepEqual(await files('search.db'), indexFiles);
			for (const name of indexFiles) await rm(join(program.folder, name));
			const started = await program.serve();
			await found(started);
			await started.stop();
		});
	}

	it('is refused beside its log where they are truncated to nothing, and has everything when they are back', async () => {
		const before = await program.serve();
		await submit(before, token, [link('kept')]);
		await found(before, 'kept');
		await before.stop('SIGKILL');
		const [file, copy] = [join(program.folder, 'broker.db'), join(program.folder, 'copy')];
		await copyFile(file, copy);
		await truncate(file);
		const { status, errors } = await program.run('serve');
		assert.equal(status, 1);
		assert.match(errors, /broker\.db is missing or empty, but its log .*broker\.db-wal exists/);
		await copyFile(copy, file);
		await found(await program.serve(), 'kept');
	});
});

const damages: Readonly<Record<string, (file: string) => Promise<void>>> = {
	'truncated to nothing': (file) => truncate(file),
	'cut to half': async (file) => truncate(file, Math.floor((await readFile(file)).length / 2)),
	removed: (file) => rm(file),
	'a text file': (file) => writeFile(file, 'a text '.repeat(10_000)),
};

for (const [what, damage] of Object.entries(damages)) {
	for (const file of ['search.db', 'search.db.g1']) {
		it(`a server whose ${file} becomes ${what}, running and at rest, takes events and finds them again`, async () => {
			let server = await program.serve();
			await submit(server, token, [link('one')]);
			await found(server, 'one');
			await damage(join(program.folder, file));
			await submit(server, token, [link('two')]);
			await found(server, 'one', 'two');
			assert.equal(await server.stop(), 0);
			for (const name of await files('search.db'))
				if (!/-(wal|shm)$/.test(name)) await damage(join(program.folder, name));
			server = await program.serve();
			await submit(server, token, [link('three')]);
			await found(server, 'one', 'three', 'two');
			assert.equal(await server.stop(), 0);
		});
	}
}
