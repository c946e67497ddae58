// The rows of the OpenCitations Index (opencitations/oc_api, src/api/index_v2.hf) from relationships of
// a work.
import { type CitationEnd, type CitationRow, citationRow, ociOf, prefixed } from '../opencitations/citation.ts';
import type { ColumnTypes } from '../opencitations/rows.ts';
import { readObject } from '../scholix/described-object.ts';
import type { AnswerObject } from '../scholix/writing/write-answers.ts';

/** How the columns of a citation are compared. */
export const citationTypes: ColumnTypes = { creation: 'date', timespan: 'duration' };

/** A work by its number, and an end of citations. */
export type NumberedEnd = CitationEnd & { group: number };

/** Reads the end of a citation from a work. */
export function numberedEnd(object: AnswerObject, group: number): NumberedEnd {
	const { Identifiers, PublicationDate = '' } = readObject(object);
	const identifiers = Identifiers.map(({ ID, IDScheme }) => ({ scheme: IDScheme, value: ID }));
	return { group, date: PublicationDate, identifiers };
}

/**
 * Describes a citation as a version of the interface does; undefined where an end has no identifier of
 * its kind. Numbers of this broker begin with no zero, those of OpenCitations Meta with one, so that
 * an OCI of the former is never a registered one.
 */
export function describeCitation(
	[citing, cited]: readonly [NumberedEnd, NumberedEnd],
	version: keyof typeof identifiersOf,
): CitationRow | undefined {
	const oci = ociOf(citing, cited) ?? `${citing.group}-${cited.group}`;
	const row = citationRow([citing, cited], { identifiers: identifiersOf[version], oci });
	return row.citing === '' || row.cited === '' ? undefined : row;
}

/** Writes the identifiers of an end: version 1 has the DOI alone. */
const identifiersOf = {
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
