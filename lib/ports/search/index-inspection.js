// The contract of holding the index against what it should hold; it reads alone, and knows neither
// records nor what should be done.
// Every sentence here has a test of its wording in suite/inspection.contract.ts, which runs on
// every engine.
                                                                                   

/** Counts what a generation holds; `links` at each level as they were given. */
                           
	                                           
	                                         
	                                                                                    
	                   
  

/** A link at a level. */
                                                                                                 

/**
 * Looks into the generation that answers. Where it is lost, or in another format, all of it fails
 * with `unavailable`, as searches do. What is changed meanwhile may or may not be seen: state of
 * SearchReader tells whether something was.
 */
                                  
	   
	                                                                                         
	                              
	   
	                                                                          
	   
	                                                                                                  
	                                           
	   
	                                                                    
	                                                                                              
	                                                 
	                                
	                               
 
