// Follows one record through blocks of bytes to where it ends; judges no record.
import { backslash, closeArray, closeObject, comma, isSpace, newline, openArray, openObject, quote } from './bytes.js';

/** Reads on in a text whose kind is known. */
                                                                                      

/** Follows records through blocks, and counts lines. */
                              
	             
	   
	                                                                                               
	                                             
	   
	                                                            
  

/** Only strings and brackets are followed; whether a record is JSON is seen when it is parsed. */
export function createRecordFollower(firstLine        )                 {
	let depth = 0;
	let inString = false;
	let escaped = false;

	/** Follows a string from within; answers where it has ended, or the end of the block. */
	function followString(block            , from        )         {
		let at = escaped ? from + 1 : from;
		escaped = false;
		for (; at < block.length; at++) {
			const byte = block[at];
			if (byte === backslash) {
				at++;
				escaped = at === block.length;
			} else if (byte === newline) follower.line++;
			else if (byte === quote) {
				inString = false;
				return at + 1;
			}
		}
		return block.length;
	}

	const follower                 = {
		line: firstLine,
		follow(block, from) {
			let at = from;
			while (at < block.length) {
				if (inString) {
					at = followString(block, at);
					continue;
				}
				const byte = block[at++];
				if (byte === quote) inString = true;
				else if (byte === openObject || byte === openArray) depth++;
				else if (depth === 0) {
					if (byte === comma || byte === closeArray || isSpace(byte)) return at - 1;
				} else if (byte === closeObject || byte === closeArray) {
					depth--;
					if (depth === 0) return at;
				} else if (byte === newline) follower.line++;
			}
			return undefined;
		},
	};
	return follower;
}
