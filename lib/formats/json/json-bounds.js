// Bounds how deep a JSON text goes and how many values it has, before it is parsed: a short packed
// text may stand for gigabytes of arrays. Judges nothing else.
import { jsonLimits } from '../../links/limits.js';
import { backslash, closeArray, closeObject, comma, openArray, openObject, quote } from './bytes.js';

/** Where a text goes too far, and how. */
                                                         

/**
 * Finds where a text first goes beyond the bounds; undefined where it does not. One pass over bytes
 * or UTF-16 units, without memory. Of a text that is no JSON it may say anything.
 */
export function findExcess(text                     )                     {
	const unitAt = typeof text === 'string' ? (at        ) => text.charCodeAt(at) : (at        ) => text[at];
	let depth = 0;
	let values = 1;
	for (let at = 0; at < text.length; at++) {
		switch (unitAt(at)) {
			case quote:
				for (at++; at < text.length && unitAt(at) !== quote; at++) if (unitAt(at) === backslash) at++;
				break;
			case openArray:
			case openObject:
				if (++depth > jsonLimits.depth) {
					return { offset: at, message: `arrays and objects lie more than ${jsonLimits.depth} deep in each other` };
				}
				values++;
				break;
			case closeArray:
			case closeObject:
				depth--;
				break;
			case comma:
				values++;
		}
		if (values > jsonLimits.values) {
			return { offset: at, message: `it holds more than ${jsonLimits.values} values; send fewer at once` };
		}
	}
	return undefined;
}
