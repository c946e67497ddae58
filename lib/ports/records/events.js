// The contract of events: submitted batches as rows that are jobs, with their state. It knows
// neither what an event says nor how it is applied.
//
//            accept                claim                 finish
//   (submission) ──────▶ New ─────────────▶ Processing ──────────▶ Done
//                         ▲                   │   │                  │
//                         │ release, or fail  │   │ fail, no tries   │ rerun
//                         │ with a next try   │   ▼ are left         │
//                         ├───────────────────┘  Error ──────────────┤
//                         └◀─────────────────────────────────────────┘
//
// A Processing event whose lease ran out (its worker died) is claimed again as it is. acceptClaimed
// begins at Processing, and an event that was in Error at another broker is imported as such. From
// any state but Processing an event can be Withdrawn, and from there be restored to New: see
// taking-back.ts.
                                                             
                                                                                                            
                                             
                                     

/** All that a provider said in records with a Source. */
                                                                      

/** What a freshly accepted event brings. */
                        
	                
	                    
	                                                                                    
	                  
	                                                                
	                                           
	                                                                
	                        
	                                              
	                             
	                                                  
	                    
	              
	                                                                                  
	                
	                                                                                               
	                             
	                                                                            
	                 
	                                                                      
	                  
	                                                 
	                   
	                                                        
	            
  

/** What is so of most events: they assert links, and nothing is told of where they come from. */
export const asAssertion = {
	action: 'assert',
	takesAll: false,
	replaces: null,
	fileName: null,
	sourceAddress: null,
}         ;

/**
 * An event that a worker holds. `sequence` grows with the order of acceptance; `attempts` counts
 * this try too; `noindex`: what it asserts must not be found yet (a rebuild of the index ends
 * that).
 */
                            
	             
	                
	                    
	                                           
	                 
	                 
  

/**
 * Names the worker that holds an event, and until when (milliseconds since 1970) if not renewed.
 */
                                                      

/** An event as one broker hands it over to another. */
                             
	                
	                                                  
	                    
	              
	                
	                    
	                  
	                                           
	                        
	                 
	                                                                                  
	                    
	                  
	                  
	                  
	                                                               
	          
		               
		                 
		                         
		                          
	         
	                                    
	                            
  

/** Selects events for a list, newest first; `before` is a sequence. */
                          
	                   
	                 
	            
	            
	              
  

/** Accepts events, hands them to workers and tells of them. */
                         
	   
	                                                                                                  
	           
	   
	                                                   
	                                                                                            
	                                                                    
	   
	                                                                                                
	                                                                                              
	                            
	   
	                                                                   
	   
	                                                                                                  
	                                                                                                  
	                                                                                              
	                                                                                                
	                                                        
	   
	                                                                                             
	                                                                   
	                                                           
	                                                                 
	                                                                        
	                                                                                   
	     
		                    
		               
		                                                                 
	                 
	   
	                                                                                                 
	                                                                        
	   
	                                                                         
	   
	                                                                                                 
	   
	                                                      
	                                                    
	                                           
	                                                                                                 
	                                                                        
	                                  
	                                                
 

/** Ends events inside the transaction that applies them. */
                                  
	                                                                                                
	                                                         
	   
	                                                                                                  
	                                  
	   
	       
		                                                                        
		               
		            
	                    
 
