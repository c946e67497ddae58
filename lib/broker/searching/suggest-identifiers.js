// What may be meant instead of an identifier of which nothing is known. It knows no transport.
import {
	broaderIdentifiers,
	                
	identifierText,
	readText,
	withRepresentatives,
} from '../../identifiers/index.js';
                                                                 
import { locateByValue } from './locate-by-value.js';

/**
 * Says why an identifier is suggested: what was asked for is a version or a part of it, or the text
 * is a known identifier of another scheme.
 */
export const suggestionReasons = ['broader', 'other-scheme']         ;

/** An identifier that is known, and why it may be meant. */
                                                                                                

const mostSuggestions = 10;

/** Suggests a few known identifiers instead of one that is not known, the likeliest first. */
export async function suggestIdentifiers(
	index          ,
	{ id, scheme }          ,
	{ asked, readings }       ,
)                        {
	const text = scheme === undefined ? undefined : readText(id);
	const otherReadings = text?.kind === 'one' ? text.candidates : [];
	const names = withRepresentatives([asked, ...readings, ...otherReadings]);
	const broader = withRepresentatives(names.flatMap(broaderIdentifiers));
	const byValue = await Promise.all([...new Set([id.trim(), asked.value])].map((value) => locateByValue(index, value)));
	const wanted               = [
		...broader.map((identifier) => ({ identifier, reason: 'broader'          })),
		...withRepresentatives(otherReadings).map((identifier) => ({ identifier, reason: 'other-scheme'          })),
	];
	const known = new Set((await index.locate(wanted.map(({ identifier }) => identifier))).map(identifierText));
	const suggestions = [
		...wanted.filter(({ identifier }) => known.has(identifierText(identifier))),
		...byValue.flat().map(({ identifier }) => ({ identifier, reason: 'other-scheme'          })),
	];
	const firsts = new Map(suggestions.toReversed().map((one) => [identifierText(one.identifier), one]));
	return suggestions.filter((one) => firsts.get(identifierText(one.identifier)) === one).slice(0, mostSuggestions);
}
