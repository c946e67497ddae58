// Asks the started program for works with mark-up and in other scripts, and hands its files to a
// second and a third broker, which then answer the same.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readCsv } from '../../src/formats/csv/read-csv.ts';
import { openProgram, type Program, type Server } from './program.ts';

const oxide =
	'Why <mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML">\n ' +
	'<mml:msub><mml:mi>VO</mml:mi>\n <mml:mn>2</mml:mn></mml:msub>\n</mml:math> switches &amp; how';

function citation(ID: string, Title: string, provider: string, date: string, type: object = { Name: 'References' }) {
	return {
		Source: { Identifier: { ID, IDScheme: 'doi' }, Type: { Name: 'literature' }, Title },
		RelationshipType: type,
		Target: { Identifier: { ID: '10.1000/cited', IDScheme: 'doi' }, Type: { Name: 'software' } },
		LinkProvider: [{ Name: provider }],
		LinkPublicationDate: date,
	};
}

const links = [
	citation('10.1000/oxide', oxide, 'Crossref', '2019-02'),
	citation('10.1000/oxide', oxide, 'DataCite', '2020-05-01', { Name: 'References', SubType: 'Cites' }),
	citation('10.1000/oxide', oxide, 'DataCite', '2021'),
	citation('10.1000/tags', 'The &lt;b&gt; tag', 'Crossref', '2018'),
	citation('10.1000/glass', 'ガラス', 'Crossref', '2018'),
	citation('10.1000/crow', 'カラス', 'Crossref', '2018'),
	citation('10.48550/arXiv.2101.00001', 'A preprint', 'DataCite', '2022'),
	citation('10.1000/review', 'A review', 'DataCite', '2021', { Name: 'IsRelatedTo', SubType: 'Reviews' }),
	citation('10.1000/album', 'An album', 'DataCite', '2021', { Name: 'IsRelatedTo', SubType: 'HasPart' }),
];

const inJournal = { ...links[0], Source: { ...links[0]?.Source, Container: { Title: 'Oxides &amp; <i>Glasses</i>' } } };

async function* inOnePiece(text: string): AsyncGenerator<string> {
	yield text;
}

type Shown = { Title?: string; TitleMarkup?: string; Container?: { Title: string }; Identifiers: { ID: string }[] };
type Answer = { Relationships: { Target: Shown; LinkHistory: unknown[] }[] };

