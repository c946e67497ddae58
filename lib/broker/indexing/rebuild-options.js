// What a rebuild of the index is told, what it tells of itself, and what its pieces read. It knows
// no engine.
                                            
                                                                    
                                                                  
                                                                 

/** So many objects and links have been derived; how many there are is not known before. */
                                                                          

                              
	                              
	                 
	                                                                                               
	               
	                                                                                     
	                       
	                                                                                               
	                              
	             
	                          
	                                            
	                                                                      
	                                
	   
	                                                                                                  
	                     
	   
	                                 
	                                                                                     
	                            
  

/** Counts what is derived, and tells of it. */
export function countDerived({ onProgress }                                    )                         {
	let done = 0;
	return (more) => {
		done += more;
		onProgress({ what: 'objects and links', done });
	};
}

/** What an index is filled from: one state of the records. */
                      
	                         
	                   
	                                              
	                              
	                                                                                
	                
  
