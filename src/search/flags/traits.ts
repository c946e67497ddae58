// The keys that the index keeps of each work, and by which flags compare two works.

/**
 * The keys of a work, each a letter for its kind and a value; see traitKinds. Equal works have equal
 * keys, each once, in no order that means anything.
 */
export type Traits = readonly string[];

/** The kinds of keys, and the letter that each begins with. */
export const traitKinds = {
	/** The ORCID iD or ISNI of a creator: `0000-0002-1825-0097`. */
	creatorId: 'i',
	/** A name of a creator without an identifier; see nameKeys. */
	creatorName: 'n',
	/** It names creators; empty, or `many`. */
	creators: 'c',
	issn: 's',
	/** The folded title of what it appeared in. */
	container: 'j',
	/** A publisher, as providerKey folds it. */
	publisher: 'p',
	/** It has a DOI, PMID or OMID; empty. */
	registered: 'g',
	/** When it was published: `2015`, `2015-06` or `2015-06-03`. */
	published: 'y',
	/** When it was retracted first, likewise; empty where nobody says when. */
	retracted: 'r',
	/** When it was corrected first, likewise. */
	corrected: 'k',
	/** When a concern about it was expressed first, likewise. */
	concern: 'e',
} as const;
export type TraitKind = keyof typeof traitKinds;
