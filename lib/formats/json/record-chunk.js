// A stretch of a file's records, ready to be submitted as one event; knows no fields.

/** Holds one record of a file. */
                          
	                                                                              
	                           
	                                           
	                      
	                                              
	                        
  

/** Holds records of one file that follow each other. */
                           
	                                            
	                      
	                                                           
	                                        
	                                                         
	                                          
	                                          
	                       
  

/** Makes a chunk of records. */
export function createChunk(file        , records                       )              {
	const separated = records.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [comma, bytes]));
	const payload = new Uint8Array(Buffer.concat([openArray, ...separated, closeArray]));
	return { file, records, payload, links: records.length };
}

const openArray = Buffer.from('[');
const comma = Buffer.from(',');
const closeArray = Buffer.from(']');

/** Makes the chunk without the records at these positions; it may be left without any. */
export function withoutRecords({ file, records }             , positions                  )              {
	const removed = new Set(positions);
	return createChunk(
		file,
		records.filter((_, position) => !removed.has(position)),
	);
}
