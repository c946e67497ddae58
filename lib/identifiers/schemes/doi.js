// The scheme of DOIs, with the many addresses in which resolvers, registries, repositories and
// publishers hold them.
                                                 

/**
 * Resolvers, registries, repositories and publishers that put a DOI behind their host and path;
 * `doi:` may stand between.
 */
const doiResolvers = [
	...['doi.org/', 'dx.doi.org/', 'oadoi.org/', 'doi.pangaea.de/', 'doi2bib.org/bib/'],
	...['zenodo.org/doi/', 'ezid.cdlib.org/id/', 'identifiers.org/', 'n2t.net/', 'bioregistry.io/'],
	...['api.crossref.org/works/', 'api.crossref.org/v1/works/'],
	...['api.datacite.org/dois/', 'data.datacite.org/', 'search.datacite.org/works/', 'commons.datacite.org/doi.org/'],
	...['data.crosscite.org/', 'api.unpaywall.org/v2/', 'api.openalex.org/works/', 'openalex.org/works/'],
	...['datadryad.org/stash/dataset/', 'datadryad.org/dataset/', 'datadryad.org/resource/'],
	...['joss.theoj.org/papers/', 'scite.ai/reports/', 'jstor.org/stable/', 'nature.com/doifinder/'],
	// Any host that is called so: doi.acm.org, doi.crossref.org.
	/https?:\/\/(?:dx\.|www\.)?doi\.[a-z\d.-]{1,255}\/(?=10\.)/,
	/(?:https?:\/\/)?hdl\.handle\.net\/(?=10[./])/,
];

/** What publishers put behind the DOI in the address of a page: its view, a session, a query. */
const views =
	'abstract|full|fulltext|full-text|pdf|epdf|full\\.pdf|fulltext\\.html|html|meta|summary|references|figures';
const pageEnd = `(?:[./](?:${views}))?/?(?:;jsessionid=[^?#]*)?(?:[?#].*)?$`;

/** What stands before a DOI in addresses of pages that are about the work: not the work itself. */
const aboutWork = '(?:details|reviews?(?:-of)?|comments?|citations?|cited-by|references|metrics|stats|search|events)';

/** What publishers put before a DOI in addresses of what only belongs to the work. */
const besideWork = '(?:suppl|supplementary|citedby|cited-by|mlt|comments?)';

/** Publishers that have the DOI itself in the addresses of their pages, after host and path. */
const doiPages = [
	'link\\.springer\\.com/(?:article|chapter|book|content/pdf|referenceworkentry)',
	'iopscience\\.iop\\.org/article',
	'journals\\.aps\\.org/[a-z]+/(?:abstract|pdf)',
	'(?:www\\.)?frontiersin\\.org/(?:articles|journals/[a-z-]+/articles)',
	`(?!(?:[\\w-]+\\.)*altmetric\\.com/)[\\w.-]+/(?:(?!${aboutWork}/)[\\w.-]+/){0,3}doi(?:/(?!${besideWork}/)[a-z]+){0,2}`,
].join('|');

/** The address of a page with a query, up to one of its parameters; that of a file is none. */
const dataversePage = String.raw`https?://[\w.-]+/(?:[\w.-]+/){0,3}[\w.-]+\?(?:(?!fileId=)[\w-]+=[^&#\s]*&){0,4}`;

/** What may follow the DOI of a preprint in an address: its version, a view that is no supplement. */
const preprintEnd = String.raw`(?:v\d+)?(?:[?#].*|\.(?!supplementary|\d).*)?$`;

