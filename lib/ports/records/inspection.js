// The contract of looking for rows that contradict each other: streams of what others derive from,
// and rows that name what is not there. Each sentence has its test in suite/, which runs on every
// engine. It knows no words for what is wrong.
                                                

/**
 * Names kinds of rows that should not be there: those that name an identifier, an event or a text
 * that is not there, and those that a withdrawn event left.
 */
export const strayKinds = [
	'assertion',
	'taken-back assertion',
	'description',
	'taken-back description',
	'withdrawal',
	'replacement',
	'identifier',
	'outbox entry',
	'deferred change',
	'logged change',
	'payload',
	'row of a withdrawn event',
]         ;
                                                    

/** Tells where something is wrong: at identifiers, and in which event. */
                                                                       

/** What is written of an identifier, whether it is known or gone. */
                               
	       
	               
	            
	              
	              
	                                                           
	                  
	                          
  

/** An event with its payload; null where that is not there or cannot be unpacked. */
                                                                                                            

/** Reads rows as they are, each step of bounded size. */
                             
	                                                              
	                                                                                      
	                                                    
	                                      
	   
	                                                                                                
	                                                                                                  
	                                         
	   
	                     
		                                 
	                                                                         
	                                                      
	                                                     
	                                     
	                                                  
	                                                                                                
	                                             
	                                                                                                   
	                                                
	                                                                  
	                                            
	                                                                                       
	                                   
	                                                                                       
	                                                            
 
