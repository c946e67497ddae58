// Where the documents go that a changeset leads to: to the cluster at once, or into memory, to be
// sent when it is the update's turn. It knows neither documents nor updates.
                                                            

/** Writes documents; each may be written once between two flushes. */
                                                                  

/** Where documents are written, and how they are shown to searches. */
                           
	             
	                                                                                    
	                  
	                              
	                      
  

/** Writes kept in memory. */
                                        
	                                                       
	                        
	                                                            
	                                       
  

                                                                 

/** Says that the writes do not fit into memory. */
export class TooManyWrites extends Error {
	constructor() {
		super('an update leads to more writes than are kept in memory');
		this.name = 'TooManyWrites';
	}
}

/** Keeps up to so many characters; fails with TooManyWrites beyond. */
export function keepWrites(isSpread         , mostCharacters        )             {
	const steps         = [];
	let characters = 0;
	const count = (more        ) => {
		characters += more;
		if (characters > mostCharacters) throw new TooManyWrites();
	};
	return {
		isSpread,
		bulk: {
			async put(id, given) {
				const document = typeof given === 'string' ? given : JSON.stringify(given);
				count(id.length + document.length);
				steps.push({ id, document });
			},
			async remove(id) {
				count(id.length);
				steps.push({ id });
			},
			async flush() {
				steps.push('flush');
			},
		},
		async show() {
			steps.push('show');
		},
		*ids() {
			for (const step of steps) if (typeof step === 'object') yield step.id;
		},
		async repeat({ bulk, show }) {
			for (const step of steps) {
				if (step === 'flush') await bulk.flush();
				else if (step === 'show') await show();
				else if (step.document === undefined) await bulk.remove(step.id);
				else await bulk.put(step.id, step.document);
			}
		},
	};
}
