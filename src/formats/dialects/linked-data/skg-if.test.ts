// Tests what is read of research products in SKG-IF.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unnamedReference } from '../references.ts';
import { translated } from '../translated.fixture.ts';

const product = (name: string, more: object) => ({ local_identifier: name, entity_type: 'product', ...more });
const numbered = (scheme: string, value: string) => ({ identifiers: [{ scheme, value }] });

async function read(...entities: object[]) {
	return translated(
		JSON.stringify({ '@context': ['https://w3id.org/skg-if/context/skg-if.json'], '@graph': entities }),
		{
			provider: 'A Graph',
		},
	);
}

describe('a research product of SKG-IF', () => {
	const cited = product('p2', numbered('doi', '10.1234/b'));

	it('is linked to the products that it names, by each relation', async () => {
		const related = {
			...{ cites: ['p2'], is_supplemented_by: ['p3'], is_documented_by: ['p4'] },
			...{ is_new_version_of: ['p5'], is_part_of: ['p6'] },
		};
		const others = [3, 4, 5, 6].map((at) => product(`p${at}`, numbered('DOI', `10.1234/${at}`)));
		const { dialect, links } = await read(
			product('p1', { ...numbered('doi', '10.1234/a'), related_products: related }),
			...[cited, ...others],
		);
		assert.equal(dialect, 'skg-if');
		assert.deepEqual(links, [
			'doi:10.1234/a cites doi:10.1234/b, A Graph',
			'doi:10.1234/a issupplementedby doi:10.1234/3, A Graph',
			'doi:10.1234/a isdocumentedby doi:10.1234/4, A Graph',
			'doi:10.1234/a isnewversionof doi:10.1234/5, A Graph',
			'doi:10.1234/a ispartof doi:10.1234/6, A Graph',
		]);
	});

	it('is identified by its own identifiers, not by those of its other manifestations', async () => {
		const preprint = { identifiers: [{ scheme: 'arxiv', value: '2407.00001' }] };
		const { links } = await read(
			product('p1', {
				...numbered('doi', '10.1234/a'),
				manifestations: [preprint],
				related_products: { cites: ['p2'] },
			}),
			product('p2', { manifestations: [{}, preprint, numbered('doi', '10.1234/b')] }),
		);
		assert.deepEqual(links, ['doi:10.1234/a cites arxiv:arXiv:2407.00001, A Graph']);
	});

	it('is named by its name in the graph only where that is known elsewhere', async () => {
		const cites = ['https://w3id.org/oc/meta/br/0612', 'https://graph.example/products/9', 'p9'];
		const { links, leftOut } = await read(
			product('https://w3id.org/oc/meta/br/061', { related_products: { cites, is_part_of: ['p8'] } }),
			product('https://graph.example/products/1', { related_products: { cites } }),
		);
		assert.deepEqual(links, ['omid:br/061 cites omid:br/0612, A Graph']);
		assert.deepEqual(leftOut, [
			unnamedReference,
			'a related product without an identifier',
			'a product without an identifier',
		]);
	});

	it('has title, creators by rank, date, publisher and venue', async () => {
		const { object, links } = await read(
			product('p1', {
				...numbered('doi', '10.1234/a'),
				...{ product_type: 'research data', titles: { it: ['Titolo'], en: ['A Title', 'Another'] } },
				contributions: [
					{ by: 'ada', role: 'author', rank: 2 },
					{ by: 'bo', role: 'author', rank: 1 },
					{ by: 'press', role: 'publisher' },
				],
				manifestations: [
					{
						type: { labels: { en: 'time series' } },
						dates: { publication: ['2024-05-01', '2024-05-02'], distribution: '2023' },
						biblio: { volume: '3', issue: '2', pages: { first: '10', last: '12' }, in: 'acta' },
					},
				],
				related_products: { cites: ['p2'] },
			}),
			{ local_identifier: 'ada', entity_type: 'person', family_name: 'Doe', given_name: 'Ada' },
			{ local_identifier: 'bo', entity_type: 'person', name: 'Bo Roe', ...numbered('orcid', '0000-0002-1825-0097') },
			{ local_identifier: 'press', entity_type: 'organisation', name: 'A Press' },
			{ local_identifier: 'acta', entity_type: 'venue', name: 'Acta', ...numbered('eissn', '1234-5679') },
			cited,
		);
		assert.deepEqual(links, ['doi:10.1234/a cites doi:10.1234/b, 2024-05-01, A Graph']);
		assert.deepEqual(object('doi:10.1234/a'), {
			Type: { Name: 'dataset', SubType: 'time series' },
			Title: 'A Title',
			Creator: [{ Name: 'Bo Roe', Identifier: { ID: '0000-0002-1825-0097', IDScheme: 'orcid' } }, { Name: 'Doe, Ada' }],
			PublicationDate: '2024-05-01',
			Publisher: [{ Name: 'A Press' }],
			Container: { Title: 'Acta', ISSN: ['1234-5679'], Volume: '3', Issue: '2', Pages: '10-12' },
		});
	});
});
