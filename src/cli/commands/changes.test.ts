// Tests the command changes.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { readChanges } from '../../broker/changes/read-changes.ts';
import { given, send } from '../../broker/graph.fixture.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import { openCommandLine } from '../command-line.fixture.ts';

let stored: TestRecords;
let cli: Awaited<ReturnType<typeof openCommandLine>>;
before(async () => {
	stored = await openTestRecords();
	cli = await openCommandLine();
	await send(stored.records, given('A cites B', 'A cites C by Crossref'));
});
after(async () => {
	await cli.close();
	await stored.close();
});

const run = (line: string) => cli.run(line, { broker: { readChanges: (query) => readChanges(stored.records, query) } });

describe('changes', () => {
	it('prints an entry a line, and where to continue', async () => {
		const { status, out, err } = await run('changes');
		assert.equal(status, 0);
		const entries = out
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line));
		assert.deepEqual(
			entries.map(({ number, kind, link }) => [number, kind, link.Target.Identifier[0].ID]),
			[
				[1, 'asserted', 'B'],
				[2, 'asserted', 'C'],
			],
		);
		const [, cursor] = /^Continue with --after (\S+)$/m.exec(err) ?? [];
		assert.equal((await run(`changes --after ${cursor}`)).out, '');
	});

	it('prints one document with --json', async () => {
		const { changes, next } = JSON.parse((await run('changes --json --provider crossref')).out);
		assert.deepEqual(
			changes.map(({ number }: { number: number }) => number),
			[2],
		);
		assert.equal(JSON.parse((await run(`changes --json --after ${next}`)).out).changes.length, 0);
	});

	it('refuses what is wrong in the names of its options', async () => {
		const { status, err } = await run('changes --after nonsense');
		assert.equal(status, 2);
		assert.match(err, /--after is not a cursor/);
		assert.equal((await run('changes --json --follow')).status, 2);
	});
});
