// Tests the command objects report: what it writes. What is reported, src/broker/objects tests.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ReportedInput } from '../../broker/objects/report-works.ts';
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
			family: { ID: '10.1000/all', IDScheme: 'doi', versions: 3 },
			object: { Title: 'Corner plots', Type: { Name: 'software' } },
			citedIn: {
				identity: [[2018, 1]],
				version: [
					[2016, 1],
					[2018, 2],
				],
			},
		},
	},
	{ result: { input: 'words', problem: 'It is no identifier.' }, work: null },
];

let since: number | undefined;

async function run(options: string) {
	const file = join(folder, 'dois.txt');
	await writeFile(file, '10.1000/a\nwords\n');
	return cli.run(`objects report ${file}${options}`, {
		broker: {
			async reportWorks(_, asked) {
				since = asked?.since;
				return reported;
			},
		},
	});
}

describe('objects report', () => {
	it('writes a CSV with a column for each year in which works cite, and says what is known', async () => {
		const { status, out, err } = await run('');
		assert.equal(status, 0);
		const [header = '', first = '', second = ''] = out.split('\r\n');
		assert.match(
			header,
			/^input,.*,version_isCitedBy,.*,title,type,published,family,family_scheme,versions_total,identity_cited_since,version_cited_since,identity_cited_in_2018,version_cited_in_2016,version_cited_in_2018$/,
		);
		assert.match(first, /^10\.1000\/a,.*,3,.*,Corner plots,software,,10\.1000\/all,doi,3,1,2,1,1,2$/);
		assert.match(second, /^words,.*It is no identifier\.,.*,,,,,,,,,,,$/);
		assert.match(err, /2 identifiers: 1 known, 0 not known, 1 unclear/);
	});

	it('is of all works with a prefix of DOIs, those that are cited most first', async () => {
		const asked: unknown[] = [];
		const broker = {
			async worksOfPrefix(prefix: string) {
				asked.push(prefix);
				return ['10.1000/b', '10.1000/a'];
			},
			async reportWorks(inputs: readonly unknown[]) {
				asked.push(inputs);
				return reported.toReversed();
			},
		};
		const { status, out } = await cli.run('objects report --prefix 10.1000', { broker });
		assert.equal(status, 0);
		assert.deepEqual(asked, ['10.1000', ['10.1000/b', '10.1000/a']]);
		assert.match(out.split('\r\n')[1] ?? '', /^10\.1000\/a,/);
	});

	it('is of a file or of a prefix, not of both, nor of nothing', async () => {
		for (const { status, err } of [await run(' --prefix 10.1000'), await cli.run('objects report', { broker: {} })]) {
			assert.equal(status, 2);
			assert.match(err, /Give either a file, or --prefix/);
		}
	});

	it('asks what is new since a date, and takes nothing else for one', async () => {
		assert.equal((await run(' --since 2026-01')).status, 0);
		assert.equal(since, Date.UTC(2026, 0, 1) / 1000);
		const { status, err } = await run(' --since soon');
		assert.equal(status, 2);
		assert.match(err, /It must be a date such as/);
	});

	it('answers the same as JSON', async () => {
		const { works } = JSON.parse((await run(' --json')).out);
		assert.deepEqual([works[0].Title, works[0].counts.version.isCitedBy], ['Corner plots', 3]);
		assert.deepEqual(works[0].cited_in, {
			identity: [{ year: 2018, works: 1 }],
			version: [
				{ year: 2016, works: 1 },
				{ year: 2018, works: 2 },
			],
		});
		assert.equal(works[1].problem, 'It is no identifier.');
	});
});
