// Holds the ways in which one text may be meant, each made once for all the schemes by which it is
// read; knows no scheme.
import { unproxied } from './address.js';
import { cleaned, identifierMaxLength, percentDecoded, plainlyWritten, visible } from './written-form.js';

                        
	                                   
	                      
	                                               
	                       
	                                                                         
	                                     
  

                             
	                                                           
	                                     
	                                                                                   
	                                         
  

/** Answers the ways in which a text may be meant. */
export function writingsOf(text        )           {
	const seen = visible(text);
	const clean = plainlyWritten(seen);
	let others                           ;
	return {
		seen,
		clean,
		others: () => {
			others ??= otherWritings(clean);
			return others;
		},
	};
}

function otherWritings(clean        )                {
	if (clean.length > identifierMaxLength) return { decoded: undefined, behindProxy: undefined };
	const decoded = clean.includes('%') ? cleaned(percentDecoded(clean)) : clean;
	const behindProxy = unproxied(clean);
	return {
		decoded: decoded === clean ? undefined : decoded,
		behindProxy: behindProxy === undefined ? undefined : cleaned(behindProxy),
	};
}
