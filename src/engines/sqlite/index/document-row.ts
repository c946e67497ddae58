// The columns of `document`: what is answered of an object, shortened, and the keys that lead to it; knows no statement.
import { expand, shorten } from '../../../links/shorthand.ts';
import type { IndexObject, ObjectDocument } from '../../../ports/search/search-index.ts';

/** The columns after the id. */
export type DocumentRow = [keys: string, identifiers: string, fields: string, versions: string];

/** Names the identifiers that lead to an object: those of a Version group lead to its members. */
export function leadingTo({ level, identifiers }: IndexObject): IndexObject['identifiers'] {
	return level === 'version' ? [] : identifiers;
}

/** Makes the columns, at full length: whoever writes them down shortens them (see shortened). */
export function documentRow(object: IndexObject): DocumentRow {
	const { document } = object;
	const leading = leadingTo(object);
	// As a rule the keys are the identifiers as they are answered.
	const shown = JSON.stringify(leading.map(({ key, scheme }) => ({ ID: key, IDScheme: scheme })));
	const keys = shown === document.identifiers ? '' : JSON.stringify(leading.map(({ key, scheme }) => [key, scheme]));
	return [keys, document.identifiers, document.fields, document.versions];
}

/** Shortens columns for storage: two fifths of the room of documents. */
export function shortened([keys, identifiers, fields, versions]: DocumentRow): DocumentRow {
	return [keys, shorten(identifiers), shorten(fields), shorten(versions)];
}

/** Reads what is answered. */
export function readDocument(
	identifiers: DocumentRow[1],
	fields: DocumentRow[2],
	versions: DocumentRow[3],
): ObjectDocument {
	return { identifiers: expand(identifiers), fields: expand(fields), versions: expand(versions) };
}

/** Reads the identifiers that lead to an object, from columns shortened or not. */
export function readKeys(keys: DocumentRow[0], identifiers: DocumentRow[1]): [key: string, scheme: string][] {
	if (keys !== '') return JSON.parse(keys) as [string, string][];
	const shown = JSON.parse(expand(identifiers)) as { ID: string; IDScheme: string }[];
	return shown.map(({ ID, IDScheme }) => [ID, IDScheme]);
}
