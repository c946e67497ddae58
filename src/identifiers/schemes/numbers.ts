// Schemes of numbers with a check digit, for publications, persons and articles of trade.
import { ungrouped } from '../identifier.ts';
import ranges from '../isbn-ranges.json' with { type: 'json' };
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
		checked: /^(?:isbn\S*\s*)?(?:97[89][-\s]?)?(?:\d[-\s]?){9}[\dx]$/i,
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
		checked: /^(?:issn:?\s*)?\d{4}-\d{3}[\dx]$/i,
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
		checked: /^(?:orcid:?\s*)?(?:\d{4}-){3}\d{3}[\dx]$/i,
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

const registrantRanges: ReadonlyMap<string, string> = new Map(Object.entries(ranges.groups));
const groupMaxLength = 5;

/**
 * Makes a hyphenated ISBN-13 of an ISBN-10 or ISBN-13 without spaces and dashes, X in upper case:
 * `097522980X` becomes `978-0-9752298-0-4`. Undefined where the check digit or prefix is wrong.
 */
export function canonicalIsbn(digits: string): string | undefined {
	const isbn13 = digits.length === 10 ? fromIsbn10(digits) : digits;
	if (isbn13 === undefined || !/^97[89]\d{10}$/.test(isbn13)) return undefined;
	return hasMod10CheckDigit(isbn13) ? hyphenated(isbn13) : undefined;
}

function fromIsbn10(digits: string): string | undefined {
	if (!/^\d{9}[\dX]$/.test(digits) || !hasMod11CheckDigit(digits)) return undefined;
	const body = `978${digits.slice(0, 9)}`;
	return body + mod10CheckDigit(body);
}

/**
 * Divides an ISBN-13 into prefix, group, registrant, publication and check digit; whole where its
 * range is not assigned.
 */
function hyphenated(isbn13: string): string {
	const prefix = isbn13.slice(0, 3);
	for (let length = 1; length <= groupMaxLength; length++) {
		const group = isbn13.slice(3, 3 + length);
		const assigned = registrantRanges.get(`${prefix}-${group}`);
		if (assigned === undefined) continue;
		const rest = isbn13.slice(3 + length, 12);
		const registrant = registrantIn(assigned, rest);
		if (registrant === undefined) return isbn13;
		return [prefix, group, registrant, rest.slice(registrant.length), isbn13.slice(12)].join('-');
	}
	return isbn13;
}

function registrantIn(assigned: string, rest: string): string | undefined {
	for (const range of assigned.split(' ')) {
		const [first = '', last = ''] = range.split('-');
		const registrant = rest.slice(0, first.length);
		if (registrant >= first && registrant <= last) return registrant;
	}
	return undefined;
}

/**
 * Returns whether the last digit is right by weights 1, 3, 1, 3… from the right, modulo 10 (EAN-8,
 * EAN-13, ISBN-13).
 */
function hasMod10CheckDigit(digits: string): boolean {
	return weightedSum(digits, (fromRight) => (fromRight % 2 === 0 ? 1 : 3)) % 10 === 0;
}

/**
 * Returns whether the last digit is right by weights 1, 2, 3… from the right, modulo 11, X being ten
 * (ISBN-10, ISSN).
 */
function hasMod11CheckDigit(digits: string): boolean {
	return weightedSum(digits, (fromRight) => fromRight + 1) % 11 === 0;
}

/** Returns whether the last digit is right by ISO 7064 MOD 11-2, X being ten (ISNI, ORCID). */
function hasMod11Radix2CheckDigit(digits: string): boolean {
	let total = 0;
	for (const digit of digits.slice(0, -1)) total = ((total + Number(digit)) * 2) % 11;
	return (total + digitValue(digits.slice(-1))) % 11 === 1;
}

/**
 * Returns whether the last hexadecimal digit is right by weights 11, 9, 3, 1 in turn, modulo 16
 * (ISTC, ISO 21047).
 */
function hasMod16CheckDigit(digits: string): boolean {
	const weights = [11, 9, 3, 1];
	let total = 0;
	for (let i = 0; i < digits.length - 1; i++) {
		total += Number.parseInt(digits.charAt(i), 16) * (weights[i % weights.length] ?? 0);
	}
	return total % 16 === Number.parseInt(digits.slice(-1), 16);
}

/** Answers the digit that makes 12 digits an EAN-13. */
function mod10CheckDigit(digits: string): string {
	const sum = weightedSum(`${digits}0`, (fromRight) => (fromRight % 2 === 0 ? 1 : 3));
	return String((10 - (sum % 10)) % 10);
}

function weightedSum(digits: string, weight: (fromRight: number) => number): number {
	let sum = 0;
	for (let i = 0; i < digits.length; i++) {
		sum += digitValue(digits.charAt(i)) * weight(digits.length - 1 - i);
	}
	return sum;
}

function digitValue(digit: string): number {
	return digit === 'X' ? 10 : Number(digit);
}
