// The contract of searching: what is asked of the index and what it answers.
// It knows no writer and no engine.
// Every sentence here has a test of its wording in suite/, which runs on every engine.
                                                                 
                                                             
                                                              
                                                            
                                                                                                   

/** Says what a search asks; every filter is optional and all of them must hold. */
                             
	                 
	                                                
	               
	   
	                                                                                                 
	                                               
	   
	                  
	                                                     
	                          
	                      
	                                                                                             
	                                                   
	   
	                                                                                         
	                                                                         
	   
	                                                      
	   
	                                                                                              
	        
	   
	              
	   
	                                                                                                
	   
	                 
	              
	   
	                                                                                                  
	                                                                      
	   
	                           
	                  
	             
	                                                 
	               
	   
	                                                                                             
	                                                                                  
	   
	                
	                                                           
	                
	   
	                                                                                                
	                              
	   
	                  
  

/** Holds one relationship of the asked group, as seen from there. */
                          
	                                  
	                                
	                                         
	                       
	                       
  

/**
 * Says which members of the two Version groups make a relationship of these: `total` tells how many
 * links between Identity groups there are, `links` has the first of them (see mostViaOfItem), those
 * of the latest instant first, then by the sortKey of the asked group's member, then of the
 * other's.
 */
                                                                                     

/**
 * Holds a link between Identity groups as seen from the asked one: `source` are the identifiers of
 * its member, `target` of the other's (JSON, see ObjectDocument), and who said it.
 */
                                                                                                                     

/** So many links of an item's Via are answered at most. */
export const mostViaOfItem = 100;

/** Holds what a search finds. */
                            
	                                
	                       
	                                                                       
	              
	                             
	                                                                 
	                
	                                                                    
	                      
  

/**
 * Counts items by the type and year of their objects and by the words of their histories (see
 * wordingsSeen); years ascending, types and words by count descending then name; `typeYears` counts
 * by both type and year, in the order of `type`, then by year. By version also by the members of
 * the asked Version group that they are links of, given by their identifiers (JSON), by count
 * descending then sortKey. Of words and members the first are there (mostFacetValues). An item of
 * several words or members counts for each.
 */
                            
	                                                              
	                                                                 
	                                                                           
	                                                         
	                                                      
  

/** So many words, and so many members, are counted at most. */
export const mostFacetValues = 100;

/**
 * Answers searches from one generation of the index, while that is changed and another one is
 * built. Where the generation that answers is lost, or was written in another format than this
 * program's, locate, locateKeys, search and size fail with `unavailable` until a rebuild is
 * switched to.
 */
                               
	                                                                               
	                                                                  
	                                                                                 
	                                                        
	   
	                                                                                                   
	                                                                                                  
	                                                                
	   
	                                                                                        
	                                                                                            
	                                                    
	   
	                                                                                               
	                                         
	   
	                            
	   
	                                                                                                 
	                                                                                                  
	                                                                                             
	                                                                                                 
	                                                                                               
	                                                                                                  
	                                                                            
	   
	                                     
 
