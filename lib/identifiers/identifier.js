// An identifier as the broker holds it, and the order of identifiers; knows no scheme.

/**
 * Holds an identifier as read: two spellings of one identifier have the same `scheme` and `key`,
 * whatever their `value`.
 */
                          
	                                                                                       
	               
	                                                                                           
	              
	                                                                 
	            
  

/**
 * Orders identifiers by key, then scheme: the order in which they are answered and in which the
 * smallest is found.
 */
export function compareIdentifiers(one            , other            )         {
	return compareText(one.key, other.key) || compareText(one.scheme, other.scheme);
}

/** Tells whether two identifiers are one, whatever their spellings. */
export function isSame(one                                    , other                                    )          {
	return one.scheme === other.scheme && one.key === other.key;
}

/**
 * Writes what makes an identifier one as one text: no other identifier has it, and such texts
 * compare as their identifiers do (see compareIdentifiers). NUL, which comes before everything
 * else, stands in no key and no scheme; a blank may stand in either.
 */
export function identifierText({ scheme, key }                                    )         {
	return `${key}\0${scheme}`;
}

/**
 * Orders texts by their code points, which is the order of their UTF-8 bytes and so that of
 * databases, whatever the language.
 */
export function compareText(one        , other        )         {
	const length = Math.min(one.length, other.length);
	for (let at = 0; at < length; at++) {
		const difference = rank(one.charCodeAt(at)) - rank(other.charCodeAt(at));
		if (difference !== 0) return difference;
	}
	return one.length - other.length;
}

// In UTF-16 the surrogates of what lies above U+FFFF come before U+E000 to U+FFFF; in UTF-8 they
// come after them.
function rank(unit        )         {
	if (unit < 0xd800) return unit;
	return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
