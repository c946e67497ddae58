// Makes an ISBN-13 of any ISBN and puts in its hyphens; knows no labels and addresses.
import { hasMod10CheckDigit, hasMod11CheckDigit, mod10CheckDigit } from './check-digits.js';
import ranges from './isbn-ranges.json' with { type: 'json' };

const registrantRanges                              = new Map(Object.entries(ranges.groups));
const groupMaxLength = 5;

/**
 * Makes a hyphenated ISBN-13 of an ISBN-10 or ISBN-13 without spaces and dashes, X in upper case:
 * `097522980X` becomes `978-0-9752298-0-4`. Undefined where the check digit or prefix is wrong.
 */
export function canonicalIsbn(digits        )                     {
	const isbn13 = digits.length === 10 ? fromIsbn10(digits) : digits;
	if (isbn13 === undefined || !/^97[89]\d{10}$/.test(isbn13)) return undefined;
	return hasMod10CheckDigit(isbn13) ? hyphenated(isbn13) : undefined;
}

function fromIsbn10(digits        )                     {
	if (!/^\d{9}[\dX]$/.test(digits) || !hasMod11CheckDigit(digits)) return undefined;
	const body = `978${digits.slice(0, 9)}`;
	return body + mod10CheckDigit(body);
}

/**
 * Divides an ISBN-13 into prefix, group, registrant, publication and check digit; whole where its
 * range is not assigned.
 */
function hyphenated(isbn13        )         {
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

function registrantIn(assigned        , rest        )                     {
	for (const range of assigned.split(' ')) {
		const [first = '', last = ''] = range.split('-');
		const registrant = rest.slice(0, first.length);
		if (registrant >= first && registrant <= last) return registrant;
	}
	return undefined;
}
