// Counts names, such as those of relations that are not in the vocabulary; knows no vocabulary.

/** Tells how often a name was given. */
                                                        

/** Bounds how many names are told: the most frequent ones. */
export const namesTold = 100;

/** Adds up names one by one; letter case does not tell them apart, and the first spelling stays. */
                         
	                                        
	                                                                                           
	                            
  

/** Starts counting. */
export function createNameTally()            {
	const counts = new Map                   ();
	return {
		add(name, times = 1) {
			counts.getOrInsertComputed(name.toLowerCase(), () => ({ name, count: 0 })).count += times;
		},
		mostFrequent: () => [...counts.values()].sort((one, other) => other.count - one.count).slice(0, namesTold),
	};
}
