// What the search index holds, as it is given: objects of groups and the links between them.
// It knows no engine, no search.
                                                                 
                                                             
                                                             
                                                                  

/** Names a group; the same numbers as in the records' storage. */
                             

/**
 * Says at which level a group or a link lies: between Identity groups or between Version groups.
 */
                                             

/** Names an identifier by what makes it one: scheme and comparison key. */
                                                            

/** Tells where an identifier lies in the index. */
                                                                              

/**
 * Holds one group as the index keeps it. An `identity` object tells its Version group (`version`;
 * its own id where it is alone in it). A `version` object exists only for Version groups that are
 * more than one Identity group, or whose id is not their only Identity group's; everywhere else the
 * identity object of the same id describes both.
 */
                           
	               
	               
	                 
	   
	                                                                                               
	              
	   
	                                      
	                     
	                                                     
	                    
	                                                                                            
	                         
	                                                                               
	                
	   
	                                                                                               
	              
	   
	                                                           
	                         
  

/** Holds the ready-made JSON of an object: stored and answered unread. */
                              
	                                      
	                    
	                                                                                          
	               
	                                                                            
	                 
  

/**
 * Holds the state of the link (source, relation, target) at each level: its whole LinkHistory
 * (newest first), an empty one where there is no such link, absent where nothing is said (what the
 * index has stays). IsRelatedTo is symmetric and comes in both directions, each of them given. Both
 * ends have an object by the end of the change that brings a link; source and target differ.
 */
                         
	                
	                        
	                
	                                  
	                                 
	   
	                                                                                             
	                                                                                               
	                                                                                                   
	                                           
	   
	                            
  

/** A link between Identity groups, as a part of one between their Version groups. */
                                                                                               

/**
 * Holds a change of the index, applied whole: first what is removed, then objects, then links, each
 * in the order given. Applying it again changes nothing. Giving an identity object that bears the
 * number of its Version group also says whether that group has an object of its own: the one given
 * in the same change, or none any more.
 */
                            
	   
	                                                                                                
	                                                                                           
	                                                                                            
	   
	                                                       
	                                
	                            
  
