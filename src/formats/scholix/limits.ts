// Bounds each part of a link, and what one batch may make; knows no setting.

/**
 * Bounds the parts of a link. Lengths are in UTF-16 units, as JavaScript and JSON Schema of most
 * tools count them.
 */
export const linkLimits = {
	/** Of an identifier's ID, and of an address (IDURL, LicenseURL). */
	idLength: 4_096,
	schemeLength: 64,
	/** Of every Name, SubType, SubTypeSchema and keyword. */
	nameLength: 1_024,
	titleLength: 65_536,
	/** Of every array within a link. */
	items: 10_000,
} as const;

/**
 * Bounds what one batch makes of its links. Several identifiers of an object multiply with the
 * providers of the link and with what is said of the object; without a bound a body of a few
 * megabytes could fill the memory.
 */
export const batchLimits = {
	/**
	 * Statements: for each link its relation and one for each further identifier, of one to be
	 * withdrawn each identifier of one end with each of the other, times its providers.
	 */
	statements: 1_000_000,
	/** Characters of metadata that further identifiers of an object repeat. */
	repeatedCharacters: 256 * 1024 * 1024,
} as const;

/** Bounds what is reported of a refused batch: records, and problems of each of them. */
export const reportLimits = { records: 100, problemsOfRecord: 10 } as const;
