// Runs clients that were written for other services, as npm and PyPI have them, against a broker that
// serves the example, and compares what they read with the answers of its own interface.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { submit, untilIndexed } from '../../../test/end-to-end/program.ts';
import { npmFolder, pythonEnvironment } from '../../foreign-packages.ts';
import { type ExampleBroker, here, openExample } from './example-broker.ts';

const versions = {
	'react-searchkit': '3.2.0',
	'opencitations-client': '0.0.8',
	opencitingpy: '0.1.1',
	'citations-count': '1.0.0',
	'ckanext-citations': '0.1.24',
	aireloom: '0.5.2',
	bibliofabric: '0.5.2',
} as const;
const fromNpm = ['react-searchkit'] as const;
const fromPyPI = ['opencitations-client', 'opencitingpy'] as const;
// Only parts of these are used: parts that need none of the packages that the whole needs, and that run
// on earlier versions of Python.
const aloneFromPyPI = ['citations-count', 'ckanext-citations', 'aireloom', 'bibliofabric'] as const;

const work = '10.21105/joss.00024';
/** Citations by works of other types, which the example does not have. */
const further = ['software', 'dataset'].map((type, at) => ({
	Source: {
		Identifier: [
			{ ID: `10.1000/${type}`, IDScheme: 'doi' },
			{ ID: String(1_000 + at), IDScheme: 'pmid' },
		],
		...{ Type: { Name: type }, Title: `A ${type} with plots of corners`, PublicationDate: '2019-05' },
	},
	RelationshipType: { Name: 'References' },
	Target: { Identifier: [{ ID: work, IDScheme: 'doi' }], Type: { Name: 'literature' } },
	LinkProvider: [{ Name: 'Zenodo' }],
	LinkPublicationDate: `2019-06-0${at + 1}`,
}));

/** A citation by the same author in the same journal, and one by another in another. */
const article = (name: string, orcid: string, issn: string) => ({
	Identifier: [{ ID: `10.1000/${name}`, IDScheme: 'doi' }],
	...{ Type: { Name: 'literature' }, Container: { Title: `Journal ${issn}`, ISSN: [issn] } },
	Creator: [{ Name: `Author ${orcid}`, Identifier: [{ ID: orcid, IDScheme: 'orcid' }] }],
});
const [ada, grace] = ['0000-0002-1825-0097', '0000-0001-5109-3700'] as const;
const cited = article('cited', ada, '2041-1723');
const selfCiting = [article('own', ada, '2041-1723'), article('foreign', grace, '1476-4687')].map((Source) => ({
	...{ Source, RelationshipType: { Name: 'References' }, Target: cited },
	...{ LinkProvider: [{ Name: 'Zenodo' }], LinkPublicationDate: '2019-06-03' },
}));

let broker: ExampleBroker;
let python: string;
let packages: string;
before(async () => {
	const installing = (registry: string) => () => console.log(`Installing existing clients from ${registry} …`);
	const pinned = (names: readonly (keyof typeof versions)[], sign: string) =>
		names.map((name) => `${name}${sign}${versions[name]}`);
	const name = `existing-clients/${Object.values(versions).join('-')}`;
	const alone = pinned(aloneFromPyPI, '==');
	const [npm, environment] = await Promise.all([
		npmFolder(`${name}/npm`, pinned(fromNpm, '@'), installing('npm')),
		pythonEnvironment(`${name}/pypi`, pinned(fromPyPI, '=='), installing('PyPI'), alone),
	]);
	packages = npm;
	python = join(environment, 'bin', 'python');
	broker = await openExample();
	const { program, server } = broker;
	const token = await program.token();
	await untilIndexed(server, token, await submit(server, token, [...further, ...selfCiting]));
});
after(() => broker?.program.remove());

/** Runs a client of Python. */
const readPython = <T>(client: string, ...words: string[]) =>
	broker.read<T>(python, [here('existing_clients.py'), client, ...words]);
const addressOf = (view: string) => `${broker.server.url}/compat/${view}`;

type End = { Identifier: { ID: string; IDScheme: string; IDURL?: string }[]; Title?: string };
type OwnAnswer = { hits: { total: number; hits: { Source: End; Target: End }[] } };

