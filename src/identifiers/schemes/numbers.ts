// Schemes of numbers with a check digit, for publications, persons and articles of trade.
import {
	hasMod10CheckDigit,
	hasMod11CheckDigit,
	hasMod11Radix2CheckDigit,
	hasMod16CheckDigit,
} from '../check-digits.ts';
import { ungrouped } from '../folding.ts';
import { canonicalIsbn } from '../isbn.ts';
import type { Scheme } from '../scheme.ts';

/**
 * The blocks of ISNI numbers reserved for ORCID, check digit left out (ORCID, "Structure of the
 * ORCID identifier").
 */
const orcidBlocks = [
	{ first: 15_000_000, last: 35_000_000 },
	{ first: 900_000_000_000, last: 900_100_000_000 },
];

function canonicalIsni(written: string): string | undefined {
	const digits = ungrouped(written).toUpperCase();
	if (!/^\d{15}[\dX]$/.test(digits) || !hasMod11Radix2CheckDigit(digits)) return undefined;
	return digits.replace(/(.{4})(?=.)/g, '$1-');
}

function canonicalOrcid(written: string): string | undefined {
	const isni = canonicalIsni(written);
	if (isni === undefined) return undefined;
	const number = Number(ungrouped(isni).slice(0, -1));
	return orcidBlocks.some(({ first, last }) => number >= first && number <= last) ? isni : undefined;
}

function canonicalIssn(first: string, second: string): string | undefined {
	const issn = (first + second).toUpperCase();
	return hasMod11CheckDigit(issn) ? `${issn.slice(0, 4)}-${issn.slice(4)}` : undefined;
}

/** Lists the schemes in the order in which detection reports them. */
export const numberSchemes: readonly Scheme[] = [
	{
		// ISO 2108.
		name: 'isbn',
		title: 'International Standard Book Number',
		aliases: ['isbn10', 'isbn13'],
		goesAlong: () => true,
		labels: ['isbn:', 'isbn ', 'isbn-10:', 'isbn-13:', 'urn:isbn:'],
		pattern: /^\d[\d\s\u2010-\u2015-]{8,30}[\dX]$/i,
		canonical: ([written]) => canonicalIsbn(ungrouped(written).toUpperCase()),
		key: ungrouped,
		outranks: ['gnd'],
	},
	{
		// ISO 3297.
		name: 'issn',
		title: 'International Standard Serial Number',
		aliases: ['eissn', 'pissn', 'lissn', 'issnl'],
		goesAlong: () => true,
		labels: ['issn:', 'issn ', 'eissn:', 'urn:issn:'],
		addresses: ['portal.issn.org/resource/issn/', 'issn.org/resource/issn/'],
		pattern: /^(\d{4})[\s\u2010-\u2015-]?(\d{3}[\dX])$/i,
		canonical: ([, first = '', second = '']) => canonicalIssn(first, second),
		url: 'https://portal.issn.org/resource/ISSN/{}',
	},
	{
		name: 'orcid',
		title: 'Open Researcher and Contributor ID',
		labels: ['orcid:', 'orcid '],
		inText: /0000-\d{4}-\d{4}-\d{3}[\dX]/,
		goesAlong: () => true,
		addresses: ['orcid.org/'],
		pattern: /^\d[\d\s\u2010-\u2015-]{14,30}[\dX]$/i,
		canonical: ([written]) => canonicalOrcid(written),
		outranks: ['istc'],
		url: 'https://orcid.org/{}',
	},
	{
		// ISO 27729.
		name: 'isni',
		title: 'International Standard Name Identifier',
		labels: ['isni:', 'isni '],
		goesAlong: () => true,
		addresses: ['isni.org/isni/', 'isni.org/', 'isni-url.oclc.nl/isni/'],
		pattern: /^\d[\d\s\u2010-\u2015-]{14,30}[\dX]$/i,
		canonical: ([written]) => canonicalIsni(written),
		outranks: ['istc'],
		url: (isni) => `https://isni.org/isni/${ungrouped(isni)}`,
	},
	{
		name: 'ean13',
		title: 'International Article Number, 13 digits',
		aliases: ['ean'],
		labels: ['ean:', 'ean13:'],
		// The article number of a book is its ISBN.
		sameAs: [{ of: /^97[89]\d{10}$/, scheme: 'isbn', value: '$&' }],
		pattern: /^\d{13}$/,
		canonical: ([digits]) => (hasMod10CheckDigit(digits) ? digits : undefined),
	},
	{
		name: 'ean8',
		title: 'International Article Number, 8 digits',
		labels: ['ean:', 'ean8:'],
		pattern: /^\d{8}$/,
		canonical: ([digits]) => (hasMod10CheckDigit(digits) ? digits : undefined),
		outranks: ['pmid'],
	},
	{
		// GS1: an article number of 12 digits, which has no country.
		name: 'upc',
		title: 'Universal Product Code',
		aliases: ['upca'],
		labels: ['upc:', 'upc '],
		pattern: /^\d{12}$/,
		canonical: ([digits]) => (hasMod10CheckDigit(digits) ? digits : undefined),
		detection: 'labelled',
	},
	{
		// ISO 21047.
		name: 'istc',
		title: 'International Standard Text Code',
		labels: ['istc:', 'istc '],
		pattern: /^[\da-f][\da-f\s\u2010-\u2015-]{14,30}[\da-f]$/i,
		canonical: ([written]) => {
			const digits = ungrouped(written);
			return digits.length === 16 && hasMod16CheckDigit(digits) ? written : undefined;
		},
		key: (istc) => ungrouped(istc).toUpperCase(),
	},
];
