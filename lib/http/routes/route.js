// What a route is: how it is served, who may use it, and how it is described; knows no route.
                                                     
                                                   
                                                           
                                                          
                                                             

                                        

/**
 * Says who may use a route: anyone; the owner of an access token; an account, by token or by
 * session; an account that is signed in (session); one that is signed in and has the role admin; an
 * account with the role admin, by token or by session.
 */
                                                                                            

/** Handles a request that may be handled; fails with the codes of `problems`. */
              
	                                                             
	                                                                                               

/**
 * One method of one path, which is served with every prefix; `path` is written as OpenAPI does:
 * `/events/{event_id}`.
 */
                               
	                                                    
	             
	                                                                                               
	            
	                                                                                      
	                                                
	   
	                                                                                                  
	   
	                                   
	                                                                                             
	              
	                                                         
	                 
  