/** Asks the HTTP interface. */
async function own(question: Readonly<Record<string, string | number>>): Promise<OwnAnswer['hits']> {
	const query = new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)]));
	const response = await fetch(`${broker.server.url}/relationships?${query}`, {
		headers: { Accept: 'application/json' },
	});
	assert.equal(response.status, 200, await response.clone().text());
	return ((await response.json()) as OwnAnswer).hits;
}

describe(`react-searchkit ${versions['react-searchkit']}`, () => {
	type Row = { ID: string; History: { LinkProvider: { Name: string }[] }[]; Source: End; Target: End };
	type Read = { total: number; hits: { metadata: Row }[]; aggregations: Record<string, { buckets: unknown[] }> };
	const first = { queryString: '', sortBy: 'mostrecent', sortOrder: 'asc', page: 1, size: 10, filters: [] };
	const asked = { id: work, scheme: 'doi', relation: 'isCitedBy', group_by: 'version' };
	const types = (...names: string[]) => ({ filters: names.map((name) => ['type', name]) });
	const searches = [
		{ name: 'the first page', state: {}, own: {} },
		{ name: 'the other order', state: { sortOrder: 'desc' }, own: { sort: '-mostrecent' } },
		{ name: 'words', state: { queryString: 'corners' }, own: { q: 'corners' } },
		{ name: 'a type', state: types('software'), own: { q: 'type:software' } },
		{ name: 'two types', state: types('software', 'dataset'), own: { q: 'type:software OR type:dataset' } },
		{ name: 'page 2', state: { page: 2 }, own: { page: 2 } },
		{ name: 'size 9999', state: { size: 9999 }, own: { size: 1000 } },
	];

	it('reads the rows that the HTTP interface has, in its order', async () => {
		const hiddenParams = Object.entries(asked);
		const states = searches.map(({ state }) => ({ ...first, hiddenParams, ...state }));
		const address = `${broker.server.url}/api/compat/asclepias/api/relationships`;
		const script = here('react-searchkit.ts');
		const answers = await broker.read<Read[]>(process.execPath, [script, packages, address], JSON.stringify(states));
		for (const [at, { name, own: question }] of searches.entries()) {
			const { total, hits, aggregations } = answers[at] as Read;
			const expected = await own({ ...asked, sort: 'mostrecent', size: 10, ...question });
			assert.ok(expected.total > 0, name);
			assert.equal(total, expected.total, name);
			const seen = ({ Source, Target }: { Source: End; Target: End }) =>
				[Source, Target].map(({ Title, Identifier }) => [Title, Identifier.map(({ ID }) => ID)]);
			assert.deepEqual(
				hits.map(({ metadata }) => seen(metadata)),
				expected.hits.map(seen),
				name,
			);
			for (const { metadata } of hits) {
				assert.ok(metadata.ID);
				assert.ok(metadata.History.length > 0 && metadata.History.every(({ LinkProvider }) => LinkProvider[0]?.Name));
				for (const { IDURL } of metadata.Source.Identifier) assert.ok(URL.canParse(IDURL ?? ''), name);
			}
			assert.equal(aggregations.type?.buckets.length, name === 'words' ? 2 : 3, name);
		}
	});
});

describe(`the models of AIREloom ${versions.aireloom}`, () => {
	type Read = { total_links: number; result: { source: { identifier: { id_val: string }[] } }[] };

	it('read the links that the HTTP interface has', async () => {
		const links = (...filters: string[]) => readPython<Read>('aireloom', addressOf('scholexplorer/v3'), ...filters);
		const { total_links, result } = await links(`targetPid=${work}`, 'relation=Cites');
		const expected = await own({ id: work, relation: 'isCitedBy', size: 99 });
		assert.equal(total_links, expected.total);
		assert.deepEqual(
			result.map(({ source }) => source.identifier.map(({ id_val }) => id_val)),
			expected.hits.map(({ Source }) => Source.Identifier.map(({ ID }) => ID)),
		);
		assert.equal((await links(`targetPid=${work}`, 'relation=Cites', 'sourceType=dataset')).total_links, 1);
	});
});

