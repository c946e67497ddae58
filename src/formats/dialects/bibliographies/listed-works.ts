// Reads the works of a bibliography: what a given source cites, and what each says of itself.
import { canonicalSchemeName } from '../../../identifiers/index.ts';
import type { GivenIdentifier, GivenObject, GivenRecord, Supplied } from '../dialect.ts';
import { citedWorks } from '../references.ts';
import { isLasting, miswrittenOnes, readGiven } from '../write-object.ts';

/** Says of a work that the given source cites it; without a source, what describes the work. */
export function listedWork(work: GivenObject, { source, relation = 'Cites' }: Supplied): GivenRecord {
	if (work.identifiers.length === 0) return nameless;
	if (source === undefined) return { subject: work, links: [] };
	return { subject: { identifiers: [source] }, links: [{ relation, target: work }] };
}

/** Says of a work what it cites, since it was published, and that the given source cites it. */
export function citingWork(work: GivenObject, references: Iterable<string>, supplied: Supplied): GivenRecord {
	if (work.identifiers.length === 0) return nameless;
	return alsoListed({ subject: work, ...citedWorks(references), date: work.publicationDate }, supplied);
}

const nameless: GivenRecord = { links: [], leftOut: ['an entry without an identifier'] };

/**
 * Adds to what a work states that the given source cites it. When the work states something is not
 * when the source does.
 */
export function alsoListed(record: GivenRecord & { subject: GivenObject }, supplied: Supplied): GivenRecord {
	const { source, relation = 'Cites' } = supplied;
	if (source === undefined) return record;
	const own = [...record.links].map((link) => ({ ...link, date: link.date ?? record.date }));
	const links = [...own, { source: { identifiers: [source] }, relation, target: record.subject }];
	return { ...record, links, date: undefined };
}

/**
 * Lists the identifiers of one work among what an entry gives, those first that name it best. Of
 * several in one scheme the first counts: an address may be that of the book of a chapter.
 */
export function identifiersOfWork(given: readonly (GivenIdentifier | undefined)[]): GivenIdentifier[] {
	const schemes = new Set<string>();
	const all = given.filter((one) => one !== undefined);
	const named = all.filter((one) => {
		const scheme = readGiven(one)?.scheme;
		if (scheme === undefined || schemes.has(scheme)) return false;
		schemes.add(scheme);
		return true;
	});
	return [...named, ...miswrittenOnes(all)];
}

/** A number of a scheme whose values stay with one work for good. */
export type NumberOfKind = { id: string; scheme: string };

/**
 * Reads a number beside the name of its kind, if that is a scheme whose values last: `pmc`, but not
 * `pii`, which only its publisher understands.
 */
export function numberOfKind(kind: string | undefined, id: string | undefined): NumberOfKind[] {
	const scheme = canonicalSchemeName(kind ?? '');
	return id !== undefined && isLasting({ scheme }) ? [{ id, scheme }] : [];
}

/** Reads the number that a database has for a work: it is one of PubMed, or shows what it is. */
export function numberOfDatabase(text: string, database: string): GivenIdentifier[] {
	if (/^\d+$/.test(text)) return /pubmed(?! ?central)|medline/i.test(database) ? [{ id: text, scheme: 'pmid' }] : [];
	const read = readGiven({ id: text });
	return read !== undefined && isLasting(read) && read.scheme !== 'handle' ? [{ id: text }] : [];
}

/** Lists the ISBNs in a text, which may have words beside them: `0 306 40615 2 (hbk.); 9780306406157`. */
export function isbnsIn(text: string): GivenIdentifier[] {
	const found = text.match(/(?<![\d-])(?:97[89][ -]?)?\d(?:[ -]?\d){8}[ -]?[\dX](?![\d-])/gi) ?? [];
	return found.map((id) => ({ id, scheme: 'isbn' }));
}
