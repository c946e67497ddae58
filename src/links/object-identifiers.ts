// Which of the identifiers that are given for an object name it, and by what it is known besides;
// knows no record.
import { type Identifier, withRepresentative } from '../identifiers/index.ts';
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
	const named = given.map(withRepresentative);
	const [only] = named;
	if (only !== undefined && named.length === 1) return { identifiers: only, containers: 0 };
	const own = withoutContainers(named, subType);
	return { identifiers: own.flat(), containers: named.length - own.length };
}

/** An identifier that was given, and its representative where that is another one. */
type Named = readonly Identifier[];

function withoutContainers(given: readonly Named[], subType: string): readonly Named[] {
	const isOf = (scheme: string, named: Named) => named.some((identifier) => identifier.scheme === scheme);
	const hasDoi = given.some((named) => isOf('doi', named));
	const isContainer = (named: Named) => isOf('issn', named) || (hasDoi && !isBook(subType) && isOf('isbn', named));
	const own = given.filter((named) => !isContainer(named));
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
