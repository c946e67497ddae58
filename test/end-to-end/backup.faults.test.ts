// Copies the records of a broker that works, and brings copies back: the restored broker answers
// what the first one answered at that moment, whatever was in its place before.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { eventually, openProgram, type Program, type Server, submit } from './program.ts';

const link = (source: string, relation: string, target: string, date = '2020-01-01') => ({
	Source: { Identifier: { ID: `10.1000/${source}`, IDScheme: 'doi' }, Type: { Name: 'literature' }, Title: source },
	RelationshipType: { Name: 'IsRelatedTo', SubType: relation, SubTypeSchema: 'DataCite' },
	Target: { Identifier: { ID: `10.1000/${target}`, IDScheme: 'doi' }, Type: { Name: 'software' } },
	LinkProvider: [{ Name: 'Test' }],
	LinkPublicationDate: date,
});
/** A hundred papers that cite a work, and every other time something that makes two works one. */
const batch = (number: number) => [
	...Array.from({ length: 100 }, (_, n) => link(`paper.${number}.${n}`, 'Cites', `work.${number % 5}`)),
	...(number % 2 === 1 ? [link(`work.${number % 5}`, 'IsIdenticalTo', `work.${(number + 1) % 5}`)] : []),
	link(`work.${number % 5}`, 'HasVersion', `version.${number}`),
];
const patient = { timeoutSeconds: 60 };

type Copied = { events: number; users: number; last_change: number; kept?: string | null };

/** What a broker that starts now answers about each work. */
async function answersOf(program: Program): Promise<Record<string, unknown>> {
	const server = await program.serve();
	const answers: Record<string, unknown> = {};
	for (let work = 0; work < 5; work++) {
		for (const group of ['identity', 'version']) {
			const asked = `/relationships?id=10.1000/work.${work}&group_by=${group}&size=1000`;
			answers[asked] = (await (await fetch(`${server.url}${asked}`)).text()).replaceAll(server.url, '');
		}
	}
	await server.stop();
	return answers;
}

/** Waits until a worker has applied all that was left. */
async function untilDone(program: Program): Promise<void> {
	const worker = await program.work();
	const waiting = async () => {
		const { events } = JSON.parse(await program.output('events', 'list', '--limit', '1000', '--json'));
		return (events as { status: string; indexed: boolean }[]).filter((one) => one.status !== 'Done' || !one.indexed);
	};
	await eventually(waiting, (events) => events.length === 0, patient);
	await worker.stop();
}

type Entry = {
	number: number;
	kind: string;
	first: boolean;
	link: Record<'Source' | 'Target', { Identifier: unknown }>;
};

/** What the log holds up to a number, without the descriptions, which are always today's. */
async function changesOf(program: Program, upTo: number): Promise<unknown[]> {
	const entries = (await program.output('changes'))
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as Entry);
	return entries
		.filter(({ number }) => number <= upTo)
		.map(({ number, kind, first, link }) => [number, kind, first, link.Source.Identifier, link.Target.Identifier]);
}

describe('a backup of a broker that works', () => {
	let program: Program;
	let server: Server;
	before(async () => {
		// The copy has events that the server was applying.
		program = await openProgram({ LEASE_SECONDS: '2' });
	});
	after(() => program.remove());

	it('holds one state, whose broker answers as one that stopped then', async () => {
		const token = await program.token();
		server = await program.serve();
		let isOver = false;
		let posted = 0;
		const posting = (async () => {
			while (!isOver || posted < 12) await submit(server, token, batch(posted++));
		})();
		await eventually(
			async () => posted,
			(count) => count >= 4,
			patient,
		);
		const file = join(program.folder, 'backup.db');
		const made = JSON.parse(await program.output('backup', file, '--json')) as Copied;
		isOver = true;
		await posting;
		await server.stop();
		assert.ok(made.events >= 4 && made.events < posted, `${made.events} of ${posted}`);
		assert.equal((await stat(file)).mode & 0o777, 0o600);

		const [restored, undisturbed] = [await openProgram(), await openProgram()];
		try {
			const brought = JSON.parse(await restored.output('restore', file, '--json')) as Copied;
			assert.deepEqual(
				[brought.events, brought.users, brought.last_change, brought.kept],
				[made.events, 1, made.last_change, null],
			);
			assert.deepEqual(await changesOf(restored, made.last_change), await changesOf(program, made.last_change));
			// One event a file, in the order in which they were accepted.
			const files = Array.from({ length: made.events }, (_, number) => join(undisturbed.folder, `${number}.json`));
			await Promise.all(files.map((path, number) => writeFile(path, JSON.stringify(batch(number)))));
			await undisturbed.output('events', 'load', ...files);
			await untilDone(restored);
			assert.deepEqual(await answersOf(restored), await answersOf(undisturbed));
			const diagnosis = JSON.parse(await restored.output('doctor', '--json'));
			assert.deepEqual([diagnosis.sound, diagnosis.index_left_out], [true, null]);
			// Whoever may submit there may do so here.
			server = await restored.serve();
			await submit(server, token, batch(99));
		} finally {
			await Promise.all([restored.remove(), undisturbed.remove()]);
		}
	});

	it('is in the audit, and overwrites nothing unless asked to', async () => {
		const file = join(program.folder, 'once.db');
		await program.output('backup', file);
		const first = await readFile(file);
		const again = await program.run('backup', file);
		assert.equal(again.status, 1);
		assert.match(again.errors, /once\.db already exists: .*--force/);
		assert.deepEqual(await readFile(file), first);
		await program.output('backup', file, '--force');
		assert.match(await program.output('audit', '--action', 'backup.started'), /once\.db/);
	});

	it('has the key of the secrets beside it only on request', async () => {
		const subscribe = ['subscriptions', 'create', 'https://receiver.example/hook', '--id', '10.1000/work.1'];
		await program.output(...subscribe, '--user', 'curator@example.org');
		const [file, whole] = [join(program.folder, 'without.db'), join(program.folder, 'whole.db')];
		await program.output('backup', file);
		assert.equal(existsSync(`${file}.key`), false);
		await program.output('backup', whole, '--with-secrets');
		assert.equal((await stat(`${whole}.key`)).mode & 0o777, 0o600);
		const restored = await openProgram();
		try {
			const brought = await restored.run('restore', file);
			assert.match(brought.errors, /1 subscription: their secrets were encrypted by another key\./);
			assert.equal((await restored.run('doctor')).status, 1);
			await copyFile(`${whole}.key`, join(restored.folder, 'secret.key'));
			assert.equal((await restored.run('doctor')).status, 0);
		} finally {
			await restored.remove();
		}
	});

	it('leaves no part of a file behind where one that was killed left some', async () => {
		const file = join(program.folder, 'nightly.db');
		// No process has so high an id.
		const left = ['', '-journal'].map((end) => `${file}.4194304.unfinished${end}`);
		for (const path of left) await writeFile(path, 'half');
		await program.output('backup', file);
		const files = (await readdir(program.folder)).filter((name) => name.startsWith('nightly.db'));
		assert.deepEqual(files, ['nightly.db']);
	});
});

