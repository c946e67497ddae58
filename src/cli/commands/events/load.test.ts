// Tests of `events load`: what it asks of the broker and how it shows what became of the links.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { LoadOptions, LoadSummary } from '../../../broker/load-files.ts';
import { BrokerError } from '../../../errors.ts';
import { samplesByName } from '../../../formats/dialects/samples.fixture.ts';
import type { Translation } from '../../../formats/dialects/translate.ts';
import { noCounts } from '../../../links/link-event.ts';
import { noon, openCommandLine } from '../../command-line.fixture.ts';

let line: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	line = await openCommandLine();
});
after(() => line.close());

const counts = { ...noCounts, links: 1_200, ignored: 3, newRelationships: 1_100, newIdentifiers: 900, mergedGroups: 7 };

const summary: LoadSummary = {
	...counts,
	events: [{ eventId: 'e1', links: 1_200, state: 'Done', error: null }],
	refused: [],
	files: [],
	loadId: 'e1',
	isWithdrawn: false,
	seconds: 0.4,
	interrupted: null,
	linksBefore: null,
	replacedSets: [],
};

const today = new Date(noon).toISOString().slice(0, 10);
const usual = { action: 'assert', noindex: false, skipInvalid: false, replace: 'record', supplied: {}, date: today };

describe('events load --dry-run', () => {
	it('detects the dialect of each sample by its content, whatever its name', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'samples-'));
		const all = samplesByName();
		const paths = all.map((_, at) => join(folder, `${at}.txt`));
		for (const [at, { text }] of all.entries()) await writeFile(paths[at] as string, text);
		const { out } = await line.run(['events', 'load', '--dry-run', '--json', '--provider', 'Our library', ...paths]);
		await rm(folder, { recursive: true });
		const { files, refused } = JSON.parse(out) as { files: { dialect: string; links: number }[]; refused: unknown[] };
		assert.deepEqual(refused, []);
		assert.deepEqual(
			files.map(({ dialect, links }, at) => [all[at]?.form, dialect, links]),
			all.map(({ form, name, linkCount }) => [form, name, linkCount]),
		);
	});

	it('lists the works that a file only describes', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'works-'));
		const path = join(folder, 'list.bib');
		await writeFile(path, '@article{a, doi = {10.1234/a}, title = {A title}, year = 2019}\n');
		const { out } = await line.run(['events', 'load', '--dry-run', '--provider', 'Our library', path]);
		await rm(folder, { recursive: true });
		assert.match(out, /WORK +PUBLISHED +TITLE\ndoi:10\.1234\/a +2019 +A title\n/);
	});
});

