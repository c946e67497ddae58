// The contract of the outbox: what the search index must still learn, committed with the change
// that it speaks of. It knows no index.
                                         
                                                                 

/**
 * What an index must look at again after one event. An entry names identifiers and no states: the
 * records' present state is read when it is delivered, so entries may be delivered twice and late.
 */
                           
	                                                   
	                                          
	                                                                                       
	                       
	                                                     
	                         
	   
	                                                                                                 
	                                                                                               
	                                                         
	   
	                      
  

/** What noindex events did to groups, as in an outbox entry. */
                                                                                    

/** An entry as enqueued; an `id` is never used twice and grows. */
                                                                    

/** Reads and writes the outbox inside a transaction. */
                         
	                                                                                  
	                                                      
	   
	                                                                                        
	                                                        
	   
	                                                             
	   
	                                                                                                    
	                                                                                              
	                                                                          
	   
	                                                    
	                                                                           
	                                                                    
	                                                       
	                                                  
 

/** Hands out the entries that wait, so that no two processes work on the same. */
                               
	   
	                                                                                             
	                                                                                                 
	                                                                                                
	                                                                                                
	                                            
	   
	                                                                                                         
	                                                                
	                                                                  
	                                                                     
	                                                                      
 
