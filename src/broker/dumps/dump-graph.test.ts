// Dumps of a graph: what each format says of it, that one loaded again makes the same graph, and
// that a dump shows one state, whatever is asserted meanwhile.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetReadObjects } from 'hyparquet';
import { openTestPostgresRecords, skipPostgres } from '../../engines/postgres/postgres.fixture.ts';
import { openTestRecords, type TestRecords } from '../../engines/sqlite/records/sqlite-records.fixture.ts';
import type { DumpFormat } from '../../formats/dumps/dump-formats.ts';
import { timespan } from '../../formats/opencitations/citation.ts';
import type { Records } from '../../store/records.ts';
import { events, inWorld, liesIn } from '../graph.arbitrary.ts';
import { about, given, readGraph, receive, send, sendBody } from '../graph.fixture.ts';
import { dumpGraph } from './dump-graph.ts';

const noon = Date.UTC(2026, 0, 15, 12);

/** Dumps to memory; returns the files by name, and the counts. */
async function dumped(records: Records, format: DumpFormat, onWrite: () => Promise<unknown> = async () => undefined) {
	let names: readonly string[] = [];
	const parts = new Map<number, Buffer[]>();
	const counts = await dumpGraph(
		records,
		{ format, now: noon, onProgress: () => undefined },
		{
			async open(files) {
				names = files;
			},
			async write(pieces) {
				for (const [file, piece] of pieces) parts.getOrInsertComputed(file, () => []).push(Buffer.from(piece));
				await onWrite();
			},
		},
	);
	const files = Object.fromEntries(names.map((name, at) => [name, Buffer.concat(parts.get(at) ?? [])]));
	return { files, counts };
}

async function textOf(records: Records, format: DumpFormat): Promise<string> {
	const { files } = await dumped(records, format);
	return String(Object.values(files)[0]);
}

const smallGraph = [
	...given('A@arxiv = B', 'B hasVersion B2 on 2019', 'X cites B by Crossref on 2020-02', 'X cites A@arxiv on 2018'),
	...given('Z relatesTo X', 'X relatesTo Z by Crossref on 2021'),
	about('B', {
		Title: 'On "B"',
		Creator: [{ Name: 'Lovelace, Ada', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }],
		PublicationDate: '2015-03-10',
		Type: { Name: 'software', SubType: 'Software' },
		Keywords: ['engines', 'notes'],
		Container: { Title: 'Taylor &amp; Co', ISSN: ['1234-5679'], Volume: '12', Issue: '3', Pages: '101-110' },
		...{ Edition: '2nd', PublisherPlace: 'Graz' },
	}),
	about('X', { PublicationDate: '2018-01', Kind: { SubType: 'Image' } }),
];

