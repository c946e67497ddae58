// Moves from an Asclepias Broker: the body of its emitter at NASA ADS, its stored events as
// PostgreSQL exports them, and a harvest of its interface, which this broker answers as well.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openProgram, type Program, type Server, submit, untilIndexed } from './program.ts';

let program: Program;
let server: Server;
let token: string;
before(async () => {
	program = await openProgram();
	server = await program.serve();
	token = await program.token();
});
after(() => program.remove());

const citing = async (id: string): Promise<number> => {
	const response = await fetch(`${server.url}/relationships?id=${encodeURIComponent(id)}&relation=isCitedBy`, {
		headers: { Accept: 'application/json' },
	});
	assert.equal(response.status, 200, await response.clone().text());
	return ((await response.json()) as { hits: { total: number } }).hits.total;
};

describe('the emitter of NASA ADS', () => {
	/** A citation as it sends it; the type is its own word for the citing work, or empty. */
	const emitted = (citing: string, type: string, target: { scheme: string; id: string; address: string }) => ({
		RelationshipType: { SubTypeSchema: 'DataCite', SubType: 'Cites', Name: 'References' },
		Source: {
			Identifier: { IDScheme: 'ads', IDURL: `https://ui.adsabs.harvard.edu/abs/${citing}`, ID: citing },
			Type: { Name: type },
		},
		LicenseURL: 'https://creativecommons.org/publicdomain/zero/1.0/',
		Target: {
			Identifier: { IDScheme: target.scheme, IDURL: `${target.address}/${target.id}`, ID: target.id },
			Type: { Name: 'software' },
		},
		LinkPublicationDate: '2026-11-02',
		LinkProvider: [{ Name: 'SAO/NASA Astrophysics Data System' }],
	});
	const doi = { scheme: 'doi', id: '10.1000/tool', address: 'https://doi.org' };

	it('submits citations by works of any type, or of none', async () => {
		const types = ['', 'misc', 'eprint', 'inproceedings', 'phdthesis', 'proposal', 'catalog', 'software'];
		const page = 'https://tools.example/x';
		const all = [
			...types.map((type, at) => emitted(`2026ApJ...90${at}....1A`, type, doi)),
			emitted('2026ApJ...909....1A', 'article', { scheme: 'ascl', id: 'ascl:2611.001', address: 'http://ascl.net' }),
			emitted('2026ApJ...909....1A', 'article', { scheme: 'url', id: page, address: page }),
		];
		// It sends them one by one, each as a batch.
		for (const one of all) await untilIndexed(server, token, await submit(server, token, [one]));
		assert.deepEqual(await Promise.all(['10.1000/tool', 'ascl:2611.001', page].map(citing)), [types.length, 1, 1]);
	});

	it('may withdraw one with the same body, on a later day', async () => {
		const removed = { ...emitted('2026ApJ...900....1A', '', doi), LinkPublicationDate: '2026-11-20' };
		const response = await fetch(`${server.url}/events?action=withdraw`, {
			method: 'POST',
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			body: JSON.stringify([removed]),
		});
		assert.equal(response.status, 202, await response.clone().text());
		await untilIndexed(server, token, ((await response.json()) as { event_id: string }).event_id);
		assert.equal(await citing('10.1000/tool'), 7);
	});
});

