// The contract of asking about works themselves: what they are, and how many links they have.
// It knows no writer and no engine.
// Every sentence here has a test of its wording in suite/, which runs on every engine.
                                                              
                                                                                    
                                                       

/** Counts the relationships of a group at its level, by relation. */
                                                                  

/** Counts the relationships of a work, and those of its Version group. */
                                                                

/**
 * Says when a work was linked: the earliest and the latest instant of any item of any LinkHistory,
 * in seconds since 1970.
 */
                                                                            

/**
 * Holds a work; `counts` are those of its Identity group, `linked` is null where it has no link.
 */
                             
	                        
	                                  
	                            
	                                    
  

/** Counts whole results by level and relation, each as a search with `facets` does. */
                                                                                                    

/** Holds all that is told of a work. */
                            
	                             
	                                         
	                  
		                                  
		                            
		   
		                                                                                               
		                                  
		   
		                                           
		                       
	  
	                        
	                              
  

/** So many works of a family are listed at most. */
export const mostVersionsListed = 1_000;

/** Says how a work is told of. */
                                                                     

/** Answers questions about works from the generation that answers; fails as SearchReader does. */
                               
	   
	                                                                                                  
	                                                                                                   
	                                                                                                   
	                                                                                            
	   
	                                                                                                            
	                                                                                 
	                                                                                            
 