describe('a dump', () => {
	let there: TestRecords;
	before(async () => {
		there = await openTestRecords();
		await send(there.records, smallGraph);
	});
	after(() => there.close());

	it('counts works, identifiers, links and assertions, and names the state', async () => {
		const { counts } = await dumped(there.records, 'jsonl');
		const { newest } = await there.records.read((transaction) => transaction.changeLog());
		assert.deepEqual(counts, { works: 4, identifiers: 5, links: 3, assertions: 6, change: newest });
		assert.ok(newest > 0);
	});

	it('as jsonl is a Scholix link for each assertion, and one of a work to itself that describes it', async () => {
		const lines = (await textOf(there.records, 'jsonl')).trim().split('\n');
		const links = lines.map((line) => {
			const { Source, Target, RelationshipType, LinkProvider, LinkPublicationDate } = JSON.parse(line);
			const name = ({ Identifier: [one] }: { Identifier: { ID: string; IDScheme: string }[] }) =>
				`${one?.IDScheme}:${one?.ID}`;
			const relation = RelationshipType.SubType ?? RelationshipType.Name;
			return `${name(Source)} ${relation} ${name(Target)} ${LinkProvider[0].Name} ${LinkPublicationDate}`;
		});
		assert.deepEqual(links.toSorted(), [
			'arxiv:A IsIdenticalTo doi:B Zenodo 2018-01-01',
			'arxiv:A IsRelatedTo arxiv:A Link Broker 2026-01-15',
			'doi:B HasVersion doi:B2 Zenodo 2019',
			'doi:X IsRelatedTo doi:X Link Broker 2026-01-15',
			'doi:X IsRelatedTo doi:Z Crossref 2021',
			'doi:X References arxiv:A Zenodo 2018',
			'doi:X References doi:B Crossref 2020-02',
			'doi:Z IsRelatedTo doi:X Zenodo 2018-01-01',
		]);
		const reviewer = lines.find((line) => line.includes('Lovelace')) ?? '';
		assert.deepEqual(JSON.parse(reviewer).Source, {
			Identifier: [{ ID: 'A', IDScheme: 'arxiv' }],
			Title: 'On "B"',
			Creator: [{ Name: 'Lovelace, Ada', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }],
			PublicationDate: '2015-03-10',
			Container: { Title: 'Taylor &amp; Co', ISSN: ['1234-5679'], Volume: '12', Issue: '3', Pages: '101-110' },
			...{ Edition: '2nd', PublisherPlace: 'Graz' },
			Keywords: ['engines', 'notes'],
			Type: { Name: 'software', SubType: 'Software' },
		});
	});

	it('as csv is four tables, of which links and assertions name each other', async () => {
		const { files } = await dumped(there.records, 'csv');
		const table = (name: string) => String(files[`${name}.csv`]).split('\r\n').slice(0, -1);
		assert.deepEqual(Object.keys(files), ['works.csv', 'identifiers.csv', 'links.csv', 'assertions.csv']);
		const [head, described, ...others] = table('works');
		assert.equal(
			head,
			'work,family,type,sub_type,sub_type_schema,title,creator,publication_date,publisher,keywords,journal,' +
				'issn,volume,issue,pages,edition,publisher_place,notice',
		);
		const creator =
			'"[{""Name"":""Lovelace, Ada"",""Identifier"":{""ID"":""0000-0002-1825-0097"",""IDScheme"":""orcid""}}]"';
		const beginning = `1,1,software,Software,,"On ""B""",${creator},2015-03-10,,"[""engines"",""notes""]",Taylor &amp; Co`;
		assert.equal(described, `${beginning},"[""1234-5679""]",12,3,101-110,2nd,Graz,`);
		assert.deepEqual(
			others.map((row) => row.replace(/,+$/, '')),
			['3,1,unknown', '4,4,unknown,Image,,,,2018-01', '5,5,unknown'],
		);
		assert.deepEqual(table('identifiers'), [
			'work,scheme,value,url',
			...['1,arxiv,A,', '1,doi,B,', '3,doi,B2,', '4,doi,X,', '5,doi,Z,'],
		]);
		assert.deepEqual(table('links'), [
			'link,source_work,relation,target_work,source_family,target_family,first_date,last_date,providers,assertions',
			'1,1,HasVersion,3,1,1,2019,2019,"[""Zenodo""]",1',
			'2,4,Cites,1,4,1,2018,2020-02,"[""Crossref"",""Zenodo""]",2',
			'3,4,IsRelatedTo,5,4,5,2018-01-01,2021,"[""Crossref"",""Zenodo""]",2',
		]);
		assert.deepEqual(table('assertions'), [
			'link,source_work,source_scheme,source_value,relation,target_work,target_scheme,target_value,provider,' +
				'link_publication_date,sub_type,sub_type_schema,license_url',
			',1,arxiv,A,IsIdenticalTo,1,doi,B,Zenodo,2018-01-01,,,',
			'1,1,doi,B,HasVersion,3,doi,B2,Zenodo,2019,,,',
			'2,4,doi,X,Cites,1,arxiv,A,Zenodo,2018,,,',
			'2,4,doi,X,Cites,1,doi,B,Crossref,2020-02,,,',
			'3,4,doi,X,IsRelatedTo,5,doi,Z,Crossref,2021,,,',
			'3,5,doi,Z,IsRelatedTo,4,doi,X,Zenodo,2018-01-01,,,',
		]);
	});

	it('as parquet is the same tables', async () => {
		const { files } = await dumped(there.records, 'parquet');
		const read = (name: string) =>
			parquetReadObjects({
				file: new Uint8Array(files[`${name}.parquet`] as Buffer).buffer,
				compressors: { ZSTD: (bytes) => new Uint8Array(zstdDecompressSync(bytes)) },
			});
		assert.deepEqual(Object.keys(files), [
			...['works.parquet', 'identifiers.parquet', 'links.parquet', 'assertions.parquet'],
		]);
		assert.deepEqual((await read('identifiers'))[2], { work: 3n, scheme: 'doi', value: 'B2', url: null });
		const [first] = await read('works');
		assert.equal(first?.title, 'On "B"');
		assert.equal(JSON.parse(first?.creator)[0].Name, 'Lovelace, Ada');
		assert.deepEqual((await read('links'))[1], {
			...{ link: 2n, source_work: 4n, relation: 'Cites', target_work: 1n, source_family: 4n, target_family: 1n },
			...{ first_date: '2018', last_date: '2020-02', providers: '["Crossref","Zenodo"]', assertions: 2n },
		});
		assert.equal((await read('assertions')).length, 6);
	});

	it('as ntriples names works, and has the provider of each link in statements', async () => {
		const lines = (await textOf(there.records, 'ntriples')).trimEnd().split('\n');
		assert.deepEqual(lines.filter((line) => line.startsWith('_:w1 ')).map(shortened), [
			'_:w1 rdf:type schema:SoftwareSourceCode',
			'_:w1 dcterms:identifier "arxiv:A"',
			'_:w1 dcterms:identifier "doi:B"',
			'_:w1 dcterms:title "On \\"B\\""',
			'_:w1 dc:creator "Lovelace, Ada"',
			'_:w1 dcterms:creator <https://orcid.org/0000-0002-1825-0097',
			'_:w1 dcterms:issued "2015-03-10"^^xsd:date',
			...['_:w1 prism:publicationName "Taylor & Co"', '_:w1 prism:volume "12"', '_:w1 prism:number "3"'],
			...['_:w1 prism:pageRange "101-110"', '_:w1 prism:issn "1234-5679"', '_:w1 prism:edition "2nd"'],
			'_:w1 dc:subject "engines"',
			'_:w1 dc:subject "notes"',
			'_:w1 dcterms:hasVersion _:w3',
		]);
		assert.deepEqual(lines.filter((line) => /^_:(?:s2|p2) /.test(line)).map(shortened), [
			...['_:s2 rdf:type rdf:Statement', '_:s2 rdf:subject _:w4', '_:s2 rdf:predicate cito:cites'],
			...['_:s2 rdf:object _:w1', '_:s2 prov:wasAttributedTo _:p1', '_:s2 dcterms:issued "2018"^^xsd:gYear'],
			...['_:p2 rdf:type prov:Agent', '_:p2 foaf:name "Crossref"'],
		]);
		assert.ok(lines.map(shortened).includes('_:w4 dcterms:relation _:w5'));
	});

	it('as opencitations is the citations between works with identifiers of its schemes', async () => {
		assert.equal(
			await textOf(there.records, 'opencitations'),
			'oci,citing,cited,creation,timespan,journal_sc,author_sc\r\n,doi:X,doi:B arxiv:A,2018-01,P2Y10M,no,no\r\n',
		);
	});

	it('as opencitations says whether an author, by an identifier, or a journal cites itself', async () => {
		const fresh = await openTestRecords();
		const byAda = { Creator: [{ Name: 'A. Lovelace', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }] };
		await send(fresh.records, [
			...smallGraph,
			...given('P cites B', 'Q cites B', 'R cites Q'),
			about('P', byAda),
			about('Q', { Creator: [{ Name: 'Lovelace, Ada' }], Container: { ISSN: ['1234-5679'] } }),
			about('R', { Creator: [{ Name: 'Lovelace, Ada' }] }),
		]);
		const lines = (await textOf(fresh.records, 'opencitations')).trimEnd().split('\r\n').slice(1);
		const shown = lines.map((line) => line.split(',')).map((cells) => [1, 5, 6].map((at) => cells[at]).join(' '));
		assert.deepEqual(shown.sort(), ['doi:P no yes', 'doi:Q yes no', 'doi:R no no', 'doi:X no no']);
		await fresh.close();
	});

	it('shows one state, whatever is asserted while it is written', async () => {
		const fresh = await openTestRecords();
		await send(fresh.records, smallGraph);
		const before = await textOf(fresh.records, 'jsonl');
		let sent = 0;
		const say = () =>
			sent++ < 3 ? send(fresh.records, given(`N${sent} = X`, `N${sent} cites B2`)) : Promise.resolve();
		const { files } = await dumped(fresh.records, 'jsonl', say);
		assert.ok(sent >= 3);
		assert.equal(String(files['links.jsonl']), before);
		assert.notEqual(await textOf(fresh.records, 'jsonl'), before);
		await fresh.close();
	});

	it('is given up at a signal, and fails with its reason', async () => {
		const controller = new AbortController();
		const target = { open: async () => undefined, write: async () => controller.abort(new Error('enough')) };
		const options = { format: 'csv' as const, now: noon, signal: controller.signal, onProgress: () => undefined };
		await assert.rejects(dumpGraph(there.records, options, target), /^Error: enough$/);
	});
});

