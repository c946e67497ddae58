// Holds what reads a text by each scheme of the table, found by the scheme's names; has no rule of
// any scheme.
                                                  
                                          
import { comparisonKey, createSchemeMatcher,                    } from './scheme-matcher.js';
import { schemes } from './schemes.js';
import { visible } from './written-form.js';

                                                                                      

/** Lists the readers in the order of the table. */
export const readers                          = schemes.map((scheme) => ({
	scheme,
	match: createSchemeMatcher(scheme),
}));

const readersByName                                    = new Map(
	readers.flatMap((reader) => {
		const { name, title, aliases = [] } = reader.scheme;
		const names = [name, ...aliases, joined(name), joined(title.toLowerCase())];
		return names.map((written) => [written, reader]         );
	}),
);

/** Finds the reader of a scheme by its title or any of its names: `DOI`, `PubMed ID`, `bibcode`. */
export function readerNamed(name        )                           {
	const known = readersByName.get(name);
	if (known !== undefined) return known;
	const plain = joined(plainName(name));
	return readersByName.get(plain) ?? readersByName.get(plain.replace(/(?:id|identifier|number)$/, ''));
}

/**
 * Answers the one name of a scheme for any of its names, whatever their letter case, blanks,
 * hyphens and underscores: `DOI` is `doi`, `PubMed ID` is `pmid`. An unknown scheme is its own
 * name, trimmed and in lower case.
 */
export function canonicalSchemeName(name        )         {
	return readerNamed(name)?.scheme.name ?? plainName(name);
}

export function plainName(name        )         {
	return visible(name).toLowerCase();
}

function joined(name        )         {
	return name.replace(/[\s_-]+/g, '');
}

/** Makes the identifier of a canonical form. */
export function identifierOf({ scheme }              , canonical        )             {
	return { scheme: scheme.name, value: canonical, key: comparisonKey(scheme, canonical, true) };
}
