// Asks a running broker as clients of the OpenCitations Index do, and compares what they read with the
// answers of its own interface.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Program, type Server, serveLinks } from './program.ts';

const root = '/compat/opencitations/index';

const works = {
	cited: { names: { doi: '10.1000/cited', omid: 'br/0601', ads: '2010ApJ...700L...1A' }, date: '2010-05-20' },
	early: { names: { doi: '10.1000/early', omid: 'br/0602' }, date: '2009' },
	late: { names: { doi: '10.1000/late', pmid: '1234567', arxiv: 'arXiv:1207.4464' }, date: '2020-05-21' },
	plain: { names: { pmid: '7654321' }, date: '2012-07' },
	spaced: { names: { spaced: 'two words' }, date: '' },
	online: { names: { doi: '10.1000/online' }, date: '2013' },
} as const;
type Name = keyof typeof works;
const person = (ID: string) => [{ Name: 'Lin', Identifier: [{ ID, IDScheme: 'orcid' }] }];
const more: Partial<Record<Name, object>> = {
	cited: { Creator: person('0000-0002-1825-0097'), Container: { Title: 'Notes', ISSN: ['2049-3630'] } },
	early: { Creator: person('0000-0001-5109-3700'), Container: { Title: 'Notes of 2009', ISSN: ['2049-3630'] } },
	late: { Creator: person('https://orcid.org/0000-0002-1825-0097'), Container: { Title: 'Notes' } },
};

const work = (name: Name) => ({
	Identifier: Object.entries(works[name].names).map(([IDScheme, ID]) => ({ ID, IDScheme })),
	Type: { Name: 'literature' },
	...more[name],
	...(works[name].date !== '' && { PublicationDate: works[name].date }),
});
const citing: readonly Name[] = ['early', 'late', 'plain', 'spaced'];
const links = [
	...citing.map((name) => [name, 'cited'] as const),
	...([
		['late', 'plain'],
		['online', 'late'],
	] as const),
].map(([from, to]) => ({
	...{ Source: work(from), RelationshipType: { Name: 'References', SubType: 'Cites', SubTypeSchema: 'DataCite' } },
	...{ Target: work(to), LinkProvider: [{ Name: 'Crossref' }], LinkPublicationDate: '2021-01-01' },
}));

const sameAsOnline = {
	...{ Source: work('online'), RelationshipType: { Name: 'IsIdenticalTo' } },
	...{ Target: { ...work('online'), Identifier: [{ ID: '10.1000/print', IDScheme: 'doi' }] } },
	...{ LinkProvider: [{ Name: 'Crossref' }], LinkPublicationDate: '2021-01-01' },
};

let program: Program;
let server: Server;
before(async () => {
	({ program, server } = await serveLinks([...links, sameAsOnline]));
});
after(() => program.remove());

type Row = Record<'oci' | 'citing' | 'cited' | 'creation' | 'timespan' | 'journal_sc' | 'author_sc' | 'count', string>;
const get = (path: string, headers = {}) =>
	fetch(server.url + root + path, { headers: { authorization: 'a token of theirs', ...headers } });
const rows = async (path: string): Promise<Row[]> => {
	const response = await get(path);
	assert.equal(response.status, 200, await response.clone().text());
	return (await response.json()) as Row[];
};
const only = async (path: string, column: keyof Row) => (await rows(path)).map((row) => row[column]).sort();

