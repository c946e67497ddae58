// The contract of the graph inside one transaction: identifiers in their groups, who asserted which
// relationship, and what was said of works; in whole sets. It knows no engine and no event's
// payload.
                                                             

/**
 * Names one row of the records: an identifier (and a group named after it), an event, a provenance,
 * a description, an outbox entry. A positive whole number that stays.
 */
                        

/** The two levels at which identifiers form groups. */
                                                

/**
 * Places an identifier in its groups. A group is named after one of its identifiers: `identity` and
 * `version` are ids of such. `alone`: both groups hold this identifier only and bear its id.
 */
                                                                              

/** A placed identifier; `description` is that of the Identity group named after it, else null. */
                                                               

/** One relationship between identifiers, by ids and the relation's code (see relation.ts). */
                                                                                  

/**
 * Says that an event asserted a relationship, and who said so, when (the provenance); `record` is
 * the Source of the record in which it did, where that is not the source.
 */
                                                                                                                    

/** Lists the relationships of assertions, each once. */
export function distinctRelationships(assertions                                          )                    {
	const distinct = new Map                         ();
	for (const [source, relation, target] of assertions) {
		distinct.set(`${source} ${relation} ${target}`, [source, relation, target]);
	}
	return [...distinct.values()];
}

/** Moves a whole group into another: every member of `from` becomes one of `to`. */
                                               

/** Reads and writes identifiers and the groups that they lie in. */
                         
	   
	                                                                                                
	             
	   
	                                                                                            
	   
	                                                                                                  
	                             
	   
	                                                                                           
	   
	                                                                                                  
	         
	   
	                                                                            
	   
	                                                                                                
	        
	   
	                                                                                                   
	                                                                                             
	                                                                     
	                                                                                               
	                                                                          
	                                                                           
	                                          
	                                                                      
	                                          
	                                                     
	                                                                        
	   
	                                                                                             
	                                                                                               
	                                                                                                
	                                        
	   
	                                                                                                                      
	                                                                                                 
	                                                                                
	   
	                                                                                                
	                
	   
	                                                                                   
	                                                                      
	                                                   
 

/** A provenance as canonical text (see provenanceAsText), and the name of the provider in it. */
                                                                

/** Reads and writes who asserted which relationship. */
                             
	   
	                                                                                              
	                                                                                    
	   
	                                                             
	                                                                                   
	                                                                         
	                                                   
	                                                         
	   
	                                                                                        
	                                                   
	   
	                                                                     
	   
	                                                                                              
	                                                                                               
	                                                                                              
	                                                                                   
	   
	             
		                   
		                                            
		                          
	                                                                         
	                                                                                          
	                                                                                                        
	                                                                                            
	                                                                                 
 

/** What an event said of an identifier, at a place that grows along its links. */
                                                                                                

/** Where in the history of an Identity group to go on. */
                                                        

/** A part of what was said of the members of an Identity group. */
                           
	          
	                                                                
	                  
  

/** Reads and writes what events said of works, and the description of each Identity group. */
                               
	   
	                                                                                                
	                                                                                         
	   
	                                                                                
	                                                    
	                                                          
	   
	                                                                                               
	                                                                     
	   
	                                                                                                         
	                                                
	                                                                                           
	   
	                                                                                                   
	                                                                                                   
	                                                                                               
	                                
	   
	                                                                             
	                                                                                       
	                                                  
 

/** The graph of one transaction. */
                                                       
