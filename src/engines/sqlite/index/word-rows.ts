// The rows of the word index (`words`, FTS5): the row of an object, and its values. Rows are
// roughly in the order of citations, so a search that begins with the first row finds the most
// cited works of a word without reading the others.
import type { Connection } from './connection.ts';
import { seenAsCited, textColumns } from './schema.ts';

// A row's number: the rank, counted down, before the id of the object and then its sign. All of it
// is less than 2^53.
const idBits = 41;
const greatestRank = 63;

export const wordColumns: readonly string[] = [...textColumns, 'marks'];

// Marks begin with a private character: the analysis of text never makes such a word.
const mark = '\ue000';

/** A word that no work has. */
export const markOfNone = `${mark}n`;

/** Writes the word that works of a type have, by its code. */
export function markOfType(code: number): string {
	return `${mark}t${code}`;
}

/** Writes the word that works of a year have; null: those without. */
export function markOfYear(year: number | null): string {
	return `${mark}y${year ?? ''}`;
}

/**
 * Returns the rank of a work: 0 where no work cites it, and one more for each doubling of its
 * citations. A citation seldom changes it.
 */
function rankOf(cited: number): number {
	return 32 - Math.clz32(Math.max(0, cited));
}

/** Defines the function that placeOfObject calls. */
export function defineRank(connection: Connection): void {
	connection.define('rank_of', (cited) => rankOf(cited as number));
}

const cited = `coalesce((SELECT CASE WHEN o.id > 0 THEN identity ELSE version END FROM tally
	WHERE party = abs(o.id) AND seen = ${seenAsCited}), 0)`;

/** Writes the number of the row of `object o`. */
export const placeOfObject = `((${greatestRank} - rank_of(${cited})) << ${idBits} | abs(o.id) << 1 | (o.id < 0))`;

/** Writes the values of `object o` and `text t` in wordColumns. */
export const wordValues = `${textColumns.map((column) => `t.${column}`).join(', ')},
	'${mark}t' || o.type || ' ${mark}y' || coalesce(o.year, '')`;

/** Writes the id of the object in a row. */
export function idOfPlace(place: string): string {
	return `(${place} >> 1 & ${2 ** (idBits - 1) - 1}) * (1 - 2 * (${place} & 1))`;
}
