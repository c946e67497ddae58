// Says which works are found in references in words.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { citedWorks, unnamedReference } from './references.ts';

const cited = (...references: string[]) =>
	citedWorks(references).links.map(({ target }) => target.identifiers.map(({ id, scheme }) => `${scheme}:${id}`));

describe('a reference in words', () => {
	it('cites the work whose identifier stands in it', () => {
		assert.deepEqual(
			cited(
				'Lee K, 2011, J THINGS, V5, P1, DOI 10.1234/things.2011',
				'Roe B., Another work, Things, 26, pp. 1324-1337, (2007), https://doi.org/10.1234/another.',
				'Poe C., A preprint, arXiv preprint arXiv:1901.01234, (2019)',
				'10.1234/5678',
				'Иванов И., Журнал, 10.1234/zhurnal',
			),
			[
				...[['doi:10.1234/things.2011'], ['doi:10.1234/another'], ['arxiv:arXiv:1901.01234'], ['doi:10.1234/5678']],
				['doi:10.1234/zhurnal'],
			],
		);
	});

	it('names one work by identifiers of several schemes', () => {
		assert.deepEqual(cited('Lee K. J Thing. 2020. PMID: 31234567; PMCID: PMC7012345; doi:10.1234/a.'), [
			['pmid:31234567', 'pmcid:PMC7012345', 'doi:10.1234/a'],
		]);
	});

	it('names a work by a DOI that has a blank in its last part', () => {
		for (const before of ['<3::AID-TH4>', '&lt;3::AID-TH4&gt;']) {
			assert.deepEqual(
				cited(`Roe K., (2001) Things, 1. , https://doi.org/10.1002/1234-5679(2001)1:2${before}3.0. CO;2-5`),
				[['doi:10.1002/1234-5679(2001)1:2<3::AID-TH4>3.0.CO;2-5']],
			);
		}
	});

	it('names a work by each of several DOIs: they are not joined', () => {
		assert.deepEqual(cited('Lee K, 2011, THINGS, DOI [10.1234/a, 10.5678/b]'), [['doi:10.1234/a'], ['doi:10.5678/b']]);
	});

	it('is counted where it has nothing that lasts: words, numbers, an address', () => {
		const { links, leftOut } = citedWorks([
			'Roe B., Another work, Things, 26, pp. 1324-1337, (2007)',
			'2007',
			'1324-1337',
			'Roe B., A page, https://example.org/page/3',
		]);
		assert.deepEqual(links, []);
		assert.deepEqual(leftOut, Array(4).fill(unnamedReference));
	});
});