describe('events load', () => {
	const loading = (changes: Partial<LoadSummary> = {}) => {
		const asked: unknown[] = [];
		const loadFiles = async (
			_by: object,
			files: readonly string[],
			{ onProgress: _, signal: _signal, ...options }: object & { onProgress: unknown; signal?: unknown },
		) => {
			asked.push([files, options]);
			return { ...summary, ...changes };
		};
		return { asked, broker: { loadFiles } };
	};

	it('loads files and sums up', async () => {
		const { asked, broker } = loading();
		assert.deepEqual(await line.run('events load a.json b.jsonl.gz -', { broker }), {
			status: 0,
			out:
				'Loaded 1,200 links in 1 event, 0.4 s (3,000 links/s)\n' +
				'  new relationships  1,100\n' +
				'  new identifiers    900\n' +
				'  merged groups      7\n' +
				'  ignored links      3\n' +
				'  refused links      0\n' +
				'Event e1: Done\n' +
				'Load e1: withdraw all of it with link-broker loads withdraw e1\n',
			err: '',
		});
		assert.deepEqual(asked, [[['a.json', 'b.jsonl.gz', '-'], usual]]);
	});

	it('says that the load was withdrawn meanwhile, and how to restore it', async () => {
		const { broker } = loading({ isWithdrawn: true });
		const { out } = await line.run('events load a.json', { broker });
		assert.match(out, /\nLoad e1 was withdrawn while it was loaded: .*\n.* link-broker loads restore e1\n$/);
		assert.doesNotMatch(out, /loads withdraw/);
		const { out: json } = await line.run('events load --json a.json', { broker });
		assert.equal(JSON.parse(json).load_withdrawn, true);
	});

	it('passes --no-index and --skip-invalid on', async () => {
		const { asked, broker } = loading();
		await line.run('events load --no-index a.json', { broker });
		await line.run('events load a.json --skip-invalid', { broker });
		assert.deepEqual(asked, [
			[['a.json'], { ...usual, noindex: true }],
			[['a.json'], { ...usual, skipInvalid: true }],
		]);
	});

	it('passes on what the links do, and refuses any other action', async () => {
		const { asked, broker } = loading();
		await line.run('events load --action=withdraw a.json', { broker });
		await line.run('events load a.json --action replace', { broker });
		assert.deepEqual(asked, [
			[['a.json'], { ...usual, action: 'withdraw' }],
			[['a.json'], { ...usual, action: 'replace' }],
		]);
		const { status, err } = await line.run('events load a.json --action remove', { broker });
		assert.equal(status, 2);
		assert.match(err, /assert, withdraw, replace/);
	});

	it('resumes, and reports after how many links', async () => {
		const { asked, broker } = loading({ linksBefore: 4_000 });
		const { out } = await line.run('events load --resume a.json --date 2020', { broker });
		assert.deepEqual(asked, [[['a.json'], { ...usual, date: '2020', isDateGiven: true, resume: true }]]);
		assert.match(out, /^Loaded .*\nResumed after 4,000 links stored before\n/);
	});

	it('shows what would be withdrawn from a set, and withdraws it only with consent', async () => {
		const object = (key: string) => ({ identifiers: [{ scheme: 'doi', key, value: key }], description: {} });
		const provenances = [{ provider: 'OpenCitations', date: '2026' }];
		const link = { source: object('10.1/a'), relation: 'Cites', target: object('10.1/b'), provenances } as const;
		const withdrawn = {
			set: 'opencitations',
			links: 1_200,
			relations: [{ name: 'Cites', count: 1_200 }],
			first: [link],
		};
		const loadFiles = async (_: object, __: object, { confirm }: Pick<LoadOptions, 'confirm'>) => {
			const isWithdrawn = (await confirm?.(withdrawn)) ?? assert.fail('nobody is asked');
			return { ...summary, replacedSets: [{ ...withdrawn, isWithdrawn }] };
		};
		const words = 'events load --replace set a.csv';
		const asked = { broker: { loadFiles }, isTTY: true };
		const refused = await line.run(words, { ...asked, stdin: 'n\n' });
		assert.match(
			refused.err,
			/have 1,200 links that this one lacks: 1,200 Cites\nThe first 1:\n.*doi:10.1\/a +Cites +doi:10/s,
		);
		assert.match(refused.err, /Withdraw 1,200 links of earlier editions\? \[y\/N\] /);
		assert.match(refused.out, /^Not withdrawn: 1,200 links of earlier editions of opencitations$/m);
		const agreed = await line.run(words, { ...asked, stdin: 'y\n' });
		assert.match(agreed.out, /^Withdrawn: 1,200 links of earlier editions of opencitations \(1,200 Cites\)$/m);
		const printed = await line.run(`${words} --yes`, { broker: { loadFiles } });
		assert.doesNotMatch(printed.err, /\?/);
		assert.match(printed.out, /^Withdrawn: /m);
		assert.equal((await line.run(words, { broker: { loadFiles } })).status, 2);
	});

	it('shows the command that resumes it; not for standard input', async () => {
		const interrupted = { isAllStored: false, waitingChanges: 0 };
		const printed = async (words: string) => (await line.run(`events load ${words}`, loading({ interrupted }))).out;
		assert.match(
			await printed('--replace none a.json'),
			/continue.*\n {2}link-broker events load --resume --replace none a.json\n$/i,
		);
		assert.match(await printed('-'), /\n {2}link-broker events load -\n$/);
	});

	it('reports what is stored if it fails after some links, and how to continue', async () => {
		const loadFiles = async (_: object, __: readonly string[], { onProgress }: { onProgress(now: object): void }) => {
			onProgress({ bytesRead: 50, bytesTotal: null, stored: 1, applied: 1, indexed: 0 });
			throw new BrokerError('bad-file', 'Line 7 is wrong');
		};
		const { err } = await line.run('events load a.json', { broker: { loadFiles } });
		assert.match(
			err,
			/^1 link was stored before the load failed\. When the cause is corrected, continue with:\n {2}link-broker events load --resume a.json\n/,
		);
	});

	it('reports what was withdrawn', async () => {
		const { out } = await line.run(
			'events load a.json',
			loading({ withdrawn: 5, nothingToWithdraw: 1, splitGroups: 2 }),
		);
		assert.match(out, /^ {2}withdrawn assertions +5\n {2}links not asserted before +1\n {2}split groups +2$/m);
	});

	it('answers one document with --json', async () => {
		const { status, out } = await line.run('events load a.json --json', loading());
		assert.equal(status, 0);
		assert.deepEqual(JSON.parse(out), {
			load: 'e1',
			load_withdrawn: false,
			events: [{ event_id: 'e1', links: 1_200, status: 'Done', error: null }],
			links: 1_200,
			descriptions: 0,
			ignored: 3,
			containers: 0,
			unknown_relations: [],
			new_relationships: 1_100,
			new_identifiers: 900,
			merged_groups: 7,
			withdrawn: 0,
			nothing_to_withdraw: 0,
			not_yours: 0,
			identities_kept: 0,
			split_groups: 0,
			refused: [],
			files: [],
			links_before: null,
			replaced_sets: [],
			seconds: 0.4,
			interrupted: null,
		});
	});

	it('names the relations that are no relation types, and how many links give them', async () => {
		const unknownRelations = [{ name: 'Inspires', count: 1_200 }];
		const { out } = await line.run('events load a.json', loading({ unknownRelations }));
		assert.match(out, /Stored as IsRelatedTo, since these are not relation types: Inspires \(1,200\)/);
	});

	it('describes how a file of another dialect was read', async () => {
		const file: Translation = {
			...{ file: 'records.json', dialect: 'datacite', records: 2, links: 5, withdrawn: 2, described: 1, dated: 4 },
			...{ dateRule: 'when the DOI was registered', date: '2026-01-15', provider: 'DataCite' },
			...{ relations: [{ name: 'Cites', count: 5 }], leftOut: [{ name: 'no identifier', count: 3 }], refused: [] },
			wrongCells: { count: 0, first: [] },
		};
		const { out } = await line.run('events load records.json', loading({ files: [file] }));
		assert.ok(
			out.includes(
				'records.json: datacite, 2 records, 5 links, 1 description without a link\n' +
					'  withdrawn, since they no longer hold: 2 links\n' +
					'  relations: 5 Cites\n' +
					'  left out: 3 no identifier\n' +
					'  dated by: when the DOI was registered\n' +
					'  dated 2026-01-15 for lack of a date: 1 link\n' +
					'  provider of links without one: DataCite\n',
			),
			out,
		);
	});

	it('passes on what the files lack', async () => {
		const { asked, broker } = loading();
		const words =
			'--from table --provider Library --date 2020-05 --source 10.5281/zenodo.1 --relation Cites --replace none';
		await line.run(`events load ${words} list.csv`, { broker });
		const supplied = { source: { id: '10.5281/zenodo.1' }, relation: 'Cites' };
		const dated = { date: '2020-05', isDateGiven: true };
		const reading = { from: 'table', provider: 'Library', ...dated, replace: 'none', supplied };
		assert.deepEqual(asked, [[['list.csv'], { ...usual, ...reading }]]);
	});

	it('refuses a date and a source that are none', async () => {
		for (const [words, message] of [
			['--date 31.12.2020', /must be a date/],
			['--source nothing', /must be one identifier/],
			['--replace all', /Allowed choices are record, set, none/],
		] as const) {
			const { status, err } = await line.run(`events load ${words} list.csv`, loading());
			assert.equal(status, 2);
			assert.match(err, message);
		}
	});

	it('reports refused records on standard error with file and line', async () => {
		const problems = [{ pointer: '/Source', message: 'is missing' }, { message: 'is no link' }];
		const refused = Array.from({ length: 101 }, (_, index) => ({ file: 'a.jsonl', line: index + 1, problems }));
		const { status, out, err } = await line.run('events load --skip-invalid a.jsonl', loading({ refused }));
		assert.equal(status, 0);
		assert.match(out, /refused links +101\n/);
		assert.ok(err.startsWith('a.jsonl:1: /Source: is missing; is no link\na.jsonl:2: '));
		assert.ok(err.endsWith('\nand 1 more refused link\n'));
	});

	it('ends with status 1 and the reason where an event failed', async () => {
		const events = [
			{ eventId: 'e1', links: 600, state: 'Done', error: null },
			{ eventId: 'e2', links: 600, state: 'Error', error: 'The disk is full' },
			{ eventId: 'e3', links: 600, state: 'New', error: 'The disk is full' },
		];
		const { status, out } = await line.run('events load a.json', loading({ events }));
		assert.equal(status, 1);
		assert.match(out, /^Event e2 failed: The disk is full$/m);
		assert.match(out, /^Event e3 failed and will be attempted again: The disk is full$/m);
		assert.doesNotMatch(out, /Event e1/);
	});

	it('ends with status 1 where the only event is to be tried again', async () => {
		const events = [{ eventId: 'e1', links: 600, state: 'New', error: 'The disk is full' }];
		assert.equal((await line.run('events load a.json', loading({ events }))).status, 1);
	});

	it('clears its progress on a terminal, also on failure', async () => {
		const broker = {
			loadFiles: async (
				_: object,
				__: readonly string[],
				options: { onProgress(progress: object): void },
			): Promise<never> => {
				options.onProgress({ bytesRead: 50, bytesTotal: 100, stored: 20, applied: 10, indexed: 5 });
				throw new BrokerError('bad-file', 'There is no file a.json');
			},
		};
		const { status, out, err } = await line.run('events load a.json', { broker, isTTY: true });
		assert.equal(status, 1);
		assert.equal(out, '');
		assert.equal(
			err,
			'\r\u001b[K[############            ]   50 %  Loading  20 links stored, 10 applied, 5 indexed' +
				'\r\u001b[K20 links were stored before the load failed. When the cause is corrected, continue with:\n' +
				'  link-broker events load --resume a.json\n' +
				'link-broker: There is no file a.json\n',
		);
	});
});
