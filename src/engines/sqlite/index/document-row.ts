// Makes the columns of `document`: what is returned for an object, the keys of its identifiers, and what
// flags compare.
import { expand, shorten } from '../../../links/shorthand.ts';
import type { IndexObject, ObjectDocument } from '../../../ports/search/index-content.ts';
import type { Traits } from '../../../search/flags/traits.ts';

/**
 * The columns after the id; identifiers, fields and versions are shortened, which saves two fifths of their size.
 */
export type DocumentRow = [keys: string, identifiers: string, fields: string, versions: string, traits: string];

/**
 * Lists the identifiers that are stored with an object: those of a Version group belong to its
 * members.
 */
export function leadingTo({ level, identifiers }: IndexObject): IndexObject['identifiers'] {
	return level === 'version' ? [] : identifiers;
}

/**
 * Makes the columns. Usually the keys are the same as the returned identifiers; then `keys` is ''.
 */
export function documentRow(object: IndexObject): DocumentRow {
	const { identifiers, fields, versions } = object.document;
	const leading = leadingTo(object);
	const shown = JSON.stringify(leading.map(({ key, scheme }) => ({ ID: key, IDScheme: scheme })));
	const keys = shown === identifiers ? '' : JSON.stringify(leading.map(({ key, scheme }) => [key, scheme]));
	return [keys, shorten(identifiers), shorten(fields), shorten(versions), object.traits.join(betweenTraits)];
}

/** No trait has one: names are folded, and lines within one are joined. */
const betweenTraits = '\n';

export function readTraits(column: DocumentRow[4]): Traits {
	return column === '' ? [] : column.split(betweenTraits);
}

export function readDocument(identifiers: string, fields: string, versions: string): ObjectDocument {
	return { identifiers: expand(identifiers), fields: expand(fields), versions: expand(versions) };
}

export function readKeys(keys: DocumentRow[0], identifiers: DocumentRow[1]): [key: string, scheme: string][] {
	if (keys !== '') return JSON.parse(keys) as [string, string][];
	const shown = JSON.parse(expand(identifiers)) as { ID: string; IDScheme: string }[];
	return shown.map(({ ID, IDScheme }) => [ID, IDScheme]);
}
