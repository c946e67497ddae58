import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { translated } from '../translated.fixture.ts';

const provider = 'A Group';
const hash = '0123456789abcdef0123456789abcdef01234567';
const linksOf = async (...lines: string[]) =>
	(await translated(`cff-version: 1.2.0\ntitle: Tool\n${lines.join('\n')}\n`, { provider })).links.map((link) =>
		link.replace(', A Group', ''),
	);

describe('CITATION.cff', () => {
	it('says what a program references and what describes it, from its release on', async () => {
		const { dialect, links, object } = await translated(
			`cff-version: 1.2.0
title: A Tool
authors:
  - {family-names: Doe, given-names: Ada, name-particle: van der, orcid: https://orcid.org/0000-0002-1825-0097}
  - name: A Team
doi: 10.1234/tool
date-released: 2024-05-01
preferred-citation: {type: article, title: The Paper, doi: https://doi.org/10.1234/paper}
references:
  - {type: book, title: A Book, isbn: 978-0-306-40615-7}
  - {type: blog, title: A Post, url: https://example.org/post}
  - {type: article, title: Nothing known}
`,
			{ provider },
		);
		assert.equal(dialect, 'citation-cff');
		assert.deepEqual(links, [
			'doi:10.1234/tool IsDescribedBy doi:10.1234/paper, 2024-05-01, A Group',
			'doi:10.1234/tool References isbn:978-0-306-40615-7, 2024-05-01, A Group',
			'doi:10.1234/tool References url:https://example.org/post, 2024-05-01, A Group',
		]);
		assert.deepEqual(object('doi:10.1234/tool'), {
			Type: { Name: 'software' },
			Title: 'A Tool',
			Creator: [
				{
					Name: 'van der Doe, Ada',
					Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' },
				},
				{ Name: 'A Team' },
			],
			PublicationDate: '2024-05-01',
		});
	});

	it('describes a version of its repository', async () => {
		assert.deepEqual(await linksOf('doi: 10.1234/tool', 'repository-code: https://github.com/doe/tool'), [
			'doi:10.1234/tool IsVersionOf url:https://github.com/doe/tool',
		]);
	});

	it('distinguishes the DOI of all versions from that of this one by the description alone', async () => {
		assert.deepEqual(
			await linksOf(
				'identifiers:',
				'  - {type: doi, value: 10.1234/all, description: The concept DOI of the work.}',
				'  - {type: doi, value: 10.1234/v1, description: The DOI of version 1.}',
				`  - {type: swh, value: "swh:1:rev:${hash}"}`,
				'  - {type: other, value: 10.1234/other}',
			),
			[`doi:10.1234/v1 = swh:swh:1:rev:${hash} IsVersionOf doi:10.1234/all`],
		);
	});

	it('takes the DOI of all versions where it has no other, also where it is given twice', async () => {
		assert.deepEqual(
			await linksOf(
				'doi: 10.1234/ALL',
				'identifiers:',
				'  - {type: doi, value: 10.1234/all, description: Represents all versions.}',
				'references: [{type: article, doi: 10.1234/paper}]',
			),
			['doi:10.1234/all References doi:10.1234/paper'],
		);
	});

	it('names a program by its repository, else its page, where it has no identifier that lasts', async () => {
		const reference = 'references: [{type: article, doi: 10.1234/paper}]';
		assert.deepEqual(
			await linksOf('doi: TODO', 'repository-code: https://github.com/doe/tool', 'url: https://example.org', reference),
			['url:https://github.com/doe/tool References doi:10.1234/paper'],
		);
		assert.deepEqual(await linksOf('url: https://example.org', reference), [
			'url:https://example.org References doi:10.1234/paper',
		]);
		assert.deepEqual(await linksOf(reference), []);
	});

	it('is read however many references it has', async () => {
		const author = "      - {family-names: Doe, given-names: Ada, orcid: 'https://orcid.org/0000-0002-1825-0097'}";
		const references = Array.from({ length: 2_000 }, (_, number) => [
			`  - title: "Paper ${number}"`,
			...['    type: article', `    doi: 10.1234/p${number}`, '    year: 2020', '    journal: A Journal'],
			...['    volume: 1', `    start: ${number}`, '    authors:', author, author, author, author],
		]);
		assert.equal((await linksOf('doi: 10.1234/tool', 'references:', ...references.flat())).length, 2_000);
	});

	it('that is no YAML is refused with the line', async () => {
		await assert.rejects(linksOf('authors:', '  - name: A', ' - name: B'), /line \d+: this is not YAML/);
	});
});
