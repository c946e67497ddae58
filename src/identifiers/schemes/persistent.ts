// Schemes of identifiers that a resolver turns into an address: DOI, ARK, Handle, PURL, LSID, URN, SWHID; knows no other family.
import { addressKey, asciiLower } from '../folding.ts';
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
		// ISO 26324; DOI Handbook, chapter 2.
		name: 'doi',
		title: 'Digital Object Identifier',
		labels: ['doi:', 'doi ', 'info:doi/'],
		addresses: ['doi.org/', 'dx.doi.org/'],
		pattern: /^10\.\d+(?:\.\d+)*\/.+$/,
		end: 'open',
		letterCase: 'folded',
		url: 'https://doi.org/{}',
	},
	{
		// RFC draft "The ARK Identifier Scheme": `ark:/` is the older writing of `ark:`, hyphens mean nothing.
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
	},
	{
		// RFC 3651: naming authorities have no letter case, local names may have. A DOI is a handle too.
		name: 'handle',
		title: 'Handle',
		aliases: ['hdl'],
		labels: ['hdl:', 'handle:', 'info:hdl/', 'doi:'],
		addresses: ['hdl.handle.net/'],
		pattern: /^[^\s/.:]+(?:\.[^\s/.:]+)*\/.+$/,
		end: 'open',
		key: (handle) => {
			const slash = handle.indexOf('/');
			return asciiLower(handle.slice(0, slash)) + handle.slice(slash);
		},
		url: 'https://hdl.handle.net/{}',
	},
	{
		name: 'purl',
		title: 'Persistent URL',
		pattern: /^https?:\/\/purl\.(?:org|oclc\.org|net|com|fdlp\.gov)\/[^\s<>"]*$/i,
		end: 'verbatim',
		key: (purl) => addressKey(purl).replace(/^https?:\/\//, ''),
		url: (purl) => purl,
	},
	{
		name: 'lsid',
		title: 'Life Science Identifier',
		pattern: /^urn:lsid:[^:\s]+(?::[^:\s]+){2,3}$/i,
		end: 'verbatim',
		key: (lsid) => lsid.replace(/^urn:lsid:[^:]+/i, asciiLower),
	},
	{
		// RFC 8141, section 3.1: "urn" and the namespace have no letter case; what follows them may have.
		name: 'urn',
		title: 'Uniform Resource Name',
		labels: ['urn:'],
		addresses: ['nbn-resolving.org/', 'nbn-resolving.de/'],
		pattern: /^([a-z\d][a-z\d-]{0,31}:)(?!\/\/)([^\s]+)$/i,
		end: 'verbatim',
		detection: 'labelled',
		canonical: ([name]) => `urn:${name}`,
		key: (urn) => urn.replace(/^urn:[^:]+/, asciiLower),
		url: (urn) => (/^urn:nbn:/i.test(urn) ? `https://nbn-resolving.org/${percentEncoded(urn)}` : undefined),
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
	},
];
