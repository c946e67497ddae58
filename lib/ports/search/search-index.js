// The search index as engines implement it: reading, writing and generations together.
// It knows no engine and no records' storage.
                                                         
                                                               
                                                             
                                                       
                                                       
                                                       
                                                   

/** What answers searches. */
                                                                      

/**
 * Keeps a self-contained, derived copy of groups and the links between them, from which searches
 * are answered. Any number of handles, threads and processes may use one index at a time.
 */
                            
	                     
		             
		           
		             
		                 
		                
		              
	                                  
	                      
	                       
 
