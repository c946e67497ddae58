// A whole edition of a dump replaces earlier ones: what it lacks is withdrawn,
// and nothing else. On both engines of the records.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { createSchema, skipPostgres } from '../src/engines/postgres/postgres.fixture.ts';
import { openProgram, type Program } from './end-to-end/program.ts';

const settings = { MAX_LINKS_PER_EVENT: '50', LOG_LEVEL: 'silent' };

type Engine = { name: string; skip: string | false; open(): Promise<{ program: Program; remove(): Promise<void> }> };

const engines: Engine[] = [
	{
		name: 'SQLite',
		skip: false,
		async open() {
			const program = await openProgram(settings);
			return { program, remove: program.remove };
		},
	},
	{
		name: 'PostgreSQL',
		skip: skipPostgres,
		async open() {
			const schema = await createSchema();
			const program = await openProgram({ ...settings, ...schema.settings });
			const remove = async () => {
				await program.remove();
				await schema.remove();
			};
			return { program, remove };
		},
	},
];

type Loaded = {
	load: string;
	links: number;
	withdrawn: number;
	events: { event_id: string }[];
	replaced_sets: unknown[];
};

for (const { name, skip, open } of engines) {
	describe(`an edition of a set on ${name}`, { skip }, () => {
		let opened: Awaited<ReturnType<Engine['open']>>;
		let program: Program;
		beforeEach(async () => {
			opened = await open();
			program = opened.program;
		});
		afterEach(() => opened.remove());

		/** Writes an edition that has these citations of one work. */
		async function edition(file: string, from: number, to: number): Promise<string> {
			const path = join(program.folder, file);
			const rows = Array.from({ length: to - from }, (_, at) => `10.5072/citing-${from + at},10.5072/cited,2020\n`);
			await writeFile(path, `citing,cited,creation\n${rows.join('')}`);
			return path;
		}
		const load = async (...words: string[]) =>
			JSON.parse(await program.output('events', 'load', '--json', ...words)) as Loaded;
		const citing = async () => {
			const words = ['10.5072/cited', '--relation', 'isCitedBy', '--size', '100', '--json'];
			const { Relationships } = JSON.parse(await program.output('relationships', ...words)) as {
				Relationships: { Target: { Identifiers: { ID: string }[] } }[];
			};
			return Relationships.map(({ Target }) => Number(/\d+$/.exec(Target.Identifiers[0]?.ID ?? '')?.[0])).sort(
				(one, other) => one - other,
			);
		};
		const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

		it('withdraws what it lacks, by events that can be withdrawn', async () => {
			await load(await edition('1.csv', 0, 80));
			// The same provider says it elsewhere, too; another provider says something else.
			await load(
				'--from',
				'table',
				'--relation',
				'Cites',
				'--provider',
				'OpenCitations',
				await edition('own.csv', 0, 1),
			);
			await load('--provider', 'A mirror', await edition('mirror.csv', 1, 2));
			const second = await load('--replace', 'set', '--yes', await edition('2.csv', 70, 90));
			assert.deepEqual(
				[second.links, second.withdrawn, second.replaced_sets],
				[
					20,
					69,
					[{ set: 'opencitations', removed_links: 69, relations: [{ name: 'Cites', count: 69 }], withdrawn: true }],
				],
			);
			assert.deepEqual(await citing(), [0, 1, ...range(70, 90)]);
			const { events, actions } = JSON.parse(await program.output('loads', 'show', '--json', second.load));
			assert.deepEqual([events.total, actions], [second.events.length, ['assert', 'withdraw']]);
			const again = await load('--replace', 'set', '--yes', await edition('2.csv', 70, 90));
			assert.deepEqual([again.withdrawn, again.events.length], [0, 1]);
			for (const { event_id } of second.events.slice(1)) await program.output('events', 'withdraw', event_id);
			assert.deepEqual(await citing(), range(0, 90));
			assert.match(await program.output('doctor'), /No faults\./);
		});

		it('withdraws nothing unless that is asked for, or where somebody would have to be asked', async () => {
			await load(await edition('1.csv', 0, 5));
			await load(await edition('2.csv', 3, 6));
			assert.deepEqual(await citing(), range(0, 6));
			const { status, errors } = await program.run('events', 'load', '--replace', 'set', await edition('3.csv', 5, 9));
			assert.equal(status, 2);
			assert.match(errors, /there is no terminal\. Confirm with --yes/);
			assert.deepEqual(await citing(), range(0, 6));
		});

		it('withdraws nothing where a record of it cannot be read', async () => {
			await load(await edition('1.csv', 0, 5));
			const file = await edition('2.csv', 3, 6);
			await writeFile(join(program.folder, '3.xml'), '<broken');
			const failed = await program.run(
				'events',
				'load',
				'--replace',
				'set',
				'--yes',
				file,
				join(program.folder, '3.xml'),
			);
			assert.equal(failed.status, 1);
			assert.deepEqual(await citing(), range(0, 6));
		});

		it('is refused with a file of another kind, with --skip-invalid and with --action', async () => {
			const file = join(program.folder, 'record.json');
			await writeFile(
				file,
				'{"doi": "10.5072/a", "types": {}, "titles": [], "relatedIdentifiers": [{"relatedIdentifier": "10.5072/b", "relatedIdentifierType": "DOI", "relationType": "Cites"}]}',
			);
			for (const [words, message] of [
				[[], /is not an edition of a set \(datacite\)/],
				[['--skip-invalid'], /cannot be combined with --skip-invalid/],
				[['--action', 'withdraw'], /cannot be combined with --action/],
			] as const) {
				const { status, errors } = await program.run('events', 'load', '--replace', 'set', '--yes', ...words, file);
				assert.equal(status, 2, errors);
				assert.match(errors, message);
			}
			assert.deepEqual(JSON.parse(await program.output('events', 'list', '--json')).events, []);
		});
	});
}
