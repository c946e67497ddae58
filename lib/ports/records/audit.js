// The contract of the audit: who did what, when and from where, in entries that nothing changes or
// takes away. Each sentence has its test in suite/. It knows no act, only their names.
                                     

/** Names what is told of: the kind of its subject, and what was done. */
export const auditActions = [
	'event.submitted',
	'event.withdrawn',
	'event.restored',
	'event.rerun',
	'user.created',
	'user.activated',
	'user.deactivated',
	'user.imported',
	'role.created',
	'role.imported',
	'role.given',
	'role.taken',
	'token.created',
	'token.revoked',
	'token.imported',
	'password.changed',
	'session.opened',
	'session.refused',
	'session.ended',
	'accounts.exported',
	'import.started',
	'backup.started',
	'backup.restored',
	'reindex.started',
	'rebuild.started',
	'repair.started',
]         ;
                                                        

/** What `who` begins with where no account acts; the name of the machine's user follows. */
export const commandLine = 'command line';

/**
 * Says who does something and from where: the email of an account and the address of its request,
 * or the command line with the machine's user (`command line (ada)`) and the machine's name.
 */
                                                            

/** Who does something, and when (milliseconds since 1970): what every audited change is given. */
                                             

/** What else there is to know, under names as documents have them. Never a secret. */
                                                                                                         

                                   
	                    
	                                                                                               
	                       
	                     
  

/** An entry as stored; `number` grows, `at` is in milliseconds since 1970. */
                          
	           
	           
	            
	                    
	                       
	                    
	                       
  

/**
 * Selects entries, newest first. `who` is exact, but `command line` means whoever used it; `since`
 * and `until` are moments, both included; `before` is a number.
 */
                          
	                     
	             
	                 
	               
	               
	            
	              
  

/** Tells of acts inside the transaction that does them: both are there, or neither is. */
                           
	                                        
	                                                        
 

/** Tells of acts that are no transaction, and lists what was told. */
                        
	                                                           
	                                                        
	                                   
	                                                       
 
