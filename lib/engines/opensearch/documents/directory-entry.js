// The entries of the directory, which tells where an identifier lies: one document for each; knows
// no requests.
import { hash } from 'node:crypto';
                                                                                     
import { keyTerm } from './object-document.js';

/** The document of an entry. */
                              
	                                                                                          
	            
	               
  

/** Names the document of an identifier. */
export function entryId({ scheme, key }               )         {
	return `k${keyTerm(key)}${hash('sha256', scheme, 'base64url').slice(0, 11)}`;
}

/** Writes the document of an identifier. */
export function directoryEntry({ scheme, key, identity, version }         )                 {
	return { key: keyTerm(key), entry: { scheme, key, identity, version } };
}
