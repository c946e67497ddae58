import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const provider = 'A Group';
const source = { id: '10.1234/citing', scheme: 'doi' };
const cited = async (entry: string) => {
	const { links } = await translated(entry, { provider, supplied: { source } });
	return links.map((link) => link.replace('doi:10.1234/citing Cites ', '').replace(', A Group', ''));
};

describe('a BibTeX file', () => {
	it('is a list of works that the given source cites, each with all its identifiers', async () => {
		const { dialect, links, object } = await translated(
			`@string{aj = {A Journal}}
			@article{one, title = "{A {T}itle}", author = {Doe, Ada and M{\\"u}ller, Kim and others},
				year = 2024, month = jun,
				journal = aj, doi = {10.1234/A\\_b}, archiveprefix = {arXiv}, eprint = {2406.01234},
				adsurl = {https://ui.adsabs.harvard.edu/abs/2024A%26A...123..456D}, url = {https://doi.org/10.1234/a_b}}`,
			{ provider, supplied: { source } },
		);
		assert.equal(dialect, 'bibtex');
		assert.deepEqual(links, [
			'doi:10.1234/citing Cites doi:10.1234/A_b = arxiv:arXiv:2406.01234 = ads:2024A&A...123..456D, A Group',
		]);
		assert.deepEqual(object('doi:10.1234/A_b'), {
			Type: { Name: 'literature', SubType: 'JournalArticle' },
			Title: 'A Title',
			Creator: [{ Name: 'Doe, Ada' }, { Name: 'Müller, Kim' }],
			PublicationDate: '2024-06',
			Container: { Title: 'A Journal' },
		});
	});

	it('may cite by another relation that is given', async () => {
		const { links } = await translated('@misc{a, doi = {10.1234/a}}', {
			provider,
			supplied: { source, relation: 'IsDerivedFrom' },
		});
		assert.deepEqual(links, ['doi:10.1234/citing IsDerivedFrom doi:10.1234/a, A Group']);
	});

	it('names a work by its address alone where there is nothing that lasts', async () => {
		assert.deepEqual(
			await cited('@misc{a, url = {https://example.org/a}, howpublished = {\\url{https://example.org/b}}}'),
			['url:https://example.org/a'],
		);
		assert.deepEqual(await cited('@misc{a, howpublished = {\\url{https://example.org/b}}}'), [
			'url:https://example.org/b',
		]);
	});

	it('has ISBNs of whole books, not of the books of chapters and papers', async () => {
		assert.deepEqual(await cited('@book{a, isbn = {0-306-40615-2}}'), ['isbn:978-0-306-40615-7']);
		assert.deepEqual(await cited('@incollection{a, isbn = {0-306-40615-2}, url = {https://example.org/a}}'), [
			'url:https://example.org/a',
		]);
	});

	it('reads a number by the archive that it is of', async () => {
		assert.deepEqual(await cited('@misc{a, eprint = {1234567}, eprinttype = {pubmed}}'), ['pmid:1234567']);
		assert.deepEqual(await cited('@misc{a, eprint = {2001.01234}}'), ['arxiv:arXiv:2001.01234']);
		assert.deepEqual(await cited('@misc{a, eprint = {123}, eprinttype = {jstor}}'), []);
	});

	it('has other text and addresses of mail between its entries, and lines behind a percent sign', async () => {
		const entry = (key: string) => `@misc{${key}, doi = {10.1234/${key}}}`;
		const text = [
			...['% Written by doe@example (a draft', 'Ask roe@press {or not', '@home (is no entry', `% ${entry('old')}`],
			...['A Database', `${entry('a')} ${entry('b')} % by poe@example {`, '@misc(c, doi = {10.1234/c})'],
		].join('\n');
		assert.deepEqual(await cited(text), ['doi:10.1234/a', 'doi:10.1234/b', 'doi:10.1234/c']);
	});

	it('may begin with the name of the database', async () => {
		const { dialect } = await translated('A Database\n\n@ARTICLE{doe2024,\n doi = {10.1234/a}\n}\n', { provider });
		assert.equal(dialect, 'bibtex');
	});

	it('may have a brace too many, where lines begin the next entry', async () => {
		const text = [
			...['@article{a,', 'title={About {braces},', 'doi={10.1234/a},', 'note={cited By 3},', '}', ''],
			...['@article{b,', 'title={B {B}},', 'doi={10.1234/b},', '}', ''],
		].join('\n');
		const { object } = await translated(text, { provider });
		assert.deepEqual([object('doi:10.1234/a')?.Title, object('doi:10.1234/b')?.Title], ['About braces', 'B B']);
		assert.equal(object('doi:10.1234/a')?.Type.SubType, 'JournalArticle');
	});

	it('is refused where an entry is never closed', async () => {
		await assert.rejects(cited('% A list\n@misc{a, doi = {10.1234/a}'), /line 2: this BibTeX entry is never closed/);
	});

	it('of Scopus or Web of Science cites works by the identifiers in its references, and counts the others', async () => {
		const ofScopus = 'references = {Roe, K., (2020) Things, 1, , https://doi.org/10.1234/b\\_1; (1999) A Book, , York}';
		const ofWebOfScience =
			'Cited-References = {Roe K, 2020, THINGS, V1, P2, DOI 10.1234/b\\_1.\n   [Anonymous], 1999, A BOOK.},\n' +
			'Number-of-Cited-References = {2}';
		for (const references of [ofScopus, ofWebOfScience]) {
			const text = `@article{a,\nyear = {2024},\ndoi = {10.1234/a},\nnote = {cited By 3},\n${references},\n}`;
			const { links, leftOut } = await translated(text, { provider });
			assert.deepEqual(links, ['doi:10.1234/a Cites doi:10.1234/b_1, 2024, A Group']);
			assert.deepEqual(leftOut, ['a reference without an identifier']);
			assert.deepEqual((await cited(text)).toSorted(), ['doi:10.1234/a', 'doi:10.1234/a Cites doi:10.1234/b_1, 2024']);
		}
	});

	it('leaves out entries without an identifier', async () => {
		const { leftOut } = await translated('@book{a, title = {A Book}}', { provider, supplied: { source } });
		assert.deepEqual(leftOut, ['an entry without an identifier']);
	});

	it('needs the name of a provider', async () => {
		const { links, leftOut } = await translated('@misc{a, doi = {10.1234/a}}', { supplied: { source } });
		assert.deepEqual(links, []);
		assert.deepEqual(leftOut, ['no provider is named or given']);
	});
});

