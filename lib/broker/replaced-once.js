// Which Sources each of several events replaces that are parts of one whole. It knows no file.
import {                  identifierText } from '../identifiers/index.js';
                                                  
import { providerKey } from '../links/provider.js';
                                                                 

/**
 * Starts a whole of which no part is known. For each part in turn it answers what that one replaces
 * of what its links name; null: all of it. A provider's records with one Source may be torn apart
 * over several parts, and each part is accepted later than those before it: if it replaced that
 * Source once more, it would take back what they have just said. So a Source is replaced by the
 * first part that names it.
 */
export function createReplacedOnce()                                                         {
	const known = new Set        ();
	return ({ identifiers, providers, replaced }) => {
		const named = replaced.map(
			([source, provider])                 => ({
				source: identifiers[source]              ,
				provider: providers[provider]          ,
			}),
		);
		const first = named.filter((one) => {
			const text = textOf(one);
			if (known.has(text)) return false;
			known.add(text);
			return true;
		});
		return first.length === named.length ? null : first;
	};
}

function textOf({ source, provider }                )         {
	return `${providerKey(provider)}\n${identifierText(source)}`;
}
