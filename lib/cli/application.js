// What the command line needs of the rest of the broker; knows no implementation.
                                                        
                                                
                                                              
                                               

/** Names what a command may change for minutes: the records, or the index alone. */
                                           

/**
 * What is in a copy of the records: its events, users, and the last number of its log of changes.
 */
                                                                                

/** What a copy is made of or put in the place of; `done` and `total` are pages of a file. */
                           
	             
	                                       
	               
	          
	                                                            
  

/** Opens what commands work on; nothing is loaded or opened before a command asks for it. */
                           
	                                               
	                                                                                 
	                                                            
	                                                 
	                                        
	                                                                                              
	                                                                     
	                                                       
	                                                                                                             
	   
	                                                                                              
	                                                                         
	   
	                                                                                                  
	                                                                                
	                                       
  

/** Holds what one command works on. */
                                                                                                

/** Names the use cases that have a command. */
                                 
	       
	                
	                
	             
	              
	               
	                
	                 
	                
	           
	                
	          
	                       
	                 
	               
	              
   
	           
