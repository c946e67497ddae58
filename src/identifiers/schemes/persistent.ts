// Schemes that a resolver turns into an address: DOI, ARK, Handle, PURL, LSID, URN, SWHID.
import { addressKey, foldLetterCase } from '../folding.ts';
import type { Scheme } from '../scheme.ts';
import { percentEncoded } from '../written-form.ts';

const swhObject = 'swh:1:(?:snp|rel|rev|dir|cnt):[0-9a-f]{40}';
const swhQualifier = [
	';origin=[^;\\s]+',
	`;visit=${swhObject}`,
	`;anchor=${swhObject}`,
	';path=/[^;]*',
	';(?:lines|bytes)=\\d+(?:-\\d+)?',
].join('|');

/** Lists the schemes in the order in which detection reports them. */
export const persistentSchemes: readonly Scheme[] = [
	{
		// ISO 26324; DOI Handbook, chapter 2. Letter case tells no two DOIs apart (section 2.4): see
		// `letterCase` below.
		name: 'doi',
		title: 'Digital Object Identifier',
		labels: ['doi:', 'doi ', 'info:doi/'],
		addresses: ['doi.org/', 'dx.doi.org/'],
		pattern: /^10\.\d+(?:\.\d+)*\/.+$/,
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
		],
		misfits: ['10.1000', 'a10.1000/abc'],
	},
	{
		// RFC draft "The ARK Identifier Scheme": `ark:/` is the older writing of `ark:`, hyphens mean
		// nothing.
		name: 'ark',
		title: 'Archival Resource Key',
		addresses: /https?:\/\/[^/?#\s]+\/(?:[^?#]*?\/)?(?=ark:)/iy,
		pattern: /^ark:\/?[0-9bcdfghjkmnpqrstvwxz]+\/.+$/i,
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
		addresses: ['hdl.handle.net/'],
		pattern: /^[^\s/.:]+(?:\.[^\s/.:]+)*\/.+$/,
		end: 'open',
		key: (handle) => {
			const slash = handle.indexOf('/');
			return foldLetterCase(handle.slice(0, slash)) + handle.slice(slash);
		},
		url: 'https://hdl.handle.net/{}',
		examples: [
			{
				value: '10013/epic.10033',
				url: 'https://hdl.handle.net/10013/epic.10033',
				spellings: ['hdl:10013/epic.10033', 'info:hdl/10013/epic.10033', 'https://hdl.handle.net/10013/epic.10033'],
			},
			{
				value: 'loc.Music/musdi.139',
				key: 'loc.music/musdi.139',
				url: 'https://hdl.handle.net/loc.Music/musdi.139',
				spellings: ['LOC.music/musdi.139'],
			},
		],
		misfits: ['10013'],
	},
	{
		name: 'purl',
		title: 'Persistent URL',
		pattern: /^https?:\/\/purl\.(?:org|oclc\.org|net|com|fdlp\.gov)\/[^\s<>"]*$/i,
		end: 'verbatim',
		key: (purl) => addressKey(purl).replace(/^https?:\/\//, ''),
		url: (purl) => purl,
		examples: [
			{
				value: 'https://purl.org/dc/terms',
				key: 'purl.org/dc/terms',
				url: 'https://purl.org/dc/terms',
				spellings: ['http://purl.org/dc/terms', 'HTTPS://PURL.ORG/dc/terms'],
			},
		],
		misfits: ['https://example.org/dc/terms'],
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
		labels: ['urn:'],
		addresses: ['nbn-resolving.org/', 'nbn-resolving.de/'],
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
				],
			},
		],
		misfits: ['http://example.org/a'],
	},
	{
		// SWHID specification 1.2 (ISO/IEC 18670); qualifiers mean the same in any order.
		name: 'swh',
		title: 'Software Hash Identifier',
		aliases: ['swhid'],
		addresses: ['archive.softwareheritage.org/'],
		pattern: new RegExp(`^(${swhObject})(?:/|((?:${swhQualifier})*))$`, 'i'),
		end: 'verbatim',
		canonical: ([, object = '', qualifiers = '']) => object.toLowerCase() + qualifiers,
		key: (swhid) => {
			const [object = '', ...qualifiers] = swhid.split(';');
			return [object, ...qualifiers.sort()].join(';');
		},
		url: 'https://archive.softwareheritage.org/{}',
		examples: [
			{
				value: 'swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
				url: 'https://archive.softwareheritage.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2',
				spellings: [
					'SWH:1:cnt:94A9ED024D3859793618152EA559A168BBCBB5E2',
					'https://archive.softwareheritage.org/swh:1:cnt:94a9ed024d3859793618152ea559a168bbcbb5e2/',
				],
			},
			{
				value: 'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;path=/a;lines=1-2',
				key: 'swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;lines=1-2;path=/a',
				url: 'https://archive.softwareheritage.org/swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;path=/a;lines=1-2',
				spellings: ['swh:1:rev:309cf2674ee7a0749978cf8265ab91a60aea0f7d;lines=1-2;path=/a'],
			},
		],
		misfits: ['swh:1:cnt:94a9ed02'],
	},
];
