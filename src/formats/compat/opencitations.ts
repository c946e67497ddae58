// The rows of the OpenCitations Index (opencitations/oc_api, src/api/index_v2.hf) from relationships of
// a work.
import { type CitationEnd, type CitationRow, citationRow, numberInMeta, prefixed } from '../opencitations/citation.ts';
import type { ColumnTypes } from '../opencitations/rows.ts';
import { type DescribedObject, readObject } from '../scholix/described-object.ts';
import type { AnswerObject } from '../scholix/writing/write-answers.ts';

/** How the columns of a citation are compared. */
export const citationTypes: ColumnTypes = { creation: 'date', timespan: 'duration' };

/** An end with its number, and with its identifiers as a version of the interface writes them. */
export type NumberedEnd = CitationEnd & { group: number; names: string };

/** Reads the end of a citation from a work. The DOI that was asked for is the first of its DOIs. */
export function numberedEnd(
	object: AnswerObject,
	group: number,
	version: keyof typeof identifiersOf,
	asked?: Named,
): NumberedEnd {
	const end = describedEnd(readObject(object));
	const isFirst = ({ scheme, value }: Named) => scheme === 'doi' && scheme === asked?.scheme && value === asked.value;
	const identifiers = end.identifiers.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
	return { ...end, group, identifiers, names: identifiersOf[version]({ ...end, identifiers }) };
}

/** Makes the end of a citation of a work. */
export function describedEnd({ Identifiers, PublicationDate = '' }: DescribedObject): CitationEnd {
	const identifiers = Identifiers.map(({ ID, IDScheme }) => ({ scheme: IDScheme, value: ID }));
	return { date: PublicationDate, identifiers };
}

/**
 * Describes a citation with these flags; undefined if an end has no identifier of the kind that its
 * version writes. A work has the same half in all its OCIs: its number in OpenCitations Meta,
 * which begins with 0, or its number here, which does not, so no OCI made here is a registered
 * one.
 */
export function describeCitation(
	[citing, cited]: readonly [NumberedEnd, NumberedEnd],
	flags: readonly string[],
): CitationRow | undefined {
	const oci = [citing, cited].map((end) => numberInMeta(end) ?? end.group).join('-');
	const row = citationRow([citing, cited], { identifiers: ({ names }) => names, oci, flags });
	return row.citing === '' || row.cited === '' ? undefined : row;
}

/** Writes the identifiers of an end: version 1 has the DOI alone. */
export const identifiersOf = {
	v1: ({ identifiers }: CitationEnd) => identifiers.find(isReadableDoi)?.value ?? '',
	v2: ({ identifiers }: CitationEnd) => prefixed(identifiers.toSorted(inOrder)),
};

function isReadableDoi({ scheme, value }: Named): boolean {
	return scheme === 'doi' && !/\s/.test(value);
}

type Named = CitationEnd['identifiers'][number];

const firstSchemes = ['omid', 'doi', 'pmid', 'pmcid', 'openalex', 'arxiv', 'isbn'];

function inOrder({ scheme: one }: Named, { scheme: other }: Named): number {
	return placeOf(one) - placeOf(other) || (one < other ? -1 : one > other ? 1 : 0);
}

function placeOf(scheme: string): number {
	const place = firstSchemes.indexOf(scheme);
	return place === -1 ? firstSchemes.length : place;
}
