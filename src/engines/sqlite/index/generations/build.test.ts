import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { HistoryItem } from '../../../../links/provenance.ts';
import type { IndexLink, IndexObject } from '../../../../ports/search/index-content.ts';
import { buildGeneration } from './build.ts';
import { openGeneration } from './generation-files.ts';

let folder: string;
let path: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'link-broker-build-'));
	path = join(folder, 'search.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function objectOf(group: number, level: IndexObject['level'] = 'identity'): IndexObject {
	const identifiers = [{ scheme: 'doi', key: `10.1234/${group}`, value: `10.1234/${group}` }];
	return {
		level,
		group,
		version: group,
		identifiers,
		type: 'software',
		year: group % 2 === 0 ? 2_000 + group : null,
		published: group % 2 === 0 ? Date.UTC(2_000 + group) / 1_000 : null,
		sortKey: `10.1234/${group} doi`,
		text: {
			title: [`work ${group}`],
			creator: ['é'],
			journal: [],
			publisher: [],
			keyword: [],
			identifier: [`10 1234 ${group}`],
		},
		document: { identifiers: JSON.stringify(identifiers), fields: `"Title":"Work ${group}"`, versions: '' },
	};
}

const said = (provider: string, year: number): HistoryItem => ({
	provider,
	date: `${year}`,
	instant: Date.UTC(year, 0, 1) / 1_000,
	end: Date.UTC(year + 1, 0, 1) / 1_000,
	subTypes: ['Cites'],
});
const zenodo = [said('Zenodo', 2_016)];
const both = [said('Crossref', 2_018), ...zenodo];

const link = (source: number, target: number, more: Partial<IndexLink>): IndexLink => ({
	source,
	relation: 'Cites',
	target,
	...more,
});

/** Steps with the levels of a link together or apart; the same history comes in several. */
const objects = [[objectOf(3, 'version'), objectOf(1), objectOf(2)], [objectOf(3)], [objectOf(4)]];
const links = [
	[link(1, 2, { identity: zenodo, version: zenodo }), link(1, 3, { identity: both })],
	[link(1, 3, { version: zenodo }), link(4, 2, { identity: zenodo, version: both })],
	[link(3, 2, { identity: both, version: both })],
];

async function build(generation: number): Promise<void> {
	const builder = buildGeneration(path, generation);
	for (const step of objects) await builder.addObjects(step);
	for (const step of links) await builder.addLinks(step);
	await builder.finish('built');
}

const tables = ['object', 'document', 'text', 'identifier', 'provider', 'statement', 'link', 'tally'];

function rowsIn(generation: number): Record<string, unknown> {
	const connection = openGeneration(path, generation, 'read', 1);
	assert.ok(connection, `generation ${generation} is complete`);
	const rows = tables.map((table) => [table, connection.prepare(`SELECT * FROM ${table}`).all()]);
	rows.push(['size', connection.prepare('SELECT objects, links FROM summary').all()]);
	connection.close();
	return Object.fromEntries(rows);
}

describe('building a generation', () => {
	it('holds the same where links come between objects', async () => {
		await build(2);
		const builder = buildGeneration(path, 3);
		await builder.addLinks(links[0] as IndexLink[]);
		await builder.addObjects(objects[0] as IndexObject[]);
		for (const step of links.slice(1)) await builder.addLinks(step);
		for (const step of objects.slice(1)) await builder.addObjects(step);
		await builder.finish('built');
		assert.deepEqual(rowsIn(3), rowsIn(2));
	});

	it('leaves one file', async () => {
		await build(2);
		assert.deepEqual(readdirSync(folder), ['search.db.g2']);
	});

	it('clears away what a build of the same number has left that died', async () => {
		const died = buildGeneration(path, 2);
		await died.addObjects([objectOf(7)]);
		await died.addLinks([link(7, 7, { identity: zenodo })]);
		await build(2);
		await build(3);
		assert.deepEqual(rowsIn(2), rowsIn(3));
	});

	it('leaves no file where it is abandoned', async () => {
		const builder = buildGeneration(path, 2);
		await builder.addObjects([objectOf(1)]);
		await builder.abandon();
		assert.deepEqual(readdirSync(folder), []);
	});

	it('tells of what cannot be written', async () => {
		const builder = buildGeneration(path, 2);
		await assert.rejects(builder.addObjects([objectOf(1), objectOf(1)]), /UNIQUE constraint failed: object.id/);
		await builder.abandon();
	});

	it('is not finished without what could not be written, whatever comes after it', async () => {
		const builder = buildGeneration(path, 2);
		await assert.rejects(builder.addObjects([objectOf(1), objectOf(1)]));
		const why = /UNIQUE constraint failed: object.id/;
		await assert.rejects(builder.addObjects([objectOf(2)]), why);
		await assert.rejects(builder.finish('built'), why);
		await builder.abandon();
	});

	for (const end of ['finish', 'abandon'] as const) {
		it(`takes nothing more after ${end}`, async () => {
			const builder = buildGeneration(path, 2);
			await builder.addObjects([objectOf(1)]);
			await builder[end]('built');
			await assert.rejects(builder.addObjects([objectOf(2)]), /no longer being built/);
		});
	}
});
