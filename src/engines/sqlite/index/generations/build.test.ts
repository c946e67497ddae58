import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { HistoryItem } from '../../../../links/provenance.ts';
import type { IndexLink, IndexObject } from '../../../../ports/search/index-content.ts';
import type { IndexBuilder } from '../../../../ports/search/index-generations.ts';
import { rebuildPhases } from '../../../../store/rebuild-parts.ts';
import { indexFormats } from '../schema.ts';
import { createBuilds, openFilling } from './build.ts';
import { completeGenerationFile, createGenerationFile, openGeneration, unsortedPath } from './generation-files.ts';

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
		versionTitles: [],
		traits: [],
		document: { identifiers: JSON.stringify(identifiers), fields: `"Title":"Work ${group}"`, versions: '' },
	};
}

const item = (provider: string, year: number): HistoryItem => ({
	provider,
	date: `${year}`,
	instant: Date.UTC(year, 0, 1) / 1_000,
	end: Date.UTC(year + 1, 0, 1) / 1_000,
	subTypes: ['Cites'],
});
const zenodo = [item('Zenodo', 2_016)];
const both = [item('Crossref', 2_018), ...zenodo];

const link = (source: number, target: number, more: Partial<IndexLink>): IndexLink => ({
	source,
	relation: 'Cites',
	target,
	...more,
});

/** Steps with the levels of a link together or apart; several have the same history. */
const objects = [[objectOf(3, 'version'), objectOf(1), objectOf(2)], [objectOf(3)], [objectOf(4)]];
const links = [
	[link(1, 2, { identity: zenodo, version: zenodo }), link(1, 3, { identity: both })],
	[link(1, 3, { version: zenodo }), link(4, 2, { identity: zenodo, version: both })],
	[link(3, 2, { identity: both, version: both })],
];

async function begin(generation: number) {
	const builds = createBuilds({ path, formats: indexFormats });
	await builds.begin(generation);
	return builds;
}

/** Fills a generation that was begun, and completes it. */
async function finish({ open }: Awaited<ReturnType<typeof begin>>, generation: number): Promise<IndexBuilder> {
	const [ofObjects, ofLinks, ofRanks, ofChanges] = rebuildPhases;
	for (const step of objects) await (await open(generation, ofObjects, 1)).addObjects(step);
	for (const step of links) await (await open(generation, ofLinks, 1)).addLinks(step);
	for await (const _ of (await open(generation, ofRanks, 1)).addRanks({ first: 1, last: 4 }));
	const last = await open(generation, ofChanges, 1);
	await last.finish('built');
	return last;
}

async function build(generation: number): Promise<void> {
	await finish(await begin(generation), generation);
}

const tables = ['object', 'document', 'text', 'identifier', 'provider', 'statement', 'link', 'tally'];

function rowsIn(generation: number): Record<string, unknown> {
	const connection = openGeneration({ path, formats: indexFormats }, generation, 'read', 1);
	assert.ok(connection, `generation ${generation} is complete`);
	const rows = tables.map((table) => [table, connection.prepare(`SELECT * FROM ${table}`).all()]);
	rows.push(['size', connection.prepare('SELECT objects, links FROM summary').all()]);
	connection.close();
	return Object.fromEntries(rows);
}

describe('building a generation', () => {
	it('has the same result where links come between objects', async () => {
		await build(2);
		const connection = createGenerationFile(path, 3);
		const filling = openFilling(connection, unsortedPath(path, 3));
		filling.addLinks(links[0] as IndexLink[]);
		filling.addObjects(objects[0] as IndexObject[]);
		for (const step of links.slice(1)) filling.addLinks(step);
		for (const step of objects.slice(1)) filling.addObjects(step);
		for (const statements of filling.arrangement()) connection.execute(statements);
		completeGenerationFile(connection, { path, formats: indexFormats }, 3, 'built');
		assert.deepEqual(rowsIn(3), rowsIn(2));
	});

	it('leaves one file', async () => {
		await build(2);
		assert.deepEqual(readdirSync(folder), ['search.db.g2']);
	});

	it('removes what a build of the same number has left that died', async () => {
		const died = await begin(2);
		await (await died.open(2, 'objects', 1)).addObjects([objectOf(7)]);
		await (await died.open(2, 'links', 1)).addLinks([link(7, 7, { identity: zenodo })]);
		await build(2);
		await build(3);
		assert.deepEqual(rowsIn(2), rowsIn(3));
	});

	it('leaves no file where it is removed', async () => {
		const builds = await begin(2);
		await (await builds.open(2, 'objects', 1)).addObjects([objectOf(1)]);
		await builds.remove(2);
		assert.deepEqual(readdirSync(folder), []);
	});

	it('fails where something cannot be written', async () => {
		const builds = await begin(2);
		const builder = await builds.open(2, 'objects', 1);
		await assert.rejects(builder.addObjects([objectOf(1), objectOf(1)]), /UNIQUE constraint failed: object.id/);
		await builds.remove(2);
	});

	it('is not finished without what could not be written, whatever comes after it', async () => {
		const builds = await begin(2);
		const builder = await builds.open(2, 'objects', 1);
		await assert.rejects(builder.addObjects([objectOf(1), objectOf(1)]));
		const why = /UNIQUE constraint failed: object.id/;
		await assert.rejects(builder.addObjects([objectOf(2)]), why);
		await assert.rejects(finish(builds, 2), why);
		await builds.remove(2);
	});

	it('accepts nothing after finish', async () => {
		const builder = await finish(await begin(2), 2);
		await assert.rejects(builder.addObjects([objectOf(2)]), /no longer being built/);
	});

	it('accepts nothing after it was removed', async () => {
		const builds = await begin(2);
		const builder = await builds.open(2, 'objects', 1);
		await builder.addObjects([objectOf(1)]);
		await builds.remove(2);
		await assert.rejects(builder.addObjects([objectOf(2)]), /no longer being built/);
	});
});