describe('the events that an Asclepias Broker has stored', () => {
	const link = (source: string, name: string, SubType: string | undefined, target: string, provider: string) => ({
		Source: { Identifier: { ID: source, IDScheme: 'doi' }, Type: { Name: 'unknown' } },
		RelationshipType: { Name: name, ...(SubType && { SubType, SubTypeSchema: 'DataCite' }) },
		Target: { Identifier: { ID: target, IDScheme: 'doi' }, Type: { Name: 'software' } },
		LinkProvider: [{ Name: provider }],
		LinkPublicationDate: '2018-01-01',
	});

	it('are loaded from lines of arrays, with versions and all providers', async () => {
		const events = [
			[link('10.1000/all', 'IsRelatedTo', 'HasVersion', '10.1000/v1', 'Zenodo')],
			[
				link('10.1000/paper', 'References', 'Cites', '10.1000/v1', 'Hub'),
				link('10.1000/all', 'IsRelatedTo', 'HasVersion', '10.1000/v2', 'Zenodo'),
			],
			[link('10.1000/paper', 'References', undefined, '10.1000/v1', 'SAO/NASA Astrophysics Data System')],
		];
		const file = join(program.folder, 'asclepias-events.jsonl');
		await writeFile(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
		await program.output('events', 'load', file);
		const found = ['relationships', '10.1000/v2', '--group-by', 'version', '--relation', 'isCitedBy'];
		const citations = (await program.output(...found, '--format', 'jsonl')).trim().split('\n');
		const providers = citations.map((line) => JSON.parse(line).LinkProvider[0].Name);
		assert.deepEqual(providers.sort(), ['Hub', 'SAO/NASA Astrophysics Data System']);
	});
});

describe('a harvest of the interface of an Asclepias Broker', () => {
	let mover: Program;
	before(async () => {
		mover = await openProgram({ HARVEST_PRIVATE_HOSTS: '127.0.0.1' });
	});
	after(() => mover.remove());

	const end = (ids: readonly string[], name: string) => ({
		Identifier: ids.map((ID) => ({ ID, IDScheme: 'doi' })),
		Type: { Name: name },
		Title: `Work ${ids[0]}`,
	});
	const work = end(['10.2000/tool', '10.2000/same-tool'], 'software');
	const link = (at: number, SubType: string, isForward = true) => {
		const other = end([`10.2000/w${at}`], 'literature');
		return {
			Source: isForward ? other : work,
			RelationshipType: { Name: 'IsRelatedTo', SubType, SubTypeSchema: 'DataCite' },
			Target: isForward ? work : other,
			LinkProvider: [{ Name: at % 2 === 0 ? 'Even' : 'Odd' }],
			LinkPublicationDate: `2019-0${at}-01`,
		};
	};

	it('brings the same links, with all providers and dates, and nothing more when it is repeated', async () => {
		const links = [
			...[1, 2, 3].map((at) => link(at, 'Cites')),
			{ ...link(1, 'Cites'), LinkProvider: [{ Name: 'Another' }], LinkPublicationDate: '2021-05' },
			...[link(4, 'IsSupplementTo'), link(5, 'Cites', false), link(6, 'IsSupplementTo', false)],
			link(7, 'IsRelatedTo'),
		];
		await untilIndexed(server, token, await submit(server, token, links));
		const harvest = ['harvest', 'asclepias', '--address', `${server.url}/compat/asclepias/api`];
		const harvested = async () => {
			await mover.output(...harvest, '--query', '10.2000/same-tool');
			return linksOf(mover);
		};
		const expected = await linksOf(program);
		assert.equal(expected.length, links.length);
		assert.deepEqual(await harvested(), expected);
		assert.deepEqual(await harvested(), expected);
		const { events } = JSON.parse(await mover.output('events', 'list', '--limit', '5', '--json'));
		for (const { counts } of events)
			assert.deepEqual([counts.new_relationships, counts.new_identifiers, counts.withdrawn ?? 0], [0, 0, 0]);
	});

	/** Lists all relationships of the work, each for every provider and date. */
	async function linksOf(one: Program): Promise<string[]> {
		const found = [];
		for (const relation of ['isCitedBy', 'cites', 'isSupplementedBy', 'isSupplementTo', 'isRelatedTo']) {
			const printed = await one.output('relationships', '10.2000/tool', '--relation', relation, '--format', 'jsonl');
			for (const line of printed.split('\n').filter(Boolean)) {
				const { Source, Target, LinkProvider, LinkPublicationDate } = JSON.parse(line);
				const ids = [Source, Target].map(({ Identifier }) => Identifier.map(({ ID }: { ID: string }) => ID).sort());
				found.push([relation, ...ids, LinkProvider[0].Name, LinkPublicationDate].join(' '));
			}
		}
		return found.sort();
	}
});
