// Says what `objects lookup` reads and prints.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { LookUpInput, LookUpResult } from '../../broker/objects/look-up-objects.ts';
import { openCommandLine } from '../command-line.fixture.ts';

const noLinks = { cites: 0, isCitedBy: 0, isSupplementTo: 0, isSupplementedBy: 0, isRelatedTo: 0 };
const counts = { identity: { ...noLinks, isCitedBy: 3 }, version: { ...noLinks, isCitedBy: 21 } };

/** Knows all DOIs but 10.1000/unknown, and takes all else for no identifier. */
async function lookUpObjects(inputs: readonly LookUpInput[]): Promise<LookUpResult[]> {
	return inputs.map((input) => {
		const value = String(input);
		if (!value.startsWith('10.')) return { input, problem: `${value} is not an identifier.` };
		const found = value === '10.1000/unknown' ? null : { group: 1, version: 1, counts };
		return { input, problem: null, asked: { scheme: 'doi', value, key: value }, found };
	});
}

describe('objects lookup', () => {
	let line: Awaited<ReturnType<typeof openCommandLine>>;
	const folder = mkdtempSync(join(tmpdir(), 'lookup-'));
	before(async () => {
		line = await openCommandLine();
	});
	after(async () => {
		await line.close();
		rmSync(folder, { recursive: true });
	});
	const look = (content: string | Uint8Array, ...options: string[]) => {
		const file = join(folder, 'ids');
		writeFileSync(file, content);
		return line.run(['objects', 'lookup', file, ...options], { broker: { lookUpObjects } });
	};
	const cellsOf = (out: string) => out.split('\r\n').map((row) => row.split(','));

	it('prints a table: a row for each line of the file that is not empty, in order', async () => {
		const { status, out, err } = await look('\ufeff10.1000/a\r\n\n 10.1000/unknown \nnothing\n10.1000/b');
		const [header, ...rows] = cellsOf(out);
		assert.deepEqual(header?.slice(0, 7), ['input', 'input_scheme', 'id', 'scheme', 'known', 'problem', 'self']);
		assert.deepEqual(
			rows.map((row) => [row[0], row[4], row[header?.indexOf('version_isCitedBy') ?? 0]]),
			[
				['10.1000/a', 'true', '21'],
				['10.1000/unknown', 'false', ''],
				['nothing', 'false', ''],
				['10.1000/b', 'true', '21'],
				['', undefined, undefined],
			],
		);
		assert.deepEqual([status, err], [0, '4 identifiers: 2 known, 1 unknown, 1 unclear\n']);
	});

	it('prints a JSON document a line', async () => {
		const { out } = await look('10.1000/a\nnothing', '--format', 'jsonl');
		assert.deepEqual(
			out
				.trim()
				.split('\n')
				.map((text) => JSON.parse(text)),
			[
				{ input: '10.1000/a', understood_as: { ID: '10.1000/a', IDScheme: 'doi' }, known: true, counts },
				{ input: 'nothing', known: false, problem: 'nothing is not an identifier.' },
			],
		);
	});

	it('begins the CSV with a byte order mark only with --bom', async () => {
		assert.match((await look('10.1000/a')).out, /^input,/);
		assert.match((await look('10.1000/a', '--bom')).out, /^\uFEFFinput,/);
	});

	it('prints one JSON document with --json', async () => {
		const { out } = await look('10.1000/a\nnothing', '--json');
		assert.deepEqual(
			JSON.parse(out).results.map(({ known }: { known: boolean }) => known),
			[true, false],
		);
		assert.deepEqual(JSON.parse((await look('', '--json')).out), { results: [] });
		assert.equal((await look('a', '--json', '--format', 'csv')).status, 2);
	});

	it('reads a column of a CSV, whose name has any letter case; an empty cell is a row as well', async () => {
		const { out } = await look('title,DOI\n"a, b",10.1000/a\nc,\n', '--column', 'doi');
		assert.deepEqual(
			cellsOf(out)
				.slice(1, 3)
				.map((row) => [row[0], row[4]]),
			[
				['10.1000/a', 'true'],
				['', 'false'],
			],
		);
	});

	it('reads what is packed, of any length, a thousand at a time', async () => {
		const asked: number[] = [];
		const file = join(folder, 'many.gz');
		writeFileSync(file, gzipSync(Array.from({ length: 2_500 }, (_, at) => `10.1000/${at}\n`).join('')));
		const { out } = await line.run(['objects', 'lookup', file], {
			broker: {
				lookUpObjects: (inputs) => {
					asked.push(inputs.length);
					return lookUpObjects(inputs);
				},
			},
		});
		assert.deepEqual(asked, [1_000, 1_000, 500]);
		assert.equal(out.split('\r\n').length, 2_502);
	});

	it('takes identifiers instead of a file, unless a file has that name', async () => {
		const ask = (...given: string[]) => line.run(['objects', 'lookup', ...given], { broker: { lookUpObjects } });
		const { out, err } = await ask('10.1000/a', '10.1000/unknown');
		assert.deepEqual(
			cellsOf(out).map(([input]) => input),
			['input', '10.1000/a', '10.1000/unknown', ''],
		);
		assert.equal(err, '2 identifiers: 1 known, 1 unknown, 0 unclear\n');
		const several = await ask('10.1000/a', 'dois.txt');
		assert.match(several.err, /Give one file or several identifiers; "dois\.txt" is no identifier\./);
		const columns = await ask('10.1000/a', '10.1000/b', '--column', 'DOI');
		assert.match(columns.err, /Give one file or several identifiers if you use --column\./);
		assert.deepEqual([several.status, columns.status], [2, 2]);
		writeFileSync(join(folder, 'PMC1234567'), '10.1000/b\n');
		assert.match((await ask(join(folder, 'PMC1234567'))).out, /\r\n10\.1000\/b,/);
	});

	it('fails for a missing file or column', async () => {
		const missing = await line.run(['objects', 'lookup', join(folder, 'none')], { broker: { lookUpObjects } });
		assert.equal(missing.status, 1);
		const { status, err } = await look('title,DOI\na,b\n', '--column', 'id');
		assert.equal(status, 1);
		assert.match(err, /The file has no column "id". Its columns: "title", "DOI"\./);
	});
});
