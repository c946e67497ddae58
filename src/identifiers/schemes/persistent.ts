// Schemes that a resolver turns into an address: DOI, ARK, Handle, PURL, LSID, URN, SWHID.

import { addressKey } from '../address.ts';
import { foldLetterCase } from '../identifier.ts';
import type { Form, Scheme } from '../scheme.ts';
import { percentEncoded } from '../written-form.ts';

const swhObject = 'swh:1:(?:snp|rel|rev|dir|cnt):[0-9a-f]{40}';
const swhQualifier = [
	';origin=[^;\\s]+',
	`;visit=${swhObject}`,
	`;anchor=${swhObject}`,
	';path=/[^;]*',
	';(?:lines|bytes)=\\d+(?:-\\d+)?',
].join('|');

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

const doiScheme: Scheme = {
	// ISO 26324; DOI Handbook, chapter 2. Letter case distinguishes no two DOIs (section 2.4): see
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

/** Keeps those qualifiers of a SWHID that match, in one order. */
function withQualifiers(swhid: string, kept: RegExp): string {
	const [object = '', ...qualifiers] = swhid.split(';');
	return [object, ...qualifiers.filter((qualifier) => kept.test(qualifier)).sort()].join(';');
}

/** Lists the schemes in the order in which detection reports them. */
export const persistentSchemes: readonly Scheme[] = [
	doiScheme,
	{
		// RFC draft "The ARK Identifier Scheme": `ark:/` is the older writing of `ark:`, hyphens mean
		// nothing.
		name: 'ark',
		title: 'Archival Resource Key',
		addresses: [/https?:\/\/[^/?#\s]+\/(?:[^?#]*?\/)?(?=ark:)|[a-z\d.-]{1,255}\/(?=ark:)/],
		pattern: /^ark:\/?[0-9bcdfghjkmnpqrstvwxz]+\/\S+$/i,
		inText: /ark:\/?\d/,
		end: 'open',
		key: (ark) => {
			const [, authority = '', name = ''] = /^ark:\/?([^/]+)\/(.*)$/i.exec(ark) ?? [];
			return `ark:${authority.toLowerCase()}/${name.replaceAll('-', '')}`;
		},
		url: 'https://n2t.net/{}',
	},
	{
		// RFC 3651: naming authorities have no letter case, local names may have. A DOI is a handle
		// too.
		name: 'handle',
		title: 'Handle',
		aliases: ['hdl'],
		labels: ['hdl:', 'handle:', 'info:hdl/', 'doi:'],
		addresses: [
			'hdl.handle.net/',
			'hdl.handle.net/api/handles/',
			/(?:https?:\/\/)?(?:www\.)?(?:dx\.)?doi\.org\/(?!10[./])/,
			/https?:\/\/[^/?#\s]+\/(?:[\w.-]+\/){0,3}[\w.-]+\?persistentId=(?=hdl:)/,
		],
		pattern: /^[^\s/.:]+(?:\.[^\s/.:]+)*\/\S+$/,
		bare: /^\d{4,}(?:\.\d+)*\/(?!\d{1,4}$)|^\d{2,}(?:\.\d+)+\//,
		end: 'open',
		sameAs: [
			{ of: /^10\..+$/, scheme: 'doi', value: '$&' },
			{ of: /^10273\/(.+)$/, scheme: 'igsn', value: '$1' },
		],
		key: (handle) => {
			const slash = handle.indexOf('/');
			return foldLetterCase(handle.slice(0, slash)) + handle.slice(slash);
		},
		url: 'https://hdl.handle.net/{}',
	},
	{
		name: 'purl',
		title: 'Persistent URL',
		pattern: /^https?:\/\/purl\.(?:org|oclc\.org|net|com|fdlp\.gov)\/[^\s<>"]*$/i,
		end: 'verbatim',
		isAddress: true,
		forms: [{ written: /^(purl\.(?:org|oclc\.org|net|com|fdlp\.gov)\/[^\s<>"]+)$/i, means: 'https://$1' }],
		key: addressKey,
		url: (purl) => purl,
	},
	{
		// w3id.org, "Permanent Identifiers for the Web".
		name: 'w3id',
		title: 'Permanent identifier of w3id.org',
		labels: ['w3id:'],
		pattern: /^https?:\/\/(?:www\.)?w3id\.org\/[^\s<>"]+$/i,
		end: 'verbatim',
		isAddress: true,
		forms: [{ written: /^((?:www\.)?w3id\.org\/[^\s<>"]+)$/i, means: 'https://$1' }],
		key: (w3id) => addressKey(w3id).replace('//www.', '//'),
		url: (w3id) => w3id,
	},
	{
		name: 'lsid',
		title: 'Life Science Identifier',
		pattern: /^urn:lsid:[^:\s]+(?::[^:\s]+){2,3}$/i,
		end: 'verbatim',
		key: (lsid) => lsid.replace(/^urn:lsid:[^:]+/i, foldLetterCase),
	},
	{
		// RFC 8141, section 3.1: "urn" and the namespace have no letter case; what follows them may
		// have.
		name: 'urn',
		title: 'Uniform Resource Name',
		aliases: ['nbn'],
		labels: ['urn:'],
		addresses: [
			'nbn-resolving.org/',
			'urn.fi/',
			/https?:\/\/[^/?#\s]+\/(?:[^?#\s]*?\/|[\w/]*\?(?:urn|identifier)=)?(?=urn:nbn:)/,
		],
		sameAs: [
			{ of: /^urn:doi:(.+)$/i, scheme: 'doi', value: '$1' },
			{ of: /^urn:isbn:(.+)$/i, scheme: 'isbn', value: '$1' },
			{ of: /^urn:issn:(.+)$/i, scheme: 'issn', value: '$1' },
			{ of: /^urn:uuid:(.+)$/i, scheme: 'uuid', value: '$1' },
			{ of: /^urn:lsid:.+$/i, scheme: 'lsid', value: '$&' },
		],
		pattern: /^([a-z\d][a-z\d-]{0,31}:)(?!\/\/)([^\s]+)$/i,
		end: 'verbatim',
		detection: 'labelled',
		canonical: ([name]) => `urn:${name}`,
		key: (urn) => urn.replace(/^urn:[^:]+/, foldLetterCase),
		url: (urn) => (/^urn:nbn:/i.test(urn) ? `https://nbn-resolving.org/${percentEncoded(urn)}` : undefined),
	},
	{
		// RFC 9562.
		name: 'uuid',
		title: 'Universally Unique Identifier',
		aliases: ['guid'],
		labels: ['uuid:', 'urn:uuid:'],
		pattern: /^\{?([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})\}?$/i,
		canonical: ([, uuid]) => uuid,
		letterCase: 'folded',
		inText: /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/,
	},
	{
		// igsn.github.io: names of physical samples; handles of 10273 before, and DOIs of DataCite since.
		name: 'igsn',
		title: 'International Generic Sample Number',
		labels: ['igsn:', 'igsn ', '10273/', 'hdl:10273/', '10.60510/'],
		addresses: ['igsn.org/', 'app.geosamples.org/sample/igsn/', 'hdl.handle.net/10273/', 'doi.org/10.60510/'],
		pattern: /^(?=\D*\d)[a-z][a-z\d.-]+$/i,
		letterCase: 'folded',
		detection: 'labelled',
		url: 'https://igsn.org/{}',
	},
	{
		// ISO 23527; raid.org.
		name: 'raid',
		title: 'Research Activity Identifier',
		labels: ['raid:'],
		addresses: ['raid.org/', 'static.prod.raid.org.au/raids/', 'app.prod.raid.org.au/raids/'],
		pattern: /^\d+(?:\.\d+)*\/[\w.-]+$/,
		letterCase: 'folded',
		detection: 'labelled',
		url: 'https://raid.org/{}',
	},
	{
		// SWHID specification 1.2 (ISO/IEC 18670); qualifiers mean the same in any order.
		name: 'swh',
		title: 'Software Hash Identifier',
		aliases: ['swhid'],
		addresses: [
			'archive.softwareheritage.org/',
			'archive.softwareheritage.org/browse/',
			'identifiers.org/',
			'n2t.net/',
		],
		inText: /swh:1:/,
		pattern: new RegExp(`^(${swhObject})(?:/|((?:${swhQualifier})*))$`, 'i'),
		end: 'verbatim',
		canonical: ([, object = '', qualifiers = '']) => object.toLowerCase() + qualifiers,
		key: (swhid) => withQualifiers(swhid, /^/),
		// Where an object was found does not make it another; which lines or bytes of it are meant does.
		sameAs: [
			{
				of: /;(?:origin|visit|anchor|path)=/i,
				scheme: 'swh',
				value: (swhid) => withQualifiers(swhid, /^(?:lines|bytes)=/i),
			},
		],
		broader: [{ of: /^([^;]+);(?:[^;]*;)*?(?:lines|bytes)=.*$/is, scheme: 'swh', value: '$1' }],
		url: 'https://archive.softwareheritage.org/{}',
	},
];
