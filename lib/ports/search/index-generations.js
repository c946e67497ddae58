// The contract of building a new generation of the index and switching to it.
// It knows no search and no engine.
// Every sentence here has a test of its wording in suite/index-generations.contract.ts, which runs
// on every engine.
                                                                
                                                                                        

/** Fills a new generation beside the one that answers. */
                               
	                                                             
	                                                           
	   
	                                                                                                 
	         
	   
	                                                     
	                                                                                           
	                                    
	                                             
	                         
 

/**
 * Fills a generation in one phase of a rebuild in parts (see src/ports/records/rebuild-parts.ts).
 * Others may fill it at the same time, and what is written again is there once. Once a later phase
 * has begun, every write fails with `unavailable`: this process was taken for dead.
 */
                              
	                                                                                           
	                                                           
	   
	                                                                                                 
	                            
	   
	                                                     
	   
	                                                                                                   
	               
	   
	                                                                             
	   
	                                                                                                  
	                                                                                      
	   
	                                            
	                                                                                         
	                         
	                                              
	                                  
	                                                                                           
	                                    
 

/** Builds generations that several processes fill, and that outlive these. */
                                     
	   
	                                                                                                  
	                                
	   
	                        
	                                                        
	                                     
	                                                                      
	                                         
	   
	                                                                                               
	              
	   
	                                                                                     
	                                                               
	                                          
 

/** Builds generations and chooses the one that answers, in every process that uses the index. */
                                   
	                                                                                          
	                              
	   
	                                                                                  
	                                                                                                
	                                             
	   
	                                    
	   
	                                                                                             
	                                                        
	   
	                                                 
	                                                                      
	                                      
	   
	                                                                                                 
	                                                                                                
	                                                                                          
	   
	                                                                          
	   
	                                                                                                 
	                                                                     
	   
	                                                       
 
