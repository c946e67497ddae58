// Which of the identifiers that are given for an object name it, and by what it is known besides;
// knows no record.
import { type Identifier, sameByRule, withRepresentatives } from '../identifiers/index.ts';
import { foldKind } from './description.ts';

/** The identifiers of an object, and how many were left out since they name what holds it. */
export type ObjectIdentifiers = { identifiers: readonly Identifier[]; containers: number };

/**
 * Finds the identifiers of an object among those that are given for it.
 *
 * Left out is what says in what a work lies: an ISSN, which is that of a journal, and the ISBN
 * beside a DOI, unless the object is said to be a book. Works of one volume would else count as one
 * work. Where nothing else is given, the link speaks of the journal itself, by its first ISSN.
 *
 * Added is, behind each, the identifier that is the same by a rule of its scheme (see sameByRule),
 * as if it had been given too: whatever form is received, all meet in that one.
 */
export function identifiersOfObject(given: readonly Identifier[], subType = ''): ObjectIdentifiers {
	const own = given.length < 2 ? given : withoutContainers(given, subType);
	return { identifiers: withRepresentatives(own), containers: given.length - own.length };
}

function withoutContainers(given: readonly Identifier[], subType: string): readonly Identifier[] {
	const isOf = (scheme: string, identifier: Identifier) =>
		identifier.scheme === scheme || sameByRule(identifier)?.scheme === scheme;
	const hasDoi = given.some((identifier) => isOf('doi', identifier));
	const isContainer = (identifier: Identifier) =>
		isOf('issn', identifier) || (hasDoi && !isBook(subType) && isOf('isbn', identifier));
	const own = given.filter((identifier) => !isContainer(identifier));
	return own.length === 0 ? given.slice(0, 1) : own;
}

function isBook(subType: string): boolean {
	return books.has(foldKind(subType));
}

/** Kinds of works that have an ISBN of their own, in the words of DataCite, Crossref and others. */
const books: ReadonlySet<string> = new Set([
	...['book', 'ebook', 'monograph', 'editedbook', 'editedvolume', 'referencebook', 'textbook', 'bookset'],
	...['proceedings', 'conferenceproceeding', 'conferenceproceedings'],
]);
