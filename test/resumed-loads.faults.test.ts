// Loads of files that are killed at any moment go on with --resume: the events are in the end those
// of a load that nobody disturbed, each once. On both engines of the records.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { createSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { eventually, openProgram, type Program } from './end-to-end/program.ts';
import { createRandom } from './random.ts';

const bin = fileURLToPath(new URL('../bin/link-broker.js', import.meta.url));
const settings = { MAX_LINKS_PER_EVENT: '40', LOG_LEVEL: 'silent' };

/** A record of DataCite; every third one is a later state of the one before. */
const record = (number: number) => ({
	doi: `10.5072/${number - (number % 3 === 2 ? 1 : 0)}`,
	types: { resourceTypeGeneral: 'Dataset' },
	titles: [{ title: `State ${number}` }],
	relatedIdentifiers: Array.from({ length: 6 }, (_, at) => ({
		relatedIdentifier: `10.5072/cited-${(number * 7 + at) % 90}`,
		relatedIdentifierType: 'DOI',
		relationType: at === 5 ? 'IsVersionOf' : 'References',
	})),
});

async function writeFiles(folder: string): Promise<string> {
	const files = join(folder, 'files');
	await mkdir(files);
	const records = Array.from({ length: 180 }, (_, number) => `${JSON.stringify(record(number))}\n`);
	await writeFile(join(files, 'a.jsonl'), records.join(''));
	const rows = Array.from({ length: 900 }, (_, number) => `10.5072/c${number},10.5072/cited-${number % 40},2020\n`);
	await writeFile(join(files, 'b.csv.gz'), gzipSync(`citing,cited,creation\n${rows.join('')}`));
	return files;
}

type Store = { program: Program; events(): Promise<number>; remove(): Promise<void> };
type Engine = { name: string; skip: string | false; open(): Promise<Store> };

const engines: Engine[] = [
	{
		name: 'SQLite',
		skip: false,
		async open() {
			const program = await openProgram(settings);
			const events = async () => {
				const database = new DatabaseSync(join(program.folder, 'broker.db'), { readOnly: true });
				try {
					return (database.prepare('select count(*) as n from link_event').get() as { n: number }).n;
				} finally {
					database.close();
				}
			};
			return { program, events: () => events().catch(() => 0), remove: program.remove };
		},
	},
	{
		name: 'PostgreSQL',
		skip: skipPostgres,
		async open() {
			const schema = await createSchema();
			const program = await openProgram({ ...settings, ...schema.settings });
			const events = async () => {
				const [row] = await schema.query(`select count(*)::int from ${schema.name}.link_event`).catch(() => [[0]]);
				return row?.[0] as number;
			};
			const remove = async () => {
				await program.remove();
				await schema.remove();
			};
			return { program, events, remove };
		},
	},
];

/** Loads until so many events are stored and some more milliseconds have passed, and kills it. */
async function loadAndKill({ program, events }: Store, words: string[], after: number, pause: number): Promise<void> {
	const child = spawn(process.execPath, [bin, 'events', 'load', ...words], {
		env: program.environment,
		stdio: 'ignore',
	});
	const ended = once(child, 'exit');
	await eventually(events, (count) => count >= after || child.exitCode !== null, { timeoutSeconds: 60 });
	await new Promise((resolve) => setTimeout(resolve, pause));
	child.kill('SIGKILL');
	await ended;
}

/** What is stored, without what differs from one broker to another. */
async function storedEvents({ folder, output }: Program): Promise<unknown[]> {
	const file = join(folder, 'export.jsonl');
	await output('export', file);
	const lines = (await readFile(file, 'utf8')).trim().split('\n');
	const loads = new Map<string, number>();
	return lines.map((line) => {
		const {
			event_id: _,
			created_at: __,
			load,
			...event
		} = JSON.parse(line) as Record<string, unknown> & {
			load?: { id: string };
		};
		return { ...event, load: load && { ...load, id: loads.getOrInsert(load.id, loads.size) } };
	});
}

