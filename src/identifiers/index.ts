// The identifiers of the field: read, found in text, compared, addressed; knows neither links nor
// storage.
export { foldLetterCase } from './folding.ts';
export { compareIdentifiers, compareText, type Identifier, identifierText, isSame } from './identifier.ts';
export { fitsScheme, identifierUrl, readIdentifier } from './read-identifier.ts';
export { readText, type TextReading } from './read-text.ts';
export { canonicalSchemeName } from './readers.ts';
export { ruleSentence } from './rule-sentence.ts';
export { broaderIdentifiers, sameByRule, withRepresentative, withRepresentatives } from './same-by-rule.ts';
export type { Scheme } from './scheme.ts';
export { schemeTitle } from './scheme-title.ts';
export { schemes } from './schemes.ts';
