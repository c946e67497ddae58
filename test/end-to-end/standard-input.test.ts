// Loads links that another program writes, as `curl … | link-broker events load -` does.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openProgram, type Program } from './program.ts';

const link = (number: number) =>
	JSON.stringify({
		Source: { Identifier: { ID: `10.1000/${number}`, IDScheme: 'doi' }, Type: { Name: 'literature' } },
		RelationshipType: { Name: 'References' },
		Target: { Identifier: { ID: '10.1000/cited', IDScheme: 'doi' }, Type: { Name: 'software' } },
		LinkProvider: [{ Name: 'Test' }],
		LinkPublicationDate: '2020-01-01',
	});
const lines = (count: number) => Array.from({ length: count }, (_, number) => `${link(number)}\n`);

describe('loading what comes through standard input', () => {
	let program: Program;
	beforeEach(async () => {
		program = await openProgram();
	});
	afterEach(() => program.remove());

	it('loads all of it, as it comes', async () => {
		const { status, output } = await program.runOn(lines(12_000).join(''), 'events', 'load', '-', '--json');
		assert.equal(status, 0);
		const { links, refused } = JSON.parse(output) as { links: number; refused: unknown[] };
		assert.deepEqual({ links, refused }, { links: 12_000, refused: [] });
	});

	it('names the line of what is wrong, and stores nothing of its event', async () => {
		const wrong = lines(2_000).with(1_699, '{"Source": \n').join('');
		const { status, errors } = await program.runOn(wrong, 'events', 'load', '-');
		assert.equal(status, 1);
		assert.match(errors, /standard input, line 1700 /);
		assert.deepEqual(JSON.parse(await program.output('events', 'list', '--json')), { events: [] });
	});
});
