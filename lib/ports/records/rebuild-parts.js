// The contract of a rebuild that several processes share: which parts of it there are, who builds
// which, and what is done. It knows no index.
//
//             claimPart                  finishPart
//   waiting ───────────▶ being built ─────────────▶ done
//      ▲                      │
//      └──────────────────────┘ releasePart, or the lease runs out
//
// Parts of a phase can be claimed once all of the phases before are done. Each is read from a
// snapshot of its own, so parts show the records at different times; the last phase heals that, see
// src/broker/indexing/replay-changes.ts.
                                     
                                                
                                               

/**
 * The phases of a rebuild in their order: objects are written, then links, which need them, then
 * what follows for objects from links; then what has changed meanwhile is brought in.
 */
export const rebuildPhases = ['objects', 'links', 'standings', 'changes']         ;

                                                          

/** Ids from `first` to `last`, both included: of identifiers, and of groups named after them. */
                                              

/**
 * A piece of a rebuild; `attempt` counts how often it was claimed, and tells this claim from
 * others.
 */
                                                                                             

/** How a rebuild is divided. */
                           
	                                                  
	                                
	                                                                                          
	               
	                                                                                               
	                    
  

                                                                             

/** A rebuild in parts that is under way. */
                               
	               
	               
	                    
	                                        
  

                               
	   
	                                                                                                
	                                                                            
	                                                                                                  
	                                                                                              
	              
	   
	                                                              
	                                                                                 
	                                                   
	   
	                                                                                             
	                                                                                                
	                                                
	   
	                                                                                                   
	                                                                                                
	                                                                   
	   
	                                                                                                 
	                          
	   
	                                                                   
	                                                                                           
	                                              
	                                                                    
	                                                
	   
	                                                                                                   
	                        
	   
	                                               
	   
	                                                                                                 
	                                                                       
	   
	                                                                                                
 
