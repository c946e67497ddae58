// The contract of changing the generation of the index that answers; knows no search and no engine.
// Every sentence here has a test of its wording in suite/search-writer.contract.ts, which runs on
// every engine.
//
// Several processes may derive their changes at the same time, from the index as each found it, and
// take turns only to commit them:
//
//   work ──▶ waits for its turn ──▶ nothing of what it rests on has changed ──▶ commits
//                                   something has: work runs once more, alone ──▶ commits
                                                                                                 

/** Sees one generation as it is and changes it. */
                              
	                            
	   
	                                                                                                  
	                                                                                                 
	                                      
	   
	                                                                        
	                                                                                          
	                                                                  
	   
	                                                                                                   
	                                          
	   
	                                                                        
	                                                           
	                                            
 

                             
	   
	                                                                                                 
	                         
	   
	                                 
  

/** Changes the generation that answers. */
                               
	   
	                                                                                                
	                                                                                                
	                                                                                                 
	                                                                                                 
	                                                                                                
	                                                                
	                                                                                                  
	                                                                                                   
	                                     
	   
	                                                                                          
 
