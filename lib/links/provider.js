// Tells which names of providers name the same one; knows no link.

/**
 * Folds what makes no difference in a provider's name: letter case, by Unicode, the blanks around
 * and between its words, and how accents are composed. `Crossref` and ` CROSSREF` are one provider.
 */
export function providerKey(name        )         {
	// Upper and then lower case also folds what has several lower forms: ß and ss, σ and ς.
	return name.normalize('NFC').trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase();
}

/** Spells providers as they were spelled first. */
                                 
	                                                                 
	                            
	                                                                            
	                                 
	                                                     
	                
  

/** Starts with no provider. */
export function createProviderSpellings()                    {
	                                                       
	const byKey = new Map                  ();
	// Feeds repeat a few names in many links.
	const byName = new Map                  ();
	const find = (name        ) =>
		byName.getOrInsertComputed(name, () =>
			byKey.getOrInsertComputed(providerKey(name), () => ({ spelling: name, position: byKey.size })),
		);
	return {
		spell: (name) => find(name).spelling,
		positionOf: (name) => find(name).position,
		all: () => Array.from(byKey.values(), ({ spelling }) => spelling),
	};
}
