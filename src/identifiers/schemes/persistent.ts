// Schemes that a resolver turns into an address: DOI, ARK, Handle, PURL, LSID, URN, SWHID.

import { addressKey } from '../address.ts';
import { foldLetterCase } from '../identifier.ts';
import type { Scheme } from '../scheme.ts';
import { percentEncoded } from '../written-form.ts';
import { doiScheme } from './doi.ts';

const swhObject = 'swh:1:(?:snp|rel|rev|dir|cnt):[0-9a-f]{40}';
const swhQualifier = [
	';origin=[^;\\s]+',
	`;visit=${swhObject}`,
	`;anchor=${swhObject}`,
	';path=/[^;]*',
	';(?:lines|bytes)=\\d+(?:-\\d+)?',
].join('|');

/** Keeps those qualifiers of a SWHID that match, in one order. */
function withQualifiers(swhid: string, kept: RegExp): string {
	const [object = '', ...qualifiers] = swhid.split(';');
	return [object, ...qualifiers.filter((qualifier) => kept.test(qualifier)).sort()].join(';');
}

/** Pages of the archive that name an object by its digest, and the kind of the object. */
const swhPages = [
	['directory/', 'dir'],
	['content/sha1_git:', 'cnt'],
	['revision/', 'rev'],
	['release/', 'rel'],
	['snapshot/', 'snp'],
] as const;

/** A digest at the end of such a page; with a path behind it the page is of another object. */
const swhPageEnd = String.raw`([\da-f]{40})/?(?:[?#](?!(?:.*&)?path=).*)?$`;

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
			// Behind a word there, a page of the DOI Foundation.
			/(?:https?:\/\/)?(?:www\.)?(?:dx\.)?doi\.org\/(?!10[./])(?=\d)/,
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
		sameAs: [{ of: /^https?:\/\/(?:www\.)?w3id\.org\/oc\/meta\/.+$/i, scheme: 'omid', value: '$&' }],
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
		addresses: ['nbn-resolving.org/', 'urn.fi/', /https?:\/\/[^/?#\s]+\/(?:[^?#\s]*?\/)?(?=urn:nbn:)/],
		forms: [
			{
				written:
					/^https?:\/\/[^/?#\s]+\/[^?#\s]*\?(?:[^#\s]*&)?(?:(?:urn|identifier)=)?urn(?::|%3A)(nbn(?::|%3A)[^&#\s]+)(?:[&#].*)?$/i,
				means: '$1',
			},
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
			'archive.softwareheritage.org/badge/',
			'archive.softwareheritage.org/api/1/resolve/',
			'identifiers.org/',
			'n2t.net/',
		],
		forms: swhPages.map(([page, kind]) => ({
			written: new RegExp(`^(?:https?://)?archive\\.softwareheritage\\.org/(?:browse|api/1)/${page}${swhPageEnd}`, 'i'),
			means: `swh:1:${kind}:$1`,
		})),
		inText: /swh:1:/,
		pattern: new RegExp(`^(${swhObject})((?:${swhQualifier})*)/?$`, 'i'),
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
