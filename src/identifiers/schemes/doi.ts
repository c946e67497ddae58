// The Digital Object Identifier (ISO 26324), in all the addresses and forms in which it is met.
import type { Form, Scheme } from '../scheme.ts';
import { percentDecoded, withoutSentenceEnd } from '../written-form.ts';
import { doiOfPage, longerDois } from './doi-pages.ts';

/**
 * Resolvers, registries and repositories that put a DOI behind their host and path, and nothing
 * behind the DOI; `doi:` may stand between.
 */
const resolvers = [
	...['doi.org/', 'dx.doi.org/', 'oadoi.org/', 'doi.pangaea.de/', 'doi2bib.org/bib/'],
	...['zenodo.org/doi/', 'ezid.cdlib.org/id/', 'identifiers.org/', 'n2t.net/', 'bioregistry.io/'],
	...['data.datacite.org/', 'search.datacite.org/works/', 'commons.datacite.org/doi.org/'],
	...['data.crosscite.org/', 'api.unpaywall.org/v2/', 'api.openalex.org/works/', 'openalex.org/works/'],
	...['datadryad.org/stash/dataset/', 'datadryad.org/dataset/', 'datadryad.org/resource/', 'nature.com/doifinder/'],
	// Any host that is called so: doi.acm.org, doi.crossref.org.
	/https?:\/\/(?:dx\.|www\.)?doi\.[a-z\d.-]{1,255}\/(?=10\.)/,
	/(?:https?:\/\/)?hdl\.handle\.net\/(?=10[./])/,
];

/** Stand before a DOI in addresses of pages that are about the work, or of what belongs to it. */
const besideWork =
	'(?:details|reviews?(?:-of)?|evaluations?|activity|comments?|citations|cited-?by|references|metrics|stats|search|' +
	'(?:citation|reference)-count|events|suppl[a-z]*|mlt|communities|peer-?review|related|prefixes|blob|tree|raw)';

/** Hosts whose pages are about works of others, and those that have a form of their own. */
const otherHosts = String.raw`(?!(?:[\w-]+\.)*(?:altmetric\.com|plu\.mx|pubpeer\.com|archive\.org|opencitations\.net|(?:bio|med)rxiv\.org)/)`;

/** The way to a page, without what is beside a work. */
const parts = (most: string) => String.raw`(?:(?!${besideWork}/):?[\w.~+-]+/){${most}}`;
const host = String.raw`(?:https?://|(?=[a-z\d.-]{1,255}\.[a-z]{2,9}/))${otherHosts}[\w.-]+/`;
const way = (most: number) => host + parts(`0,${most}`);

const slash = '(?:/|%2F)';
const colon = '(?::|%3A)';
const resolver = String.raw`(?:https?${colon}${slash}{1,2}(?:www\.|dx\.)?doi\.org${slash})?`;
const label = `${resolver}(?:doi${colon}|info${colon}doi${slash})?`;

/**
 * A DOI in the path of a page, at the end of a way, with what stands behind it. Programs in the
 * browser have the way in the fragment.
 */
const inPath = String.raw`${way(6)}(?:#!?/?${parts('1,3')})?${label}(10\.\d{4,9}${slash}[^?#\s]+)(?:[?#].*)?$`;

/** Pages that list what cites a work, or serve what belongs to it, by its DOI. */
const besidePage = String.raw`(?:${besideWork}|[\w.-]{0,40}(?:suppl|cited|citing|linkout)[\w.-]*)`;

/** Parameters that name the work of a page. */
const parameters = '(?:persistentId|(?:rft_|rft[.])?(?:doid?|id)|pid|uri|access_num)=';

/** A DOI among the parameters of a page; the address of a file of a Dataverse is none. */
const inQuery =
	String.raw`${way(4)}(?!${besidePage}\?):?[\w.-]*\?(?:(?!fileId=)[\w.-]+=[^&#\s]*&){0,8}(?:${parameters})?` +
	String.raw`${label}(10\.\d{4,9}${slash}[^&#\s]+)(?:[&#].*)?$`;

/** What may follow the DOI of a preprint in an address: its version, a view that is no supplement. */
const preprintEnd = String.raw`(?:v\d+)?(?:[?#].*|\.(?!supplementary|\d).*)?$`;

/** Pages of doi.org that are called as a short DOI might be. */
const pagesOfDoiOrg =
	'(?:about|community|contact|factsheets|faq|handbook|help|home|index|login|members|news|registration|resources|search|' +
	'support)';

