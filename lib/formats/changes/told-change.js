// An entry of the log of changes with all that is told of it; knows no form of it.
                                                             
                                                              
                                                      
                                                        

/** One end of a link: the identifier that was named, and what is told of the work. */
                       
	                                                 
	                         
	                                                                  
	                   
  

/** An entry of the log. */
                          
	               
	                                                      
	           
	                               
	                                                                                              
	                
	                
	                   
	                
	                       
  
