// One link in the domain's terms, and a batch of them folded into distinct parts; pure, knows
// neither the wire nor storage.
                                                          
                                                    
                                                     
                                              

/**
 * Says who asserted a link, when, and in which words: what a LinkHistory is made of. `date` is as
 * given (see link-date.ts).
 */
                          
	                 
	             
	                 
	                       
	                 
  

/**
 * Names one object of a link: all its identifiers (at least one; the same work) and what the link
 * says about it.
 */
                            
	                                   
	                         
	                                                           
	                                   
  

/** An identifier, and the other one that it is the same as by a rule of their schemes. */
                                                                                       

/**
 * One link as received, with its relation and direction read: `source` cites, supplements, or has
 * the version.
 */
                    
	                     
	                   
	                     
	                                   
	                                                             
	                  
	                                                                                         
	                    
	                                                                               
	                                     
  

/**
 * A batch of links folded into its distinct parts. Numbers are positions: `source` and `target` of
 * an assertion in `identifiers`, `provenance` in `provenances`.
 *
 * Of links that are to be withdrawn nothing is said: they make `withdrawals` alone. Of links that
 * replace earlier ones `replaced` tells whose.
 */
                         
	                                         
	                                   
	                                                                                               
	                           
	                                                                              
	                             
	                                                                                 
	                               
	                                      
	                                                    
	                                                                                    
	                                        
	                                                                                            
	                                   
	                      
  

/**
 * What a batch says of one identifier: the text of a description (see describeAsText), each text
 * once, and the place in the batch of the last object that it was said of.
 */
                                                                                

/**
 * One assertion of a batch; `relation` is the relation's code, `record` the first identifier of the
 * Source of the record that says it.
 */
                                       
	               
	                 
	               
	                   
	               
  

/**
 * A relationship between one identifier of each end of a link that is to be withdrawn; `link` is
 * the position of that link, `provider` one in `providers`.
 */
                                        
	             
	               
	                 
	               
	                 
  

/** What is replaced: all that a provider (one of `providers`) said in records with this Source. */
                                                                        