describe('a broker and a second one that takes its files', () => {
	const programs: Program[] = [];
	const servers: Server[] = [];
	const [first, second] = [() => servers[0] as Server, () => servers[1] as Server];

	const search = (server: Server, more: Record<string, string>) =>
		fetch(`${server.url}/relationships?${new URLSearchParams({ id: '10.1000/cited', ...more })}`);
	const answerOf = async (server: Server, more: Record<string, string> = {}) =>
		(await (await search(server, more)).json()) as Answer;
	const citing = { relation: 'isCitedBy' };
	const titlesOf = async (q: string) =>
		(await answerOf(first(), { ...citing, q })).Relationships.map(({ Target }) => Target.Title).sort();

	async function openWith(file: string): Promise<void> {
		const program = await openProgram();
		programs.push(program);
		const path = join(program.folder, 'links.jsonl');
		await writeFile(path, file);
		await program.output('events', 'load', path);
		servers.push(await program.serve());
	}

	before(async () => {
		await openWith([...links, inJournal].map((link) => JSON.stringify(link)).join('\n'));
		await openWith(await (await search(first(), { format: 'jsonl' })).text());
		await openWith(await (await search(first(), { format: 'csv' })).text());
	});
	after(async () => {
		for (const program of programs) await program.remove();
	});

	it('answers titles as text, and with mark-up where that holds more', async () => {
		const { Relationships } = await answerOf(first(), citing);
		const titles = Relationships.map(({ Target: { Title, TitleMarkup } }) => [Title, TitleMarkup]);
		assert.deepEqual(titles, [
			['A preprint', undefined],
			['Why VO2 switches & how', 'Why VO<sub>2</sub> switches &amp; how'],
			['カラス', undefined],
			['ガラス', undefined],
			['The <b> tag', 'The &lt;b&gt; tag'],
		]);
	});

	it('finds words of a title, and none of its mark-up', async () => {
		const why = ['Why VO2 switches & how'];
		assert.deepEqual(await titlesOf('title:"why VO2 switches how"'), why);
		assert.deepEqual(await titlesOf('title:"why VO"'), why);
		assert.deepEqual(await titlesOf('title:mml OR title:xmlns OR title:amp'), []);
	});

	it('answers the journal as text, finds its words, and names it on the page and in references', async () => {
		const { Relationships } = await answerOf(first(), { ...citing, q: 'journal:"oxides glasses"' });
		assert.deepEqual(
			Relationships.map(({ Target: { Container } }) => Container),
			[{ Title: 'Oxides & Glasses' }],
		);
		assert.deepEqual(await titlesOf('glasses oxides'), [Relationships[0]?.Target.Title]);
		assert.deepEqual(await titlesOf('title:glasses OR journal:vo2'), []);
		const at = async (path: string) =>
			(await fetch(`${first().url}${path}`, { headers: { Accept: 'text/html' } })).text();
		assert.match(await at('/objects/doi/10.1000/oxide'), /<p class="place" dir="auto">Oxides &amp; Glasses<\/p>/);
		assert.match(await at('/search?q=journal:oxides'), /<p class="place" dir="auto">Oxides &amp; Glasses<\/p>/);
		assert.match(await at('/objects/doi/10.1000/oxide?format=bibtex'), /journal = \{Oxides \\& Glasses\},/);
		assert.match(await at('/objects/doi/10.1000/oxide?format=ris'), /\nT2 {2}- Oxides & Glasses\r\n/);
	});

	it('distinguishes letters of other scripts', async () => {
		assert.deepEqual(await titlesOf('ガラス'), ['ガラス']);
		assert.deepEqual(await titlesOf('カラス'), ['カラス']);
	});

	it('finds an identifier in every form, in quotes and without', async () => {
		for (const form of [
			'10.1000/oxide',
			'https://doi.org/10.1000/oxide',
			'doi:10.1000/OXIDE',
			'https://dx.doi.org/10.1000/oxide?utm_source=x',
		]) {
			assert.equal((await titlesOf(`identifier:${form}`)).length, 1, form);
			assert.equal((await titlesOf(`identifier:"${form}"`)).length, 1, form);
		}
		assert.deepEqual(await titlesOf('identifier:https://arxiv.org/abs/2101.00001'), ['A preprint']);
	});

	it('refuses a clause without a word, with its place', async () => {
		const response = await search(first(), { q: 'why title:"!!"' });
		assert.equal(response.status, 400);
		assert.match(((await response.json()) as { detail: string }).detail, /^Character 11: /);
	});

	it('answers the same CSV from its own CSV, but for the words of one of several providers', async () => {
		const cells = async (server: Server) => {
			const text = await (await search(server, { format: 'csv', bom: '0' })).text();
			const [names = [], ...rows] = await Array.fromAsync(readCsv(inOnePiece(text)));
			const [id, words] = ['id', 'subtypes'].map((name) => names.indexOf(name));
			return rows.map((row) => row.map((cell, at) => (at === words && row[id ?? -1] === '10.1000/oxide' ? '' : cell)));
		};
		const known = await cells(first());
		assert.equal(known.length, 7);
		assert.deepEqual(await cells(servers[2] as Server), known);
	});

	it('answers the same from both, histories and all', async () => {
		assert.deepEqual(await answerOf(second()), await answerOf(first()));
		for (const format of ['jsonl', 'scholix', 'csv', 'bibtex', 'ris']) {
			const [one, other] = await Promise.all(
				[first, second].map(async (of) => (await search(of(), { format })).text()),
			);
			assert.equal(other, one, format);
		}
	});
});