const forms: readonly Form[] = [
	{
		written: new RegExp(
			String.raw`^(?:https?://)?(?:www\.)?(?:dx\.)?(?:doi|shortdoi)\.org/(?!${pagesOfDoiOrg}/?$)([a-z\d]{3,})/?$`,
			'i',
		),
		means: '10/$1',
	},
	{
		written: /^(?:https?:\/\/)?(?:www\.)?zenodo\.org\/(?:api\/)?records?\/(\d+)\/?(?:[?#].*)?$/i,
		means: '10.5281/zenodo.$1',
	},
	{ written: /^https?:\/\/(?:www\.)?zenodo\.org\/badge\/doi\/(10\.[^?#\s]+)\.svg(?:[?#].*)?$/i, means: '$1' },
	// A version of a preprint has no DOI of its own.
	{
		written: new RegExp(
			String.raw`^https?://(?:www\.)?(?:bio|med)rxiv\.org/(?:content|(?:lookup|cgi)/doi)/(10\.\d{4,9}/[\d.]{0,40}\d)${preprintEnd}`,
			'i',
		),
		means: '$1',
	},
	{ written: new RegExp(`^${inQuery}`, 'i'), means: '$1' },
	{
		written: new RegExp(`^${inPath}`, 'i'),
		means: ([, found = '']) => doiOfPage(percentDecoded(found)),
		longer: ([, found = '']) => longerDois(percentDecoded(found)),
	},
	// A blank that a line break left.
	{ written: /^(?:doi:?\s*)?10\.\s?(\d{4,9})\s?\/\s?(\S+)$/i, means: '10.$1/$2' },
	{ written: /^(?:doi:?\s*)?(10\.\d{4,9}\/\S*[./:(_-])\s([^\s\d]*\d\S*)$/i, means: '$1$2' },
];

/** Parameters of an address, and what else is left behind a DOI that was cut out of one. */
const leftBehind = /(?:[?&][a-z_][\w.-]*=[^?&]*)+$|(?:%20|%0[ad])$|\[doi\]$/i;

/** Takes off what no DOI ends with, as often as it stands there. */
function canonicalDoi([written = '']: readonly string[]): string {
	let doi = written;
	for (let next = withoutRest(doi); next !== doi; next = withoutRest(doi)) doi = next;
	return doi;
}

/** Takes off one remainder; a DOI that is written twice is one. */
function withoutRest(written: string): string {
	const doi = leftBehind.test(written) ? withoutSentenceEnd(written.replace(leftBehind, ''), '/') : written;
	const half = Math.floor(doi.length / 2);
	const [first, second] = [doi.slice(0, half), doi.slice(doi.length - half)];
	const between = doi.slice(half, doi.length - half);
	return wholeDoi.test(first) && first.toLowerCase() === second.toLowerCase() && /^[,;|/]?$/.test(between)
		? first
		: doi;
}

const wholeDoi = /^10\.\d+(?:\.\d+)*\/./;

/** `-v2`, `/v2`, `_v2`, `.v1.0.0`, `968v2`, `.pub2`, the `.2` of F1000: work, mark, version. */
const versioned =
	/^(10\.(?!48550\/)[\d.]+\/\S*?[^\s./_-])((?:[./_-]|(?<=\d))v(?=\d{1,3}(?:\.\d+){0,3}$)|\.pub(?=\d{1,2}$)|(?<=\/(?:[a-z\d]\w{0,40}|[a-z]\w{0,40}\.\d{1,9}))\.(?=[1-9]\d?$))[\d.]+$/i;

/** DOI Handbook, chapter 2. Letter case distinguishes no two DOIs (section 2.4). */
export const doiScheme: Scheme = {
	name: 'doi',
	title: 'Digital Object Identifier',
	aliases: ['shortdoi'],
	labels: ['doi:', 'shortdoi:', 'doi ', 'doi/', 'info:doi/', 'urn:doi:'],
	addresses: resolvers,
	forms,
	pattern: /^10(?:(?:\.\d+)+\/\S+|\/[a-z\d]+)$/i,
	canonical: canonicalDoi,
	bare: /^10(?:\.|\/(?=\d*[a-z])[a-z\d]{3,})/i,
	inText: /10\.\d{4,9}(?:\.\d{1,9}){0,5}(?:\/|%2F)/,
	sameAs: [
		{ of: /^10\.48550\/arxiv\.(.+)$/i, scheme: 'arxiv', value: '$1' },
		{ of: /^10\.60510\/(.+)$/, scheme: 'igsn', value: '$1' },
	],
	// Repositories of preprints and data number their versions in these ways. No rule makes them one: a
	// name may end so by itself.
	broader: [{ of: versioned, scheme: 'doi', value: '$1' }],
	versions: { of: versioned, marks: ['_v', '.v', '/v', '-v', 'v', '.pub', '.'] },
	end: 'open',
	letterCase: 'folded',
	url: 'https://doi.org/{}',
};
