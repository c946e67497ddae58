// Bounds each part of a link, what one batch may make, and what answers show of a work. Each name
// says what is counted.

/**
 * Bounds the parts of a link. Lengths are in UTF-16 units, as JavaScript and JSON Schema of most
 * tools count them.
 */
export const linkLimits = {
	/** Of an identifier's ID, and of an address (IDURL, LicenseURL). */
	idLength: 4_096,
	schemeLength: 64,
	/** Of every Name, SubType, SubTypeSchema and keyword, and of the Title of a Container. */
	nameLength: 1_024,
	titleLength: 65_536,
	/** Identifiers of one object. */
	identifiers: 1_000,
	/** Identifiers of one person or organisation. */
	agentIdentifiers: 100,
	/** Of every other array within a link: physics has papers of 5,000 authors. */
	items: 10_000,
} as const;

/**
 * Bounds what one batch makes of its links. Several identifiers of an object multiply with the
 * providers of the link and with the description of the object; without a bound a body of a few
 * megabytes could fill the memory.
 */
export const batchLimits = {
	/**
	 * Identifiers of all its objects: so many for each link that it might hold, and these at least.
	 */
	identifiersPerLink: 10,
	leastIdentifiers: 100_000,
	/**
	 * Statements, likewise: for each link its relation and one for each further identifier, of one to
	 * be withdrawn each identifier of one end with each of the other, times its providers.
	 */
	statementsPerLink: 20,
	leastStatements: 200_000,
	/** Characters of metadata that further identifiers of an object repeat. */
	repeatedCharacters: 64 * 1024 * 1024,
} as const;

/** Bounds JSON that comes from others, before anything is made of it. */
export const jsonLimits = {
	/** How deep arrays and objects lie in each other. */
	depth: 64,
	/** Texts, numbers, words, arrays and objects. */
	values: 2_000_000,
} as const;

/**
 * Bounds what answers show of one work and of one relationship. Where there is more, a member whose
 * name ends in `Total` has the number: `CreatorTotal`, `IdentifierTotal`, `LinkHistoryTotal`.
 */
export const shownLimits = {
	/** Creators, publishers, keywords, identifiers, versions and items of a LinkHistory, each. */
	items: 100,
	/** Items of the LinkHistory of each link in a Via, which has 100 links itself. */
	historyInVia: 10,
	/** Characters of the JSON of each list of an object. */
	listLength: 16_384,
	/** Characters of the JSON of an agent's identifiers; longer ones are left out. */
	agentIdentifiersLength: 2_048,
	/** Bytes of the works and links of one page; a page ends before the one that exceeds it. */
	pageBytes: 8 * 1024 * 1024,
	/** Characters of one piece of a result that is written as a file, unless one link has more. */
	pieceLength: 65_536,
} as const;

/** Bounds what is reported of a refused batch: records, and problems of each of them. */
export const reportLimits = { records: 100, problemsOfRecord: 10 } as const;
