// Asks a running broker as clients of OpenCitations Meta do.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Program, type Server, serveLinks } from './program.ts';

const types = ['literature', 'software', 'dataset'] as const;
const work = (at: number) => ({
	Identifier: [{ ID: `10.1000/w${at}`, IDScheme: 'doi' }],
	Type: { Name: types[at % types.length] },
	Title: at === 0 ? '=Work(0)' : `Work ${at}`,
	PublicationDate: `${2000 + at}-03`,
});

const links = Array.from({ length: 11 }, (_, at) => ({
	Source: work(at + 1),
	RelationshipType: { Name: 'Cites' },
	Target: work(at),
	LinkProvider: [{ Name: 'A provider' }],
	LinkPublicationDate: '2020-01-01',
}));

let program: Program;
let server: Server;
before(async () => {
	({ program, server } = await serveLinks(links));
});
after(() => program.remove());

const ask = async (path: string) => {
	const response = await fetch(server.url + path);
	return { headers: response.headers, body: await response.json() };
};

describe('a client of OpenCitations Meta', () => {
	const meta = '/compat/opencitations/meta';
	const works = async (path: string) => (await ask(meta + path)).body as Record<string, string>[];

	it('reads each work once, in the order of its identifiers, and none that is not known', async () => {
		const ids = ['doi:10.1000/w3', 'pmid:1', 'issn:1234-5679', 'doi:10.1000/W3', 'doi:10.1000%2Fw1'].join('__');
		for (const version of ['v1', 'api/v1']) {
			const rows = await works(`/${version}/metadata/${ids}`);
			assert.deepEqual(
				rows.map(({ id, title, pub_date }) => [id, title, pub_date]),
				[
					['doi:10.1000/w3', 'Work 3', '2003-03'],
					['doi:10.1000/w1', 'Work 1', '2001-03'],
				],
			);
		}
	});

	it('requires, filters and sorts rows, as JSON or CSV', async () => {
		const all = Array.from({ length: 12 }, (_, at) => `doi:10.1000/w${at}`).join('__');
		const rows = await works(`/v1/metadata/${all}?require=type&filter=pub_date:>2006&sort=desc(pub_date)`);
		assert.deepEqual(
			rows.map(({ title, type }) => [title, type]),
			[
				['Work 11', 'dataset'],
				['Work 10', 'computer program'],
				['Work 8', 'dataset'],
				['Work 7', 'computer program'],
			],
		);
		const response = await fetch(`${server.url}${meta}/v1/metadata/doi:10.1000/w3`, {
			headers: { Accept: 'text/csv' },
		});
		assert.match(
			await response.text(),
			/^id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor\r\ndoi:10\.1000\/w3,Work 3,/,
		);
	});

	it('reads a title that begins as a formula with an apostrophe in CSV alone, since spreadsheets open it', async () => {
		const path = '/v1/metadata/doi:10.1000/w0';
		assert.equal((await works(path))[0]?.title, '=Work(0)');
		const csv = await (await fetch(`${server.url}${meta}${path}?format=csv`)).text();
		assert.match(csv, /\r\ndoi:10\.1000\/w0,'=Work\(0\),/);
	});

	it('gets the address of one work in the HTTP interface', async () => {
		const { headers } = await ask(`${meta}/v1/metadata/doi:10.1000/w3`);
		assert.match(headers.get('Link') ?? '', /\/objects\?id=10\.1000%2Fw3&scheme=doi>; rel="canonical"$/);
	});

	it('is refused what names no scheme, more than 100 works, and other operations', async () => {
		for (const [path, status] of [
			['metadata/10.1000/w3', 404],
			['metadata/doi:10.1000/w3__isni:1', 404],
			[`metadata/${Array(101).fill('pmid:1').join('__')}`, 400],
			['author/orcid:0000-0002-1825-0097', 404],
		] as const) {
			const response = await fetch(`${server.url}${meta}/v1/${path}`);
			assert.equal(response.status, status, path);
			assert.match(await response.text(), new RegExp(`^HTTP status code ${status}: `));
		}
	});
});