describe('a client of OpenCitations', () => {
	type Reference = { prefix: string; identifier: string };
	type Citation = { citing: Reference[]; cited: Reference[]; creation: string | null };
	type Row = { oci: string; citing: string; cited: string };
	const index = 'opencitations/index';

	it(`opencitations-client ${versions['opencitations-client']} reads citations and references`, async () => {
		const [citations, references] = await readPython<[Citation[], Citation[]]>(
			'opencitations_client',
			...[addressOf(`${index}/v2`), `doi:${work}`],
		);
		const { total, hits } = await own({ id: work, relation: 'isCitedBy', size: 1_000 });
		assert.equal(citations.length, total);
		const named = ({ prefix, identifier }: Reference) => `${prefix}:${identifier}`;
		assert.deepEqual(
			citations.map(({ citing }) => citing.map(named).sort().join()).sort(),
			hits
				.map(({ Source }) =>
					Source.Identifier.map(({ ID, IDScheme }) => `${IDScheme}:${ID}`)
						.sort()
						.join(),
				)
				.sort(),
		);
		assert.equal(references.length, (await own({ id: work, relation: 'cites' })).total);
	});

	it(`opencitations-client ${versions['opencitations-client']} reads which citations are self-citations`, async () => {
		type Flagged = Citation & { author_self_citation: true | null; journal_self_citation: true | null };
		const address = addressOf(`${index}/v2`);
		const [citations] = await readPython<[Flagged[]]>('opencitations_client', address, 'doi:10.1000/cited');
		assert.deepEqual(
			citations
				.map(({ citing, ...one }) => [citing[0]?.identifier, one.author_self_citation, one.journal_self_citation])
				.sort(),
			[
				// The client drops what is "no".
				['10.1000/foreign', null, null],
				['10.1000/own', true, true],
			],
		);
	});

	it(`opencitations-client ${versions['opencitations-client']} reads the metadata of works`, async () => {
		type Article = { title: string; authors: { name: string }[]; pub_date: string | null };
		const meta = addressOf('opencitations/meta/v1');
		const read = await readPython<Article[]>(
			'opencitations_articles',
			meta,
			`doi:${work}`,
			'pmid:1000',
			'doi:10.1000/x',
		);
		assert.deepEqual(
			read.map(({ title, authors, pub_date }) => ({ title, authors: authors.map(({ name }) => name), pub_date })),
			[
				{
					title: 'corner.py: Scatterplot matrices in Python',
					...{ authors: ['Dan Foreman-Mackey'], pub_date: '2016-06-01' },
				},
				{ title: 'A software with plots of corners', authors: [], pub_date: '2019-05-01' },
			],
		);
	});

	it(`opencitingpy ${versions.opencitingpy} reads counts, citations, and a citation by its OCI`, async () => {
		type Read = { citation_count: number; reference_count: number; citations: Row[]; first: Row[] };
		const read = await readPython<Read>('opencitingpy', addressOf(`${index}/api/v1`), work);
		const { citing } = await citingDois();
		const totals = await Promise.all(['isCitedBy', 'cites'].map((relation) => own({ id: work, relation })));
		const counts = [read.citation_count, read.reference_count];
		assert.deepEqual(
			counts,
			totals.map(({ total }) => total),
		);
		assert.deepEqual(read.citations.map(({ citing }) => citing).sort(), citing);
		assert.deepEqual(read.first, read.citations.slice(0, 1));
	});

	it(`citations-count ${versions['citations-count']} reads how many citations there are`, async () => {
		const { citing } = await citingDois();
		assert.equal(await readPython('citations_count', addressOf('opencitations'), work), citing.length);
	});
});

describe('a client of DataCite', () => {
	it(`ckanext-citations ${versions['ckanext-citations']} reads the DOIs that cite a dataset`, async () => {
		const { citing } = await citingDois();
		assert.deepEqual(
			(await readPython<string[]>('ckanext_citations', addressOf('datacite/events'), work)).sort(),
			citing,
		);
	});
});

/** The DOIs of the works that cite the one of the tests, for clients that read only DOIs. */
async function citingDois(): Promise<{ citing: string[] }> {
	const { hits } = await own({ id: work, relation: 'isCitedBy', size: 1_000 });
	const dois = hits.flatMap(({ Source }) => Source.Identifier.filter(({ IDScheme }) => IDScheme === 'doi'));
	return { citing: dois.map(({ ID }) => ID).sort() };
}
