// Says in a sentence by which rule two identifiers are one; see sameByRule for the rules.
                                                  
import { readerNamed } from './readers.js';

/** Says why an identifier is the same as its representative. */
export function ruleSentence(identifier            , representative            )         {
	if (identifier.scheme === 'url') {
		return (
			`${identifier.value} is a web address of ${named(representative)}: ` +
			'an address that a scheme gives to an identifier names the same.'
		);
	}
	return `By the rules of their schemes, ${named(identifier)} and ${named(representative)} name the same.`;
}

function named({ scheme, value }            )         {
	if (scheme === 'url') return value;
	return `the ${readerNamed(scheme)?.scheme.title ?? scheme} ${value}`;
}
