// Schemes that a resolver turns into an address: DOI, ARK, Handle, PURL, LSID, URN, SWHID.
import { addressKey } from '../address.js';
import { foldLetterCase } from '../folding.js';
                                           
import { percentEncoded } from '../written-form.js';
import { doiScheme } from './doi.js';

const swhObject = 'swh:1:(?:snp|rel|rev|dir|cnt):[0-9a-f]{40}';
const swhQualifier = [
	';origin=[^;\\s]+',
	`;visit=${swhObject}`,
	`;anchor=${swhObject}`,
	';path=/[^;]*',
	';(?:lines|bytes)=\\d+(?:-\\d+)?',
].join('|');

/** Lists the schemes in the order in which detection reports them. */
export const persistentSchemes                    = [
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
		examples: [
			{
				value: 'ark:/13030/tqb3kh97gh8w',
				key: 'ark:13030/tqb3kh97gh8w',
				url: 'https://n2t.net/ark:/13030/tqb3kh97gh8w',
				spellings: [
					'https://n2t.net/ark:/13030/tqb3kh97gh8w',
					'http://www.example.org/a/b/ark:/13030/tqb3kh97gh8w',
					'n2t.net/ark:13030/tqb3kh97gh8w/',
					'ark:13030/tqb3-kh97-gh8w',
					'ARK:/13030/tqb3kh97gh8w',
				],
			},
		],
		misfits: ['ark:/13030'],
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
		examples: [
			{
				value: '10013/epic.10033',
				url: 'https://hdl.handle.net/10013/epic.10033',
				spellings: [
					'hdl:10013/epic.10033',
					'info:hdl/10013/epic.10033',
					'https://hdl.handle.net/10013/epic.10033?urlappend=x',
					'https://doi.org/10013/epic.10033',
				],
			},
			{
				value: '10.1000/182',
				url: 'https://hdl.handle.net/10.1000/182',
				sameAs: 'doi:10.1000/182',
				spellings: ['hdl:10.1000/182'],
			},
			{
				value: 'loc.Music/musdi.139',
				key: 'loc.music/musdi.139',
				url: 'https://hdl.handle.net/loc.Music/musdi.139',
				spellings: ['LOC.music/musdi.139', 'hdl:loc.music/musdi.139'],
			},
		],
		misfits: ['10013', 'corner.py'],
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
		examples: [
			{
				value: 'https://purl.org/dc/terms',
				url: 'https://purl.org/dc/terms',
				spellings: ['http://purl.org/dc/terms', 'HTTPS://PURL.ORG/dc/terms', 'purl.org/dc/terms'],
			},
		],
		misfits: ['https://example.org/dc/terms'],
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
		examples: [
			{
				value: 'https://w3id.org/security/v1',
				url: 'https://w3id.org/security/v1',
				spellings: ['http://w3id.org/security/v1', 'w3id.org/security/v1', 'W3ID: https://w3id.org/security/v1'],
			},
		],
		misfits: ['https://example.org/security/v1'],
	},
	{
		name: 'lsid',
		title: 'Life Science Identifier',
		pattern: /^urn:lsid:[^:\s]+(?::[^:\s]+){2,3}$/i,
		end: 'verbatim',
		key: (lsid) => lsid.replace(/^urn:lsid:[^:]+/i, foldLetterCase),
		examples: [{ value: 'urn:lsid:ubio.org:namebank:11815', spellings: ['URN:LSID:ubio.ORG:namebank:11815'] }],
		misfits: ['urn:lsid:ubio.org'],
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
		examples: [
			{
				value: 'urn:nbn:de:101:1-201102033592',
				url: 'https://nbn-resolving.org/urn:nbn:de:101:1-201102033592',
				spellings: [
					'URN:NBN:de:101:1-201102033592',
					'nbn:de:101:1-201102033592',
					'https://nbn-resolving.org/urn:nbn:de:101:1-201102033592',
					'http://resolver.example.org/a/urn:nbn:de:101:1-201102033592',
					'http://urn.example.org/resolve?urn=urn:nbn:de:101:1-201102033592',
				],
			},
		],
		misfits: ['http://example.org/a'],
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
		examples: [
			{
				value: '6e8bc430-9c3a-11d9-9669-0800200c9a66',
				spellings: [
					'6E8BC430-9C3A-11D9-9669-0800200C9A66',
					'{6e8bc430-9c3a-11d9-9669-0800200c9a66}',
					'urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66',
				],
			},
		],
		misfits: ['6e8bc430-9c3a-11d9-9669-0800200c9a6'],
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
		examples: [
			{
				value: 'AU1243',
				key: 'au1243',
				url: 'https://igsn.org/AU1243',
				spellings: [
					'IGSN:AU1243',
					'igsn: au1243',
					'10273/AU1243',
					'https://hdl.handle.net/10273/AU1243',
					'http://igsn.org/AU1243',
				],
			},
			{
				value: 'ICDP5054ESYI201',
				key: 'icdp5054esyi201',
				url: 'https://igsn.org/ICDP5054ESYI201',
				spellings: ['https://doi.org/10.60510/ICDP5054ESYI201'],
			},
		],
		misfits: ['IGSN:1 2'],
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
		examples: [
			{
				value: '10.26193/6B1E5C3D',
				key: '10.26193/6b1e5c3d',
				url: 'https://raid.org/10.26193/6B1E5C3D',
				spellings: ['https://raid.org/10.26193/6b1e5c3d', 'RAiD:10.26193/6B1E5C3D'],
			},
		],
		misfits: ['RAiD:x'],
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
		// Where an object was found does not make it another; which lines or bytes of it are meant does.
		key: (swhid) => {
			const [object = '', ...qualifiers] = swhid.split(';');
			return [object, ...qualifiers.filter((qualifier) => /^(?:lines|bytes)=/i.test(qualifier)).sort()].join(';');
		},
		broader: [{ of: /^([^;]+);(?:[^;]*;)*?(?:lines|bytes)=.*$/is, scheme: 'swh', value: '$1' }],
		url: 'https://archive.softwareheritage.org/{}',
		examples: [
			{
				value: 'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
				url: 'https://archive.softwareheritage.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
				spellings: [
					'SWH:1:cnt:94A9ED024D3859793618152EA559A168BBCBB5E2',
					'https://archive.softwareheritage.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2/',
					'https://identifiers.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
					'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2;origin=https://example.org/a;path=/b',
				],
			},
			{
				value: 'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;path=/a;lines=1-2',
				key: 'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;lines=1-2',
				broader: ['swh:swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d'],
				url: 'https://archive.softwareheritage.org/swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;path=/a;lines=1-2',
				spellings: ['swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;lines=1-2;path=/a'],
			},
		],
		misfits: ['swh:1:cnt:94a9ed02'],
	},
];
