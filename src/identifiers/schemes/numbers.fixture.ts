// Examples of identifiers of numbers with a check digit, by scheme, and of texts that resemble one and are none.
import type { Examples } from './scheme-examples.fixture.ts';

export const numberExamples: Examples = {
	isbn: {
		examples: [
			{
				value: '978-0-9752298-0-4',
				key: '9780975229804',
				spellings: [
					'0-9752298-0-X',
					'097522980x',
					'9780975229804',
					'ISBN 978-0-9752298-0-4',
					'ISBN-13: 978 0 9752298 0 4',
					'urn:isbn:097522980X',
				],
			},
		],
		misfits: ['978-3-905673-82-2', '0-9752298-0-1'],
	},
	issn: {
		examples: [
			{
				value: '1562-6865',
				url: 'https://portal.issn.org/resource/ISSN/1562-6865',
				spellings: [
					'15626865',
					'ISSN 1562-6865',
					'urn:issn:1562-6865',
					'1562–6865',
					'https://portal.issn.org/resource/ISSN/1562-6865',
				],
			},
		],
		misfits: ['1562-6864'],
	},
	orcid: {
		examples: [
			{
				value: '0000-0002-1694-233X',
				url: 'https://orcid.org/0000-0002-1694-233X',
				spellings: [
					'000000021694233x',
					'orcid:0000-0002-1694-233X',
					'https://orcid.org/0000-0002-1694-233X/',
					'orcid.org/0000-0002-1694-233X',
				],
			},
		],
		misfits: ['0000-0002-1694-2330', '1422-4586-3573-0476'],
	},
	isni: {
		examples: [
			{
				value: '1422-4586-3573-0476',
				url: 'https://isni.org/isni/1422458635730476',
				spellings: ['1422 4586 3573 0476', 'https://isni.org/isni/1422458635730476'],
			},
		],
		misfits: ['1422-4586-3573-0475'],
	},
	ean13: {
		examples: [
			{ value: '4006381333931', spellings: ['ean:4006381333931', 'EAN13: 4006381333931'] },
			{ value: '9780975229804', sameAs: 'isbn:978-0-9752298-0-4' },
		],
		misfits: ['4006381333932'],
	},
	ean8: {
		examples: [{ value: '73513537', spellings: ['ean8:73513537'] }],
		misfits: ['73513538'],
	},
	upc: {
		examples: [{ value: '036000291452', spellings: ['UPC: 036000291452'] }],
		misfits: ['036000291453'],
	},
	istc: {
		examples: [
			{
				value: '0A9-2002-12B4A105-7',
				key: '0A9200212B4A1057',
				spellings: ['0A9200212B4A1057', 'ISTC 0a9-2002-12b4a105-7'],
			},
		],
		misfits: ['0A9-2002-12B4A105-8'],
	},
};
