// The entries of the directory, which tells where an identifier lies: one document for each; knows
// no requests.
import { hash } from 'node:crypto';
import type { IdentifierKey, Located } from '../../../ports/search/index-content.ts';
import { keyTerm } from './object-document.ts';

/** The document of an entry. */
export type DirectoryEntry = {
	/** See keyTerm: identifiers of other schemes that have this key lie in the same shard. */
	key: string;
	entry: Located;
};

/** Names the document of an identifier. */
export function entryId({ scheme, key }: IdentifierKey): string {
	return `k${keyTerm(key)}${hash('sha256', scheme, 'base64url').slice(0, 11)}`;
}

/** Writes the document of an identifier. */
export function directoryEntry({ scheme, key, identity, version }: Located): DirectoryEntry {
	return { key: keyTerm(key), entry: { scheme, key, identity, version } };
}
