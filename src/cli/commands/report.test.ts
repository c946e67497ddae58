// Tests the command objects report: what it writes. What is reported, src/broker/objects tests.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ReportedInput } from '../../broker/objects/report-works.ts';
import type { SelectedWorks, SelectionStep, WorksSelection } from '../../broker/objects/select-works.ts';
import { searchRelations } from '../../links/relation.ts';
import { openCommandLine } from '../command-line.fixture.ts';

let cli: Awaited<ReturnType<typeof openCommandLine>>;
let folder: string;
before(async () => {
	cli = await openCommandLine();
	folder = await mkdtemp(join(tmpdir(), 'link-broker-report-'));
});
after(async () => {
	await cli.close();
	await rm(folder, { recursive: true });
});

const none = Object.fromEntries(searchRelations.map((relation) => [relation, 0])) as Record<
	(typeof searchRelations)[number],
	number
>;

const reported: ReportedInput[] = [
	{
		result: {
			input: '10.1000/a',
			problem: null,
			asked: { scheme: 'doi', key: '10.1000/a', value: '10.1000/a' },
			found: { group: 17, version: 17, counts: { identity: none, version: { ...none, isCitedBy: 3 } } },
		},
		work: {
			citedSince: { identity: 1, version: 2 },
			citedByProviders: {
				providers: [{ name: 'Crossref', links: 2, firstLink: '2016', lastLink: '2018-06-01' }],
				isWhole: true,
			},
			family: { ID: '10.1000/all', IDScheme: 'doi', Title: 'corner', Type: { Name: 'software' }, versions: 3 },
			object: { Title: 'Corner plots 2.0', VersionName: 'v2.0', Type: { Name: 'software' } },
			citedIn: {
				identity: [[2018, 1]],
				version: [
					[2016, 1],
					[2018, 2],
				],
			},
		},
	},
	{ result: { input: 'words', problem: 'It is not an identifier.' }, work: null },
];

let since: number | undefined;
const events = { New: 0, Processing: 0, Error: 0 };
const noBacklog = { events, oldestEventAt: null, entries: 0, oldestEntryAt: null, oldestMessageAt: null };

async function run(options: string, backlog = noBacklog) {
	const file = join(folder, 'dois.txt');
	await writeFile(file, '10.1000/a\nwords\n');
	return cli.run(`objects report ${file}${options}`, {
		broker: {
			async reportWorks(_, asked) {
				since = asked?.since;
				return reported;
			},
			backlog: async () => backlog,
		},
	});
}