for (const { name, skip, open } of engines) {
	describe(`a load that is killed on ${name}`, { skip }, () => {
		let store: Store;
		beforeEach(async () => {
			store = await open();
		});
		afterEach(() => store.remove());

		it('goes on with --resume, killed again and again, and stores each event once', async (test) => {
			const seed = Date.now() % 100_000;
			test.diagnostic(`seed ${seed}`);
			const random = createRandom(seed);
			const undisturbed = await openProgram(settings);
			const files = await writeFiles(store.program.folder);
			await undisturbed.output('events', 'load', files);
			const words = [files];
			for (const after of [2, 9, 17, 30, 44]) {
				await loadAndKill(store, words, after, random.below(40));
				if (words.length === 1) words.unshift('--resume');
			}
			const last = await store.program.run('events', 'load', ...words, '--json');
			assert.equal(last.status, 0, last.errors);
			assert.ok((JSON.parse(last.output) as { links_before: number }).links_before >= 40);
			assert.deepEqual(await storedEvents(store.program), await storedEvents(undisturbed));
			const { loads } = JSON.parse(await store.program.output('loads', 'list', '--json'));
			assert.deepEqual([loads.length, loads[0].name, loads[0].status], [1, files, 'Done']);
			assert.equal(loads[0].id, JSON.parse(last.output).load);
			const work = ['relationships', '10.5072/cited-3', '--relation', 'isCitedBy', '--size', '100', '--json'];
			assert.deepEqual(JSON.parse(await store.program.output(...work)), JSON.parse(await undisturbed.output(...work)));
			assert.match(await store.program.output('doctor'), /^No faults\.$/m);
			await undisturbed.remove();
		});

		it('that was stopped by a bad record goes on once that is mended, or with --skip-invalid', async () => {
			const { folder, run } = store.program;
			const file = join(folder, 'links.jsonl');
			const link = (number: number) =>
				JSON.stringify({
					Source: { Identifier: { ID: `10.5072/s${number}`, IDScheme: 'doi' }, Type: { Name: 'dataset' } },
					RelationshipType: { Name: 'References' },
					Target: { Identifier: { ID: '10.5072/t', IDScheme: 'doi' }, Type: { Name: 'dataset' } },
					LinkProvider: [{ Name: 'Test' }],
					LinkPublicationDate: '2020-01-01',
				});
			const lines = Array.from({ length: 200 }, (_, number) => link(number));
			await writeFile(file, lines.with(100, '{"Source": 1}').join('\n'));
			const failed = await run('events', 'load', file);
			assert.equal(failed.status, 1);
			assert.match(
				failed.errors,
				/^80 links were stored before the load failed\. .*\n +link-broker events load --resume \S+\n/m,
			);
			const skipping = await run('events', 'load', '--resume', '--skip-invalid', file);
			assert.equal(skipping.status, 0, skipping.errors);
			assert.match(skipping.output, /^Loaded 119 links in 3 events.*\nResumed after 80 links stored before/);
			const again = await run('events', 'load', '--resume', file);
			assert.equal(again.status, 1);
			assert.match(again.errors, /No load of these files .* was stopped/);
		});

		it('is refused where what was stored of the files has changed, and where it came from standard input', async () => {
			const files = await writeFiles(store.program.folder);
			await loadAndKill(store, [files], 3, 0);
			const stored = await store.events();
			await writeFile(join(files, 'a.jsonl'), `${JSON.stringify(record(1))}\n`);
			const { status, errors } = await store.program.run('events', 'load', '--resume', files);
			assert.equal(status, 1);
			assert.match(errors, /do not begin with what was stored of them: they were changed/);
			assert.equal(await store.events(), stored);
			const streamed = await store.program.run('events', 'load', '--resume', '-');
			assert.equal(streamed.status, 2);
			assert.match(streamed.errors, /Standard input cannot be resumed/);
		});
	});
}
