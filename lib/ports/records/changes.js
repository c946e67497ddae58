// The contract of the log of what counts: which assertions came to count and ceased to, numbered in
// the order in which that was committed. It knows no filter and no form of it.
                                                    
                                                                 

/** What an entry tells: a provider's assertion of a relationship began to count, or ceased to. */
                                                  

/** One entry of the log, but for its number and its time. */
                      
	                 
	                                                                                              
	                
	           
	                 
	           
	               
	                                         
	          
	                                                                                                 
	                        
  

/** An entry as it is kept. Numbers begin at 1, without gaps; `at` never goes back. */
                                                                   

/**
 * Assertions of one event that came to count, or that it took back, and that the log keeps back.
 */
                                                                                                  

/** Chooses entries of the log. */
                           
	                                                                          
	               
	                                                                   
	                
	                                                                                   
	                       
	                                                
	                
  

/** Writes and reads the log inside a transaction. */
                          
	   
	                                                                                                   
	                                                                                                
	                                                                                                  
	                                                                                            
	                                                             
	   
	                                                                 
	                                                                   
	                                              
	   
	                                                                                                
	                                                     
	   
	                                                                                                      
	   
	                                                                                                  
	                                    
	   
	                                                              
	                                                                                               
	                                                             
	   
	                                                                                                 
	   
	                                                                                 
	                                                   
	                              
	   
	                                                                                                
	                                                            
	   
	                                                                     
	   
	                                                                                              
	        
	   
	                                                                                  
	   
	                                                                                               
	                                              
	   
	                                                                                                                 
 

/** Shortens the log. */
                                 
	                                                                                                 
	                                             
 