describe('objects report', () => {
	it('says on standard error when the index is behind', async () => {
		const { err } = await run('', { ...noBacklog, entries: 2 });
		assert.match(err, /^The search index is behind: 2 changes not indexed yet/);
	});

	it('writes a CSV with a column for each year in which works cite, and says what is known', async () => {
		const { status, out, err } = await run('');
		assert.equal(status, 0);
		const [header = '', first = '', second = ''] = out.split('\r\n');
		assert.match(
			header,
			new RegExp(
				'^input,.*,version_isCitedBy,.*,title,version_name,type,published,family,family_scheme,family_title,versions_total,' +
					'identity_cited_since,version_cited_since,providers,' +
					'identity_cited_in_2018,version_cited_in_2016,version_cited_in_2018$',
			),
		);
		assert.match(
			first,
			/^10\.1000\/a,.*,3,.*,Corner plots 2\.0,v2\.0,software,,10\.1000\/all,doi,corner,3,1,2,Crossref \(2\),1,1,2$/,
		);
		assert.match(second, /^words,.*It is not an identifier\.,.*,,,,,,,,,,,,,$/);
		assert.match(err, /2 identifiers: 1 known, 0 unknown, 1 unclear/);
	});

	it('is of identifiers that are given in place of a file', async () => {
		let asked: readonly unknown[] = [];
		const reportWorks = async (inputs: readonly unknown[]) => {
			asked = inputs;
			return reported;
		};
		const broker = { reportWorks, backlog: async () => noBacklog };
		const { status } = await cli.run('objects report 10.1000/a arXiv:1207.4464', { broker });
		assert.deepEqual([status, asked], [0, ['10.1000/a', 'arXiv:1207.4464']]);
	});

	it('begins the CSV with a byte order mark only with --bom', async () => {
		assert.match((await run('')).out, /^input,/);
		assert.match((await run(' --bom')).out, /^\uFEFFinput,/);
	});

	/** A broker whose selections have two works, one a step, of which the index knows one. */
	function selecting(asked: unknown[]) {
		return {
			async countSources() {
				asked.push('counted');
				return 'counted' as const;
			},
			async selectWorks(selection: WorksSelection, { cursor }: SelectionStep): Promise<SelectedWorks> {
				asked.push(selection);
				const counted = 'provider' in selection ? { counted: { works: 17, at: 0 } } : {};
				if (cursor === undefined) return { inputs: ['10.1000/b'], cursor: 'next', cursors: [], ...counted };
				return { inputs: ['10.1000/a'], cursor: null, cursors: [], ...counted };
			},
			async reportWorks(inputs: readonly unknown[]) {
				asked.push(inputs);
				return reported.toReversed();
			},
		};
	}

	it('is of all works with a prefix of DOIs that are known', async () => {
		const asked: unknown[] = [];
		const { status, out } = await cli.run('objects report --prefix 10.1000', { broker: selecting(asked) });
		assert.equal(status, 0);
		assert.deepEqual(asked, [{ prefix: '10.1000' }, { prefix: '10.1000' }, ['10.1000/b', '10.1000/a']]);
		const [, first = '', ...others] = out.trimEnd().split('\r\n');
		assert.match(first, /^10\.1000\/a,/);
		assert.deepEqual(others, []);
	});

	it('is of the works of a provider, as they are counted first, and says how many more there are', async () => {
		const asked: unknown[] = [];
		const words = ['objects', 'report', '--provider', 'Some Body'];
		const { status, out, err } = await cli.run(words, { broker: selecting(asked) });
		assert.equal(status, 0);
		assert.deepEqual(asked.slice(0, 2), ['counted', { provider: 'Some Body' }]);
		assert.match(out, /\n10\.1000\/a,/);
		assert.match(err, /the provider has 16 more works, which are cited less/);
		const { works_total, as_of } = JSON.parse((await cli.run([...words, '--json'], { broker: selecting([]) })).out);
		assert.deepEqual([works_total, as_of], [17, '1970-01-01T00:00:00.000Z']);
	});

	it('refuses a prefix of more works than a report holds', async () => {
		const selectWorks = async (): Promise<SelectedWorks> => ({
			inputs: Array(1_000).fill('10.1/a'),
			cursor: 'next',
			cursors: [],
		});
		const { status, err } = await cli.run('objects report --prefix 10.1000', { broker: { selectWorks } });
		assert.equal(status, 2);
		assert.match(err, /More than 10,000 works, the limit of one report/);
	});

	it('is of one of file, prefix and provider', async () => {
		const wrong = [await run(' --prefix 10.1000'), await run(' --provider Zenodo')];
		for (const { status, err } of [...wrong, await cli.run('objects report', { broker: {} })]) {
			assert.equal(status, 2);
			assert.match(err, /Give exactly one of a file, identifiers, --prefix and --provider/);
		}
	});

	it('has a summary: sums, the most cited works by the title of all versions, and the link providers', async () => {
		const { out } = await run(' --since 2026-01 --summary');
		const lines = [
			/^Works +1$/m,
			/^Cited by +0 by themselves, 3 with all versions$/m,
			/^New since +1 by themselves, 2 with all versions$/m,
			/^corner +v2\.0 +10\.1000\/a +0 +3$/m,
			/^Crossref +2 +2016 +2018-06-01$/m,
		];
		for (const line of lines) assert.match(out, line);
		assert.equal((await run(' --summary --json')).status, 2);
	});

	it('counts what is new since a date, and refuses other values', async () => {
		assert.equal((await run(' --since 2026-01')).status, 0);
		assert.equal(since, Date.UTC(2026, 0, 1) / 1000);
		const { status, err } = await run(' --since soon');
		assert.equal(status, 2);
		assert.match(err, /It must be a date such as/);
	});

	it('answers the same as JSON', async () => {
		const { works, summary } = JSON.parse((await run(' --json')).out);
		assert.deepEqual(summary.most_cited[0].cited_by, { identity: 0, version: 3 });
		assert.deepEqual(summary.providers, works[0].providers);
		assert.deepEqual([works[0].Title, works[0].counts.version.isCitedBy], ['Corner plots 2.0', 3]);
		assert.deepEqual(works[0].family, {
			ID: '10.1000/all',
			IDScheme: 'doi',
			Title: 'corner',
			Type: { Name: 'software' },
		});
		assert.deepEqual(works[0].cited_in, {
			identity: [{ year: 2018, works: 1 }],
			version: [
				{ year: 2016, works: 1 },
				{ year: 2018, works: 2 },
			],
		});
		assert.equal(works[1].problem, 'It is not an identifier.');
	});
});
