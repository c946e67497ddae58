// Finds what is cited in references that are written in words, as lists of references have them.
import { identifierText, readText } from '../../identifiers/index.ts';
import type { GivenIdentifier, GivenLink } from './dialect.ts';
import { isLasting } from './write-object.ts';

/** Why a reference is no link: nothing in it names a work for good, and nobody guesses which. */
export const unnamedReference = 'a reference without an identifier';

/** Links to what references cite, and the reason for each reference that is none. */
export type CitedWorks = { links: GivenLink[]; leftOut: string[] };

/**
 * Reads references: `Doe A., A Title, Things, 26, pp. 1-9, (2007), DOI 10.1234/a`. Each is one work,
 * unless it has several identifiers of one scheme, which are a work each: databases that are not
 * sure which DOI is right list all.
 */
export function citedWorks(references: Iterable<string>): CitedWorks {
	const links: GivenLink[] = [];
	const leftOut: string[] = [];
	for (const reference of references) {
		const works = citedIn(reference);
		if (works.length === 0) leftOut.push(unnamedReference);
		for (const identifiers of works) links.push({ relation: 'Cites', target: { identifiers } });
	}
	return { links, leftOut };
}

/** Lists the works that a reference in words names, each by its identifiers. */
export function citedIn(reference: string): GivenIdentifier[][] {
	// A number alone is a year, a page, or a place in a list.
	if (!/[^\d\W]/.test(reference)) return doiIn(reference);
	const reading = readText(reference);
	const found =
		reading.kind === 'one' ? reading.candidates.slice(0, 1) : reading.kind === 'several' ? reading.found : [];
	const lasting = [...new Map(found.filter(isLasting).map((one) => [identifierText(one), one])).values()];
	const identifiers = lasting.map(({ scheme, value }) => ({ id: value, scheme }));
	const isOfOne = new Set(identifiers.map(({ scheme }) => scheme)).size === identifiers.length;
	if (identifiers.length === 0) return [];
	return isOfOne ? [identifiers] : identifiers.map((one) => [one]);
}

/** Digits and signs alone may still be a DOI: `10.1234/5678`. */
function doiIn(reference: string): GivenIdentifier[][] {
	const doi = /^10\.\d{4,9}\/\S+$/.exec(reference.trim())?.[0];
	return doi === undefined ? [] : [[{ id: doi, scheme: 'doi' }]];
}
