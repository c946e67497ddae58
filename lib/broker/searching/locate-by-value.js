// Finds stored identifiers of any scheme that have a text as their value. It knows no question.
import { compareIdentifiers,                  readIdentifier, schemes } from '../../identifiers/index.js';
                                                                   
                                                                        

/** A scheme that no table has: it compares values as they are. */
const noScheme = 'unknown';

/**
 * Finds the stored identifiers whose value is this text, without label or address. Letter case is
 * folded where the scheme of the stored one folds it, and nowhere else. They come in the order of
 * identifiers, whatever the engine's.
 */
export async function locateByValue(
	index                                  ,
	text        ,
)                                                          {
	const keys = [...schemes.map(({ name }) => name), noScheme].flatMap((name) => keyOf(text, name) ?? []);
	const found = await index.locateKeys([...new Set(keys)]);
	const same = found.filter(({ scheme, key }) => keyOf(text, scheme) === key);
	return same
		.map((located) => ({ identifier: readIdentifier(text, located.scheme), located }))
		.sort((one, other) => compareIdentifiers(one.identifier, other.identifier));
}

/**
 * Tells the comparison key of a text in a scheme; undefined where the scheme reads another value.
 */
function keyOf(text        , scheme        )                     {
	const { value, key } = readIdentifier(text, scheme);
	return value.toLowerCase() === readIdentifier(text, noScheme).value.toLowerCase() ? key : undefined;
}
