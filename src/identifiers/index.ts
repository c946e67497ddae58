// The identifiers of the field: read, detected, addressed; knows neither links nor storage.
export { compareIdentifiers, compareText, type Identifier, identifierText } from './identifier.ts';
export {
	canonicalSchemeName,
	detectSchemes,
	identifierUrl,
	readIdentifier,
} from './read-identifier.ts';
export type { Scheme } from './scheme.ts';
export { schemes } from './schemes.ts';
