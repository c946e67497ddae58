import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { HistoryItem } from '../../links/provenance.ts';
import type { IndexLink, IndexObject } from '../search-index.ts';
import { buildGeneration } from './build.ts';
import { openGeneration } from './generation-files.ts';

const inThread = 1;
const here = Number.POSITIVE_INFINITY;
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
		sortKey: `10.1234/${group} doi`,
		text: { title: [`work ${group}`], creator: ['é'], publisher: [], keyword: [], identifier: [`10 1234 ${group}`] },
		document: { identifiers: JSON.stringify(identifiers), fields: `"Title":"Work ${group}"`, versions: '' },
	};
}

const said = (provider: string, year: number): HistoryItem => ({
	provider,
	date: `${year}`,
	instant: Date.UTC(year, 0, 1) / 1_000,
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

async function build(generation: number, fewestObjects: number): Promise<void> {
	const builder = buildGeneration(path, generation, fewestObjects);
	for (const step of objects) await builder.addObjects(step);
	await builder.endObjects();
	for (const step of links) await builder.addLinks(step);
	await builder.finish();
}

const tables = [
	'object',
	'document',
	'text',
	'identifier',
	'provider',
	'statement',
	'link',
	'link_to',
	'tally',
	'size',
];

function rowsIn(generation: number): Record<string, unknown> {
	const connection = openGeneration(path, generation, 'read', 1);
	assert.ok(connection, `generation ${generation} is complete`);
	const rows = tables.map((table) => [table, connection.prepare(`SELECT * FROM ${table}`).all()]);
	connection.close();
	return Object.fromEntries(rows);
}

describe('building a generation', () => {
	it('holds the same whether it is written in the thread that derives it or in another', async () => {
		await build(2, here);
		await build(3, inThread);
		const rows = rowsIn(2);
		assert.equal((rows.link as unknown[]).length, 6);
		assert.deepEqual(rowsIn(3), rows);
	});

	it('goes on in another thread with what it has written so far', async () => {
		await build(2, here);
		await build(3, 4);
		assert.deepEqual(rowsIn(3), rowsIn(2));
	});

	it('holds the same where links come between objects, also while it goes over to another thread', async () => {
		await build(2, here);
		const builder = buildGeneration(path, 3, 4);
		await builder.addObjects(objects[0] as IndexObject[]);
		await builder.addLinks(links[0] as IndexLink[]);
		await builder.addObjects([...(objects[1] as IndexObject[]), ...(objects[2] as IndexObject[])]);
		await builder.endObjects();
		for (const step of links.slice(1)) await builder.addLinks(step);
		await builder.finish();
		const { statement, link, ...rows } = rowsIn(3);
		const { statement: _, link: __, ...expected } = rowsIn(2);
		assert.deepEqual(rows, expected);
		assert.equal((link as unknown[]).length, 6);
	});

	it('leaves one file', async () => {
		await build(2, inThread);
		assert.deepEqual(readdirSync(folder), ['search.db.g2']);
	});

	for (const [where, fewestObjects] of Object.entries({ 'in this thread': here, 'in another thread': inThread })) {
		describe(where, () => {
			it('leaves no file where it is abandoned', async () => {
				const builder = buildGeneration(path, 2, fewestObjects);
				await builder.addObjects([objectOf(1)]);
				await builder.abandon();
				assert.deepEqual(readdirSync(folder), []);
			});

			it('tells of what cannot be written, and can be abandoned then', async () => {
				const builder = buildGeneration(path, 2, fewestObjects);
				await assert.rejects(async () => {
					await builder.addObjects([objectOf(1), objectOf(1)]);
					await builder.finish();
				}, /UNIQUE constraint failed: object.id/);
				await builder.abandon();
				assert.deepEqual(readdirSync(folder), []);
			});

			it('is not finished without what could not be written, however much comes after it', async () => {
				const builder = buildGeneration(path, 2, fewestObjects);
				const add = async (group: number) => builder.addObjects([objectOf(group)]).catch(() => undefined);
				for (const group of [1, 1, 2, 3, 4, 5, 6, 7, 8]) await add(group);
				await assert.rejects(builder.finish());
				await builder.abandon();
				assert.deepEqual(readdirSync(folder), []);
			});

			it('takes nothing more once it is finished', async () => {
				const builder = buildGeneration(path, 2, fewestObjects);
				await builder.addObjects([objectOf(1)]);
				await builder.finish();
				await assert.rejects(builder.addObjects([objectOf(2)]), /no longer being built/);
			});
		});
	}
});
