// Tests what is read of literature of INSPIRE.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unnamedReference, unnamedSource } from '../references.ts';
import { translated } from '../translated.fixture.ts';

const read = (metadata: object, supplied = {}) => translated(JSON.stringify({ id: '1', metadata }), { supplied });

describe('a work of INSPIRE', () => {
	it('is named by its DOI, arXiv number, ISBN and bibcode, and not by numbers of INSPIRE', async () => {
		const { dialect, links } = await read({
			...{ control_number: 17, texkeys: ['Doe:2020xyz'], titles: [{ title: 'A Book' }], preprint_date: '2020-02-03' },
			...{ dois: [{ value: '10.5555/book' }], arxiv_eprints: [{ value: 'hep-ph/0102030' }] },
			...{ isbns: [{ value: '9780306406157', medium: 'print' }] },
			external_system_identifiers: [
				{ schema: 'SPIRES', value: 'SPIRES-1' },
				{ schema: 'ADS', value: '2020JHEP...02..030D' },
			],
		});
		assert.equal(dialect, 'inspire');
		assert.deepEqual(links, [
			'doi:10.5555/book = arxiv:arXiv:hep-ph/0102030 = isbn:978-0-306-40615-7 = ads:2020JHEP...02..030D, ' +
				'2020-02-03, INSPIRE',
		]);
	});

	it('is related to its erratum, and is a new version of its preprint', async () => {
		const { links } = await read({
			publication_info: [{ material: 'erratum', year: 2023 }, { year: 2021 }],
			dois: [
				{ value: '10.5555/erratum', material: 'erratum' },
				{ value: '10.5555/article', material: 'publication' },
				{ value: '10.5555/second' },
				{ value: '10.5555/preprint', material: 'preprint' },
				{ value: '10.48550/arXiv.2101.00007', material: 'preprint' },
			],
			arxiv_eprints: [{ value: '2101.00007' }],
		});
		assert.deepEqual(links, [
			'doi:10.5555/article = arxiv:arXiv:2101.00007 IsRelatedTo (erratum) doi:10.5555/erratum, 2021, INSPIRE',
			'doi:10.5555/article IsNewVersionOf doi:10.5555/preprint, 2021, INSPIRE',
		]);
	});

	it('has the DOI of its preprint where it has no other, and never that of its erratum', async () => {
		const preprint = { value: '10.5555/preprint', material: 'preprint' };
		const erratum = { value: '10.5555/erratum', material: 'erratum' };
		const { links, translation } = await read({ dois: [erratum, preprint] });
		assert.deepEqual(links, ['doi:10.5555/preprint IsRelatedTo (erratum) doi:10.5555/erratum, INSPIRE']);
		assert.equal(translation.links, 1);
	});

	it('without an identifier is named by --source, or left out', async () => {
		const work = {
			dois: [{ value: '10.5555/erratum', material: 'erratum' }],
			references: [{ reference: { dois: ['10.5555/b'] } }],
		};
		const { links, leftOut } = await read(work);
		assert.deepEqual([links, leftOut], [[], [unnamedSource]]);
		const named = await read({ references: work.references }, { source: { id: '10.5555/own' } });
		assert.deepEqual(named.links, ['doi:10.5555/own Cites doi:10.5555/b, INSPIRE']);
	});

	it('is described with its place in the journal', async () => {
		const { object } = await read({
			...{ document_type: ['conference paper'], dois: [{ value: '10.5555/a' }], titles: [{ title: 'A' }] },
			...{
				publication_info: [
					{ cnum: 'C20-02-03' },
					{ journal_title: 'JHEP', journal_volume: '02', journal_issue: '3', artid: '030' },
				],
			},
			imprints: [{ date: '2020-02-03', publisher: 'A Press', place: 'Graz' }],
		});
		assert.deepEqual(object('doi:10.5555/a'), {
			...{ Type: { Name: 'literature', SubType: 'conference paper' }, Title: 'A', PublicationDate: '2020-02-03' },
			...{ Publisher: [{ Name: 'A Press' }], PublisherPlace: 'Graz' },
			Container: { Title: 'JHEP', Volume: '02', Issue: '3', Pages: '030' },
		});
	});
});

describe('a reference of INSPIRE', () => {
	const citing = (reference: object, more: object = {}) =>
		read({ arxiv_eprints: [{ value: '2101.00007' }], references: [{ reference, ...more }] });

	it('is linked by its numbers, and is described', async () => {
		const { links, object } = await citing({
			...{ dois: ['10.5555/B'], arxiv_eprint: '0707.0707', title: { title: 'B' }, publication_info: { year: 2007 } },
		});
		assert.deepEqual(links, ['arxiv:arXiv:2101.00007 Cites doi:10.5555/B = arxiv:arXiv:0707.0707, INSPIRE']);
		const { Title, PublicationDate } = object('arxiv:arXiv:0707.0707') ?? {};
		assert.deepEqual([Title, PublicationDate], ['B', '2007']);
	});

	it('has an ISBN of its own where it has nothing else', async () => {
		const isbn = '9780306406157';
		assert.deepEqual((await citing({ isbn })).links, ['arxiv:arXiv:2101.00007 Cites isbn:978-0-306-40615-7, INSPIRE']);
		assert.deepEqual((await citing({ isbn, dois: ['10.5555/chapter'] })).links, [
			'arxiv:arXiv:2101.00007 Cites doi:10.5555/chapter, INSPIRE',
		]);
	});

	it('with several DOIs is a link to each, and does not join them', async () => {
		const { links } = await citing({ dois: ['10.5555/b', '10.5555/c'] });
		assert.deepEqual(links, [
			'arxiv:arXiv:2101.00007 Cites doi:10.5555/b, INSPIRE',
			'arxiv:arXiv:2101.00007 Cites doi:10.5555/c, INSPIRE',
		]);
	});

	it('is linked by its address, or by what stands in its text', async () => {
		const cites = ['arxiv:arXiv:2101.00007 Cites doi:10.5555/b, INSPIRE'];
		assert.deepEqual((await citing({ urls: [{ value: 'https://doi.org/10.5555/b' }] })).links, cites);
		assert.deepEqual((await citing({ misc: ['doi:10.5555/b'] })).links, cites);
		const raw = [{ schema: 'text', value: '[7] Roe, B., A title, doi:10.5555/b' }];
		assert.deepEqual((await citing({ title: { title: 'Of another' } }, { raw_refs: raw })).links, cites);
		assert.equal(
			(await citing({ title: { title: 'Of another' } }, { raw_refs: raw })).object('doi:10.5555/b')?.Title,
			undefined,
		);
	});

	it('without an identifier is counted, also where INSPIRE has a number of its own for it', async () => {
		const { links, leftOut } = await citing(
			{ label: '1', publication_info: { journal_title: 'JHEP', year: 1999 } },
			{ record: { $ref: 'https://inspire.example/api/literature/7' } },
		);
		assert.deepEqual([links, leftOut], [[], [unnamedReference]]);
	});
});
