// A submitted batch of links (an event, on the wire and in documents) and its states.
                                                  

/** Lists the states of an event; they are drawn in src/ports/records/events.ts. */
export const eventStates = ['New', 'Processing', 'Done', 'Error', 'Withdrawn']         ;
                                                      

/** Lists what an event may do with its links. */
export const eventActions = ['assert', 'withdraw', 'replace']         ;
                                                        

/** Counts what the reading of a batch noticed. */
                             
	              
	                                                           
	                
	                                                                                             
	                   
	                                                                                       
	                                       
  

/** Counts what an event brought. */
                                           
	                         
	                       
	                     
	                                     
	                  
	                                                      
	                          
	                                                                                         
	                 
	   
	                                                                                                
	   
	                    
  

/** Tells when an event was withdrawn, by whom (null: by the command line) and why. */
                                                                                 

/** The counts of nothing. */
export const noCounts                        = {
	links: 0,
	ignored: 0,
	containers: 0,
	unknownRelations: [],
	newRelationships: 0,
	newIdentifiers: 0,
	mergedGroups: 0,
	withdrawn: 0,
	nothingToWithdraw: 0,
	notYours: 0,
	splitGroups: 0,
};

/** Holds an event and what became of it; times are milliseconds since 1970. */
                         
	                                          
	                 
	                
	                    
	                  
	                 
	   
	                                                                                                 
	       
	   
	                        
	                      
	              
	                                                                                 
	                
	                                                                 
	                        
	                                              
	                             
	                  
	                         
	                          
	                                          
	                     
	                 
	                                                                         
	                           
	                     
	                                    
	                            
  
