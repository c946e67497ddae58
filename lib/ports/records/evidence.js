// The contract of evidence: finding identifiers by name without creating them, and who first said
// what counts. It reads alone, and knows neither questions nor answers.
                                                             
                                                                 

/** Names an identifier by what makes it one: scheme and comparison key. */
                                                                

/** An identifier that is known, with its place. */
                                                      

/** Says who asserted a relationship first, and how often it was asserted in all. */
                         
	                                                                      
	                 
	                                                              
	             
	                
	                  
	                                                   
	                           
	                                                                    
	                   
  

/** Says whether the assertions of events that must not be found yet are looked at as well. */
                                                        

/** Finds identifiers, and reads who said what counts. */
                           
	                                                                                            
	                                                                            
	                                                                                 
	                                                                 
	   
	                                                                                            
	                                                                                  
	   
	                                                                                                              
	                                                                                           
	                                                                                     
	                                                                            
	                                                                                                   
 
