// How a question was understood, as answers tell it; knows neither HTTP nor the search index.
import {                       shownIdentifier } from './shown-identifier.js';

/** Says what was understood, whether it is known, and what may be meant instead where it is not. */
                              
	                               
	               
	                                                      
  

                                               

/** Describes how a question was understood; it is known where it has a source. */
export function describeQuery(answer   
	             
	                           
	                                                              
 )                 {
	return {
		understood_as: shownIdentifier(answer.asked),
		known: answer.source !== undefined,
		suggestions: answer.suggestions.map(({ identifier, reason }) => ({ ...shownIdentifier(identifier), reason })),
	};
}