describe('software in BibTeX', () => {
	const hash = '0123456789abcdef0123456789abcdef01234567';

	it('of HAL is known by its number and the core of its SWHID, and is a version of its repository', async () => {
		const { links, object } = await translated(
			`@softwareversion{doe:hal-01234567v1, TITLE = {{A Tool}}, AUTHOR = {Doe, Ada}, YEAR = {2021}, MONTH = Oct,
				URL = {https://hal.science/hal-01234567}, HAL_ID = {hal-01234567}, HAL_VERSION = {v1},
				SWHID = {swh:1:dir:${hash};
					origin=https://example.org/tool;path=/}, REPOSITORY = {https://gitlab.com/doe/tool}}`,
			{ provider },
		);
		assert.deepEqual(links, [
			`hal:hal-01234567 = swh:swh:1:dir:${hash} IsVersionOf url:https://gitlab.com/doe/tool, 2021-10, A Group`,
		]);
		assert.equal(object('hal:hal-01234567')?.Type.Name, 'software');
		assert.equal(object('hal:hal-01234567')?.Title, 'A Tool');
	});

	it('is a version or a part of the entry that it refers to, and has its year from there', async () => {
		const { links } = await translated(
			`@software{tool, title = {Tool}, doi = {10.1234/tool}, year = {2019}}
			@softwareversion{v1, title = {Tool 1}, doi = {10.1234/v1}, crossref = {tool}}
			@codefragment{lines, doi = {10.1234/lines}, crossref = {v1}, year = {2020}}`,
			{ provider },
		);
		assert.deepEqual(links, [
			'doi:10.1234/v1 IsVersionOf doi:10.1234/tool, 2019, A Group',
			'doi:10.1234/lines IsPartOf doi:10.1234/v1, 2020, A Group',
		]);
	});
});
