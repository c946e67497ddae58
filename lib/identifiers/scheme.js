// The form in which an identifier scheme is written down as data; knows no scheme, reads no value.

/**
 * Describes one identifier scheme: how its values are written, recognised, compared and addressed.
 *
 * A value is read in three steps: a label (`doi:`) or web address (`https://doi.org/`) around it is
 * taken off, the rest is matched with `pattern`, and `canonical` makes its one spelling from the
 * match.
 */
                      
	                                                     
	                      
	                       
	                                                                   
	                                     
	   
	                                                                                            
	               
	   
	                                    
	   
	                                                                                                 
	                                                                                       
	   
	                                                  
	                                                                                                  
	                                 
	                                                                                              
	                          
	   
	                                                                                                
	                        
	   
	                         
	   
	                                                                                                 
	                                                                                                 
	                                                                                                 
	                  
	   
	                                   
	                                                                               
	                                   
	   
	                                                                                                  
	                
	   
	                                                                    
	   
	                                                                                                  
	                                                                                                 
	       
	   
	                                        
	   
	                                                                                                
	      
	   
	                                             
	   
	                                                                                                  
	        
	   
	                                                                    
	   
	                                                                                            
	                                                                                       
	                                               
	   
	                                                       
	   
	                                                                                                 
	                                                      
	   
	                       
	   
	                                                                                                
	                                       
	   
	                         
	                                                             
	                                      
	   
	                                                                                               
	                                                  
	   
	                                                    
	                                                                                               
	                                    
	                                                                                           
	                                     
	                                                                                            
	                                            
	   
	                                                                                                 
	       
	   
	                                     
  

/**
 * Rewrites a text that stands for a value: `$1` is what the first group matched, decoded. A `guess`
 * is detected only where nothing else is.
 */
                                                                                               

/**
 * Names an identifier by another one: canonical forms that match are `value` of `scheme`, in which
 * `$1` is what the first group matched, or what a function answers.
 */
                      
	                    
	                        
	                                                                     
  

/** Shows how one identifier is read. */
                             
	                          
	                       
	                                                                   
	                      
	                                                     
	                      
	                                               
	                                       
	                                                          
	                         
	                                                                    
	                                     
  
