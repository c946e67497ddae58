// The contract of taking back: what events say must count no more, what does not count therefore,
// and what comes back where such an event is withdrawn itself. Beside the rows that count lie those
// that were taken back; both together are what was ever said by events that are not withdrawn. It
// knows neither groups nor an event's payload.
                                                                         
                                                  
                                                                               

/**
 * What a withdraw event takes back: all that a provider said before of a relationship. Identifiers
 * stand for all that have them as representative.
 */
                                                                                           

/** What a replace event takes back: all that a provider said before in records with a Source. */
                                                              

/** What one event takes back. */
                                                                                                     

/**
 * An assertion that is taken back; `position` counts the withdrawals, then the replacements.
 * `isOwn` tells whether the event that takes back may: it has the same user, or takes back what
 * anybody said.
 */
                                                                                           

/** An event as it stands while this transaction lasts. */
                           
	             
	                
	                    
	                                           
	                  
	                                                     
	                 
	                                   
	                   
  

/** What an event said of an identifier. */
                                                          

/** Reads and writes what is taken back. */
                             
	   
	                                                                                             
	                                                          
	   
	                                                          
	                                                                                    
	                                                                     
	                                                                        
	                                                            
	                                        
	                                          
	                                                                            
	                                                      
	                                                                                              
	                                                       
	   
	                                                                                                
	                                      
	   
	                                                                                           
	   
	                                                                                              
	                          
	   
	                                                                       
	                                                                              
	                                                          
	                                                                 
	                                                           
	                                                                        
	                                                                                   
	                                                                                
	                                                                             
	   
	                                                                                                
	              
	   
	                                                            
	                                                                                      
	                                                                       
	                                                                                   
	                                                                        
	                                                                                                
	                                                                     
	                                                                                       
	                                                                  
	   
	                                                                                                 
	                          
	   
	         
		                                                           
	                                                                     
	   
	                                                                                                  
	                                                                                        
	   
	                                                                                       
	   
	                                                                                                   
	                                                       
	   
	                                                 
	                                                                      
	                                                                                       

	                                                     
	                                                             
	                                                    
	                                          
	                                  
	                                                                                                       
	                                                                          
	                                           
 
