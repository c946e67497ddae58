// The contract of the records as a whole: transactions, and the small contracts that an engine
// implements together. Each sentence has its test in `suite/`, which runs on every engine.
                                                   
                                                            
                                                  
                                                            
                                                           
                                              
                                                    
                                        
                                                        
                                                       
                                               
                                                   

/**
 * What one transaction reads and writes. Every method takes whole sets and costs a constant number
 * of statements.
 */
                                                                                                        

/** What a process may be told by another: events wait for a worker, entries wait for the index. */
                                        

/**
 * What is left to do, at a cost that does not grow with what was ever received. `oldestEventAt` is
 * when the oldest New or Processing event was accepted, `oldestEntryAt` when the event of the
 * oldest waiting entry was done; null where there is none.
 */
                       
	                                                                  
	                             
	                
	                             
  

/** How the records are used at the moment. */
                            
	                                                                 
	                       
	                                                                                          
	                                                   
  

/** Why nothing can be written, in words that name no path; the cause is for the log. */
                       
	                     
	                                                             
	                      
  

/** Keeps everything that was received and what follows from it. */
                                                                                                         
	   
	                                                                                              
	                                                                           
	   
	                               
	   
	                                                                                                
	                                                                                                 
	                                                                                               
	                                                                                                 
	                                                                             
	   
	          
		                                                                   
		                                
	              
	                                                                                     
	                                                                    
	   
	                                                                                        
	                                    
	   
	                                                                                            
	   
	                                                                                             
	                                                                                    
	   
	                                                                   
	   
	                                                                                                   
	                                                                        
	   
	                                   
	                                
	                            
	                                                                                                  
	                                                                       
	                               
	                               
	                       
 
