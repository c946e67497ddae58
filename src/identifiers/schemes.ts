// The table of all identifier schemes; knows what each is, not how a value is read with it.
import type { Scheme } from './scheme.ts';
import { accessionSchemes } from './schemes/accessions.ts';
import { authoritySchemes } from './schemes/authorities.ts';
import { generalSchemes } from './schemes/general.ts';
import { literatureSchemes } from './schemes/literature.ts';
import { numberSchemes } from './schemes/numbers.ts';
import { persistentSchemes } from './schemes/persistent.ts';

/**
 * Lists every scheme the broker knows, in the order in which detection reports them: the most
 * telling first.
 */
export const schemes: readonly Scheme[] = [
	...persistentSchemes,
	...numberSchemes,
	...literatureSchemes,
	...authoritySchemes,
	...accessionSchemes,
	...generalSchemes,
];
