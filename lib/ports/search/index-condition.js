// The contract of telling how well the service is that keeps the index; it knows no engine.

/** How the service is. */
                              
	   
	                                                                                                   
	                   
	   
	                                   
	                                                     
	                      
	                                                      
	                                                 
  

/** Tells of the service that keeps the index. */
                               
	                                                       
	                                            
 