const prefixes: readonly (readonly [string, string])[] = [
	['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
	['xsd', 'http://www.w3.org/2001/XMLSchema#'],
	['prov', 'http://www.w3.org/ns/prov#'],
	['dcterms', 'http://purl.org/dc/terms/'],
	['dc', 'http://purl.org/dc/elements/1.1/'],
	['prism', 'http://prismstandard.org/namespaces/basic/2.0/'],
	['foaf', 'http://xmlns.com/foaf/0.1/'],
	['schema', 'https://schema.org/'],
	['cito', 'http://purl.org/spar/cito/'],
];

/** Writes a triple with prefixes and without its end. */
function shortened(line: string): string {
	const known = prefixes.reduce((text, [prefix, address]) => text.replaceAll(`<${address}`, `${prefix}:`), line);
	return known.replaceAll('>', '').replace(/ \.$/, '');
}

/** The grammar of a line (RDF 1.1 N-Triples, section 7), as far as lines are written here. */
const iriref = String.raw`<[a-zA-Z][^\x00-\x20<>"{}|^\x60\\]*>`;
const blank = '_:[a-z][0-9]+';
const quoted = String.raw`"(?:[^\x22\x5C\x0A\x0D]|\\[tbnrf"'\\]|\\u[0-9A-F]{4})*"`;
const tripleShape = new RegExp(
	`^(?:${iriref}|${blank}) ${iriref} (?:${iriref}|${blank}|${quoted}(?:\\^\\^${iriref})?) \\.$`,
	'u',
);

describe('a dump as ntriples', () => {
	it('keeps to the grammar whatever identifiers and titles hold', async () => {
		const there = await openTestRecords();
		const odd = '\\ "quoted"\t\u0001\u007f\u2028 <a> é 🎉';
		const link = {
			Source: {
				Identifier: { ID: '10.1000/<a>"b"{c}|d^e`f\\g h', IDScheme: 'doi' },
				Title: odd,
				Creator: [{ Name: odd }],
				Type: { Name: 'literature' },
			},
			RelationshipType: { Name: 'References' },
			Target: { Identifier: { ID: 'https://example.org/a b', IDScheme: 'url' }, Type: { Name: 'dataset' } },
			LinkProvider: [{ Name: 'A "b" \\ c' }],
			LinkPublicationDate: '2018-01-01T12:00:00Z',
			LicenseURL: 'CC BY',
		};
		await sendBody(there.records, Buffer.from(JSON.stringify([link])));
		const lines = (await textOf(there.records, 'ntriples')).trimEnd().split('\n');
		for (const line of lines) assert.match(line, tripleShape);
		assert.ok(lines.some((line) => line.includes('^^<http://www.w3.org/2001/XMLSchema#dateTime>')));
		await there.close();
	});
});

describe('the time between two dates', () => {
	for (const [citing, cited, expected] of [
		['2018', '2015', 'P3Y'],
		['2018', '2018', 'P0Y'],
		['2018-03', '2015-10', 'P2Y5M'],
		['2018-03-01', '2018-02-28', 'P1D'],
		['2020-03-01', '2019-02-28', 'P1Y2D'],
		['2018-05-04', '2017', 'P1Y'],
		['2015', '2018-02', '-P3Y'],
		['2018-01-31', '2018-01-31', 'P0D'],
		['', '2018', ''],
	] as const) {
		it(`from ${cited || 'nothing'} to ${citing || 'nothing'} is ${expected || 'not given'}`, () => {
			assert.equal(timespan(citing, cited), expected);
		});
	}
});

type Engine = { name: string; open: typeof openTestRecords | typeof openTestPostgresRecords; skip: string | false };

const engines: Engine[] = [
	{ name: 'SQLite', open: openTestRecords, skip: false },
	{ name: 'PostgreSQL', open: openTestPostgresRecords, skip: skipPostgres },
];

for (const { name, open, skip } of engines) {
	describe(`a dump as jsonl from ${name}`, { skip }, () => {
		type Opened = Awaited<ReturnType<typeof open>>;
		let first: Opened;
		let second: Opened;
		beforeEach(async () => {
			[first, second] = await Promise.all([open(), open()]);
		});
		afterEach(() => Promise.all([first.close(), second.close()]));

		const loadedAgain = async () => {
			const lines = (await textOf(first.records, 'jsonl')).split('\n').slice(0, -1);
			if (lines.length > 0) await sendBody(second.records, Buffer.from(`[${lines.join(',')}]`));
		};

		it('gives the same graph where it is loaded', async () => {
			let world = 0;
			const property = async (drawn: Parameters<typeof inWorld>[0]) => {
				await receive(first.records, inWorld(drawn, ++world, { plain: true }));
				await loadedAgain();
				const those = liesIn(world);
				assert.deepEqual(
					await readGraph(second.records, 'everything', those),
					await readGraph(first.records, 'everything', those),
				);
			};
			await fc.assert(fc.asyncProperty(events, property), { numRuns: 25, endOnFailure: true });
		});

		it('keeps what is known by rules alone, licences, words from the other end, and markup', async () => {
			const object = (ID: string, IDScheme: string, more = {}) => ({
				...{ Identifier: { ID, IDScheme }, Type: { Name: 'literature', SubType: 'preprint' } },
				...more,
			});
			const link = (Source: object, Name: string, Target: object, SubType?: string) => ({
				...{ Source, Target, RelationshipType: { Name, ...(SubType && { SubType, SubTypeSchema: 'DataCite' }) } },
				...{ LinkProvider: [{ Name: 'P' }], LinkPublicationDate: '2018', LicenseURL: 'https://example.org/l' },
			});
			const paper = object('10.1000/a', 'doi', { Title: 'H<sub>2</sub>O &amp; more', Publisher: [{ Name: 'Q' }] });
			const page = object('https://doi.org/10.48550/arXiv.1207.4464', 'url', { Title: 'By rule' });
			const named = {
				Identifier: [
					{ ID: '10.1000/d', IDScheme: 'doi' },
					{ ID: '2018MNRAS.473..210S', IDScheme: 'ads' },
				],
				Type: { Name: 'unknown', SubType: 'Image' },
			};
			const links = [
				link(paper, 'IsReferencedBy', object('10.1000/b', 'doi'), 'IsCitedBy'),
				link(page, 'IsRelatedTo', page),
				link(paper, 'IsRelatedTo', named, 'IsPartOf'),
				link(paper, 'References', named, 'Cites'),
				link(object('10.1000/b', 'doi'), 'IsNewVersionOf', paper),
			];
			await sendBody(first.records, Buffer.from(JSON.stringify(links)));
			await loadedAgain();
			assert.deepEqual(await readGraph(second.records), await readGraph(first.records));
			const distinct = async (records: Records) => [...new Set((await textOf(records, 'jsonl')).split('\n'))].sort();
			assert.deepEqual(await distinct(second.records), await distinct(first.records));
		});
	});
}
