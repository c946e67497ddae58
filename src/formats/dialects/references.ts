// Finds what is cited in references, by their identifiers or by what stands in their words.
import { type Identifier, identifierText, readText } from '../../identifiers/index.ts';
import type { GivenIdentifier, GivenLink, GivenObject, GivenRecord } from './dialect.ts';
import { isLasting, readGiven } from './write-object.ts';

/** Why a reference is no link: nothing in it names a work for good, and nobody guesses which. */
export const unnamedReference = 'a reference without an identifier';

/** Why the references of a work are no links: neither its record nor the caller names it. */
export const unnamedSource = 'a work without an identifier (--source)';

/** Names a work by the given source, if its own record has no identifier. */
export function namedBy<Work extends GivenObject>(source: GivenIdentifier | undefined, work: Work): Work {
	return source === undefined || work.identifiers.length > 0 ? work : { ...work, identifiers: [source] };
}

/** Answers the record of a work; counts it as left out if nothing names the work. */
export function ofNamedWork(record: GivenRecord & { subject: GivenObject }): GivenRecord {
	return record.subject.identifiers.length > 0 ? record : { links: [], leftOut: [unnamedSource], line: record.line };
}

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

/** A reference that gives identifiers apart from its words, and what it says of the work. */
export type Reference = {
	identifiers: readonly GivenIdentifier[];
	words: string | undefined;
	/** References, if nothing else. */
	relation?: string;
	about?: Omit<GivenObject, 'identifiers'>;
};

/** Reads references by the identifiers that each gives; where it gives none, by its words. */
export function referencedWorks(references: Iterable<Reference>): CitedWorks {
	const links: GivenLink[] = [];
	const leftOut: string[] = [];
	for (const { identifiers, words, about, relation = 'References' } of references) {
		const given = asWorks(identifiers.flatMap((one) => readGiven(one) ?? []));
		const works = given.length > 0 ? given : citedIn(words ?? '');
		if (works.length === 0) leftOut.push(unnamedReference);
		// Of several works nobody knows which of them is described.
		const description = works.length === 1 ? about : {};
		for (const one of works) links.push({ relation, target: { ...description, identifiers: one } });
	}
	return { links, leftOut };
}

/** Lists the works that a reference in words names, each by its identifiers. */
function citedIn(reference: string): GivenIdentifier[][] {
	// A number alone is a year, a page, or a place in a list.
	if (!/\p{L}/u.test(reference)) return doiIn(reference);
	const reading = readText(reference.replace(blankInSici, ''));
	const found =
		reading.kind === 'one' ? reading.candidates.slice(0, 1) : reading.kind === 'several' ? reading.found : [];
	return asWorks(found);
}

/** Scopus breaks old DOIs of Wiley: `10.1002/1234-5679(2001)1:2<3::AID-TH4>3.0. CO;2-5`. */
const blankInSici = /(?<=(?:>|&gt;)3\.0\.) +(?=CO;2-)/;

/**
 * Answers the works that lasting identifiers name: those of several schemes one work, several of one
 * scheme a work each.
 */
function asWorks(found: readonly Identifier[]): GivenIdentifier[][] {
	const named = new Map(found.filter(isLasting).map((one) => [identifierText(one), one]));
	const identifiers = [...named.values()].map(({ scheme, value }) => ({ id: value, scheme }));
	if (identifiers.length === 0) return [];
	const isOfOne = new Set(identifiers.map(({ scheme }) => scheme)).size === identifiers.length;
	return isOfOne ? [identifiers] : identifiers.map((one) => [one]);
}

/** Digits and signs alone may still be a DOI: `10.1234/5678`. */
function doiIn(reference: string): GivenIdentifier[][] {
	const doi = /^10\.\d{4,9}\/\S+$/.exec(reference.trim())?.[0];
	return doi === undefined ? [] : [[{ id: doi, scheme: 'doi' }]];
}