const doiForms                  = [
	{ written: /^(?:https?:\/\/)?(?:www\.)?(?:dx\.)?(?:doi|shortdoi)\.org\/([a-z\d]{3,})\/?$/i, means: '10/$1' },
	{
		written: /^(?:https?:\/\/)?(?:www\.)?zenodo\.org\/(?:api\/)?records?\/(\d+)\/?(?:[?#].*)?$/i,
		means: '10.5281/zenodo.$1',
	},
	{ written: /^https?:\/\/(?:www\.)?zenodo\.org\/badge\/doi\/(10\.[^?#\s]+)\.svg(?:[?#].*)?$/i, means: '$1' },
	{
		written: new RegExp(String.raw`^${dataversePage}persistentId=doi:([^&#\s]+)(?:[&#].*)?$`, 'i'),
		means: '$1',
	},
	{ written: /^https?:\/\/journals\.plos\.org\/[\w/.-]+\?id=(10\.[^&#\s]+)(?:[&#].*)?$/i, means: '$1' },
	// Oxford University Press puts its own number behind the DOI.
	{
		written:
			/^https?:\/\/academic\.oup\.com\/(?:[\w.-]+\/){0,3}doi\/(10\.1093\/[^/?#\s]+\/[^/?#\s]+)\/\d+(?:[/?#].*)?$/i,
		means: '$1',
	},
	// A version of a preprint has no DOI of its own.
	{
		written: new RegExp(
			String.raw`^https?://(?:www\.)?(?:bio|med)rxiv\.org/content/(10\.\d{4,9}/[\d.]{0,40}\d)${preprintEnd}`,
			'i',
		),
		means: '$1',
	},
	{
		written: new RegExp(`^https?://(?:${doiPages})/(10\\.\\d{4,9}(?:/|%2F)[^?#\\s]+?)${pageEnd}`, 'i'),
		means: '$1',
	},
];

export const doiScheme         = {
	// ISO 26324; DOI Handbook, chapter 2. Letter case tells no two DOIs apart (section 2.4): see
	// `letterCase` below.
	name: 'doi',
	title: 'Digital Object Identifier',
	aliases: ['shortdoi'],
	labels: ['doi:', 'shortdoi:', 'doi ', 'doi/', 'info:doi/', 'urn:doi:'],
	addresses: doiResolvers,
	forms: doiForms,
	pattern: /^10(?:(?:\.\d+)+\/\S+|\/[a-z\d]+)$/i,
	bare: /^10(?:\.|\/(?=\d*[a-z])[a-z\d]{3,})/i,
	inText: /10\.\d{4,9}(?:\.\d{1,9}){0,5}(?:\/|%2F)/,
	sameAs: [
		{ of: /^10\.48550\/arxiv\.(.+)$/i, scheme: 'arxiv', value: '$1' },
		{ of: /^10\.60510\/(.+)$/, scheme: 'igsn', value: '$1' },
	],
	broader: [{ of: /^(10\.[\d.]+\/.+)[./]v\d+$/i, scheme: 'doi', value: '$1' }],
	end: 'open',
	letterCase: 'folded',
	url: 'https://doi.org/{}',
	examples: [
		{
			value: '10.1000/ABC',
			key: '10.1000/abc',
			url: 'https://doi.org/10.1000/ABC',
			spellings: [
				'10.1000/abc',
				'doi:10.1000/abc',
				'doi：10.1000/abc',
				'https://hdl.handle.net/10.1000/abc',
				'https://doi.org/https://doi.org/10.1000/abc',
				'https://doi.org/10.1000/abc?utm_source=x&utm_medium=y',
				'10.1000%2Fabc',
				'<https://doi.org/10.1000/abc>',
				'(10.1000/abc)',
				'"10.1000/abc",',
				'https://doi.org/10.1000/abc%3C/p%3E',
				'10.1000/a\u00adb\u200bc →',
				'https://doi-org.proxy.example.edu/10.1000/abc',
				'https://proxy.example.org/login?url=https://doi.org/10.1000/abc',
				'https://proxy.example.org/login?qurl=https%3A%2F%2Fdoi.org%2F10.1000%2Fabc',
				'https://publisher.example/doi/full/10.1000/abc?journalCode=x',
				'http://https://doi.org/10.1000/abc',
				'https://doi.org//10.1000/abc',
				'https://joss.theoj.org/papers/10.1000/abc',
				'https://api.crossref.org/works/10.1000/abc',
				'https://doi.acm.org/10.1000/abc',
				'https://www.jstor.org/stable/10.1000/abc?seq=1',
				'http://publisher.example/doi/10.1000%2Fabc/abstract;jsessionid=A1',
				'http//doi.org/10.1000/abc',
				'urn:doi:10.1000/abc',
				'doi/10.1000/abc',
				'doi%3A10.1000/abc',
				'https://api.datacite.org/dois/10.1000/abc',
				'https://ezid.cdlib.org/id/doi:10.1000/abc',
				'https://datadryad.org/stash/dataset/doi:10.1000/abc',
				'https://identifiers.org/doi:10.1000/abc',
				'https://n2t.net/doi:10.1000/abc',
				'https://dataverse.example.org/dataset.xhtml?persistentId=doi:10.1000/abc&version=2.0',
				'https://dataverse.example.org/dataset.xhtml?version=2.0&persistentId=doi%3A10.1000%2Fabc',
				'https://link.springer.com/article/10.1000/abc/fulltext.html',
				'DOI: 10.1000/Abc',
				'DOI 10.1000/abc',
				'info:doi/10.1000/abc',
				'https://doi.org/10.1000/ABC',
				'http://dx.doi.org/10.1000/abc',
				'https://www.doi.org/10.1000/abc',
				'HTTPS://DOI.ORG/10.1000/abc',
				'doi.org/10.1000/abc',
				'doi:https://doi.org/10.1000/abc',
				'https://doi.org/doi:10.1000/abc',
			],
		},
		{
			value: '10.1371/journal.pone.0012345',
			url: 'https://doi.org/10.1371/journal.pone.0012345',
			spellings: ['https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0012345'],
		},
		{
			value: '10.1093/abc/btz000',
			url: 'https://doi.org/10.1093/abc/btz000',
			spellings: [
				'https://academic.oup.com/abc/article/doi/10.1093/abc/btz000/5289409',
				'https://academic.oup.com/abc/article-lookup/doi/10.1093/abc/btz000',
			],
		},
		{
			value: '10.1101/2020.01.02.123456',
			url: 'https://doi.org/10.1101/2020.01.02.123456',
			spellings: ['https://www.biorxiv.org/content/10.1101/2020.01.02.123456v2.full.pdf'],
		},
		{
			value: '10.1594/PANGAEA.840556',
			key: '10.1594/pangaea.840556',
			url: 'https://doi.org/10.1594/PANGAEA.840556',
			spellings: ['https://doi.pangaea.de/10.1594/PANGAEA.840556'],
		},
		{
			value: '10.5281/zenodo.11020',
			url: 'https://doi.org/10.5281/zenodo.11020',
			spellings: [
				'https://zenodo.org/records/11020',
				'https://zenodo.org/record/11020#readme',
				'https://zenodo.org/api/records/11020',
				'https://zenodo.org/doi/10.5281/zenodo.11020',
				'http://dx.doi.org/https://zenodo.org/doi/10.5281/zenodo.11020',
				'https://zenodo.org/badge/DOI/10.5281/zenodo.11020.svg',
			],
		},
		{
			value: '10.1175/1520-0477(1996)077<0935:WOTWSM>2.0.CO;2',
			key: '10.1175/1520-0477(1996)077<0935:wotwsm>2.0.co;2',
			url: 'https://doi.org/10.1175/1520-0477(1996)077%3C0935:WOTWSM%3E2.0.CO;2',
			spellings: [
				'10.1175%2F1520-0477%281996%29077%3C0935%3AWOTWSM%3E2.0.CO%3B2',
				'http://dx.doi.org/10.1175/1520-0477(1996)077&lt;0935:WOTWSM&gt;2.0.CO;2',
				'<10.1175/1520-0477(1996)077<0935:WOTWSM>2.0.CO;2>',
			],
		},
		{
			value: '10.1002/(SICI)1099-1085(199703)11:3<287::AID-HYP446>3.0.CO;2-#',
			key: '10.1002/(sici)1099-1085(199703)11:3<287::aid-hyp446>3.0.co;2-#',
			url: 'https://doi.org/10.1002/(SICI)1099-1085(199703)11:3%3C287::AID-HYP446%3E3.0.CO;2-%23',
			spellings: ['https://doi.org/10.1002/(SICI)1099-1085(199703)11:3<287::AID-HYP446>3.0.CO;2-#'],
		},
		{
			value: '10/b7jt',
			url: 'https://doi.org/10/b7jt',
			spellings: ['https://doi.org/b7jt', 'doi:10/B7JT', 'shortDOI: 10/b7jt'],
		},
		{
			value: '10.48550/arXiv.1207.4464',
			key: '10.48550/arxiv.1207.4464',
			url: 'https://doi.org/10.48550/arXiv.1207.4464',
			sameAs: 'arxiv:arXiv:1207.4464',
		},
		{
			value: '10.6084/m9.figshare.12725075.v1',
			url: 'https://doi.org/10.6084/m9.figshare.12725075.v1',
			broader: ['doi:10.6084/m9.figshare.12725075'],
		},
	],
	misfits: ['10.1000', 'a10.1000/abc'],
};
