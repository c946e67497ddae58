// Interrupts a load as Ctrl-C does: it says what is stored and what is not found yet, and the command
// that it names goes on.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually, openProgram, type Program } from './program.ts';

const bin = fileURLToPath(new URL('../../bin/link-broker.js', import.meta.url));
const links = 12_000;

/** A line of a file: a paper that cites another. */
const line = (n: number) =>
	`${JSON.stringify({
		Source: { Identifier: { ID: `10.1000/citing.${n}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
		RelationshipType: { Name: 'References' },
		Target: { Identifier: { ID: `10.1000/cited.${n % 97}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
		LinkProvider: [{ Name: 'Test' }],
		LinkPublicationDate: '2020-01-01',
	})}\n`;

type Document = {
	links: number;
	events: { status: string }[];
	interrupted: { waiting_changes: number; all_stored: boolean; go_on_with: string };
};

describe('a load that is interrupted', () => {
	let program: Program;
	let file: string;
	before(async () => {
		program = await openProgram();
		file = join(program.folder, "today's links.jsonl");
		await writeFile(file, Array.from({ length: links }, (_, n) => line(n)).join(''));
	});
	after(() => program.remove());

	/** Starts a load and resolves once it has stored something. */
	const startLoad = async (...words: string[]) => {
		const child = spawn(process.execPath, [bin, 'events', 'load', ...words], { env: program.environment });
		const printed = { output: '', errors: '' };
		child.stdout.on('data', (text) => (printed.output += text));
		child.stderr.on('data', (text) => (printed.errors += text));
		const closed = once(child, 'close') as Promise<[number | null, string | null]>;
		return { child, printed, closed };
	};
	const stored = async () => JSON.parse(await program.output('events', 'list', '--json')).events.length as number;

	it('says what is stored and not yet found, ends with status 130, and goes on with what it names', async () => {
		const { child, printed, closed } = await startLoad('--json', file);
		await eventually(stored, (count) => count > 0, { timeoutSeconds: 30 });
		child.kill('SIGINT');
		assert.deepEqual(await closed, [130, null], printed.errors);
		assert.match(printed.errors, /Stopping after the current event\. Press Ctrl-C again to stop at once\./);
		const { links: loaded, events, interrupted } = JSON.parse(printed.output) as Document;
		assert.ok(events.every(({ status }) => status === 'Done'));
		assert.equal(interrupted.all_stored, false);
		assert.ok(loaded < links && loaded > 0, String(loaded));
		assert.ok(interrupted.waiting_changes > 0);
		assert.equal(interrupted.go_on_with, `link-broker events load --resume '${file.replace("'", "'\\''")}'`);
		const search = ['relationships', '10.1000/cited.1', '--relation', 'isCitedBy', '--size', '1', '--json'];
		const rest = JSON.parse(await program.output('events', 'load', '--resume', '--json', file)) as Document;
		assert.equal(rest.links, links - loaded);
		const found = JSON.parse(await program.output(...search));
		assert.equal(found.Relationships.length, 1);
		assert.match(
			(await program.run(...search.slice(0, -1))).output,
			new RegExp(`${Math.ceil((links - 1) / 97)} relat`),
		);
	});

	it('waits for nothing that is still to come in a pipe', async () => {
		const earlier = await stored();
		const { child, printed, closed } = await startLoad('-');
		// What is not read any more when the load ends is of no interest.
		child.stdin.on('error', () => undefined);
		child.stdin.write(Array.from({ length: 5_000 }, (_, n) => line(n)).join(''));
		await eventually(stored, (count) => count > earlier, { timeoutSeconds: 30 });
		child.kill('SIGINT');
		assert.deepEqual(await closed, [130, null], printed.errors);
		assert.match(printed.output, /^Interrupted after 2,000 links in 1 event, /);
		assert.match(printed.output, /These links are stored permanently\. The rest of the files is not\./);
		assert.match(printed.output, /^ {2}link-broker events load -$/m);
	});
});
