// Reads texts without a declared scheme: which identifier is meant by what somebody typed or
// pasted; has no rule of any scheme.
import { detectIdentifiers } from './detection.js';
import {             findIdentifiers } from './find-in-text.js';
import {                  identifierText } from './identifier.js';
import { readerNamed } from './readers.js';
import { sameByRule } from './same-by-rule.js';
import { plainlyWritten, visible } from './written-form.js';

/** Says what a text holds. */
                         
	                                                                            
	                                                                      
	                                                        
	                                                                     
	                                    
	                            

/**
 * Reads a text of which nobody says what it is. Identifiers that are the same by rule are one; what
 * only goes along with the identifier of a work (an ISSN, an author's ORCID, where a page was seen)
 * does not count beside one.
 */
export function readText(text        )              {
	const seen = visible(text);
	const clean = plainlyWritten(seen);
	const whole = detectIdentifiers(seen);
	if (whole.length > 0 && !/[\s,;|]/.test(clean)) return { kind: 'one', candidates: whole };
	const found = differing(meant(findIdentifiers(clean)));
	const [first, second] = found;
	if (second !== undefined) return { kind: 'several', found: found.map(([one]) => one) };
	if (whole.length > 0) return { kind: 'one', candidates: whole };
	return first === undefined ? { kind: 'none' } : { kind: 'one', candidates: first };
}

/** Leaves out what goes along with others, unless there is nothing else. */
function meant(found                  )                   {
	const works = found.filter(([{ scheme, value }]) => !readerNamed(scheme)?.scheme.goesAlong?.(value));
	return works.length === 0 ? found : works;
}

/** Keeps one of those that are the same by rule. */
function differing(found                  )          {
	const different = new Map               ();
	for (const one of found) {
		const name = identifierText(sameByRule(one[0]) ?? one[0]);
		if (!different.has(name)) different.set(name, one);
	}
	return [...different.values()];
}