describe('a client of the OpenCitations Index, version 2', () => {
	it('reads citations with all identifiers of both works, dates and the time between', async () => {
		const [early, , plain] = (await rows('/v2/citations/doi:10.1000/cited?sort=creation')) as [Row, Row, Row];
		assert.deepEqual(early, {
			oci: '0602-0601',
			citing: 'omid:br/0602 doi:10.1000/early',
			cited: 'omid:br/0601 doi:10.1000/cited ads:2010ApJ...700L...1A',
			...{ creation: '2009', timespan: '-P1Y', journal_sc: 'yes', author_sc: 'no' },
		});
		assert.match(plain.oci, /^[1-9]\d*-0601$/);
		const [, late] = await rows('/v2/references/pmid:1234567?sort=timespan');
		assert.deepEqual([late?.citing, late?.timespan], ['doi:10.1000/late pmid:1234567 arxiv:1207.4464', 'P10Y1D']);
	});

	it('reads whether an author or a journal cites itself, as far as ORCID iDs and ISSNs show it', async () => {
		const found = await rows('/v2/citations/doi:10.1000/cited?sort=creation');
		assert.deepEqual(
			found.map(({ author_sc, journal_sc }) => [author_sc, journal_sc]),
			[
				['no', 'yes'],
				['no', 'no'],
				['yes', 'yes'],
			],
		);
	});

	it('may name a definition of a citation, which rows and counts follow', async () => {
		const path = '/doi:10.1000/cited?definition=strict';
		assert.deepEqual(await only(`/v2/citations${path}`, 'citing'), ['omid:br/0602 doi:10.1000/early', 'pmid:7654321']);
		// The work without a name that can be written counts.
		assert.deepEqual(await only(`/v2/citation-count${path}`, 'count'), ['3']);
		const response = await get('/v2/citations/doi:10.1000/cited?definition=ours');
		assert.equal(response.status, 400);
		assert.match(await response.text(), /There is no definition "ours"/);
	});

	it('names a work by any identifier, slashes encoded or not', async () => {
		for (const id of ['doi:10.1000/cited', 'doi:10.1000%2FCITED', 'omid:br/0601']) {
			assert.equal((await rows(`/v2/citations/${id}`)).length, 3, id);
		}
	});

	it('does not read works that have no name without white space; they are counted beside', async () => {
		const response = await get('/v2/citations/doi:10.1000/cited');
		assert.equal(response.headers.get('X-Left-Out'), '1');
		assert.match(response.headers.get('Access-Control-Expose-Headers') ?? '', /\bX-Left-Out\b/);
	});

	it('reads numbers as texts, those of the HTTP interface', async () => {
		for (const [operation, relation] of [
			['citation-count', 'isCitedBy'],
			['reference-count', 'cites'],
		]) {
			for (const id of ['doi:10.1000/cited', 'doi:10.1000/late', 'pmid:7654321', 'doi:10.1000/unknown']) {
				const own = await fetch(`${server.url}/relationships?id=${id}&relation=${relation}`, { method: 'HEAD' });
				const [{ count } = {}] = (await rows(`/v2/${operation}/${id}`)) as Partial<Row>[];
				assert.equal(count, own.headers.get('X-Total-Count'), `${operation} ${id}`);
			}
		}
	});

	it('reads no rows for what is not known', async () => {
		for (const id of ['doi:10.1000/unknown', 'doi:', 'nothing', 'pmid:0']) {
			assert.deepEqual(await rows(`/v2/citations/${id}`), [], id);
		}
	});

	it('asks for one citation by its OCI, whichever numbers that has', async () => {
		for (const row of await rows('/v2/citations/doi:10.1000/cited')) {
			assert.deepEqual(await rows(`/v2/citation/oci:${row.oci}`), [row]);
			assert.deepEqual(await rows(`/v2/citation/${row.oci}`), [row]);
			const [from, to] = row.oci.split('-');
			assert.deepEqual(await rows(`/v2/citation/${to}-${from}`), []);
		}
		for (const oci of ['0601-0699', '999999-1', '99999999999999999999-1']) {
			assert.deepEqual(await rows(`/v2/citation/${oci}`), [], oci);
		}
	});

	it('finds the same half of its OCIs for a work in each answer', async () => {
		const [own] = await only('/v2/citations/pmid:7654321', 'oci');
		const [half] = (await rows('/v2/references/pmid:7654321')).map(({ oci }) => oci.split('-')[0]);
		assert.equal(own?.split('-')[1], half);
		const cited = await only('/v2/citations/doi:10.1000/cited', 'oci');
		assert.equal(new Set(cited.map((oci) => oci.split('-')[1])).size, 1);
	});

	it('requires, filters, sorts and divides', async () => {
		const path = '/v2/citations/doi:10.1000/cited';
		assert.equal((await rows(`${path}?filter=citing:PMID`)).length, 2);
		assert.equal((await rows(`${path}?filter=creation:>2011&filter=timespan:>P5Y`)).length, 1);
		assert.equal((await rows(`${path}?require=timespan&exclude=creation`)).length, 3);
		assert.deepEqual(
			(await rows(`${path}?sort=desc(creation)`)).map(({ creation }) => creation),
			['2020-05-21', '2012-07', '2009'],
		);
		const [first] = (await rows(`${path}?json=array(%22%20%22,citing)&sort=creation`)) as unknown as {
			citing: string[];
		}[];
		assert.deepEqual(first?.citing, ['omid:br/0602', 'doi:10.1000/early']);
	});

	it('reads CSV by format and by Accept', async () => {
		const path = '/v2/citations/doi:10.1000/early?_=1';
		const head = 'oci,citing,cited,creation,timespan,journal_sc,author_sc\r\n';
		assert.equal(await (await get(`${path}&format=csv`)).text(), head);
		const response = await get('/v2/references/doi:10.1000/early', { Accept: 'text/csv' });
		assert.equal(response.headers.get('Content-Type'), 'text/csv; charset=utf-8');
		assert.match(await response.text(), /^oci,.*\r\n0602-0601,.*,2009,-P1Y,yes,no\r\n$/);
		assert.equal((await get(path, { Accept: 'text/html' })).headers.get('Content-Type'), 'application/json');
	});

	it('reads a line of text where something is wrong', async () => {
		for (const [path, status, words] of [
			['/v2/venue-citation-count/issn:0138-9130', 404, /by venue/],
			['/v2/metadata/doi:10.1000/cited', 404, /meta\/v1/],
			['/v2/loves/doi:10.1000/cited', 404, /citations, references/],
			['/v2/citation/17', 400, /OCI/],
			['/v2/citations/doi:10.1000/cited?filter=citing:(', 400, /filter/],
			['/v2/citations/doi:10.1000/cited?format=xml', 400, /format/],
		] as const) {
			const response = await get(path);
			assert.equal(response.status, status, path);
			assert.equal(response.headers.get('Content-Type'), 'text/plain; charset=utf-8');
			const text = await response.text();
			assert.match(text, new RegExp(`^HTTP status code ${status}: `));
			assert.match(text, words);
		}
	});

	it('gets the address of the same question, and 304 while nothing has changed', async () => {
		const { headers } = await get('/v2/citations/doi:10.1000/cited?group_by=version');
		assert.match(headers.get('Link') ?? '', /\/relationships\?id=doi.*&group_by=version>; rel="canonical"$/);
		const tag = headers.get('ETag') ?? '';
		const again = await get('/v2/citations/doi:10.1000/cited?group_by=version', { 'If-None-Match': tag });
		assert.equal(again.status, 304);
	});
});

describe('a client of the OpenCitations Index, version 1', () => {
	it('reads DOIs alone, at each address that the service has had', async () => {
		for (const base of ['v1', 'api/v1', 'coci/api/v1']) {
			assert.deepEqual(await only(`/${base}/citations/10.1000/cited`, 'citing'), ['10.1000/early', '10.1000/late']);
			assert.deepEqual(await only(`/${base}/citations/10.1000/cited`, 'cited'), ['10.1000/cited', '10.1000/cited']);
			assert.deepEqual(await rows(`/${base}/citation-count/10.1000/cited`), [{ count: '4' }]);
		}
		assert.equal((await rows('/api/v2/citations/doi:10.1000/cited')).length, 3);
	});

	it('reads the DOI that it asked for, whichever of the work this is', async () => {
		for (const doi of ['10.1000/online', '10.1000/print']) {
			assert.deepEqual(await only(`/v1/references/${doi}`, 'citing'), [doi]);
		}
	});

	it('reads no rows for what is no DOI', async () => {
		assert.deepEqual(await rows('/v1/citations/1234567'), []);
		assert.deepEqual(await rows('/v1/citation-count/pmid:7654321'), [{ count: '0' }]);
	});
});
