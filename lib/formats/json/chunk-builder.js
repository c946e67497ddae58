// Collects the records of a file in chunks of bounded size; knows no kinds of files.
import { BrokerError } from '../../errors.js';
import { isSpace } from './bytes.js';
import { parseJson } from './json-text.js';
import { createChunk,                                   } from './record-chunk.js';

/** Bounds a chunk: how many records, and how many bytes its payload has. */
                           
	                 
	                 
  

/**
 * Takes records in pieces of bytes, which must not change afterwards. Whole chunks are in `ready`.
 */
                            
	                                                
	                          
	   
	                                                                                                  
	                                                                                              
	   
	                                
	                                                          
	            
	                                                                                       
	                   
	                                    
	                             
	   
	                                                                                                  
	   
	                                                       
	                                     
	               
	                                        
	                     
  

/** How much white space at the end of a record is accepted beyond the limit. */
const spaceAtEnd = 1 << 16;
const brackets = 2;

/** Starts an empty chunk of a file. Each chunk is filled as far as the limits allow. */
export function createChunkBuilder(file        , limits             )               {
	const ready                = [];
	let records               = [];
	let payloadBytes = brackets;
	let recordCount = 0;
	let line = 1;
	let pieces               = [];
	let pieceBytes = 0;

	function flush()       {
		if (records.length === 0) return;
		ready.push(createChunk(file, records));
		records = [];
		payloadBytes = brackets;
	}

	function soFar()             {
		return pieces.length === 1 ? (pieces[0]              ) : Buffer.concat(pieces);
	}

	function fault()                                                {
		const parsed = parseJson(soFar());
		if ('value' in parsed || parsed.error.atEnd) return undefined;
		return { line: line + parsed.error.line - 1, message: parsed.error.message };
	}

	function refuseLarge(bytes        , allowed        )       {
		if (bytes <= allowed) return;
		const found = fault();
		if (found) throw new BrokerError('malformed-json', `${file}, line ${found.line}: ${found.message}.`);
		const message = `this record alone is larger than ${limits.maxBytes} bytes`;
		throw new BrokerError('bad-file', `${file}, line ${line}: ${message}.`);
	}

	function take()             {
		return withoutSpaceAtEnd(soFar());
	}

	function add(bytes            )       {
		refuseLarge(bytes.length + brackets, limits.maxBytes);
		if (payloadBytes + 1 + bytes.length > limits.maxBytes) flush();
		payloadBytes += bytes.length + (records.length === 0 ? 0 : 1);
		recordCount++;
		records.push({ bytes, line, number: recordCount });
		if (records.length === limits.maxLinks) flush();
	}

	return {
		ready,
		begin(lineOfRecord) {
			line = lineOfRecord;
			pieces = [];
			pieceBytes = 0;
		},
		append(piece) {
			pieces.push(piece);
			pieceBytes += piece.length;
			// White space at the end does not count, but an endless record must not fill the memory
			// before it ends.
			refuseLarge(pieceBytes, limits.maxBytes + spaceAtEnd);
		},
		fault,
		take,
		add,
		end: () => add(take()),
		finish: flush,
	};
}

function withoutSpaceAtEnd(bytes            )             {
	let end = bytes.length;
	while (end > 0 && isSpace(bytes[end - 1])) end--;
	return bytes.subarray(0, end);
}
