// Detects of which schemes a whole text may be an identifier; has no rule of any scheme.
                                                  
import { identifierOf, readers } from './readers.js';
                                          
import { writingsOf } from './writings.js';
import { identifierMaxLength } from './written-form.js';

/**
 * Answers a text as an identifier of each scheme that it may be of, the most telling first; none
 * for a text of no known form.
 */
export function detectIdentifiers(text        )               {
	const writings = writingsOf(text);
	const { seen, clean } = writings;
	if (seen.length > identifierMaxLength) return [];
	const fits = readers.flatMap((reader) => {
		const { canonical, labelled, guess = false } = reader.match(writings);
		if (canonical === undefined || !mayDetect(reader.scheme, labelled, clean)) return [];
		return [{ reader, canonical, labelled, guess }];
	});
	const outranked = new Set(fits.flatMap(({ reader }) => reader.scheme.outranks ?? []));
	return fits
		.filter(({ reader, guess }) => !outranked.has(reader.scheme.name) && !(guess && fits.length > 1))
		.filter(({ reader, labelled }, _, left) => reader.scheme.detection !== 'alone' || labelled || left.length === 1)
		.map(({ reader, canonical }) => identifierOf(reader, canonical));
}

function mayDetect({ detection, bare }        , labelled         , text        )          {
	if (detection === 'declared') return false;
	return labelled || (detection !== 'labelled' && (bare === undefined || bare.test(text)));
}
