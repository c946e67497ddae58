// Which identifiers of an object name what holds it, and not the object; knows no record.
import type { Identifier } from '../identifiers/index.ts';

/**
 * Leaves out identifiers that say in what a work lies: an ISSN, which is that of a journal, and the
 * ISBN beside a DOI, unless the object is said to be a book. Works of one volume would else count as
 * one work. Where nothing else is given, the link speaks of the journal or book itself.
 */
export function withoutContainers(identifiers: readonly Identifier[], subType = ''): readonly Identifier[] {
	if (identifiers.length < 2) return identifiers;
	const hasDoi = identifiers.some(({ scheme }) => scheme === 'doi');
	const own = identifiers.filter(
		({ scheme }) => scheme !== 'issn' && !(scheme === 'isbn' && hasDoi && !isBook(subType)),
	);
	return own.length === 0 || own.length === identifiers.length ? identifiers : own;
}

function isBook(subType: string): boolean {
	return books.has(subType.toLowerCase().replaceAll(/[^a-z]/g, ''));
}

/** Kinds of works that have an ISBN of their own, in the words of DataCite, Crossref and others. */
const books: ReadonlySet<string> = new Set([
	...['book', 'ebook', 'monograph', 'editedbook', 'editedvolume', 'referencebook', 'textbook', 'bookset'],
	...['proceedings', 'conferenceproceeding', 'conferenceproceedings'],
]);
