// The contract of the accounts: users, their roles, tokens and sessions. Each sentence has its
// test in suite/, which runs on every engine. It knows neither an engine nor
// passwords nor what a token looks like. Whatever a person changes is told to the audit in the
// transaction that changes it (records/audit.ts); what changes nothing is not told.
                                               
                                              

/**
 * A user as stored; times are milliseconds since 1970. `passwordHash` is null where the user has
 * no password.
 */
                          
	       
	                                        
	              
	                            
	                
	                  
	                            
	                         
  

                                                                                      

/** A role and how many users have it. */
                                                                                    

/**
 * A token as stored: of the token itself only `hash` (text, as the caller made it). Times are
 * milliseconds since 1970.
 */
                           
	       
	           
	                                                             
	             
	                  
	                  
	                          
	                   
	                         
	                         
  

                        
	             
	           
	             
	                  
	                         
  

/** Tells what became of giving a role; `already`: the user had it. */
                                                                              

/** Selects tokens: one by its id, or all of one name that a user has. */
                                                                       

/** A session as stored: of its secret only a hash. Times are milliseconds since 1970. */
                                                                                 

/** A session to be opened; `passwordHash` is that of the password with which its user came in. */
                                                                                               

/** Keeps users and their roles. */
                        
	   
	                                                                                               
	                                                                            
	   
	                                                     
	                                                
	                                                         
	                                                                          
	                               
	                                                                        
	                                                       
	   
	                                                                                                 
	                                                                                                  
	                
	   
	                                                                 
	   
	                                                                                                 
	                
	   
	                                                                        

	   
	                                                                                             
	   
	                                                    
	                                              
	                               
	                                                              
	                                                               
	                                                                              
	                                                             
 

/** Keeps tokens. */
                         
	                                                                     
	                                                 
	   
	                                                                                               
	                                  
	   
	                                                                                       
	                                                               
	                                                       
	                                                                                       
	                                                       
	   
	                                                                                               
	                   
	   
	                                                                   
 

/** Keeps sessions. */
                           
	   
	                                                                                                
	                                                                      
	   
	                                                            
	   
	                                                                                                  
	             
	   
	                                                                                             
	                                                                                         
	                                                               
	                                                                                                
	                                                                      
	                                                             
	                                                  
 

/** Hands accounts over from one broker to another. */
                                  
	   
	                                                                                        
	          
	   
	                                                                           
	                                                                                                  
	                                                                                  
	   
	                                                                                        
	                                                                          
	   
	                                                                     
	   
	                                                                                              
	             
	   
	                                                                                           
 

/**
 * Keeps the accounts. Every method is one transaction; when one returns, the next sees what it
 * changed, durably except for noteTokenUse and prolongSession.
 */
                                                                                 
