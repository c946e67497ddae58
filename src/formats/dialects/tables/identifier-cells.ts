// Reads a cell of a table as an identifier, or says why it is none; knows no column.
import { fitsScheme, readIdentifier, readText } from '../../../identifiers/index.ts';
import type { GivenIdentifier } from '../dialect.ts';
import { readWrittenDate } from './written-dates.ts';

/** What stands in a cell. */
export type CellReading =
	| { kind: 'identifier'; identifier: GivenIdentifier }
	/** Nothing, or a word for nothing. */
	| { kind: 'empty' }
	/** Something else. */
	| { kind: 'wrong'; problem: string };

const empty: CellReading = { kind: 'empty' };

/**
 * Reads a cell whose column names a scheme or none. The value counts before the scheme: tables have
 * a bibcode in the column of DOIs. A number alone is an identifier only of the scheme of its
 * column.
 */
export function readCell(cell: string, scheme: string | undefined): CellReading {
	const text = cell.trim();
	const doi = plainDoi.exec(text)?.[1];
	if (doi !== undefined) return { kind: 'identifier', identifier: { id: doi, scheme: 'doi' } };
	if (isNothing(text)) return empty;
	const number = numberIn(text);
	if (scheme !== undefined && (number !== undefined || scheme !== 'pmid')) {
		const read = readIdentifier(number ?? text, scheme);
		if (fitsScheme(read)) return { kind: 'identifier', identifier: { id: read.value, scheme: read.scheme } };
	}
	if (number !== undefined) return wrong('a number alone');
	if (readWrittenDate(text, undefined) !== undefined) return wrong('a date');
	const reading = readText(text);
	if (reading.kind === 'several') return wrong('several identifiers');
	const [identifier] = reading.kind === 'one' ? reading.candidates : [];
	if (identifier === undefined) return wrong('no identifier');
	if (identifier.scheme === 'url' && addressOfDoi.test(text)) return wrong('no DOI');
	return { kind: 'identifier', identifier: { id: identifier.value, scheme: identifier.scheme } };
}

/** Tells a word for nothing: `n/a`. */
export function isNothing(cell: string): boolean {
	return nothings.has(cell.trim().toLowerCase());
}

/** What is cut off or mistyped behind it would be a page of the web. */
const addressOfDoi = /^https?:\/\/(?:dx\.)?doi\.org(?:\/|$)/i;

function wrong(problem: string): CellReading {
	return { kind: 'wrong', problem };
}

/** DOIs that end in a letter or a digit, which are nearly all, need no closer look. */
const plainDoi = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:)?(10\.\d{4,9}\/[^\s,;|"<>%?#]*[a-z\d])$/i;

const nothings: ReadonlySet<string> = new Set([
	...['', '-', '--', '–', '—', '?', '.', '/'],
	...['n/a', 'na', '#n/a', 'n.a.', 'nan', 'nil', 'none', 'null', 'no', 'tbd'],
	...['unknown', 'missing', 'not available', 'no doi', 'keine', 'k.a.', 'doi:', 'https://doi.org/'],
]);

/** A whole number, also as a spreadsheet writes it behind a point. */
function numberIn(text: string): string | undefined {
	return /^(\d+)(?:\.0+)?$/.exec(text)?.[1];
}
