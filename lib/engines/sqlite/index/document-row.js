// Makes the columns of `document`: what is answered of an object, and the keys that lead to it.
// It knows no statement.
import { expand, shorten } from '../../../links/shorthand.js';
                                                                                          

/** The columns after the id; all but the keys shortened, which saves two fifths of their room. */
                                                                                                

/** Names the identifiers that lead to an object: those of a Version group lead to its members. */
export function leadingTo({ level, identifiers }             )                             {
	return level === 'version' ? [] : identifiers;
}

/**
 * Makes the columns. As a rule the keys are the identifiers as they are answered; then `keys` is
 * ''.
 */
export function documentRow(object             )              {
	const { identifiers, fields, versions } = object.document;
	const leading = leadingTo(object);
	const shown = JSON.stringify(leading.map(({ key, scheme }) => ({ ID: key, IDScheme: scheme })));
	const keys = shown === identifiers ? '' : JSON.stringify(leading.map(({ key, scheme }) => [key, scheme]));
	return [keys, shorten(identifiers), shorten(fields), shorten(versions)];
}

/** Reads what is answered. */
export function readDocument(identifiers        , fields        , versions        )                 {
	return { identifiers: expand(identifiers), fields: expand(fields), versions: expand(versions) };
}

/** Reads the identifiers that lead to an object. */
export function readKeys(keys                , identifiers                )                                  {
	if (keys !== '') return JSON.parse(keys)                      ;
	const shown = JSON.parse(expand(identifiers))                                      ;
	return shown.map(({ ID, IDScheme }) => [ID, IDScheme]);
}
