// The identifiers of the field: read, found in text, compared, addressed; knows neither links nor
// storage.
export { foldLetterCase } from './folding.js';
export { compareIdentifiers, compareText,                  identifierText, isSame } from './identifier.js';
export { fitsScheme, identifierUrl, readIdentifier } from './read-identifier.js';
export { readText,                  } from './read-text.js';
export { canonicalSchemeName } from './readers.js';
export { ruleSentence } from './rule-sentence.js';
export { broaderIdentifiers, sameByRule, withRepresentative, withRepresentatives } from './same-by-rule.js';
                                          
export { schemes } from './schemes.js';
