// What withdrawing an event takes and tells; knows no storage.
                                                                                      
                                                    

/** Which event is withdrawn, by whom (null: by the command line) and why. */
                                                                                            

/** What a withdrawal would change. */
                                 
	                                                     
	                      
	                                                   
	                    
	                                                           
	                    
	                                                                     
	                                  
  

/** How many characters a reason may have. */
export const longestReason = 1_000;

/** Says what is wrong with a reason, as the end of a sentence; undefined where it can be kept. */
export function reasonProblem(reason        )                     {
	if (reason.trim() === '') return 'must say why, or be left out';
	if (reason.length > longestReason) return `must have at most ${longestReason} characters`;
	if (!reason.isWellFormed() || reason.includes('\0')) return 'must be text without NUL characters';
	return undefined;
}
