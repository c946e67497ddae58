// Says in a sentence by which rule two identifiers are one; see sameByRule for the rules.
import type { Identifier } from './identifier.ts';
import { readerNamed } from './readers.ts';

/** Says why an identifier is the same as its representative. */
export function ruleSentence(identifier: Identifier, representative: Identifier): string {
	if (identifier.scheme === 'url') {
		return (
			`${identifier.value} is a web address of ${named(representative)}: ` +
			'an address that a scheme gives to an identifier names the same.'
		);
	}
	return `By the rules of their schemes, ${named(identifier)} and ${named(representative)} name the same.`;
}

function named({ scheme, value }: Identifier): string {
	if (scheme === 'url') return value;
	return `the ${readerNamed(scheme)?.scheme.title ?? scheme} ${value}`;
}
