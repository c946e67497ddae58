// The scheme of DOIs, with the many addresses in which resolvers, registries, repositories and
// publishers hold them.
import type { Form, Scheme } from '../scheme.ts';

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

const doiForms: readonly Form[] = [
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

export const doiScheme: Scheme = {
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
};
