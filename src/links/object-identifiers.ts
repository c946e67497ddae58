// Decides which of the identifiers given for an object name it, and adds those that are the same by
// rule.
import { type Identifier, withRepresentative } from '../identifiers/index.ts';
import { foldKind } from './description.ts';
import type { SameByRule } from './link.ts';

/**
 * The identifiers of an object, those of them that are the same as another one by a rule of their
 * schemes, and how many were left out since they name what holds it.
 */
export type ObjectIdentifiers = {
	identifiers: readonly Identifier[];
	sameByRule: readonly SameByRule[];
	containers: number;
};

/**
 * Finds the identifiers of an object among those that are given for it.
 *
 * Left out is what says in what a work lies: an ISSN, which is that of a journal, and the ISBN
 * beside a DOI, unless the object has the type of a book. Otherwise works of one volume would count as
 * one work. Where nothing else is given, the link is about the journal itself, by its first ISSN.
 *
 * Beside those that are left stands the one that is the same by a rule of its scheme (see
 * sameByRule): whatever form is received, all meet in that one.
 */
export function identifiersOfObject(given: readonly Identifier[], subType = ''): ObjectIdentifiers {
	const named = given.map(withRepresentative);
	const [only] = named;
	if (only !== undefined && named.length === 1) return namedBy([only], 0);
	const own = withoutContainers(named, subType);
	return namedBy(own, named.length - own.length);
}

function namedBy(named: readonly Named[], containers: number): ObjectIdentifiers {
	const identifiers = named.map(([given]) => given as Identifier);
	const sameByRule = named.flatMap(([given, representative]): SameByRule[] =>
		representative === undefined ? [] : [[given as Identifier, representative]],
	);
	return { identifiers, sameByRule, containers };
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
