// The table of all identifier schemes; knows what each is, not how a value is read with it.
                                          
import { accessionSchemes } from './schemes/accessions.js';
import { authoritySchemes } from './schemes/authorities.js';
import { generalSchemes } from './schemes/general.js';
import { literatureSchemes } from './schemes/literature.js';
import { numberSchemes } from './schemes/numbers.js';
import { persistentSchemes } from './schemes/persistent.js';

/**
 * Lists every scheme the broker knows, in the order in which detection reports them: the most
 * telling first.
 */
export const schemes                    = [
	...persistentSchemes,
	...numberSchemes,
	...literatureSchemes,
	...authoritySchemes,
	...accessionSchemes,
	...generalSchemes,
];
