// The contract of what the records know of the search index: which generation answers, which is
// being built, what the index lacks, and by which mark it is told from the index of other records.
// It knows no index.
//
// Every update of the index, and every generation that is built, leaves a mark in it: a text that
// is never used twice. The records know the mark before the index takes it, so that neither can be
// lost, restored or exchanged for another without the two disagreeing:
//
//   announceMark(old, new)      the index commits         acknowledge(…, new)
//   ──────────────────────▶ old or new ──────────▶ old or new ──────────────▶ new alone is known
//                               │                          │
//                               └── the process ends here ─┘ and the two still agree
import { BrokerError } from '../../errors.js';
                                                
                                     
                                                

/** What the index that answers lacks. */
                        
	                                                                                       
	                
	              
	                                                                             
	                      
  

/** What a generation that is built covers: all that was there when its snapshot was read. */
                        
	                                                                                      
	                            
	                                                                      
	                       
  

/** Makes the failure of what needs the index of these records, where another is there. */
export function foreignIndex()              {
	return new BrokerError(
		'index-behind',
		'The search index is not that of what is stored: one of the two was restored or exchanged. A running server ' +
			'or worker builds it anew by itself; so does link-broker search reindex.',
		{ retryAfterSeconds: 30 },
	);
}

/** Accounts for the generations of the search index. */
                              
	                                         
	                                 
	                                                                                      
	                                 
	                                  
	                              
	   
	                                                                                              
	                    
	   
	                                         
	   
	                                                                                                  
	                                                                     
	   
	                                                      
	   
	                                                                                             
	                                                                                                
	                                                                                               
	                           
	   
	                                                                                 
	   
	                                                                                                 
	                                                                                                  
	                                                                                            
	   
	                                                                      
	                                                                      
	                                                                   
	   
	                                                                                          
	                                                                                                 
	                                  
	                                                                                                 
	                                                                                                
	   
	              
		               
		             
		                   
		                                                                             
	                 
	                                                                                         
	                                              
 
