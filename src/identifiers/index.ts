// The identifiers of the field: read, found in text, compared, addressed.
export {
	compareIdentifiers,
	compareText,
	foldLetterCase,
	type Identifier,
	identifierText,
	isSame,
} from './identifier.ts';
export { identifierPath } from './identifier-path.ts';
export {
	canonicalValue,
	fitsScheme,
	identifiersWithValue,
	identifierUrl,
	longerReadings,
	readIdentifier,
	readText,
	type TextReading,
	wrongCheckDigit,
} from './read-identifier.ts';
export { canonicalSchemeName } from './readers.ts';
export {
	broaderIdentifiers,
	otherVersions,
	ruleSentence,
	sameByRule,
	withRepresentative,
	withRepresentatives,
} from './same-by-rule.ts';
export type { Scheme } from './scheme.ts';
export { schemes, schemeTitle } from './schemes.ts';
