// Dumps the graph of one broker, loads the dump into another, and compares what both answer; and
// interrupts a dump as Ctrl-C does.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openProgram, type Program } from './program.ts';

const bin = fileURLToPath(new URL('../../bin/link-broker.js', import.meta.url));
const examples = [1, 2, 3].map((n) => fileURLToPath(new URL(`../../examples/cornerpy-${n}.json`, import.meta.url)));
const questions = ['identity', 'version'].flatMap((group) =>
	['10.21105/joss.00024', '10.5281/zenodo.591491', '10.5281/zenodo.11020', '2018MNRAS.473..210S'].map((id) => [
		...['relationships', id, '--group-by', group, '--size', '1000', '--json'],
	]),
);

describe('a dump', () => {
	let first: Program;
	let second: Program;
	before(async () => {
		[first, second] = await Promise.all([openProgram(), openProgram()]);
		await first.output('events', 'load', ...examples);
	});
	after(() => Promise.all([first.remove(), second.remove()]));

	it('as jsonl gives another broker the same answers', async () => {
		const file = join(first.folder, 'links.jsonl.zst');
		const { links, assertions } = JSON.parse(await first.output('dump', '--format', 'jsonl', file, '--json'));
		assert.ok(links > 100 && assertions >= links);
		await second.output('events', 'load', file);
		let found = 0;
		for (const question of questions) {
			const [mine, other] = await Promise.all([first.output(...question), second.output(...question)]);
			assert.deepEqual(JSON.parse(other), JSON.parse(mine), question.join(' '));
			found += JSON.parse(mine).Relationships.length;
		}
		assert.ok(found > 400, String(found));
		const sources = async (program: Program) =>
			JSON.parse(await program.output('sources', '--json')).providers.map((one: { name: string; links: number }) => [
				one.name,
				one.links,
			]);
		assert.deepEqual(await sources(second), await sources(first));
	});

	it('as opencitations is read again as what it is', async () => {
		const given = join(first.folder, 'given.csv');
		await writeFile(given, 'citing,cited,creation\n10.1000/x,10.1000/y,2020-01\n10.1000/z,10.1000/y,2021\n');
		await first.output('events', 'load', given);
		const file = join(first.folder, 'citations.csv');
		await first.output('dump', '--format', 'opencitations', file);
		const lines = (await readFile(file, 'utf8')).trim().split('\r\n').length - 1;
		const { files } = JSON.parse(await second.output('events', 'load', '--dry-run', '--json', file));
		assert.deepEqual([files[0].dialect, files[0].links], ['opencitations', lines]);
		assert.ok(lines > 0);
	});

	it('leaves nothing at Ctrl-C, and ends with status 130', async () => {
		const lines = Array.from({ length: 30_000 }, (_, n) =>
			JSON.stringify({
				Source: { Identifier: { ID: `10.1000/citing.${n}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
				RelationshipType: { Name: 'References' },
				Target: { Identifier: { ID: `10.1000/cited.${n % 97}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
				LinkProvider: [{ Name: 'Test' }],
				LinkPublicationDate: '2020-01-01',
			}),
		);
		const file = join(first.folder, 'many.jsonl');
		await writeFile(file, lines.join('\n'));
		await first.output('events', 'load', '--no-index', file);
		const before = await readdir(first.folder);
		const words = ['dump', '--format', 'ntriples', join(first.folder, 'graph.nt')];
		const child = spawn(process.execPath, [bin, ...words], { env: first.environment });
		let errors = '';
		child.stderr.on('data', (text) => (errors += text));
		const closed = once(child, 'close');
		while (!(await readdir(first.folder)).some((name) => name.endsWith('.unfinished'))) {
			assert.equal(child.exitCode, null, errors);
		}
		child.kill('SIGINT');
		assert.deepEqual(await closed, [130, null], errors);
		assert.match(errors, /Interrupted; nothing was written\./);
		const left = (await readdir(first.folder)).filter((name) => !before.includes(name));
		assert.deepEqual(left, []);
	});
});
