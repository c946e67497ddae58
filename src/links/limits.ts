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
	/** Of every Name, SubType, SubTypeSchema, keyword and text of a Container, Edition, PublisherPlace. */
	nameLength: 1_024,
	titleLength: 65_536,
	/** Identifiers of one object. */
	identifiers: 1_000,
	/** ISSNs of one Container: a journal has three, one that changed its name some more. */
	issns: 16,
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

/**
 * Bounds every text that comes from others, in whatever form, while it is read. A body of HTTP is
 * counted whole, as it is unpacked. Of a file that streams by, each document in memory is counted:
 * one record of JSON, one row of a table, one entry of BibTeX, one document of XML or YAML.
 */
export const readingLimits = {
	/** How deep arrays, objects, elements and braces are nested. */
	depth: 64,
	/**
	 * Parts. A value of JSON, a text between tags and a cell are one part each; partsOf has the
	 * others. A part takes about 100 bytes of memory, including what is made of it.
	 */
	parts: 2_000_000,
	/** Parts of each document of a file that `events load` reads: its sender runs the program. */
	partsOfFile: 20_000_000,
	/** Of one name, value or tag, in UTF-16 units: a reader cannot stop within one. */
	tokenLength: 4_194_304,
	/** Of one row of a table, in UTF-16 units: a row that never ends is no table. */
	rowLength: 1_048_576,
	/** Of a text that is held whole (XML, YAML, BibTeX, tags) or a record of JSON, in UTF-16 units. */
	documentLength: 134_217_728,
} as const;

/** How many parts each of these counts for, by the memory and time that it takes. */
export const partsOf = {
	/** A record of JSON, a row, an entry, a document: its dialect reads it as a whole. */
	document: 40,
	/** An element of XML, each of its attributes, and each entity or character reference. */
	element: 4,
	attribute: 4,
	reference: 4,
	/** A token of YAML, which is a node of several trees, and one that begins a list or object. */
	token: 4,
	opening: 12,
	/** A field of BibTeX, and each line of a field with a tag. */
	field: 4,
	/** What was read as a link but is none: the search for its identifiers took time. */
	leftOut: 40,
	/** A character of the links that are made. They may repeat what the text has once. */
	writtenCharacters: 1 / 32,
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

/**
 * Bounds what a preview of a withdrawal reads: links of all events of a load, each of which takes
 * 3.5 kB of memory.
 */
export const previewLimits = { links: 100_000 } as const;
