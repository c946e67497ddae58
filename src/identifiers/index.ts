// The door of this folder: identifiers of the field, read, detected and addressed; knows neither links nor storage.
export type { Identifier } from './read-identifier.ts';
export {
	canonicalSchemeName,
	compareIdentifiers,
	compareText,
	detectSchemes,
	identifierUrl,
	readIdentifier,
} from './read-identifier.ts';
export type { Scheme } from './scheme.ts';
export { schemes } from './schemes.ts';
