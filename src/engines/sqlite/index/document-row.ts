// Makes the columns of `document`: what is answered of an object, and the keys that lead to it.
import { expand, shorten } from '../../../links/shorthand.ts';
import type { IndexObject, ObjectDocument } from '../../../ports/search/index-content.ts';

/** The columns after the id; all but the keys shortened, which saves two fifths of their room. */
export type DocumentRow = [keys: string, identifiers: string, fields: string, versions: string];

/** Names the identifiers that lead to an object: those of a Version group lead to its members. */
export function leadingTo({ level, identifiers }: IndexObject): IndexObject['identifiers'] {
	return level === 'version' ? [] : identifiers;
}

/**
 * Makes the columns. As a rule the keys are the identifiers as they are answered; then `keys` is
 * ''.
 */
export function documentRow(object: IndexObject): DocumentRow {
	const { identifiers, fields, versions } = object.document;
	const leading = leadingTo(object);
	const shown = JSON.stringify(leading.map(({ key, scheme }) => ({ ID: key, IDScheme: scheme })));
	const keys = shown === identifiers ? '' : JSON.stringify(leading.map(({ key, scheme }) => [key, scheme]));
	return [keys, shorten(identifiers), shorten(fields), shorten(versions)];
}

/** Reads what is answered. */
export function readDocument(identifiers: string, fields: string, versions: string): ObjectDocument {
	return { identifiers: expand(identifiers), fields: expand(fields), versions: expand(versions) };
}

/** Reads the identifiers that lead to an object. */
export function readKeys(keys: DocumentRow[0], identifiers: DocumentRow[1]): [key: string, scheme: string][] {
	if (keys !== '') return JSON.parse(keys) as [string, string][];
	const shown = JSON.parse(expand(identifiers)) as { ID: string; IDScheme: string }[];
	return shown.map(({ ID, IDScheme }) => [ID, IDScheme]);
}