describe('a restore', () => {
	let source: Program;
	let wanted: Record<string, unknown>;
	let newer: Record<string, unknown>;
	let program: Program;
	let file: string;
	before(async () => {
		source = await openProgram();
		await load(0, 1, 2);
		await source.output('backup', join(source.folder, 'backup.db'));
		wanted = await answersOf(source);
		await load(3, 4);
		newer = await answersOf(source);
	});
	after(() => source.remove());
	// Each test has a broker of its own that knows more than the backup.
	beforeEach(async () => {
		program = await openProgram();
		for (const name of await readdir(source.folder)) {
			if (/\.db/.test(name)) await copyFile(join(source.folder, name), join(program.folder, name));
		}
		file = join(program.folder, 'backup.db');
	});
	afterEach(() => program.remove());

	async function load(...numbers: number[]): Promise<void> {
		const path = join(source.folder, 'batches.json');
		await writeFile(path, JSON.stringify(numbers.flatMap(batch)));
		await source.output('events', 'load', path);
	}
	const restore = async (...words: string[]) =>
		JSON.parse(await program.output('restore', file, '--json', ...words)) as Copied & { kept: string | null };
	const records = () => join(program.folder, 'broker.db');

	it('answers as of the backup, though the index knew more, and keeps what was there', async () => {
		const { kept } = await restore();
		assert.deepEqual(await answersOf(program), wanted);
		file = kept as string;
		assert.equal((await stat(file)).mode & 0o777, 0o600);
		await restore();
		assert.deepEqual(await answersOf(program), newer);
	});

	it('keeps nothing where that is asked for', async () => {
		assert.equal((await restore('--force')).kept, null);
		assert.deepEqual(
			(await readdir(program.folder)).filter((name) => name.includes('before')),
			[],
		);
		assert.deepEqual(await answersOf(program), wanted);
	});

	it('is refused while a server, a worker or a reader has the records open, and changes nothing', async () => {
		const reader = new DatabaseSync(records());
		reader.exec('begin; select 1 from sqlite_schema');
		const running = [() => program.serve(), () => program.work(), async () => ({ stop: async () => reader.close() })];
		for (const start of running) {
			const one = await start();
			const { status, errors } = await program.run('restore', file);
			assert.equal(status, 1);
			assert.match(errors, /Another process uses .*broker\.db: stop every/);
			await one.stop();
		}
		assert.deepEqual(await answersOf(program), newer);
	});

	const damages: Readonly<Record<string, (path: string) => Promise<void>>> = {
		'is no database any more': (path) => overwrite(path, 0, 100),
		'is damaged in many pages': (path) => overwrite(path, 4_096, 20 * 4_096),
		'is cut off': (path) => truncate(path, 10_000),
		'is empty': (path) => truncate(path, 0),
		'is text': (path) => writeFile(path, 'This was a database.'),
		'has the log of another file beside it': async (path) => {
			const other = new DatabaseSync(`${path}.other`);
			other.exec('pragma journal_mode = wal; create table t (x); insert into t values (zeroblob(100000))');
			await copyFile(`${path}.other-wal`, `${path}-wal`);
			other.close();
			await overwrite(path, 0, 16);
		},
	};
	for (const [what, damage] of Object.entries(damages)) {
		it(`takes the place of a file that ${what}, which is kept as it was`, async () => {
			await damage(records());
			const before = await readFile(records());
			const hasLog = existsSync(`${records()}-wal`);
			const { kept } = await restore();
			// What lies in its log is in the file that is kept.
			if (!hasLog && before.length > 0) assert.ok((await readFile(kept as string)).equals(before));
			assert.deepEqual(await answersOf(program), wanted);
		});
	}

	it('is refused while a process has a damaged file open', async () => {
		// Locks are those of a process, and this one loses them where it reads the file otherwise.
		const open = `
			const user = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(records())});
			user.exec('pragma journal_mode = wal; select 1 from sqlite_schema');
			process.send('open');
			setInterval(() => user, 1_000);`;
		const user = spawn(process.execPath, ['-e', open], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
		await once(user, 'message');
		await overwrite(records(), 0, 100);
		const { status, errors } = await program.run('restore', file);
		assert.equal(status, 1);
		assert.match(errors, /Another process uses/);
		user.kill('SIGKILL');
		await once(user, 'exit');
		await restore();
		assert.deepEqual(await answersOf(program), wanted);
	});

	it('makes the records where there are none', async () => {
		const other = await openProgram();
		await other.output('restore', file);
		assert.deepEqual(await answersOf(other), wanted);
		await other.remove();
	});

	const foreign: readonly [string, RegExp, (path: string) => Promise<void>][] = [
		['is not there', /backup\.db\.bad does not exist/, async () => undefined],
		[
			'is text',
			/damaged or not a backup[\s\S]*not an SQLite database/,
			(path) => writeFile(path, 'no database at all'),
		],
		[
			'is damaged',
			/damaged or not a backup/,
			async (path) => {
				await copyFile(file, path);
				await overwrite(path, 4_096 * 3, 4_096 * 10);
			},
		],
		[
			'is a database of something else',
			/not a backup of link-broker/,
			async (path) => {
				const other = new DatabaseSync(path);
				other.exec('create table recipe (name text)');
				other.close();
			},
		],
		[
			'was made by another version',
			/Another version of link-broker made this database, of schema 1 /,
			async (path) => {
				await copyFile(file, path);
				const other = new DatabaseSync(path);
				other.exec("delete from schema_migration; insert into schema_migration values (1, 'first', 0)");
				other.close();
			},
		],
	];
	for (const [what, words, make] of foreign) {
		it(`refuses a file that ${what}, and changes nothing`, async () => {
			const bad = `${file}.bad`;
			await make(bad);
			const { status, errors } = await program.run('restore', bad);
			assert.equal(status, 1);
			assert.match(errors, words);
			assert.deepEqual(await answersOf(program), newer);
			assert.deepEqual(
				(await readdir(program.folder)).filter((name) => /unfinished|before/.test(name)),
				[],
			);
		});
	}

	it('ends sessions and cursors of the log, whose next numbers may mean something else', async () => {
		await program.output('users', 'create', 'ada@example.org', '-a', '--password=correct horse');
		const server = await program.serve();
		const credentials = JSON.stringify({ email: 'ada@example.org', password: 'correct horse' });
		const headers = { 'Content-Type': 'application/json' };
		const session = await fetch(`${server.url}/session`, { method: 'POST', headers, body: credentials });
		const cookie = session.headers
			.getSetCookie()
			.map((text) => text.split(';')[0])
			.join('; ');
		const signedIn = async ({ url }: Server) => (await fetch(`${url}/session`, { headers: { Cookie: cookie } })).status;
		const log = (await (await fetch(`${server.url}/changes?limit=1`)).json()) as { next: string };
		const goesOn = async ({ url }: Server) => (await fetch(`${url}/changes?after=${log.next}`)).status;
		assert.deepEqual([await signedIn(server), await goesOn(server)], [200, 200]);
		file = join(program.folder, 'signed-in.db');
		await program.output('backup', file);
		await server.stop();
		await restore();
		const next = await program.serve();
		assert.deepEqual([await signedIn(next), await goesOn(next)], [401, 410]);
	});
});

describe('backup and restore where the records are in PostgreSQL', () => {
	it('are refused, with the name of what does it there', async () => {
		const program = await openProgram({ DATABASE_URL: 'postgres://broker:secret@127.0.0.1:1/links' });
		for (const command of ['backup', 'restore']) {
			const { status, errors } = await program.run(command, join(program.folder, 'backup.db'));
			assert.equal(status, 2);
			assert.match(errors, /pg_dump and pg_restore.*docs\/operating\/backup\.md/);
			assert.doesNotMatch(errors, /secret/);
		}
		await program.remove();
	});
});

/** Writes other bytes over a part of a file. */
async function overwrite(path: string, from: number, length: number): Promise<void> {
	const bytes = await readFile(path);
	bytes.fill(0xa5, from, Math.min(bytes.length, from + length));
	// In place: a process that has the file open sees it.
	await writeFile(path, bytes, { flag: 'r+' });
}
